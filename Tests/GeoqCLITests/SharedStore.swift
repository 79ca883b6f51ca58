import Foundation
import TestSupport
import Testing

/// A store, with its index, that commands make once for all tests that begin with it; each takes a copy.
struct SharedStore: Sendable {
    private let made: Result<String, any Error>

    /// - Parameters:
    ///   - name: of the file, which no other one has.
    ///   - make: runs the commands that make the store at a path.
    init(_ name: String, _ make: (_ db: String) throws -> Void) {
        made = Result {
            let path = "\(LastingFolder.path)/command-\(name).sqlite"
            try make(path)
            // All of it in one file.
            let checkpoint = try Tool.sqlite3(path, "PRAGMA wal_checkpoint(TRUNCATE)")
            try #require(checkpoint.lines == ["0|0|0"], "\(checkpoint.errors)")
            return path
        }
    }

    /// - Parameter db: where the copy will be; its index is beside it.
    func copy(to db: String) throws {
        let original = try made.get()
        for suffix in ["", ".index"] where FileManager.default.fileExists(atPath: original + suffix) {
            try FileManager.default.copyItem(atPath: original + suffix, toPath: db + suffix)
        }
    }
}
