/// Bytes that were read already, then the rest of a stream.
package final class FrontedStream: ByteStream {
    private var front: ArraySlice<UInt8>
    private let rest: any ByteStream

    package init(_ front: [UInt8], _ rest: any ByteStream) {
        (self.front, self.rest) = (front[...], rest)
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if front.isEmpty { return try rest.read(into: buffer) }
        let taken = front.prefix(buffer.count)
        buffer.copyBytes(from: taken)
        front = front.dropFirst(taken.count)
        return taken.count
    }
}
