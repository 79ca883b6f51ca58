import Foundation

/// Where tests have their files: in memory, while that has room for those of all tests.
///
/// Tests make and remove stores and databases of hundreds of files all the time. A disk's file system works long at
/// that, and SQLite waits at each commit until the disk has it.
enum TestFiles {
    /// Where a test's folder is. `TMPDIR` says another place.
    static var parent: URL {
        let isTold = ProcessInfo.processInfo.environment["TMPDIR"] != nil
        return isTold || !isRoomy ? FileManager.default.temporaryDirectory : URL(filePath: memory)
    }

    /// Where a server's folder is. A socket's path has at most 107 bytes.
    static var parentOfServers: String { isRoomy ? memory : "/tmp" }

    private static let memory = "/dev/shm"

    private static var isRoomy: Bool {
        var facts = statvfs()
        guard statvfs(memory, &facts) == 0, access(memory, W_OK) == 0 else { return false }
        return UInt64(facts.f_bavail) * UInt64(facts.f_frsize) >= 8 << 30
    }
}
