import Geoq
package import GeoqFormats

/// An input whose members are bytes in memory. Streams give them out in pieces
/// of random length, so that a reader meets cuts at every place.
package final class MemoryInput: ImportInput {
    package let name: String
    package let members: [String]
    /// How often each member was opened.
    package private(set) var opened: [String: Int] = [:]

    private let contents: [String: [UInt8]]
    private let longestPiece: Int
    private var generator: SeededGenerator

    /// - Parameters:
    ///   - members: Paths and contents, in the order in which they are listed.
    ///   - longestPiece: The most bytes that a stream gives at once.
    package init(
        _ name: String, members: [(path: String, content: [UInt8])], longestPiece: Int = 1 << 16, seed: UInt64 = 1
    ) {
        precondition(longestPiece > 0, "a stream must give something")
        self.name = name
        self.members = members.map(\.path)
        contents = Dictionary(members.map { ($0.path, $0.content) }) { first, _ in first }
        self.longestPiece = longestPiece
        generator = SeededGenerator(seed: seed)
    }

    /// A plain file.
    package convenience init(
        _ name: String, _ content: some Sequence<UInt8>, longestPiece: Int = 1 << 16, seed: UInt64 = 1
    ) {
        self.init(name, members: [(name, Array(content))], longestPiece: longestPiece, seed: seed)
    }

    /// A plain file of text.
    package convenience init(_ name: String, text: String, longestPiece: Int = 1 << 16, seed: UInt64 = 1) {
        self.init(name, text.utf8, longestPiece: longestPiece, seed: seed)
    }

    /// A folder of texts.
    package convenience init(_ name: String, texts: [(path: String, text: String)]) {
        self.init(name, members: texts.map { ($0.path, Array($0.text.utf8)) })
    }

    package func open(_ member: String) throws -> any ByteStream {
        guard let content = contents[member] else { throw NoSuchMember(member: member) }
        opened[member, default: 0] += 1
        return MemoryStream(content, longestPiece: longestPiece, generator: SeededGenerator(seed: generator.next()))
    }

    package func peek(_ member: String, count: Int) throws -> [UInt8] {
        guard let content = contents[member] else { throw NoSuchMember(member: member) }
        return Array(content.prefix(count))
    }
}

/// A member that an input does not have.
package struct NoSuchMember: Error {
    package let member: String
}

private final class MemoryStream: ByteStream {
    private let bytes: [UInt8]
    private var position = 0
    private let longestPiece: Int
    private var generator: SeededGenerator

    init(_ bytes: [UInt8], longestPiece: Int, generator: SeededGenerator) {
        (self.bytes, self.longestPiece, self.generator) = (bytes, longestPiece, generator)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let most = min(buffer.count, bytes.count - position, Int.random(in: 1...longestPiece, using: &generator))
        buffer.copyBytes(from: bytes[position..<(position + most)])
        position += most
        return most
    }
}
