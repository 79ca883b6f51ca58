import Foundation
import GeoqFiles
import GeoqStore
import GeoqSupabase

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A folder that only its owner can enter, held open: its files are opened
/// through it, so that no link that comes later leads elsewhere.
final class VaultFolder: Sendable {
    private let path: String
    private let descriptor: Int32

    /// Opens a folder; nil when there is none.
    convenience init?(existing path: String) throws(VaultError) {
        let descriptor = open(path, Self.flags)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw Self.notOpened(path)
        }
        try self.init(path, descriptor)
    }

    /// Opens a folder, and makes it before when it is missing.
    convenience init(making path: String) throws(VaultError) {
        try Self.make(path)
        let descriptor = open(path, Self.flags)
        guard descriptor >= 0 else { throw Self.notOpened(path) }
        try self.init(path, descriptor)
    }

    private init(_ path: String, _ descriptor: Int32) throws(VaultError) {
        (self.path, self.descriptor) = (path, descriptor)
        // When it throws, the object is whole, so `deinit` closes the descriptor.
        try Self.check(descriptor, path, isFolder: true)
    }

    private static let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC

    private static func notOpened(_ path: String) -> VaultError {
        errno == ELOOP || errno == ENOTDIR ? .notAFile(path: path) : failed(path, errno)
    }

    deinit { close(descriptor) }

    /// The bytes of a file; nil when there is none.
    ///
    /// A reader takes no lock: when the file was replaced while it was read, its bytes
    /// may be the zeros that go over what is replaced, and the new file is read.
    ///
    /// - Parameter opened: called when a file is open and not yet read. Tests use it.
    func read(
        _ name: String, maximumBytes: Int, opened: () -> Void = {}
    ) throws(VaultError) -> [UInt8]? {
        while true {
            guard let found = try readOnce(name, maximumBytes, opened) else { return nil }
            if !found.isReplaced { return found.bytes }
        }
    }

    /// - Returns: the bytes, and whether their file has lost its name since it was
    ///   opened: that comes before the zeros.
    private func readOnce(
        _ name: String, _ maximumBytes: Int, _ opened: () -> Void
    ) throws(VaultError) -> (bytes: [UInt8], isReplaced: Bool)? {
        let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw errno == ELOOP ? .notAFile(path: full(name)) : Self.failed(full(name), errno)
        }
        defer { close(file) }
        opened()
        let size = try Self.check(file, full(name), isFolder: false)
        guard size <= maximumBytes else { throw .damaged(path: full(name)) }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        var count = 0
        while count < bytes.count {
            let got = bytes.withUnsafeMutableBytes {
                pread(file, $0.baseAddress! + count, $0.count - count, off_t(count))
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw Self.failed(full(name), errno) }
            if got == 0 { break }
            count += got
        }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw Self.failed(full(name), errno) }
        return (Array(bytes.prefix(count)), status.st_nlink == 0)
    }

    /// Replaces a file in one step, durably, and overwrites what it held.
    func replace(_ name: String, with bytes: [UInt8]) throws(VaultError) {
        CrashPoint.sessionReceived.reached()
        let temporary = "\(name).new"
        // Left by a crash: it was never the vault.
        unlinkat(descriptor, temporary, 0)
        let file = openat(descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Self.failed(full(temporary), errno) }
        do throws(VaultError) {
            if let code = writeAll(bytes, to: file) { throw Self.failed(full(temporary), code) }
            guard fsync(file) == 0 else { throw Self.failed(full(temporary), errno) }
        } catch {
            close(file)
            unlinkat(descriptor, temporary, 0)
            throw error
        }
        close(file)
        CrashPoint.sessionWritten.reached()
        let old = openat(descriptor, name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        defer { if old >= 0 { close(old) } }
        guard renameat(descriptor, temporary, descriptor, name) == 0 else {
            let reason = errno
            unlinkat(descriptor, temporary, 0)
            throw Self.failed(full(name), reason)
        }
        CrashPoint.sessionRenamed.reached()
        guard fsync(descriptor) == 0 else { throw Self.failed(path, errno) }
        if old >= 0 { Self.overwrite(old) }
    }

    /// Removes a file, and overwrites what it held.
    func remove(_ name: String) throws(VaultError) {
        let file = openat(descriptor, name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        defer { if file >= 0 { close(file) } }
        guard unlinkat(descriptor, name, 0) == 0 else {
            if errno == ENOENT { return }
            throw Self.failed(full(name), errno)
        }
        guard fsync(descriptor) == 0 else { throw Self.failed(path, errno) }
        if file >= 0 { Self.overwrite(file) }
    }

    /// Takes a lock, and waits for it.
    func lock(_ name: String) throws(VaultError) -> FileLock {
        let file = try openLock(name)
        guard let lock = FileLock(file, LOCK_EX) else { throw refusal(of: name, file) }
        return lock
    }

    /// Takes a lock; nil when another task or process holds it.
    func lockIfFree(_ name: String) throws(VaultError) -> FileLock? {
        let file = try openLock(name)
        if let lock = FileLock(file, LOCK_EX | LOCK_NB) { return lock }
        guard errno == EWOULDBLOCK else { throw refusal(of: name, file) }
        close(file)
        return nil
    }

    private func openLock(_ name: String) throws(VaultError) -> Int32 {
        let file = openat(descriptor, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw errno == ELOOP ? .notAFile(path: full(name)) : Self.failed(full(name), errno) }
        return file
    }

    private func refusal(of name: String, _ file: Int32) -> VaultError {
        let reason = errno
        close(file)
        return Self.failed(full(name), reason)
    }

    private func full(_ name: String) -> String { "\(path)/\(name)" }

    /// Makes the folder, and those above it as the system makes folders.
    private static func make(_ path: String) throws(VaultError) {
        let parent = (path as NSString).deletingLastPathComponent
        do {
            try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        } catch {
            throw .failed(path: parent, reason: error.systemReason)
        }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failed(path, errno) }
    }

    /// - Returns: The size in bytes.
    @discardableResult
    private static func check(_ descriptor: Int32, _ path: String, isFolder: Bool) throws(VaultError) -> Int64 {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failed(path, errno) }
        guard status.st_mode & S_IFMT == (isFolder ? S_IFDIR : S_IFREG), status.st_uid == geteuid() else {
            throw .notAFile(path: path)
        }
        guard status.st_mode & 0o077 == 0 else { throw .loose(path: path) }
        return Int64(status.st_size)
    }

    /// Zeros over the bytes of a file that has no name any more. It is a second
    /// line of defense, so a failure is not told.
    private static func overwrite(_ file: Int32) {
        var status = stat()
        guard fstat(file, &status) == 0, status.st_size > 0, status.st_size <= FileVault.maximumBytes else { return }
        let zeros = [UInt8](repeating: 0, count: Int(status.st_size))
        _ = zeros.withUnsafeBytes { pwrite(file, $0.baseAddress!, $0.count, 0) }
        fsync(file)
    }

    private static func failed(_ path: String, _ code: Int32) -> VaultError {
        .failed(path: path, reason: String(cString: strerror(code)), mayPass: [EMFILE, ENFILE].contains(code))
    }
}
