import Geoq
import GeoqIndex

@testable import GeoqStore

/// A server in memory that does with operations what the kit does
/// (`geoq.apply`): versions, tombstones, and a ledger of answers. Without the ledger it answers as stock tables do.
struct OutboxServer {
    struct Row: Equatable {
        var version: Int64 = 1
        var deletedAt: String?
        var values: [String: FieldValue]
        var token: Int64
        var editedAt = "2026-11-23T00:00:00.000Z"
    }

    var rows: [RowKey: Row] = [:]
    /// Every value that a column ever had.
    var history: [RowKey: [String: Set<FieldValue>]] = [:]
    /// nil for a server that remembers no answers, as stock tables do.
    var ledger: [FeatureID: OperationAnswer]? = [:]
    /// How often an operation had an effect.
    var effects: [FeatureID: Int] = [:]
    /// What is said of a row that is not there.
    var ofUnseen = OperationAnswer.gone
    /// What the user may do with a list of another user's; all where nothing is said.
    var access: [RowKey: Access] = [:]
    /// A check refuses texts that begin so.
    var refusedText: String?
    /// Rows whose delete was answered with `unseen`.
    var unseenDeletes: Set<RowKey> = []
    /// Off for a server that overwrites whatever it has.
    var comparesVersions = true
    private var ticks: Int64 = 0

    mutating func tick() -> Int64 {
        ticks += 1
        return ticks
    }

    mutating func put(_ key: RowKey, _ row: Row) {
        rows[key] = row
        for (name, value) in row.values { history[key, default: [:]][name, default: []].insert(value) }
    }

    /// Another device changes columns of a living row, or makes one.
    mutating func edit(_ key: RowKey, _ values: [String: FieldValue], at moment: String? = nil) {
        let tick = tick()
        var row = rows[key] ?? Row(version: 0, values: [:], token: 0)
        row.values.merge(values) { $1 }
        (row.version, row.token) = (row.version + 1, tick)
        if let moment { row.editedAt = moment }
        put(key, row)
    }

    /// Another device deletes a row; what belongs to a list goes with it.
    mutating func delete(_ key: RowKey) {
        let tick = tick()
        guard var row = rows[key], row.deletedAt == nil else { return }
        (row.version, row.deletedAt, row.token) = (row.version + 1, "2026-11-23T00:00:00.000Z", tick)
        rows[key] = row
        let children = rows.filter { $0.value.values["watchlist_id"] == .text(key.id.description) }
        for child in children.keys where key.table == .watchlists { delete(child) }
    }

    mutating func apply(_ operation: PendingOperation) -> OperationAnswer {
        if let answer = ledger?[operation.id] { return answer }
        let answer = effect(of: operation)
        if case .applied = answer { ledger?[operation.id] = answer }
        return answer
    }

    private func serverRow(_ row: Row) -> ServerRow {
        ServerRow(
            version: row.version, deletedAt: row.deletedAt, values: row.values.map { ColumnValue($0.key, $0.value) },
            editedAt: row.editedAt)
    }

    private mutating func effect(of operation: PendingOperation) -> OperationAnswer {
        let key = operation.row
        if let answer = refusal(ofRow: operation) { return answer }
        var values = Dictionary(uniqueKeysWithValues: operation.values.map { ($0.name, $0.value) })
        if case .text(let list)? = values["watchlist_id"], let id = FeatureID(list) {
            let parent = rows[RowKey(.watchlists, id)]
            if parent == nil { return .waits(for: RowKey(.watchlists, id)) }
            if parent?.deletedAt != nil {
                guard operation.kind == .update, rows[key]?.deletedAt == nil else { return .gone }
                return .refused(isForbidden: false, code: "PT410", message: "the list is deleted")
            }
        }
        if operation.kind == .insert {
            if let answer = refusal(ofValues: operation) { return answer }
            if let known = rows[key] { return .conflict(serverRow(known)) }
            effects[operation.id, default: 0] += 1
            put(key, Row(values: values, token: tick()))
            return .applied(version: 1)
        }
        guard var row = rows[key] else { return ofUnseen }
        if operation.kind == .delete, row.deletedAt != nil { return .applied(version: nil) }
        guard row.version == operation.baseVersion || !comparesVersions else { return .conflict(serverRow(row)) }
        if let answer = refusal(ofValues: operation) { return answer }
        effects[operation.id, default: 0] += 1
        if operation.kind == .delete {
            delete(key)
        } else {
            let revives = values.removeValue(forKey: "deleted_at") != nil
            row.values.merge(values) { $1 }
            (row.version, row.token, row.editedAt) = (row.version + 1, tick(), operation.editedAt)
            if revives { row.deletedAt = nil }
            put(key, row)
        }
        return .applied(version: rows[key]?.version)
    }
}
