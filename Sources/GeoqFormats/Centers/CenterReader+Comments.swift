import Geoq

/// Comments and blank lines before the first line of centers.
extension CenterReader {
    /// How far the first line of centers is looked for.
    private static let mostBytes = 1 << 20

    /// Whether a line is blank, or a comment.
    static func isComment(_ line: ArraySlice<UInt8>) -> Bool {
        let text = line.drop { $0.isBlank || TextEncoding.byteOrderMark.contains($0) }
        return text.isEmpty || text.first == UInt8(ascii: "#")
    }

    /// The rows of a text whose first line is a comment. Their dialect is that of the first line that is
    /// no comment, which a pipe may give only later.
    ///
    /// - Throws: What the stream throws.
    static func rows(behindCommentsOf stream: any ByteStream) throws -> DelimitedReader {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4096)
        /// Where the first line begins that is no comment.
        var start = 0
        reading: while bytes.count < mostBytes {
            let count = try block.withUnsafeMutableBytes { try stream.read(into: $0) }
            if count == 0 { break }
            bytes += block[..<count]
            while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
                guard isComment(bytes[start..<end]) else { break reading }
                start = end + 1
            }
        }
        return DelimitedReader(FrontedStream(bytes, stream), dialect: dialect(firstLineOf: Array(bytes[start...])))
    }
}
