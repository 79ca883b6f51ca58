import Foundation

/// The files that SQLite keeps of one database.
enum DatabaseFiles {
    /// Removes those that are there.
    ///
    /// - Throws: what the file manager throws.
    static func remove(_ path: String) throws {
        for suffix in ["", "-wal", "-shm", "-journal"] where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.removeItem(atPath: path + suffix)
        }
    }
}
