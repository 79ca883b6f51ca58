import Geoq

/// Text in one of the older tables of letters, as UTF-8.
final class CodePageStream: ByteStream {
    private let stream: any ByteStream
    private let page: CodePage
    private var block = [UInt8](repeating: 0, count: 1 << 15)
    private var decoded: ArraySlice<UInt8> = []

    init(_ stream: any ByteStream, _ page: CodePage) {
        (self.stream, self.page) = (stream, page)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if decoded.isEmpty {
            let count = try block.withUnsafeMutableBytes { try stream.read(into: $0) }
            decoded = Array(page.text(block[..<count]).utf8)[...]
        }
        let taken = decoded.prefix(buffer.count)
        buffer.copyBytes(from: taken)
        decoded = decoded.dropFirst(taken.count)
        return taken.count
    }
}
