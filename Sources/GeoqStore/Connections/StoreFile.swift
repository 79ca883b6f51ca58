import Foundation
import GeoqFiles

/// The identity of the file that a path leads to. A process that holds the file
/// open sees when another file has taken its place, as `mv`, `rsync` and deploy
/// scripts do.
struct StoreFile: Equatable, Sendable {
    private let device: UInt64
    private let number: UInt64
    /// The size, and when the file was last written, in nanoseconds; nil for a
    /// file that SQLite itself watches.
    private var contents: [Int64]?

    /// - Parameter isImmutable: whether SQLite does not look for changes. Then
    ///   any change of the file, or a log beside it, counts as another file.
    /// - Returns: nil when there is no file, or an empty one: no store is
    ///   empty, but a file that was cut may be.
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
        let log = Int64(FileStream.size(StorePlace.path(of: path) + "-wal") ?? 0)
        contents = [Int64(status.st_size), Int64(time.tv_sec), Int64(time.tv_nsec), log]
    }

    /// Whether both have one place on the disk, whatever was written there.
    func isInPlace(of other: StoreFile) -> Bool { device == other.device && number == other.number }
}
