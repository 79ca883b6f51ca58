import Foundation
import Geoq
import GeoqFiles
import GeoqStore

/// Pictures in files that a user names.
enum PhotoFile {
    /// Reads a picture; `-` is standard input. That a pipe gives nothing for a moment is said.
    ///
    /// - Throws: `InputError.missing`, `InputError.unreadable`, `PhotoUnusable`.
    static func read(_ path: String) throws -> [UInt8] {
        let picture = try isPipe(path) ? readPipe(path) : readFile(path)
        guard picture.count <= Store.Photos.mostBytes else {
            throw PhotoUnusable(file: path, reason: "it is larger than \(Store.Photos.mostBytes >> 20) MiB")
        }
        return picture
    }

    /// Whether a path gives its bytes once: `-`, a FIFO, a device.
    static func isPipe(_ path: String) -> Bool {
        path == "-" || FileStream.kind(path) == .other
    }

    /// - Returns: more bytes than a picture may have when there are more.
    private static func readPipe(_ path: String) throws -> [UInt8] {
        let patience = Terminal.patience
        let isInput = path == "-" || PipeInput.isStandardInput(path)
        let pipe = try isInput ? PipeStream.standardInput(patience) : PipeStream.open(path: path, patience)
        var picture: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while picture.count <= Store.Photos.mostBytes {
            let count = try buffer.withUnsafeMutableBytes { try pipe.read(into: $0) }
            if count == 0 { break }
            picture += buffer[..<count]
        }
        if picture.isEmpty { throw PhotoUnusable(file: path, reason: "it is empty") }
        return picture
    }

    private static func readFile(_ path: String) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw errno == ENOENT || errno == ENOTDIR
                ? InputError.missing(path) : InputError.unreadable(path, reason: String(cString: strerror(errno)))
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard FileStream.kind(path) != .folder else { throw PhotoUnusable(file: path, reason: "it is a folder") }
        do {
            let data = try file.read(upToCount: Store.Photos.mostBytes + 1) ?? Data()
            guard !data.isEmpty else { throw PhotoUnusable(file: path, reason: "it is empty") }
            return [UInt8](data)
        } catch let error as PhotoUnusable {
            throw error
        } catch {
            throw InputError.unreadable(path, reason: error.localizedDescription)
        }
    }

    /// Says what a user should know of how the picture will be sent.
    ///
    /// - Throws: `PhotoUnusable` for bytes that cannot be sent as a picture of this
    ///   purpose.
    static func check(
        _ picture: [UInt8], named file: String, for purpose: PhotoPurpose, _ preparing: any PhotoPreparing
    ) throws {
        if purpose == .observation, let problem = Store.Photos.problem(with: picture) {
            throw PhotoUnusable(file: file, reason: problem)
        }
        do {
            if let note = try preparing.prepare(picture, for: purpose).note {
                Terminal.say("\(PhotoUnusable(file: file, reason: note))")
            }
        } catch {
            throw PhotoUnusable(file: file, reason: "\(error)")
        }
    }

    /// Writes a picture where its user wants it; `-` is standard output. A file is
    /// replaced by a whole one. Into a pipe or a device, and through a link, the picture
    /// is written: no file comes in their place.
    ///
    /// - Throws: `OutputError`.
    static func write(_ bytes: [UInt8], to path: String) throws {
        if path == "-" { return try Terminal.write(bytes) }
        var status = stat()
        let isThere = lstat(path, &status) == 0
        var code: Int32?
        if isThere, status.st_mode & S_IFMT != S_IFREG {
            code = failure(writing: bytes, into: path, O_TRUNC)
        } else {
            // Beside the file, whose name may be as long as names can be.
            let part = (path.lastIndex(of: "/").map { String(path[...$0]) } ?? "") + ".geoq-\(getpid()).part"
            unlink(part)
            code = failure(writing: bytes, into: part, O_EXCL | O_NOFOLLOW)
            if code == nil, isThere, chmod(part, status.st_mode & 0o777) != 0 { code = errno }
            if code == nil, rename(part, path) != 0 { code = errno }
            if code != nil { unlink(part) }
        }
        if let code { throw OutputError(path: path, reason: String(cString: strerror(code))) }
    }

    /// - Returns: nil when all bytes are written; else the system's code (errno).
    private static func failure(writing bytes: [UInt8], into path: String, _ flags: Int32) -> Int32? {
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0o666)
        guard file >= 0 else { return errno }
        var code = writeAll(bytes, to: file)
        if close(file) != 0, code == nil { code = errno }
        return code
    }
}

/// A file is no picture that can be added.
struct PhotoUnusable: Error, CustomStringConvertible {
    let file: String
    let reason: String

    var description: String { "\(file == "-" ? PipeStream.nameOfStandardInput : file): \(reason)" }
}
