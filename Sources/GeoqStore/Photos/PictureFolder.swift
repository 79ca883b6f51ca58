import Foundation
import Geoq
import GeoqFiles

/// The files of a cache of pictures. Each has a head of 56 bytes: `geoqpic1`, when
/// it was stored (seconds since 1970), the number of the picture's bytes, both as
/// 64 bits with the lowest byte first, and their SHA-256; then the bytes. A file
/// of another form does not count as a picture, and is removed.
///
/// A file's own time says when it was last used. All functions wait for the disk.
struct PictureFolder: Sendable {
    /// A picture, and when it was stored, in seconds since 1970.
    struct Kept: Sendable {
        let bytes: [UInt8]
        let storedAt: Double
    }

    let folder: String

    private static let mark = Array("geoqpic1".utf8)
    private static let headBytes = 56
    private static let partEnding = ".part"
    /// A file that is older is not being written any more: its process was killed.
    private static let longestWrite = 3_600.0

    init(of store: Store) {
        folder = store.path + ".cache"
    }

    /// - Parameter usedAt: noted as the moment of its last use.
    /// - Returns: nil when there is no such file, or it is damaged.
    func read(_ name: String, usedAt: Double) -> Kept? {
        WaitingWork.willWait()
        let path = "\(folder)/\(name)"
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard let kept = Self.parse(file) else {
            unlink(path)
            return nil
        }
        Self.touch(path, usedAt)
        return kept
    }

    /// - Throws: `StoreError.failed`.
    func write(_ bytes: [UInt8], to name: String, at moment: Double) throws {
        WaitingWork.willWait()
        mkdir(folder, 0o700)
        let path = "\(folder)/\(name)"
        let head =
            Self.mark + Self.bytes(UInt64(max(0, moment))) + Self.bytes(UInt64(bytes.count)) + SHA256.hash(bytes)
        // Processes may write the same picture at the same time.
        try DurableFile.write(head + bytes, to: path, by: ".\(getpid())\(Self.partEnding)")
        Self.touch(path, moment)
    }

    /// Notes that a picture was used, also where its file was not read.
    func use(_ name: String, at moment: Double) {
        WaitingWork.willWait()
        Self.touch("\(folder)/\(name)", moment)
    }

    /// When files came to the folder or left it last.
    struct State: Hashable, Sendable {
        fileprivate let inode: UInt64
        fileprivate let changedAt: Double
        /// Whether a later change will show.
        fileprivate let isSettled: Bool
    }

    /// File systems count time in steps of some milliseconds, so a folder that changed
    /// just now may change again and look the same.
    private static let step = 0.1

    /// - Returns: nil when there is no folder.
    func state() -> State? {
        WaitingWork.willWait()
        var status = stat()
        guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        let changedAt = Self.seconds(status)
        return State(
            inode: UInt64(status.st_ino), changedAt: changedAt,
            isSettled: Date().timeIntervalSince1970 - changedAt > Self.step)
    }

    func has(_ name: String) -> Bool {
        WaitingWork.willWait()
        var status = stat()
        return lstat("\(folder)/\(name)", &status) == 0
    }

    /// Whether a name is one that pictures have: a process may be writing another one.
    static func isPicture(_ name: String) -> Bool { !name.hasSuffix(partEnding) }

    func remove(_ names: [String]) {
        WaitingWork.willWait()
        for name in names { unlink("\(folder)/\(name)") }
    }

    /// Removes what processes that were killed have left of files that they were
    /// writing. One of a time that is yet to come was left before the clock was set back.
    func removeLeftParts() {
        let moment = Date().timeIntervalSince1970
        remove(files().filter { !Self.isPicture($0.name) && abs(moment - $0.usedAt) > Self.longestWrite }.map(\.name))
    }

