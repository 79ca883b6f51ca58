import Foundation
import Geoq
package import GeoqFormats

/// A file, unpacked when it is compressed.
package final class FileInput: MeasuredInput {
    package let name: String
    package let members: [String]
    private let path: String
    /// The stream that was opened last.
    private var stream: FileStream?

    package init(path: String, name: String) {
        (self.path, self.name, members) = (path, name, [name])
    }

    package func open(_ member: String) throws -> any ByteStream {
        let stream = try FileStream(path: path)
        self.stream = stream
        return try Packing.unpacked(stream, name: name)
    }

    package func peek(_ member: String, count: Int) throws -> [UInt8] {
        try readFirst(of: try Packing.unpacked(try FileStream(path: path), name: name), count)
    }

    /// Whether it is compressed.
    package func isPacked() throws -> Bool {
        try Packing(FileStream(path: path).first(Packing.prefixLength)) != nil
    }

    package var bytesRead: Int { stream?.bytesRead ?? 0 }
    package var bytesInAll: Int? { FileStream.size(path) }
}

/// The bytes of a file, by POSIX `read`.
package final class FileStream: ByteStream {
    private let descriptor: Int32
    private let path: String
    private(set) var bytesRead = 0

    package init(path: String) throws {
        self.path = path
        descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw InputError.unreadable(path, reason: String(cString: strerror(errno))) }
    }

    deinit {
        close(descriptor)
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw InputError.unreadable(path, reason: String(cString: strerror(errno))) }
            bytesRead += count
            return count
        }
    }

    /// The first bytes. The stream must not be read afterwards.
    package func first(_ count: Int) throws -> [UInt8] {
        try readFirst(of: self, count)
    }

    package static func size(_ path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    package static func isFile(_ path: String) -> Bool {
        kind(path) == .file
    }

    /// Whether two paths are of one file, links followed.
    package static func areOne(_ path: String, _ other: String) -> Bool {
        var (status, otherStatus) = (stat(), stat())
        guard stat(path, &status) == 0, stat(other, &otherStatus) == 0 else { return false }
        return status.st_dev == otherStatus.st_dev && status.st_ino == otherStatus.st_ino
    }

    /// What can be at a path.
    package enum Kind: Hashable, Sendable {
        case file
        case folder
        /// A pipe, a socket or a device.
        case other
    }

    /// What is at a path, links followed; nil when nothing is there, or the
    /// system does not let us look.
    package static func kind(_ path: String) -> Kind? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .folder
        default: .other
        }
    }
}

/// Up to `count` bytes from the front of a stream.
package func readFirst(of stream: any ByteStream, _ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
        let read = try bytes.withUnsafeMutableBytes { buffer in
            try stream.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
        }
        if read == 0 { break }
        filled += read
    }
    bytes.removeLast(count - filled)
    return bytes
}
