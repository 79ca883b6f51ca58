import Foundation
import GRDB
import Geoq
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqStore

/// A store of an account, beside a server in memory.
struct OutboxFixture {
    static let remote = "https://abc.supabase.co"
    static let user = "0000000a-0000-4000-8000-00000000000a"
    static let bird = FeatureID("0000000b-0000-4000-8000-00000000000b")!

    let store: Store
    var server = OutboxServer()
    var now = 1_000_000.0

    static let account = StoredAccount(remote: remote, url: remote, userID: user, level: .kit, state: .active)

    init(_ folder: String, isDurable: Bool = false) async throws {
        store = try Store.blank(folder + "/\(UUID().uuidString).sqlite")
        try await store.account.note(Self.account)
        if !isDurable {
            try await store.writer().writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = OFF") }
        }
        try await sql(
            """
            INSERT INTO bird (id, common_name, source, sync_token)
                VALUES ('\(Self.bird)', 'Wren', '\(Self.remote)', 1)
            """)
    }

    @discardableResult
    func sql(_ text: String) async throws -> [String] {
        try await store.write { db in
            let statements = try db.allStatements(sql: text)
            var lines: [String] = []
            while let statement = try statements.next() {
                lines += try Row.fetchAll(statement).map { $0.map { "\($0.1)" }.joined(separator: "|") }
            }
            return lines
        }
    }

    static func id(_ number: Int, _ kind: UInt64 = 0x4000) -> FeatureID {
        FeatureID(key: ItemKey(high: UInt64(number) << 32 | kind, low: 0x8000_0000_0000_0000))
    }

    static func list(_ number: Int) -> RowKey { RowKey(.watchlists, id(number)) }
    static func entry(_ number: Int) -> RowKey { RowKey(.watchlistEntries, id(number)) }

    /// A list that the server and the store have.
    mutating func addShared(_ number: Int, title: String = "a", entries: [Int] = []) async throws {
        makeThere(number, title: title, entries: entries)
        try await pull()
    }

    /// A list that the server has.
    mutating func makeThere(_ number: Int, title: String = "a", entries: [Int] = [], owner: String = user) {
        var values = Dictionary(
            uniqueKeysWithValues: MirrorTable.watchlists.travelingColumns.map {
                ($0.name, $0.kind == .bool ? .bool(false) : $0.kind == .integer ? .integer(0) : FieldValue.null)
            })
        (values["title"], values["owner_id"]) = (.text(title), .text(owner))
        server.edit(Self.list(number), values)
        for entry in entries {
            server.edit(
                Self.entry(entry),
                [
                    "watchlist_id": .text(Self.id(number).description), "bird_id": .text(Self.bird.description),
                    "notes": .text("n"), "notify_upcoming": .bool(false), "priority": .integer(0),
                ])
        }
    }

    /// Reads all of the server's rows that the user may see, as a sync without a kit does.
    mutating func pull(_ policy: ConflictPolicy = .server) async throws {
        let staging = try MirrorStaging(of: store, for: "here", nil, cursor: MirrorCursor("1"))
        let tables: [MirrorTable] = [.watchlists, .watchlistEntries]
        for table in tables {
            let rows = server.rows.filter { $0.key.table == table && server.isSeen($0.key) }.map { key, row in
                MirrorRow(
                    id: key.id, token: row.token, isGone: row.deletedAt != nil,
                    values: row.deletedAt != nil
                        ? []
                        : table.columns.map {
                            $0.name == "row_version" ? .integer(row.version) : row.values[$0.name] ?? .null
                        })
            }
            try staging.write(rows.sorted { $0.id.key < $1.id.key }, to: table)
        }
        let update = MirrorUpdate(
            name: Self.remote,
            identity: MirrorIdentity(origin: "7", address: "here", user: Self.user, region: nil, mapping: "m"),
            tables: tables.map { MirrorUpdate.Table($0, origin: "42", isReplaced: true, cursor: nil) },
            isDigested: true, serverTime: "2026-11-21T00:00:00Z")
        _ = try await store.mirror.apply(update, from: staging, policy: policy)
    }

