import Foundation

/// The lock of an open file or folder, among all processes and all who open it anew
/// (flock). It is held until it is given up, or its process ends.
package struct FileLock: Sendable {
    /// The descriptor of the open file or folder.
    package let descriptor: Int32

    /// Takes the lock.
    ///
    /// - Parameters:
    ///   - descriptor: it is the lock's until that is given up.
    ///   - operation: `LOCK_EX` or `LOCK_SH`; with `LOCK_NB` it waits for no other holder.
    /// - Returns: nil when it is not to be had, and `errno` says why: `EWOULDBLOCK` when
    ///   another holds it. The descriptor is then the caller's.
    package init?(_ descriptor: Int32, _ operation: Int32) {
        while flock(descriptor, operation) != 0 {
            if errno != EINTR { return nil }
        }
        self.descriptor = descriptor
    }

    /// Gives the lock up, and closes the descriptor.
    package func release() {
        // Closing is not enough: a program that another thread is starting has a
        // copy of the descriptor until it runs, and the lock would be held by it.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
