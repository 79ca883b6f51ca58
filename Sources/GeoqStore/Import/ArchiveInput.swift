import CArchive
import Foundation
import Geoq

/// A `.zip` or a `.gz`, by libarchive. The one file that calls its functions.
final class ArchiveInput: MeasuredInput {
    static let memberLimit = FolderInput.memberLimit
    let name: String
    let members: [String]
    private let path: String
    private var current: ArchiveStream?
    /// Kept for as long as it is read.
    private var temporary: TemporaryFile?

    /// Whether the first bytes are those of a zip or gzip file.
    static func isArchive(_ first: [UInt8]) -> Bool {
        first.starts(with: [0x50, 0x4B, 0x03, 0x04]) || first.starts(with: [0x1F, 0x8B])
    }

    init(path: String, name: String) throws {
        (self.path, self.name) = (path, name)
        let stream = try ArchiveStream(path: path, name: name)
        var found: [String] = []
        while let member = try stream.nextMember() {
            found.append(member)
            if found.count > Self.memberLimit { throw InputError.tooManyMembers(name, limit: Self.memberLimit) }
        }
        // What libarchive reads raw has one member without a name of its own.
        members = stream.isRaw ? [name.hasSuffix(".gz") ? String(name.dropLast(3)) : name] : found.sorted()
    }

    /// An archive that came through a pipe.
    convenience init(temporary: TemporaryFile, name: String) throws {
        try self.init(path: temporary.path, name: name)
        self.temporary = temporary
    }

    func open(_ member: String) throws -> any ByteStream {
        let stream = try ArchiveStream(path: path, name: name)
        while let next = try stream.nextMember() {
            if next == member || stream.isRaw {
                current = stream
                return stream
            }
        }
        throw InputError.missing("\(name)/\(member)")
    }

    func peek(_ member: String, count: Int) throws -> [UInt8] {
        let before = current
        defer { current = before }
        return try readFirst(of: try open(member), count)
    }

    var bytesRead: Int { current?.bytesRead ?? 0 }
    var bytesInAll: Int? { FileStream.size(path) }
}

/// The bytes of one member after the other.
final class ArchiveStream: ByteStream {
    private let archive: OpaquePointer
    /// What messages call it.
    private let name: String

    init(path: String, name: String) throws {
        self.name = name
        guard let archive = archive_read_new() else {
            throw InputError.unreadable(name, reason: "out of memory")
        }
        self.archive = archive
        archive_read_support_filter_gzip(archive)
        archive_read_support_format_zip(archive)
        archive_read_support_format_raw(archive)
        guard archive_read_open_filename(archive, path, 1 << 16) == ARCHIVE_OK else {
            throw InputError.unreadable(name, reason: reason)
        }
    }

    deinit {
        archive_read_free(archive)
    }

    /// Whether it is a compressed file, not an archive of members.
    var isRaw: Bool {
        archive_format(archive) & ARCHIVE_FORMAT_BASE_MASK == ARCHIVE_FORMAT_RAW
    }

    /// Bytes of the file, before they are unpacked.
    var bytesRead: Int {
        Int(archive_filter_bytes(archive, -1))
    }

    /// Goes on to the next file; nil at the end.
    func nextMember() throws -> String? {
        var entry: OpaquePointer?
        while true {
            switch archive_read_next_header(archive, &entry) {
            case ARCHIVE_OK, ARCHIVE_WARN:
                guard archive_entry_filetype(entry) == S_IFREG else { continue }
                guard let name = archive_entry_pathname_utf8(entry) ?? archive_entry_pathname(entry) else { continue }
                return String(cString: name)
            case ARCHIVE_EOF: return nil
            default: throw failure()
            }
        }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = archive_read_data(archive, buffer.baseAddress, buffer.count)
        guard count >= 0 else { throw failure() }
        return count
    }

    private func failure() -> InputError {
        .damagedArchive(name, reason: reason)
    }

    private var reason: String {
        archive_error_string(archive).map { String(cString: $0) } ?? "it is damaged"
    }
}
