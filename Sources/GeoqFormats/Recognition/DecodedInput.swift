import Geoq

/// An input whose texts are all UTF-8: members that begin as UTF-16 are
/// decoded.
final class DecodedInput: ImportInput {
    private let input: any ImportInput

    init(_ input: any ImportInput) {
        self.input = input
    }

    var name: String { input.name }
    var members: [String] { input.members }
    var leftOut: [LeftOutMember] { input.leftOut }

    var canBeReadAgain: Bool { input.canBeReadAgain }

    func open(_ member: String) throws -> any ByteStream {
        guard let encoding = try encoding(of: member) else { return try input.open(member) }
        return UTF16Stream(try input.open(member), encoding)
    }

    func peek(_ member: String, count: Int) throws -> [UInt8] {
        let bytes = try input.peek(member, count: count)
        guard let encoding = UTF16Stream.Encoding(bytes) else { return bytes }
        let text = UTF16Stream(ByteArrayStream(bytes), encoding, isWhole: bytes.count < count)
        return try text.first(count)
    }

    func archive(in member: String) throws -> (any ImportInput)? {
        try input.archive(in: member)
    }

    private func encoding(of member: String) throws -> UTF16Stream.Encoding? {
        UTF16Stream.Encoding(try input.peek(member, count: UTF16Stream.Encoding.prefixLength))
    }
}

/// UTF-16 as UTF-8.
final class UTF16Stream: ByteStream {
    /// The order of the bytes.
    struct Encoding: Equatable {
        var isLittleEndian: Bool

        /// How many bytes are needed to find the encoding.
        static let prefixLength = 64

        /// - Returns: nil when the bytes are not UTF-16: without a mark in front
        ///   every second byte of the first line must be zero and the others text.
        init?(_ bytes: [UInt8]) {
            // FF FE 00 00 is the mark of UTF-32.
            if bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFF, 0xFE, 0, 0]) {
                isLittleEndian = true
            } else if bytes.starts(with: [0xFE, 0xFF]) {
                isLittleEndian = false
            } else {
                /// Whether a line of some length is text with zeros at every second byte.
                func isText(zeros: Int) -> Bool {
                    for unit in 0..<(min(bytes.count, Encoding.prefixLength) / 2) {
                        let letter = bytes[2 * unit + 1 - zeros]
                        guard bytes[2 * unit + zeros] == 0, letter == 0x09 || letter >= 0x20 else {
                            return unit >= 4 && bytes[2 * unit + zeros] == 0 && (letter == 0x0A || letter == 0x0D)
                        }
                    }
                    return bytes.count >= 8
                }
                if isText(zeros: 1) {
                    isLittleEndian = true
                } else if isText(zeros: 0) {
                    isLittleEndian = false
                } else {
                    return nil
                }
            }
        }
    }

    private let stream: any ByteStream
    private let encoding: Encoding
    /// Whether half a character at the end means damage; if not, the bytes were
    /// cut there.
    private let isWhole: Bool
    private var block = [UInt8](repeating: 0, count: 1 << 15)
    /// Bytes at the end that are less than a character.
    private var rest: [UInt8] = []
    private var decoded: ArraySlice<UInt8> = []
    private var isAtEnd = false

    /// - Parameter stream: from its first byte, the mark included.
    init(_ stream: any ByteStream, _ encoding: Encoding, isWhole: Bool = true) {
        (self.stream, self.encoding, self.isWhole) = (stream, encoding, isWhole)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while decoded.isEmpty, !isAtEnd { try decode() }
        let taken = decoded.prefix(buffer.count)
        buffer.copyBytes(from: taken)
        decoded = decoded.dropFirst(taken.count)
        return taken.count
    }

    /// The first bytes of the text.
    func first(_ count: Int) throws -> [UInt8] {
        while decoded.count < count, !isAtEnd { try decode() }
        return Array(decoded.prefix(count))
    }

    private func decode() throws {
        let count = try block.withUnsafeMutableBytes { try stream.read(into: $0) }
        isAtEnd = count == 0
        let bytes = rest + block[..<count]
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var index = 0
        while index + 1 < bytes.count {
            let (low, high) =
                encoding.isLittleEndian ? (bytes[index], bytes[index + 1]) : (bytes[index + 1], bytes[index])
            units.append(UInt16(high) << 8 | UInt16(low))
            index += 2
        }
        // The first half of a pair waits for the second.
        if !isAtEnd, let last = units.last, UTF16.isLeadSurrogate(last) {
            units.removeLast()
            index -= 2
        }
        rest = Array(bytes[index...])
        var text = Array(decoded)
        // An unpaired half becomes U+FFFD, as in any other reader.
        text += String(decoding: units, as: UTF16.self).utf8
        if isAtEnd, isWhole, !rest.isEmpty { text += "\u{FFFD}".utf8 }
        decoded = text[...]
    }
}
