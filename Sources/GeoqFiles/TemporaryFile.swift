package import Foundation
package import GeoqFormats

/// A file that only this process can reach: open, and already without a name.
/// Readers reach it through its descriptor.
package final class TemporaryFile {
    private let handle: FileHandle
    private let owner: String
    /// Works as long as this object lives.
    package var path: String { "/dev/fd/\(handle.fileDescriptor)" }

    /// - Parameter owner: the name of the original in messages.
    package init(_ owner: String) throws {
        self.owner = owner
        let template = FileManager.default.temporaryDirectory.path + "/geoq-XXXXXX"
        var name = Array(template.utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else {
            throw InputError.unreadable(
                owner, reason: "no temporary file can be made: \(String(cString: strerror(errno)))")
        }
        unlink(name)
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Copies a stream to its end.
    ///
    /// - Throws: `InputError` when it is longer than `limit`.
    package func append(_ stream: any ByteStream, limit: Int?) throws {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var written = 0
        while true {
            let count = try buffer.withUnsafeMutableBytes { try stream.read(into: $0) }
            if count == 0 { return }
            written += count
            if let limit, written > limit {
                throw InputError.unreadable(
                    owner, reason: "it is longer than \(limit >> 30) GB within another archive; unpack it first")
            }
            try append(buffer[..<count])
        }
    }

    package func append(_ bytes: some DataProtocol) throws {
        guard let code = writeAll(Array(bytes), to: handle.fileDescriptor) else { return }
        throw InputError.unreadable(
            owner, reason: "its temporary copy cannot be written: \(String(cString: strerror(code)))")
    }

    package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            let count = pread(handle.fileDescriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw InputError.unreadable(owner, reason: String(cString: strerror(errno))) }
            return count
        }
    }
}
