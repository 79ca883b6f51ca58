import Geoq
import GeoqFormats
import GeoqPostgres
import GeoqStore
import GeoqSync

/// A table of a mirror, and what of it waits to be sent, as `geoq sync status`
/// shows them.
struct SyncStatusRecord {
    let remote: String
    let table: MirrorTable
    /// nil when no sync has mirrored the table, and rows of it wait all the
    /// same.
    var mirror: MirrorStatus?
    /// Whether the last sync was told to leave the table out, so that its rows are older
    /// than the mirror.
    var isLeftOut = false
    /// What waits; nil where nothing is sent to the remote.
    var outbox: OutboxCounts?

    /// One record for each mirrored table, and for each table with changes that
    /// no sync has mirrored yet.
    ///
    /// - Parameters:
    ///   - mapping: The tables that the last sync of a remote was to read, by the remote.
    ///   - outbox: What waits in the tables of the account.
    static func all(
        _ mirrors: [MirrorStatus], _ mapping: [String: TableMapping], _ account: StoredAccount?,
        _ outbox: [MirrorTable: OutboxCounts]
    ) -> [SyncStatusRecord] {
        var records = mirrors.map { status in
            SyncStatusRecord(
                remote: status.remote, table: status.table, mirror: status,
                isLeftOut: mapping[status.remote].map { $0.relation == nil && $0.tables[status.table] == nil } ?? false,
                outbox: status.remote == account?.remote ? outbox[status.table] ?? OutboxCounts() : nil)
        }
        guard let account else { return records }
        let mirrored = Set(records.filter { $0.remote == account.remote }.map(\.table))
        for (table, counts) in outbox.sorted(by: { $0.key.rank < $1.key.rank }) where !mirrored.contains(table) {
            records.append(SyncStatusRecord(remote: account.remote, table: table, outbox: counts))
        }
        return records
    }

    /// - Parameters:
    ///   - account: Who is logged in; without an account there are no fields of
    ///     it.
    ///   - saysPart: Whether some mirror is of a part.
    func fields(_ account: AccountStatus?, saysPart: Bool) -> [Feature.Field] {
        func text(_ value: String?) -> FieldValue { value.map { .text($0) } ?? .null }
        func count(_ value: Int?) -> FieldValue { value.map { .integer(Int64($0)) } ?? .null }
        // When the rows of a table that was left out were read is not known.
        let synced = isLeftOut ? nil : mirror
        func waiting(_ reason: WaitingReason) -> FieldValue { count(mirror.map { $0.waiting[reason] ?? 0 }) }
        var fields: [Feature.Field] = [.init("remote", .text(remote))]
        if let account {
            let own = account.account.remote == remote ? account : nil
            fields += [
                .init("email", text(own?.email)), .init("user_id", text(own?.account.userID)),
                .init("level", text(own?.account.level?.rawValue)),
            ]
        }
        if saysPart {
            let isCut = table == .hotspot || table == .observation
            let part = isCut ? mirror?.region.flatMap { Region(stored: $0) } : nil
            fields.append(.init("part", text(part?.options)))
        }
        fields += [.init("table", .text(table.rawValue)), .init("rows", count(mirror?.rows))]
        if account != nil {
            fields += [
                .init("unsent", count(outbox?.unsent)), .init("failed", count(outbox?.failed)),
                .init("conflicts", count(outbox?.conflicts)),
            ]
        }
        fields += [
            .init("without_place", count(mirror?.withoutPlace)), .init("wait_for_parent", waiting(.parent)),
            .init("id_taken", waiting(.taken)), .init("unusable", waiting(.unusable)),
            .init("id_doubled", waiting(.doubled)),
            .init("synced_at", text(synced?.syncedAt)), .init("compared_at", text(synced?.digestedAt)),
            .init("contents_compared_at", text(synced?.verifiedAt)),
            .init("lag_s", synced?.lagSeconds.map { .real(($0 * 10).rounded() / 10) } ?? .null),
            .init("cursor", mirror?.cursor.map(Self.cursor) ?? .null),
            .init("compared_by", text(mirror.map { $0.cost.map { "contents: \($0)" } ?? Self.byVersions })),
            .init("failed_at", text(mirror?.failedAt)),
            .init("problem", text(isLeftOut ? Self.leftOut : mirror?.problem)),
        ]
        return fields
    }

    private static let byVersions = "versions"
    private static let leftOut = "left out by --tables: its rows are those of an earlier sync"

    /// A PostgreSQL's cursor by its oldest running transaction; another
    /// remote's as its text.
    private static func cursor(_ cursor: MirrorCursor) -> FieldValue {
        PostgresCursor(cursor).map { .integer(Int64(bitPattern: $0.xmin)) } ?? .text(cursor.text)
    }

    /// The columns of a table: the names, the counts, how old the mirror is.
    /// Of what is seldom there, only what is there in some record.
    static func columns(_ records: [[Feature.Field]]) -> [TableColumn] {
        func values(_ name: String) -> [FieldValue] { records.flatMap { $0.filter { $0.name == name }.map(\.value) } }
        func isThere(_ name: String) -> Bool {
            values(name).contains { ![.null, .integer(0), .text(byVersions)].contains($0) }
        }
        // With one remote, its name is the same in each row.
        let isOneRemote = Set(values("remote").map(TableColumn.plain)).count < 2
        var columns = [
            TableColumn("remote", field: "remote", yields: isOneRemote ? .leavesLast(1) : .shortens),
            TableColumn("part", field: "part"), TableColumn("table", field: "table", yields: .never),
            number("rows"), number("unsent"), number("failed"), number("conflicts"), number("without_place"),
            number("wait_for_parent"), number("id_taken"), number("unusable"), number("id_doubled"),
            TableColumn("age", field: "lag_s", alignment: .trailing, format: age),
            // What stands to the right is never cut.
            TableColumn("synced_at", field: "synced_at", alignment: .trailing, yields: .leavesLast(2)) {
                Self.second($0)
            },
            TableColumn("compared_by", field: "compared_by"),
            TableColumn("failed_at", field: "failed_at", yields: .never) { Self.second($0) },
            TableColumn("problem", field: "problem"),
        ]
        let always: Set<String> = ["remote", "table", "rows", "unsent", "age", "synced_at"]
        let hasAccount = records.first?.contains { $0.name == "unsent" } == true
        columns.removeAll { !always.contains($0.title) && !isThere($0.title) || $0.title == "unsent" && !hasAccount }
        return columns
    }

    private static func number(_ name: String) -> TableColumn {
        TableColumn(name, field: name, alignment: .trailing)
    }

    /// A moment without the part of a second.
    private static func second(_ value: FieldValue) -> String {
        let text = TableColumn.plain(value)
        guard let point = text.firstIndex(of: "."), text.hasSuffix("Z") else { return text }
        return text[..<point] + "Z"
    }

    /// A number of seconds in the largest unit of which it has two.
    private static let age: @Sendable (FieldValue) -> String = { value in
        guard case .real(let seconds) = value else { return TableColumn.plain(value) }
        let units = [("d", 86_400.0), ("h", 3_600), ("min", 60)]
        let (unit, length) = units.first { seconds >= 2 * $0.1 } ?? ("s", 1)
        return "\(Int(exactly: (seconds / length).rounded(.down)) ?? 0) \(unit)"
    }
}
