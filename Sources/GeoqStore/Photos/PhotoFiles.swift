import Foundation
import GeoqFiles

/// The pictures of a store, as files in a folder beside it. The file of a picture
/// as its user gave it is called by the photo's id. The smaller picture that is sent
/// lies beside it, under the same name with an ending, until the project has it.
///
/// A file is written under another name, brought to the disk and then given its
/// own: it is there whole or not at all. All functions wait for the disk.
struct PhotoFiles: Sendable {
    let folder: String

    /// The ending of what is sent.
    static let readyEnding = ".ready"
    static let partEnding = ".part"

    init(of store: Store) {
        folder = store.path + StorePlace.pictureSuffix
    }

    func path(_ id: String) -> String { "\(folder)/\(id)" }

    /// - Returns: nil when there is no such file, also when another program put a folder in
    ///   its place.
    func size(_ id: String) -> Int? { isFile(id) ? FileStream.size(path(id)) : nil }

    private func isFile(_ name: String) -> Bool { FileStream.isFile(path(name)) }

    /// Writes a file durably.
    ///
    /// - Parameter name: a photo's id; for the picture that is sent, with its ending.
    /// - Throws: `StoreError.failed`.
    func write(_ bytes: [UInt8], to name: String) throws {
        WaitingWork.willWait()
        try makeFolder()
        try DurableFile.write(bytes, to: "\(folder)/\(name)", by: Self.partEnding)
    }

    private func makeFolder() throws {
        if mkdir(folder, 0o700) == 0 {
            try Self.settle(folder: (folder as NSString).deletingLastPathComponent)
        } else if errno != EEXIST {
            throw Self.failed(folder)
        }
    }

    /// Keeps a sweep away while a file has no row yet.
    ///
    /// - Throws: `StoreError.failed`.
    func holdForWriting() throws -> FolderHold {
        WaitingWork.willWait()
        try makeFolder()
        guard let hold = FolderHold(folder, LOCK_SH) else { throw Self.failed(folder) }
        return hold
    }

    /// Keeps writers away during a sweep; nil when one writes, or there is no
    /// folder.
    func holdForSweep() -> FolderHold? { FolderHold(folder, LOCK_EX | LOCK_NB) }

    /// Reads a whole file.
    ///
    /// - Throws: `StoreError.failed` when there is none, or it is longer than the
    ///   limit.
    func read(_ name: String, limit: Int) throws -> [UInt8] {
        WaitingWork.willWait()
        let path = "\(folder)/\(name)"
        guard let size = size(name) else { throw StoreError.failed(path: path, reason: "it is not there") }
        guard size <= limit else { throw StoreError.failed(path: path, reason: "it is larger than \(limit) bytes") }
        guard let data = FileManager.default.contents(atPath: path) else { throw Self.failed(path) }
        return [UInt8](data)
    }

    /// The first bytes of a file, as many as it has of them; nil when it is not there or
    /// cannot be read.
    func start(of name: String, _ count: Int) -> [UInt8]? {
        WaitingWork.willWait()
        guard isFile(name), let file = FileHandle(forReadingAtPath: path(name)) else { return nil }
        return (try? file.read(upToCount: count)).map { [UInt8]($0) }
    }

    /// Removes files that may not be there.
    func remove(_ names: some Sequence<String>) { _ = left(removing: names) }

    /// Removes files that may not be there.
    ///
    /// - Returns: how many of them stay, and why the last of these does.
    func left(removing names: some Sequence<String>) -> (count: Int, error: StoreError?) {
        var left: (count: Int, error: StoreError?) = (0, nil)
        for name in names where unlink(path(name)) != 0 && errno != ENOENT {
            left = (left.count + 1, Self.failed(path(name)))
        }
        return left
    }

    /// The names of all files, without those of folders.
    func names() -> [String] {
        WaitingWork.willWait()
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter(isFile)
    }

    /// Removes the folder when nothing is in it.
    func removeEmptyFolder() { rmdir(folder) }

    private static func settle(folder: String) throws {
        try DurableFile.settle(folder: folder.isEmpty ? "." : folder)
    }

    private static func failed(_ path: String) -> StoreError {
        .failed(path: path, reason: String(cString: strerror(errno)))
    }
}

/// A lock of a folder, among all processes. It ends with the last reference, and
/// with its process.
final class FolderHold: Sendable {
    private let lock: FileLock

    /// - Returns: nil when it is not to be had.
    init?(_ folder: String, _ kind: Int32) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        guard let lock = FileLock(descriptor, kind) else {
            let code = errno
            close(descriptor)
            errno = code
            return nil
        }
        self.lock = lock
    }

    deinit { lock.release() }
}

/// Files that are on the disk, whole, when a function returns.
enum DurableFile {
    /// Writes a file under another name, and gives it its own.
    ///
    /// - Parameter ending: of the other name.
    /// - Throws: `StoreError.failed`; then the file is as it was before.
    static func write(_ bytes: [UInt8], to path: String, by ending: String) throws {
        let temporary = path + ending
        unlink(temporary)
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failed(temporary) }
        do {
            if let code = writeAll(bytes, to: file) { throw failed(temporary, code) }
            guard fsync(file) == 0 else { throw failed(temporary) }
        } catch {
            close(file)
            unlink(temporary)
            throw error
        }
        close(file)
        guard rename(temporary, path) == 0 else {
            let error = failed(path)
            unlink(temporary)
            throw error
        }
        try settle(folder: (path as NSString).deletingLastPathComponent)
    }

    /// Brings the names of a folder to the disk.
    static func settle(folder: String) throws {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failed(folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failed(folder) }
    }

    private static func failed(_ path: String, _ code: Int32 = errno) -> StoreError {
        .failed(path: path, reason: String(cString: strerror(code)))
    }
}
