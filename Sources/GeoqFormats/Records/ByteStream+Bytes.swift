extension ByteStream {
    /// The next bytes, at once; fewer than `count` only at the end. Memory grows
    /// with what is there, not with what is asked for.
    package func bytes(upTo count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(count, 1 << 16))
        while bytes.count < count {
            let room = min(chunk.count, count - bytes.count)
            let read = try chunk.withUnsafeMutableBytes { try self.read(into: .init(rebasing: $0[..<room])) }
            if read == 0 { break }
            bytes += chunk[..<read]
        }
        return bytes
    }
}
