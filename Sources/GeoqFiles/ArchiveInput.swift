import Foundation
import Geoq
package import GeoqFormats

/// A kind of archive, by its first bytes.
package enum ArchiveKind {
    case zip, sevenZip, tar

    /// How many bytes are needed to tell.
    package static let prefixLength = 262

    package init?(_ first: some Collection<UInt8>) {
        // A zip file without files begins with the end of its directory.
        if first.starts(with: [0x50, 0x4B, 0x03, 0x04]) || first.starts(with: [0x50, 0x4B, 0x05, 0x06]) {
            self = .zip
        } else if first.starts(with: [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]) {
            self = .sevenZip
        } else if first.dropFirst(257).starts(with: "ustar".utf8) {
            self = .tar
        } else {
            return nil
        }
    }
}

/// A zip, 7z or tar archive, by libarchive.
///
/// Its files are listed in the archive's order. A reader that opens them in
/// that order reads the archive once.
package final class ArchiveInput: MeasuredInput {
    package static let memberLimit = FolderInput.memberLimit
    package let name: String
    package let members: [String]
    /// Links, pipes and devices.
    package let leftOut: [LeftOutMember]
    private let indexes: [String: Int]
    private let size: Int?
    /// Up to this many bytes of a file it is not asked of how many bytes they were made.
    private let unquestioned: Int
    /// Counts the bytes of all files; nil when the size of the archive is not known.
    private let all: UnpackedBytes?
    private let makeStream: () throws -> ArchiveStream
    /// The archive, opened, and the index of the file that comes next in it.
    private var cursor: (stream: ArchiveStream, next: Int)?
    /// The stream that is being read at the cursor.
    private weak var reading: MemberStream?
    /// The file that was peeked at last, and its stream, ready to be read.
    private var peeked: (index: Int, bytes: [UInt8], stream: any ByteStream)?

    /// An archive that libarchive can seek in.
    ///
    /// - Parameters:
    ///   - temporary: kept for as long as the archive is read.
    ///   - unquestioned: a file of the archive that is longer is stopped when the archive is too short for it, and
    ///     so are all files together.
    ///   - outer: what the archive in which this one lies counts.
    package convenience init(
        path: String, name: String, temporary: TemporaryFile? = nil, unquestioned: Int = BoundedStream.unquestioned,
        outer: UnpackedBytes? = nil
    ) throws {
        try self.init(name: name, size: FileStream.size(path), unquestioned: unquestioned, outer: outer) {
            _ = temporary
            return try ArchiveStream(path: path, name: name)
        }
    }

    /// A tar archive that is read as a stream, several times if need be.
    package convenience init(tarAt path: String, name: String) throws {
        try self.init(name: name, size: FileStream.size(path), unquestioned: BoundedStream.unquestioned, outer: nil) {
            try ArchiveStream(tar: Packing.unpacked(try FileStream(path: path), name: name), name: name)
        }
    }

    private init(
        name: String, size: Int?, unquestioned: Int, outer: UnpackedBytes?,
        makeStream: @escaping () throws -> ArchiveStream
    ) throws {
        (self.name, self.size, self.unquestioned, self.makeStream) = (name, size, unquestioned, makeStream)
        all = size.map { UnpackedBytes(of: name, size: $0, unquestioned: unquestioned, outer: outer) }
        let stream = try makeStream()
        var (members, indexes): ([String], [String: Int]) = ([], [:])
        var leftOut: [LeftOutMember] = []
        while let (member, reason) = try stream.nextMember() {
            if let reason {
                leftOut.append(LeftOutMember(name: member, reason: reason))
            } else {
                guard indexes.updateValue(members.count, forKey: member) == nil else {
                    throw InputError.damagedArchive(name, reason: "it has two files called \(member.prefix(200))")
                }
                members.append(member)
            }
            if members.count + leftOut.count > Self.memberLimit {
                throw InputError.tooManyMembers(name, limit: Self.memberLimit)
            }
        }
        (self.members, self.indexes, self.leftOut) = (members, indexes, leftOut)
    }

    package func open(_ member: String) throws -> any ByteStream {
        let index = try index(of: member)
        if let peeked, peeked.index == index {
            self.peeked = nil
            return FrontedStream(peeked.bytes, peeked.stream)
        }
        return try unpacked(index)
    }

    package func peek(_ member: String, count: Int) throws -> [UInt8] {
        let index = try index(of: member)
        if var seen = peeked, seen.index == index {
            if seen.bytes.count < count { seen.bytes += try readFirst(of: seen.stream, count - seen.bytes.count) }
            peeked = seen
            return Array(seen.bytes.prefix(count))
        }
        // The last peeked stream ends here, so that the cursor can move on.
        peeked = nil
        let stream = try unpacked(index)
        let bytes = try readFirst(of: stream, count)
        peeked = (index, bytes, stream)
        return bytes
    }

    package func archive(in member: String) throws -> (any ImportInput)? {
        try spooledArchive(
            try open(member), name: "\(name)/\(member)", unquestioned: unquestioned, outer: all)
    }

    private func index(of member: String) throws -> Int {
        guard let index = indexes[member] else { throw InputError.missing("\(name)/\(member)") }
        return index
    }

    private func unpacked(_ index: Int) throws -> any ByteStream {
        let name = "\(name)/\(members[index])"
        let member = try stream(at: index)
        // The archive itself is read up to somewhere behind the file's own bytes.
        let bounded = BoundedStream(member, name: name, unquestioned: unquestioned, all: all) {
            member.archiveBytesRead
        }
        return try Packing.unpacked(bounded, name: name, all: all)
    }

    /// Moves on to a file. It starts again at the front of the archive when the
    /// file lies before the cursor, when the last stream is still being read,
    /// or when it broke: libarchive gives no further file then.
    private func stream(at index: Int) throws -> MemberStream {
        if reading != nil || (cursor?.next ?? .max) > index || cursor?.stream.hasFailed == true {
            cursor = (try makeStream(), 0)
        }
        guard let (stream, start) = cursor else { preconditionFailure("The cursor was made above.") }
        var next = start
        while next <= index {
            guard try stream.nextFile() == members[next] else {
                throw InputError.damagedArchive(name, reason: "it changed while it was read")
            }
            next += 1
        }
        cursor = (stream, next)
        let member = MemberStream(stream)
        reading = member
        return member
    }

    package var bytesRead: Int { cursor?.stream.bytesRead ?? 0 }
    package var bytesInAll: Int? { size }
}

/// One file of an archive.
private final class MemberStream: ByteStream {
    private let archive: ArchiveStream

    init(_ archive: ArchiveStream) {
        self.archive = archive
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try archive.read(into: buffer)
    }

    /// How far the archive has been read.
    var archiveBytesRead: Int { archive.bytesRead }
}

/// The longest archive within another that is copied to be read.
private let longestSpooledArchive = 2 << 30

/// Copies an archive that lies within another, or in a folder, to a temporary file.
///
/// - Parameter outer: what the archive counts that it lies in.
/// - Returns: nil when the stream is no archive.
package func spooledArchive(
    _ stream: any ByteStream, name: String, unquestioned: Int = BoundedStream.unquestioned,
    outer: UnpackedBytes? = nil
) throws -> ArchiveInput? {
    let first = try readFirst(of: stream, ArchiveKind.prefixLength)
    guard ArchiveKind(first) != nil else { return nil }
    let file = try TemporaryFile(name)
    try file.append(FrontedStream(first, stream), limit: longestSpooledArchive)
    return try ArchiveInput(path: file.path, name: name, temporary: file, unquestioned: unquestioned, outer: outer)
}
