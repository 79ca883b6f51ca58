import Foundation

/// A file that a command makes for its user alone, and on which what comes next relies.
enum NewFile {
    /// Writes a new file, and ends when the disk has it.
    ///
    /// - Throws: `OutputError`, also when there is a file of that name; nothing is left of it then.
    static func write(_ bytes: [UInt8], to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw OutputError(
                path: path,
                reason: errno == EEXIST ? "it exists; give the name of a new file" : String(cString: strerror(errno)))
        }
        var (rest, isWritten) = (bytes[...], true)
        while isWritten, !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(count) } else if count == 0 || errno != EINTR { isWritten = false }
        }
        if isWritten, fsync(file) != 0 { isWritten = false }
        var code = errno
        // A descriptor is free after close, also after one that fails.
        if close(file) != 0, isWritten { (code, isWritten) = (errno, false) }
        if isWritten { return }
        unlink(path)
        throw OutputError(path: path, reason: String(cString: strerror(code)))
    }
}
