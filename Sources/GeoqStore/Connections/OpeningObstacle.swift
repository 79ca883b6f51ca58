import Foundation

/// Why SQLite could not open a store: it says no more than "unable to open database file".
enum OpeningObstacle {
    /// SQLite opens no file whose path, with eight bytes more for the files beside it, is longer than 512 bytes
    /// (`MAX_PATHNAME` in os_unix.c).
    private static let longestPath = 512 - 8
    /// SQLite opens the file, its log, its shared memory and, when it makes one, their folder.
    private static let neededFiles = 5

    /// - Parameter path: the store's file, behind links.
    static func reason(_ path: String) -> String {
        let length = URL(filePath: path).standardizedFileURL.path.utf8.count
        if length > longestPath {
            return "its path has \(length) bytes, and SQLite opens none of more than \(longestPath); use a shorter one"
        }
        if let scarcity = OpenFiles.scarcity(for: neededFiles) { return "it cannot be opened: \(scarcity)" }
        return access(path, F_OK) == 0
            ? "it cannot be opened: no right to it, or to its folder"
            : "the file cannot be made; is the folder there and writable?"
    }
}
