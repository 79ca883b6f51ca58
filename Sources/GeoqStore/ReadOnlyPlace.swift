import Foundation
import GRDB
import GeoqFiles

/// A store that may be read but in whose folder nothing may be written.
///
/// SQLite reads a file with a write-ahead log only where it can keep its shared
/// memory beside it. Where it cannot, and there is no log, the file is all there
/// is: it is opened as one that does not change ("immutable"). That another user
/// writes to it after all is noticed by `StoreFile`.
enum ReadOnlyPlace {
    /// The name by which SQLite opens a file as one that does not change; nil when
    /// it could be opened in the usual way, or must not be opened so.
    ///
    /// - Parameter error: why it could not be opened.
    /// - Throws: `StoreError.failed` when changes stand in a log that cannot be read
    ///   here.
    static func immutableName(of path: String, after error: DatabaseError) throws -> String? {
        guard [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode), FileStream.isFile(path),
            access(path, R_OK) == 0, access(folder(of: path), W_OK) != 0
        else { return nil }
        guard FileStream.size(path + "-wal") ?? 0 == 0 else {
            throw StoreError.failed(
                path: path,
                reason: "its latest changes stand in \(path)-wal, which SQLite can read only where it may write to "
                    + "\(folder(of: path)); open it once as a user who may, or copy both files")
        }
        let absolute = URL(filePath: path).standardizedFileURL.path
        guard let encoded = absolute.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) else { return nil }
        return "file:\(encoded)?immutable=1"
    }

    /// Whether a name is one that `immutableName` gave.
    static func isImmutable(_ name: String) -> Bool {
        name.hasPrefix("file:") && name.hasSuffix("?immutable=1")
    }

    private static func folder(of path: String) -> String {
        let folder = (path as NSString).deletingLastPathComponent
        return folder.isEmpty ? "." : folder
    }
}
