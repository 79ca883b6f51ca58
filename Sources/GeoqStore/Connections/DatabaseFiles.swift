import Foundation
import GeoqIndex

/// The files that SQLite keeps of one database.
enum DatabaseFiles {
    /// Makes an empty file with the rights of another one, whose rows it gets.
    ///
    /// - Throws: `StoreError.failed`.
    static func make(_ path: String, readableAs other: String) throws {
        let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else {
            throw StoreError.failed(path: path, reason: "it cannot be made: \(String(cString: strerror(errno)))")
        }
        FileRights.copy(of: other, to: file)
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