    /// Removes the files that were used least recently, until the others have no
    /// more bytes than the limit. A file that was used later than tomorrow, when the
    /// clock was wrong, goes first: else it would stay, and all others go.
    ///
    /// - Parameter except: stays in any case.
    /// - Complexity: O(files · log files).
    func evict(down limit: Int, except: String, at moment: Double) {
        removeLeftParts()
        func rank(_ usedAt: Double) -> Double { usedAt > moment + 86_400 ? 0 : usedAt }
        let files = files().sorted { (rank($0.usedAt), $0.name) < (rank($1.usedAt), $1.name) }
        var total = files.reduce(0) { $0 + $1.bytes }
        for file in files where total > limit && file.name != except {
            unlink("\(folder)/\(file.name)")
            total -= file.bytes
        }
    }

    func files() -> [(name: String, bytes: Int, usedAt: Double)] {
        WaitingWork.willWait()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { name in
            var status = stat()
            guard lstat("\(folder)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            return (name, Int(status.st_size), Self.seconds(status))
        }
    }

    /// Removes all files. The folder gets another name first, so that nobody sees it
    /// half empty. A file or a link in the folder's place does not belong to the cache,
    /// and stays. Renamed folders of processes that were killed while they cleared go, too.
    ///
    /// - Throws: `StoreError.failed` when a picture stays, as where the folder may not be
    ///   written.
    func clear() throws {
        WaitingWork.willWait()
        let old = "\(folder).\(getpid()).old"
        try? FileManager.default.removeItem(atPath: old)
        if FileStream.kind(folder) == .folder, rename(folder, old) != 0 {
            let reason = String(cString: strerror(errno))
            // Where it can have no other name, its files may go one by one.
            remove(files().map(\.name))
            guard files().isEmpty else { throw StoreError.failed(path: folder, reason: reason) }
        }
        try? FileManager.default.removeItem(atPath: old)
        removeRemains()
        guard FileStream.kind(old) == nil else { throw StoreError.failed(path: old, reason: "it cannot be removed") }
    }

    /// Removes the folders that got another name to be removed, by any process.
    private func removeRemains() {
        let (place, suffix) = (URL(filePath: folder), ".old")
        let prefix = place.lastPathComponent + "."
        let files = try? FileManager.default.contentsOfDirectory(
            at: place.deletingLastPathComponent(), includingPropertiesForKeys: nil)
        for file in files ?? [] {
            let name = file.lastPathComponent
            guard name.hasPrefix(prefix), name.hasSuffix(suffix),
                Int32(name.dropFirst(prefix.count).dropLast(suffix.count)) != nil
            else { continue }
            try? FileManager.default.removeItem(at: file)
        }
    }

    // MARK: Small parts

    /// The picture is read into the array that is given on: copies of it would take a
    /// fifth of the time.
    private static func parse(_ file: Int32) -> Kept? {
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size >= headBytes,
            let head = bytes(of: file, headBytes), head.starts(with: mark)
        else { return nil }
        let count = Int(status.st_size) - headBytes
        guard number(head, at: 16) == UInt64(count), let bytes = bytes(of: file, count),
            SHA256.hash(bytes).elementsEqual(head[24...])
        else { return nil }
        return Kept(bytes: bytes, storedAt: Double(number(head, at: 8)))
    }

    /// The next bytes of a file; nil when it has fewer.
    private static func bytes(of file: Int32, _ count: Int) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = Foundation.read(file, buffer.baseAddress! + filled, count - filled)
                if got < 0 && errno == EINTR { continue }
                guard got > 0 else { return }
                filled += got
            }
        }
        return bytes.count == count ? bytes : nil
    }

    private static func bytes(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    }

    private static func number(_ bytes: [UInt8], at start: Int) -> UInt64 {
        (0..<8).reduce(0) { $0 | UInt64(bytes[start + $1]) << (8 * UInt64($1)) }
    }

    private static func touch(_ path: String, _ moment: Double) {
        let time = timespec(tv_sec: Int(moment), tv_nsec: Int((moment - moment.rounded(.down)) * 1e9))
        let times = [time, time]
        utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW)
    }

    private static func seconds(_ status: stat) -> Double {
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
