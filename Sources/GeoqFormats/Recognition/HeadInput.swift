import Geoq

/// The beginning of a file as an input of its own, to try whether a format can read it. The file itself may be a pipe,
/// which is read once.
final class HeadInput: ImportInput {
    /// The beginning has been read, and the file goes on.
    struct GoesOn: Error {}

    let name: String
    let members: [String]
    private let bytes: [UInt8]

    /// Fewer bytes than these are all of a file. Of UTF-16, which is half as long when it has been decoded, the head has
    /// no more.
    private static let wholeBytes = ImportProbe.headBytes / 4

    /// - Parameters:
    ///   - name: of the file in messages.
    ///   - head: the first `ImportProbe.headBytes` bytes of the file, decoded.
    init(_ name: String, _ head: MemberHead) {
        (self.name, members, bytes) = (name, [head.member], head.bytes)
    }

    func open(_ member: String) throws -> any ByteStream {
        bytes.count < Self.wholeBytes ? ByteArrayStream(bytes) : CutStream(bytes)
    }

    func peek(_ member: String, count: Int) throws -> [UInt8] {
        Array(bytes.prefix(count))
    }
}

/// Bytes behind which a reader learns that more would follow.
private final class CutStream: ByteStream {
    private let stream: ByteArrayStream

    init(_ bytes: [UInt8]) {
        stream = ByteArrayStream(bytes)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = try stream.read(into: buffer)
        if count == 0, !buffer.isEmpty { throw HeadInput.GoesOn() }
        return count
    }
}
