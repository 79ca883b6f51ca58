extension ByteStream {
    /// The next bytes, at once; fewer than `count` only at the end. Memory grows
    /// with what is there, not with what is asked for.
    func bytes(upTo count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let filled = bytes.count
            let room = min(count - filled, 1 << 16)
            bytes.append(contentsOf: repeatElement(0, count: room))
            let read = try bytes.withUnsafeMutableBytes { try self.read(into: .init(rebasing: $0[filled...])) }
            bytes.removeLast(room - read)
            if read == 0 { break }
        }
        return bytes
    }
}
