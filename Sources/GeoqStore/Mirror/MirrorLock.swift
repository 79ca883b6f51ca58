import Foundation
import GeoqFiles

/// Allows one sync at a time for a store, among all processes. The lock ends
/// with the process that holds it, even one that is killed.
package final class MirrorLock: Sendable {
    private let lock: StoreLock

    /// Takes the lock. The call waits for the disk.
    ///
    /// - Throws: `StoreError.syncRuns`, with its owner, when another sync runs.
    package init(of store: Store) throws {
        lock = try StoreLock(store.path + ".sync") { StoreError.syncRuns(path: store.path, owner: $0) }
    }

    /// Whether a sync of a store seems to run, in any process. It does not take
    /// the lock, which would turn away a sync that begins at this moment: it goes
    /// by the process that the lock's file names.
    ///
    /// - Complexity: O(1), a read of a small file.
    static func isHeld(of store: Store) -> Bool {
        guard let words = try? String(contentsOfFile: store.path + ".sync", encoding: .utf8),
            let process = words.wholeMatch(of: /process (\d+), since .*\n/).flatMap({ pid_t($0.1) })
        else { return false }
        return kill(process, 0) == 0 || errno == EPERM
    }
}

/// Allows one agent at a time for a store, among all processes, as `MirrorLock`
/// allows one sync.
package final class AgentLock: Sendable {
    private let lock: StoreLock

    /// Takes the lock. The call waits for the disk.
    ///
    /// - Throws: `StoreError.agentRuns`, with its owner, when another agent runs.
    package init(of store: Store) throws {
        lock = try StoreLock(store.path + ".agent") { StoreError.agentRuns(path: store.path, owner: $0) }
    }
}

/// A lock that one process holds at a time, and that ends with it. Its file says
/// which process holds it.
private final class StoreLock: Sendable {
    private let lock: FileLock

    /// - Parameter held: the error for a lock that is held, by an owner in words.
    init(_ path: String, held: (_ owner: String) -> StoreError) throws {
        WaitingWork.willWait()
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw StoreError.failed(path: path, reason: String(cString: strerror(errno)))
        }
        guard let lock = FileLock(descriptor, LOCK_EX | LOCK_NB) else {
            let owner = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            close(descriptor)
            throw held(owner.split(separator: "\n").first.map(String.init) ?? "another process")
        }
        self.lock = lock
        ftruncate(descriptor, 0)
        // The lock holds without the words, too.
        _ = writeAll(Array("process \(getpid()), since \(Date.now.formatted(.iso8601))\n".utf8), to: descriptor)
    }

    deinit {
        // The file is not removed: otherwise two processes could each hold a
        // lock on a different file.
        ftruncate(lock.descriptor, 0)
        lock.release()
    }
}
