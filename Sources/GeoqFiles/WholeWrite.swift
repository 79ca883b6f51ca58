import Foundation

/// Writes all bytes to an open file or pipe. It waits for it, also where another program has set that it does not wait.
///
/// - Returns: nil when all are written; else the system's code (errno) of the failure.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var start = 0
    while start < bytes.count {
        let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress! + start, $0.count - start) }
        if written < 0 && errno == EINTR { continue }
        if written < 0 && errno == EAGAIN {
            var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            if poll(&ready, 1, -1) < 0 && errno != EINTR { return errno }
            continue
        }
        // A write of nothing sets no code.
        guard written > 0 else { return written < 0 ? errno : EIO }
        start += written
    }
    return nil
}
