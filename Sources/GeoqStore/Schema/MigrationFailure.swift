import Foundation
import GeoqFiles

/// What is kept of a migration that failed, beside the store: the next program
/// that opens the store does not try the same again.
struct MigrationFailure: Codable, Hashable, Sendable {
    /// The number of the last step that the store has.
    var schema: Int
    /// The number of the last step that the program knew.
    var known: Int
    /// The name of the step that failed.
    var step: String
    var reason: String
    /// Whether the store is what it was before. If not, its copy lies beside it.
    var isRestored: Bool
    /// ISO 8601 in UTC.
    var at: String

    static func file(beside path: String) -> String { path + ".migration" }

    /// The failure that was kept; nil when there was none.
    static func kept(beside path: String) -> MigrationFailure? {
        FileManager.default.contents(atPath: file(beside: path)).flatMap {
            try? JSONDecoder().decode(Self.self, from: $0)
        }
    }

    /// Whether a program that knows so many steps would fail again. One that
    /// knows others may do better; but a store that was not restored must first
    /// be put back.
    func forbids(_ schema: Int, _ known: Int) -> Bool {
        !isRestored || self.schema == schema && self.known == known
    }

    /// Keeps the failure. Where the file cannot be written, the next program
    /// tries once more.
    func keep(beside path: String) {
        try? JSONEncoder().encode(self).write(to: URL(filePath: Self.file(beside: path)), options: .atomic)
    }

    static func forget(beside path: String) {
        try? FileManager.default.removeItem(atPath: file(beside: path))
    }

    func error(_ path: String) -> StoreError {
        .migrationFailed(path: path, step: step, reason: reason, restored: isRestored)
    }
}
