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
        if let limit = scarceFiles() {
            return
                "it cannot be opened: this program may have no more than \(limit) files open; raise the limit (ulimit -n)"
        }
        return access(path, F_OK) == 0
            ? "it cannot be opened: no right to it, or to its folder"
            : "the file cannot be made; is the folder there and writable?"
    }

    /// How many files this process may have open, when fewer are left than SQLite needs; nil when there are enough.
    private static func scarceFiles() -> Int? {
        var limit = rlimit()
        #if canImport(Darwin)
            let resource = RLIMIT_NOFILE
        #else
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #endif
        // A greater limit is not reached by a program that opens a few stores.
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur <= 65_536 else { return nil }
        let most = Int(limit.rlim_cur)
        let open = (0..<most).count { fcntl(Int32($0), F_GETFD) != -1 }
        return most - open < neededFiles ? most : nil
    }
}
