import Foundation

/// The files that SQLite keeps of one database.
enum DatabaseFiles {
    /// Who may read and write a file; its user alone, where that is not known.
    static func mode(of path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o666 : 0o600
    }

    /// Makes an empty file that no other user may read who may not read another one: it gets its rows.
    ///
    /// - Throws: `StoreError.failed`.
    static func make(_ path: String, readableAs other: String) throws {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode(of: other))
        guard file >= 0 else {
            throw StoreError.failed(path: path, reason: "it cannot be made: \(String(cString: strerror(errno)))")
        }
        close(file)
    }

    /// Removes those that are there.
    ///
    /// - Throws: what the file manager throws.
    static func remove(_ path: String) throws {
        for suffix in ["", "-wal", "-shm", "-journal"] where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.removeItem(atPath: path + suffix)
        }
    }
}
