import Foundation
import GRDB
import GeoqFiles

/// A store that may be read, in a folder in which nothing may be written, or on
/// a disk without room.
///
/// SQLite reads a file with a write-ahead log only where it can keep its shared
/// memory beside it. Where it cannot, and there is no log, the file holds
/// everything: SQLite opens it as a file that does not change ("immutable").
/// `StoreFile` notices when another user writes to it after all.
enum ReadOnlyPlace {
    /// The name by which SQLite opens a file as one that does not change; nil
    /// when SQLite could open it in the usual way, or must not open it so.
    ///
    /// - Parameter error: why it could not be opened.
    /// - Throws: `StoreError.failed` when there are changes in a log that
    ///   cannot be read here.
    static func immutableName(of path: String, after error: DatabaseError) throws -> String? {
        let isFull = error.extendedResultCode == .SQLITE_IOERR_SHMSIZE
        let isForbidden =
            [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode) && access(folder(of: path), W_OK) != 0
        guard isFull || isForbidden, FileStream.isFile(path), access(path, R_OK) == 0 else { return nil }
        guard FileStream.size(path + "-wal") ?? 0 == 0 else {
            let remedy =
                isFull
                ? "where it can keep 32 kB beside it, and the disk of \(folder(of: path)) is full; make room there"
                : "where it may write to \(folder(of: path)); open it once as a user who may, or copy both files"
            throw StoreError.failed(
                path: path, reason: "its latest changes stand in \(path)-wal, which SQLite can read only \(remedy)")
        }
        return unchangingName(of: path)
    }

    /// The name by which SQLite opens a file as one that does not change, and makes nothing beside it; nil for a path
    /// that cannot be written so.
    static func unchangingName(of path: String) -> String? {
        let absolute = URL(filePath: path).standardizedFileURL.path
        guard let encoded = absolute.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) else { return nil }
        return "file:\(encoded)?immutable=1"
    }

    /// To which file there is no right to write. SQLite gives the files that it makes beside a store the store's mode, and
    /// one that was left keeps it.
    static func lackOfRight(to path: String) -> String {
        let files = [path, path + "-wal", path + "-shm"].filter { FileStream.isFile($0) }
        guard let file = files.first(where: { access($0, W_OK) != 0 }) else {
            return "no right to write to it, or to its folder"
        }
        return file == path ? "no right to write to it" : "no right to write to \(file)"
    }

    /// Whether there is a right to write to a store: to its file, to those that SQLite keeps beside it, and to the folder
    /// where one of these is not there yet.
    static func mayWrite(_ path: String) -> Bool {
        let files = [path, path + "-wal", path + "-shm"]
        let kept = files.filter { FileStream.isFile($0) }
        return kept.allSatisfy { access($0, W_OK) == 0 }
            && (kept.count == files.count || access(folder(of: path), W_OK | X_OK) == 0)
    }

    /// Whether `immutableName` gave a name.
    static func isImmutable(_ name: String) -> Bool {
        name.hasPrefix("file:") && name.hasSuffix("?immutable=1")
    }

    private static func folder(of path: String) -> String {
        let folder = (path as NSString).deletingLastPathComponent
        return folder.isEmpty ? "." : folder
    }
}
