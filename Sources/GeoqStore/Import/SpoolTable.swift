import Foundation
import GRDB
import Geoq
import GeoqFormats

/// A table for joins in a temporary database, which SQLite keeps in memory
/// while it is small and removes when it is closed.
final class SpoolTable: KeyedSpool {
    private let queue: DatabaseQueue
    /// Gives a text whole, which GRDB ends at a zero byte. nil once the table is no longer needed: the connection closes
    /// after its statements.
    private var select: PreparedStatement?
    /// Rows that are collected to be written together.
    private var pending: [ByteText: [String?]] = [:]

    private static let batch = 2_000

    init() throws {
        // An empty path is a private, temporary database on disk
        // (https://www.sqlite.org/inmemorydb.html#temp_db).
        queue = try DatabaseQueue(path: "")
        select = try queue.write { db in
            try db.execute(sql: "CREATE TABLE spool (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID")
            return try PreparedStatement(db, "SELECT value FROM spool WHERE key = ?1")
        }
    }

    deinit {
        select = nil
    }

    func put(_ key: String, _ value: [String?]) throws {
        pending[ByteText(key)] = value
        if pending.count >= Self.batch { try flush() }
    }

    func get(_ key: String) throws -> [String?]? {
        if let value = pending[ByteText(key)] { return value }
        guard let select else { return nil }
        return try queue.read { _ in
            select.bind(1, key)
            defer { select.reset() }
            return try select.step() ? Self.split(select.text(0)) : nil
        }
    }

    private func flush() throws {
        try queue.write { db in
            let insert = try PreparedStatement(db, "INSERT OR REPLACE INTO spool VALUES (?1, ?2)")
            for (key, value) in pending {
                insert.bind(1, key.text)
                insert.bind(2, Self.join(value))
                try insert.run()
            }
        }
        pending.removeAll(keepingCapacity: true)
    }

    /// Values as one text: `-` for nil; before each text its length in bytes and
    /// a colon, so any text is safe.
    private static func join(_ value: [String?]) -> String {
        value.map { $0.map { "\($0.utf8.count):\($0)" } ?? "-" }.joined()
    }

    private static func split(_ text: String) -> [String?] {
        var values: [String?] = []
        var rest = text.utf8[...]
        while let first = rest.first {
            if first == UInt8(ascii: "-") {
                values.append(nil)
                rest = rest.dropFirst()
                continue
            }
            guard let colon = rest.firstIndex(of: UInt8(ascii: ":")), let length = Int(Substring(rest[..<colon])) else {
                preconditionFailure("A spool holds what it was given.")
            }
            let start = rest.index(after: colon)
            let end = rest.index(start, offsetBy: length)
            values.append(String(Substring(rest[start..<end])))
            rest = rest[end...]
        }
        return values
    }
}
