import CArchive
import Foundation
import Geoq
package import GeoqFormats

/// libarchive: the files of an archive one after the other, or the bytes of a
/// compressed file. The one file that calls its functions.
package final class ArchiveStream: ByteStream {
    private let archive: OpaquePointer
    /// The name of the input in messages.
    private let name: String
    /// The stream that gives the bytes; nil when libarchive reads a file.
    private var source: Source?
    /// In which libarchive writes names.
    private let letters = geoq_archive_letters()
    /// Whether it is a compressed file of no bytes.
    private var isEmpty = false
    /// How many files, links and devices have come.
    private var files = 0
    /// Whether a file, or the archive, could not be read.
    private(set) var hasFailed = false

    /// Opens an archive in which libarchive can seek: a zip file, 7z or tar.
    ///
    /// No filter is allowed: a file that is compressed as a whole is unpacked
    /// before.
    package init(path: String, name: String) throws {
        (archive, self.name) = (try Self.make(name), name)
        archive_read_support_format_zip(archive)
        archive_read_support_format_7zip(archive)
        archive_read_support_format_tar(archive)
        guard archive_read_open_filename(archive, path, 1 << 16) == ARCHIVE_OK else { throw failure() }
    }

    /// Opens a tar archive that comes as a stream.
    package init(tar stream: any ByteStream, name: String) throws {
        (archive, self.name) = (try Self.make(name), name)
        archive_read_support_format_tar(archive)
        try open(stream)
    }

    /// Opens a compressed file.
    ///
    /// - Throws: `InputError` also when this libarchive cannot unpack it by
    ///   itself: no other program is started.
    package init(_ stream: any ByteStream, packing: Packing, name: String) throws {
        (archive, self.name) = (try Self.make(name), name)
        let code =
            switch packing {
            case .gzip: archive_read_support_filter_gzip(archive)
            case .bzip2: archive_read_support_filter_bzip2(archive)
            case .xz: archive_read_support_filter_xz(archive)
            case .zstd: archive_read_support_filter_zstd(archive)
            case .lz4: archive_read_support_filter_lz4(archive)
            case .lzip: archive_read_support_filter_lzip(archive)
            case .compress: archive_read_support_filter_compress(archive)
            }
        guard code == ARCHIVE_OK else {
            throw InputError.unreadable(
                name, reason: "libarchive was built without \(packing.rawValue); unpack it first")
        }
        archive_read_support_format_raw(archive)
        archive_read_support_format_empty(archive)
        try open(stream)
        isEmpty = try nextMember() == nil
    }

    private static func make(_ name: String) throws -> OpaquePointer {
        guard let archive = archive_read_new() else { throw InputError.unreadable(name, reason: "out of memory") }
        return archive
    }

    deinit {
        archive_read_free(archive)
        geoq_archive_free_letters(letters)
    }

    /// Bytes of the file, before they are unpacked.
    package var bytesRead: Int {
        Int(archive_filter_bytes(archive, -1))
    }

    /// Goes on to the next file; nil at the end.
    ///
    /// - Returns: its name, as `nextMember` has it.
    package func nextFile() throws -> String? {
        while let member = try nextMember() {
            if member.leftOut == nil { return member.name }
        }
        return nil
    }

    /// Goes on to the next file, link or device; nil at the end. Folders are passed over.
    ///
    /// - Returns: its name, one by its number when its own is not readable; and why it is left out, when it is no file.
    package func nextMember() throws -> (name: String, leftOut: String?)? {
        var (entry, name): (OpaquePointer?, UnsafePointer<CChar>?)
        while true {
            switch geoq_archive_next(archive, &entry, &name, letters) {
            case ARCHIVE_OK, ARCHIVE_WARN:
                let kind = archive_entry_filetype(entry)
                if kind == S_IFDIR { continue }
                files += 1
                let isLink = kind == S_IFLNK || archive_entry_hardlink(entry) != nil
                // A link of a tar archive that has the bytes once more is a file as others are.
                let leftOut = kind == S_IFREG ? nil : isLink ? "a link" : "a pipe or a device"
                return (name.map { String(cString: $0) } ?? "file \(files)", leftOut)
            case ARCHIVE_EOF: return nil
            default: throw failure()
            }
        }
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        // libarchive has no file then, of which it could give bytes.
        if isEmpty { return 0 }
        let count = archive_read_data(archive, buffer.baseAddress, buffer.count)
        guard count >= 0 else { throw failure() }
        return count
    }

    private func failure() -> any Error {
        hasFailed = true
        if let error = source?.error { return error }
        if archive_read_has_encrypted_entries(archive) > 0 { return InputError.encrypted(name) }
        let reason = archive_error_string(archive).map { String(cString: $0) } ?? "it is damaged"
        return InputError.damagedArchive(name, reason: reason)
    }

    // MARK: - A stream as the source

    /// Gives a stream's bytes to libarchive, block by block.
    private final class Source {
        let stream: any ByteStream
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        /// Why the stream could not be read.
        var error: (any Error)?

        init(_ stream: any ByteStream) {
            self.stream = stream
        }

        deinit {
            block.deallocate()
        }

        /// - Returns: how many bytes there are; -1 for an error, as libarchive wants.
        func next(_ start: UnsafeMutablePointer<UnsafeRawPointer?>?) -> Int {
            do {
                start?.pointee = UnsafeRawPointer(block.baseAddress)
                return try stream.read(into: block)
            } catch {
                self.error = error
                return -1
            }
        }
    }

    private func open(_ stream: any ByteStream) throws {
        let source = Source(stream)
        self.source = source
        let code = archive_read_open(
            archive, Unmanaged.passUnretained(source).toOpaque(), nil,
            { _, source, block in
                guard let source else { return -1 }
                return Unmanaged<Source>.fromOpaque(source).takeUnretainedValue().next(block)
            }, nil)
        guard code == ARCHIVE_OK else { throw failure() }
    }
}
