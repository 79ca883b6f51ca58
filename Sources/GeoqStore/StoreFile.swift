import Foundation
import GeoqFiles

/// Which file a path leads to: a process that holds it open sees when another one
/// has taken its place, as `mv`, `rsync` and scripts that deploy a new file do it.
struct StoreFile: Equatable, Sendable {
    private let device: UInt64
    private let number: UInt64
    /// Bytes, and when they were last written, in nanoseconds; nil for a file that
    /// SQLite itself watches.
    private var contents: [Int64]?

    /// - Parameter isImmutable: whether SQLite does not look for changes, so that
    ///   any change of the file, or a log beside it, makes it another one.
    /// - Returns: nil when there is no file, or one without a byte: no store is so
    ///   small, but one that was cut is.
    init?(path: String, isImmutable: Bool) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_size > 0 else { return nil }
        (device, number) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino))
        guard isImmutable else { return }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        let log = Int64(FileStream.size(path + "-wal") ?? 0)
        contents = [Int64(status.st_size), Int64(time.tv_sec), Int64(time.tv_nsec), log]
    }
}
