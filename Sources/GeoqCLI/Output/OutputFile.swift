import ArgumentParser
import GeoqFiles
import GeoqFormats

/// A file that an option names to be written to, whatever is in it.
enum OutputFile {
    /// Refuses an empty name, and that of a database: the store may have been meant to be
    /// read, and would be lost.
    ///
    /// - Parameter option: how the option is called.
    /// - Throws: `ValidationError`.
    static func check(_ path: String?, of option: String) throws {
        guard let path else { return }
        if path.isEmpty { throw ValidationError("\(option) needs the name of a file.") }
        if isDatabase(path) {
            throw ValidationError("\(option): \(path) is a database, and would be written over; name another file.")
        }
    }

    /// Whether there is a file that begins as one of SQLite does.
    private static func isDatabase(_ path: String) -> Bool {
        guard FileStream.isFile(path), let head = try? FileStream(path: path).first(SQLiteHead.bytes.count) else {
            return false
        }
        return SQLiteHead.begins(head)
    }
}
