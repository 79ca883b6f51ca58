import Foundation

/// Where tests have their files: in memory, if that has room for those of all tests.
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

    /// Whether there are 12 GB, as it was at first: all files are on one side.
    private static let isRoomy: Bool = {
        var facts = statvfs()
        guard statvfs(memory, &facts) == 0, access(memory, W_OK) == 0 else { return false }
        let free = UInt64(facts.f_bavail) * UInt64(facts.f_frsize)
        // The file system may be as large as the memory, of which programs have some.
        let text = (try? String(contentsOfFile: "/proc/meminfo", encoding: .utf8)) ?? ""
        let available = text.firstMatch(of: /MemAvailable: +(\d+) kB/).flatMap { UInt64($0.1) } ?? 0
        return min(free, available << 10) >= 12 << 30
    }()
}
