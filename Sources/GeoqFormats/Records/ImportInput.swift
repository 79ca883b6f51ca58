import Geoq

/// Bytes that come one after the other, from a file, an archive's member or a
/// pipe.
package protocol ByteStream: AnyObject {
    /// Reads up to `buffer.count` bytes into the front of `buffer`.
    ///
    /// - Returns: How many were read; zero only at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// One thing to import: a plain file, a folder, or an archive with members.
///
/// Formats that join several tables open their members one after the other, and
/// some of them twice.
package protocol ImportInput: AnyObject {
    /// The name of the input in messages: the file's name without its folder.
    var name: String { get }

    /// Paths of the members, `/`-separated; exactly one for a plain file.
    var members: [String] { get }

    /// A new stream over one of `members`.
    ///
    /// - Throws: When the member cannot be opened (again): standard input can
    ///   be read once.
    func open(_ member: String) throws -> any ByteStream

    /// Whether members can be opened again after they have been read.
    var canBeReadAgain: Bool { get }

    /// The first bytes of a member, at most `count`. The member can still be
    /// opened.
    func peek(_ member: String, count: Int) throws -> [UInt8]

    /// A member that is an archive, as an input of its own; nil when it is no
    /// archive.
    func archive(in member: String) throws -> (any ImportInput)?

    /// Things beside the members that are not read: pipes, folders that lie too
    /// deep.
    var leftOut: [LeftOutMember] { get }
}

extension ImportInput {
    package func archive(in member: String) throws -> (any ImportInput)? { nil }
    package var leftOut: [LeftOutMember] { [] }
}

/// A file that is not read, and why.
package struct LeftOutMember: Hashable, Sendable {
    /// Its path within the input.
    package var name: String
    package var reason: String

    package init(name: String, reason: String) {
        (self.name, self.reason) = (name, reason)
    }
}

/// An error by which an input says that one of its files is damaged. The other files can be read.
package protocol DamagedInput: Error {
    /// What is wrong with the file; nil for an error that concerns more than this file, such as a full disk.
    var damage: String? { get }
}

/// A file's name without its folder and its endings: the name of the source,
/// when the format gives none.
package func baseName(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let first = name.split(separator: ".").first, !first.isEmpty else { return name }
    return String(first)
}

extension ImportInput {
    package var canBeReadAgain: Bool { true }
}

/// A table from text to text for joins within one import. Keys are unique; the
/// last value put wins.
package protocol KeyedSpool: AnyObject {
    func put(_ key: String, _ value: [String?]) throws
    func get(_ key: String) throws -> [String?]?
}
