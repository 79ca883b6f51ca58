import Foundation
import GeoqFiles

/// A file that a command makes for its user alone, and on which what comes next relies.
enum NewFile {
    /// Writes a new file, and ends when the disk has it and its name.
    ///
    /// - Throws: `OutputError`, also when there is a file of that name; nothing is left of it then.
    static func write(_ bytes: [UInt8], to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw OutputError(
                path: path,
                reason: errno == EEXIST ? "it exists; give the name of a new file" : String(cString: strerror(errno)))
        }
        var code = writeAll(bytes, to: file)
        if code == nil, fsync(file) != 0 { code = errno }
        // A descriptor is free after close, also after one that fails.
        if close(file) != 0, code == nil { code = errno }
        if code == nil { code = settleFolder(of: path) }
        guard let code else { return }
        unlink(path)
        throw OutputError(path: path, reason: String(cString: strerror(code)))
    }

    /// Brings the names of a file's folder to the disk.
    ///
    /// - Returns: nil, or the system's code (errno) of the failure.
    private static func settleFolder(of path: String) -> Int32? {
        let parent = (path as NSString).deletingLastPathComponent
        let folder = open(parent.isEmpty ? "." : parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return errno }
        defer { close(folder) }
        return fsync(folder) == 0 ? nil : errno
    }
}
