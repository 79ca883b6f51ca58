import Foundation

/// Why SQLite could not open a store: it says no more than "unable to open database file".
enum OpeningObstacle {
    /// SQLite opens no file whose path, with eight bytes more for the files beside it, is longer than 512 bytes
    /// (`MAX_PATHNAME` in os_unix.c).
    private static let longestPath = 512 - 8
    /// SQLite opens the file, its log, its shared memory and, when it makes one, their folder.
    private static let neededFiles = 5

    /// - Parameter path: the store's file, behind links.
    static func error(_ path: String) -> StoreError {
        let (code, reason) = obstacle(path)
        return .refusedBySystem(path: path, code: code, reason: reason)
    }

    private static func obstacle(_ path: String) -> (POSIXErrorCode, String) {
        let length = URL(filePath: path).standardizedFileURL.path.utf8.count
        if length > longestPath {
            let most = "SQLite opens none of more than \(longestPath)"
            return (.ENAMETOOLONG, "its path has \(length) bytes, and \(most); use a shorter one")
        }
        if let scarcity = OpenFiles.scarcity(for: neededFiles) {
            return (.EMFILE, "it cannot be opened: \(scarcity)")
        }
        guard access(path, F_OK) == 0 else {
            return (errno == EACCES ? .EACCES : .ENOENT, "the file cannot be made; is the folder there and writable?")
        }
        guard !ReadOnlyPlace.mayWrite(path) else {
            return (.EAGAIN, "it cannot be opened now, though there is a right to it; are too many files open?")
        }
        return (.EACCES, "it cannot be opened: no right to it, or to its folder")
    }
}
