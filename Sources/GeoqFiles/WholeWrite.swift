import Foundation

/// Writes all bytes to an open file or pipe. It waits for it.
///
/// - Returns: nil when all are written; else the system's code (errno) of the failure.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var start = 0
    while start < bytes.count {
        let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress! + start, $0.count - start) }
        if written < 0 && errno == EINTR { continue }
        // A write of nothing sets no code.
        guard written > 0 else { return written < 0 ? errno : EIO }
        start += written
    }
    return nil
}
