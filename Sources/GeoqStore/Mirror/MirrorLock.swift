import Foundation

/// Allows one sync at a time for a store, among all processes. The lock ends
/// with the process that holds it, even one that is killed.
package final class MirrorLock: Sendable {
    private let descriptor: Int32

    /// It waits for the disk.
    ///
    /// - Throws: `StoreError.syncRuns`, with its owner, when another sync runs.
    package init(of store: Store) throws {
        WaitingWork.willWait()
        let path = store.path + ".sync"
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw StoreError.failed(path: path, reason: String(cString: strerror(errno)))
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let owner = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            close(descriptor)
            throw StoreError.syncRuns(
                path: store.path, owner: owner.split(separator: "\n").first.map(String.init) ?? "another process")
        }
        let words = Array("process \(getpid()), since \(Date.now.formatted(.iso8601))\n".utf8)
        ftruncate(descriptor, 0)
        _ = words.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }

    deinit {
        // The file is not removed: otherwise two processes could each hold a
        // lock on a different file.
        ftruncate(descriptor, 0)
        close(descriptor)
    }
}