    /// Sends all that can be sent.
    ///
    /// - Parameter loses: says for each answer whether it is lost on its way.
    @discardableResult
    mutating func push(
        _ policy: ConflictPolicy = .server, loses: (PendingOperation) -> Bool = { _ in false }
    ) async throws -> AnswerReport {
        let outbox = store.outbox
        try await outbox.begin(now: now)
        var total = AnswerReport()
        for _ in 0..<6 {
            guard let batch = try await outbox.nextBatch(now: now) else { break }
            try await outbox.markSent(batch.map(\.id))
            var answers: [(operation: FeatureID, answer: OperationAnswer)] = []
            for operation in batch {
                let answer = server.apply(operation)
                if !loses(operation) { answers.append((operation.id, answer)) }
            }
            let report = try await outbox.apply(answers, policy: policy, now: now)
            total.applied += report.applied
            total.conflicts += report.conflicts
            total.failed += report.failed
        }
        return total
    }

    /// The open rows as `kind id columns`, once frozen.
    func frozen() async throws -> [String] {
        _ = try await store.outbox.nextBatch(now: now)
        return try await store.outbox.list().compactMap { item in
            item.operation.map { "\($0.kind) \(item.row) \($0.values.map(\.name).sorted().joined(separator: ","))" }
        }
    }

    /// What the store shows of a row: a column, or nil.
    func value(_ key: RowKey, _ column: String) async throws -> String? {
        try await store.read { db in
            try String.fetchOne(
                db, sql: "SELECT \(column) FROM \(key.table) WHERE id = ? AND deleted_at IS NULL",
                arguments: [key.id.description])
        }
    }

    /// I1: what is visible is the base with the operation and the edits over it,
    /// column by column.
    func checkLayers(_ comment: Comment) async throws {
        let wrong = try await store.read { db -> [String] in
            var wrong: [String] = []
            for table in MirrorTable.written {
                let rows = OpenRows(db, table, remote: Self.remote)
                for id in try String.fetchAll(db, sql: "SELECT id FROM geoq_base_\(table)") {
                    guard let base = try rows.base(id), let visible = try rows.visible(id) else { continue }
                    let (edits, operation) = (try rows.edits(id), try rows.operation(id))
                    if base.isBorn || base.deletedAt != nil { continue }
                    for (position, column) in rows.columns.enumerated() where edits[column.name] == nil {
                        let sent = operation?.values.first { $0.name == column.name }.map { column.stored($0.value) }
                        if visible[position] != sent ?? base.values[position] {
                            wrong.append("\(table)/\(id) \(column.name)")
                        }
                    }
                }
            }
            return wrong
        }
        #expect(wrong.isEmpty, comment)
    }

    /// Nothing is open, and the store shows exactly the server's living rows that the user may see.
    func checkEqual(_ comment: Comment) async throws {
        #expect(try await store.outbox.counts().unsent == 0, comment)
        let rows = server.rows.filter { server.isSeen($0.key) }
        let differing = try await store.read { db -> [String] in
            var differing: [String] = []
            for table in [MirrorTable.watchlists, .watchlistEntries] {
                let open = OpenRows(db, table, remote: Self.remote)
                let living = rows.filter { $0.key.table == table && $0.value.deletedAt == nil }
                let ids = Set(try String.fetchAll(db, sql: "SELECT id FROM \(table)"))
                differing += ids.symmetricDifference(living.keys.map(\.id.description)).map { "\(table)/\($0)" }
                for (key, row) in living {
                    guard let values = try open.visible(key.id.description) else { continue }
                    for (column, value) in zip(open.columns, values)
                    where column.stored(row.values[column.name] ?? .null) != value {
                        differing.append("\(key) \(column.name)")
                    }
                }
                differing += try String.fetchAll(db, sql: "SELECT 'base ' || id FROM geoq_base_\(table)")
            }
            return differing
        }
        #expect(differing.isEmpty, comment)
    }
}
