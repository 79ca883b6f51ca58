import Foundation
import Geoq
import GeoqStore
import TestSupport
import Testing

/// The differences between a mirror and its server: each table, row by row and
/// value by value, including the bits of numbers.
struct MirrorCheck {
    var missing = 0
    var stale = 0
    var ghosts = 0
    /// One difference.
    var example: String?

    var isClean: Bool { missing + stale + ghosts == 0 }

    /// - Parameters:
    ///   - tables: What concerns one user alone is mirrored as that user only.
    ///   - living: which of the server's rows belong to the mirror.
    ///   - path: the store's file.
    init(
        _ fixture: SyncFixture, tables: [MirrorTable] = MirrorTable.allCases.filter { !$0.isPersonal },
        where living: String? = nil,
        path: String? = nil
    ) throws {
        // One program asks the server, and one the store, whatever the tables are.
        let names = tables.map { "'\($0)'" }.joined(separator: ", ")
        let found = try fixture.sql(
            "SELECT table_name, column_name FROM information_schema.columns WHERE table_name IN (\(names))")
        var columns: [String: Set<String>] = [:]
        for line in found.split(separator: "\n") {
            let parts = line.split(separator: "|").map(String.init)
            columns[parts[0], default: []].insert(parts[1])
        }
        var (remote, local) = ([String](), [String]())
        for table in tables {
            guard let columns = columns["\(table)"] else { continue }
            let shared = table.columns.filter { columns.contains($0.name) }
            let theirs = ["id::text"] + shared.map(Self.remote)
            let ours = ["id"] + shared.map(Self.local)
            let isLiving = living ?? (columns.contains("deleted_at") ? "deleted_at IS NULL" : "true")
            let begin = "SELECT '\(Self.mark)\(table)'"
            remote += [begin, "SELECT \(theirs.joined(separator: " || '~' || ")) FROM \(table) t WHERE \(isLiving)"]
            local += [
                begin,
                """
                SELECT \(ours.joined(separator: " || '~' || ")) FROM \(table)
                WHERE source IN (SELECT name FROM geoq_remote) AND deleted_at IS NULL
                """,
            ]
        }
        let answer = try fixture.sql(remote.joined(separator: ";\n"))
        let expected = Self.sections(answer.split(separator: "\n").map(String.init))
        let held = Self.sections(
            try SyncFixture.sqlite(path ?? fixture.store.path, local.joined(separator: ";;")))
        for table in tables where columns["\(table)"] != nil {
            compare(Self.byID(expected["\(table)"] ?? []), Self.byID(held["\(table)"] ?? []), table)
        }
    }

    /// Stands before a table's name, in the line before its rows.
    private static let mark = "=== rows of "

    /// The lines of each table.
    private static func sections(_ lines: [String]) -> [String: [String]] {
        var sections: [String: [String]] = [:]
        var table = ""
        for line in lines {
            if line.hasPrefix(mark) {
                table = String(line.dropFirst(mark.count))
            } else {
                sections[table, default: []].append(line)
            }
        }
        return sections
    }

    private mutating func compare(_ expected: [String: String], _ held: [String: String], _ table: MirrorTable) {
        for (id, row) in expected {
            guard let other = held[id] else {
                missing += 1
                example = example ?? "\(table) is without \(row)"
                continue
            }
            if other != row {
                stale += 1
                example = example ?? "\(table) has \(other) for \(row)"
            }
        }
        for (id, row) in held where expected[id] == nil {
            ghosts += 1
            example = example ?? "\(table) has \(row)"
        }
    }

    private static func byID(_ lines: [String]) -> [String: String] {
        Dictionary(lines.map { (String($0.prefix(36)), $0) }) { $1 }
    }

    /// A value as text, the same on both sides.
    private static func remote(_ column: TableSchema.Column) -> String {
        let name = "t.\(column.name)"
        let text =
            switch column.kind {
            case .text, .integer, .id, .date: "\(name)::text"
            case .bool: "\(name)::int::text"
            case .real: "encode(float8send(\(name)), 'hex')"
            case .timestamp:
                "regexp_replace(to_char(\(name) AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US'), '\\.000000$', '') || 'Z'"
            case .texts, .integers: "replace(to_json(\(name))::text, ', ', ',')"
            }
        return "coalesce(\(text), '-')"
    }

    private static func local(_ column: TableSchema.Column) -> String {
        switch column.kind {
        case .real: "coalesce(bits(\(column.name)), '-')"
        default: "coalesce(\(column.name), '-')"
        }
    }
}
