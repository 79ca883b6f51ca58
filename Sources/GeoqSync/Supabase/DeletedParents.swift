import Geoq
import GeoqStore
import GeoqSupabase

/// The rows of a project that are marked as deleted, of those that a push is to
/// put rows below, or to change rows below.
///
/// A table without the kit takes a row below a deleted one, and a change of it,
/// and then no device shows it: it would be lost unseen. So the project is asked
/// before such a row is sent, once for all parents of a table, and for what these
/// belong to; and of rows below a deleted one, whether another device has moved them. A parent that it does not have at all is left to its foreign keys
/// and policies. Between question and insert another device may delete a parent: a
/// sync leaves such a row out, and tells of it (`SyncReport.Table.orphans`).
struct DeletedParents {
    private var known: [MirrorTable: Set<FeatureID>] = [:]

    /// The row that must not be deleted for an operation to make sense: that which
    /// a row belongs to that is made or changed; nil when it needs none.
    static func parent(of operation: PendingOperation) -> RowKey? {
        operation.kind == .delete ? nil : named(by: operation) ?? operation.parent
    }

    /// Whether an operation puts a row below another one: one that is new, is moved,
    /// or lives again.
    static func isPutting(_ operation: PendingOperation) -> Bool { named(by: operation) != nil }

    private static func named(by operation: PendingOperation) -> RowKey? {
        guard operation.kind != .delete, let parent = operation.row.table.parentColumn,
            case .text(let text)? = operation.values.first(where: { $0.name == parent.name })?.value,
            let id = FeatureID(text)
        else { return nil }
        return RowKey(parent.table, id)
    }

    /// Whether a parent is deleted at the project.
    ///
    /// - Parameter sending: all operations of the push, of which those of the
    ///   parent's table were answered.
    /// - Throws: what the client throws while the project cannot be asked.
    mutating func contain(
        _ parent: RowKey, _ sending: SentOperations, _ context: PushContext, _ client: ProjectClient
    ) async throws -> Bool {
        if known[parent.table] == nil {
            known[parent.table] = try await Self.deleted(parent.table, sending, context, client)
        }
        return known[parent.table]?.contains(parent.id) == true
    }

    /// Of the rows of some operations of a table, whose parents are deleted, those that the project has below another row by
    /// now, and that one lives.
    static func elsewhere(
        _ operations: [(operation: PendingOperation, deleted: RowKey)], _ context: PushContext, _ client: ProjectClient
    ) async throws -> Set<FeatureID> {
        guard let table = operations.first?.operation.row.table, let parent = table.parentColumn,
            let names = context.mapping.tables[table]
        else { return [] }
        let (id, column) = (names.column("id"), names.column(parent.name))
        var above: [FeatureID: FeatureID] = [:]
        for start in stride(from: 0, to: operations.count, by: TableCall.mostIDs) {
            let part = operations[start..<min(start + TableCall.mostIDs, operations.count)]
            let rows = try await client.rows(
                of: names.table, select: "\(id),\(column)", id: id, ids: part.map(\.operation.row.id))
            for (operation, deleted) in part {
                let found = rows[operation.row.id]?[column]?.string.flatMap { FeatureID($0) }
                if let found, found != deleted.id { above[operation.row.id] = found }
            }
        }
        guard !above.isEmpty else { return [] }
        let gone = try await Self.deleted(among: Set(above.values).sorted(), of: parent.table, context, client)
        return Set(above.filter { !gone.contains($0.value) }.keys)
    }

    /// Asks for the parents in a table of all operations, but for those that this
    /// push has made or changed: they live.
    private static func deleted(
        _ table: MirrorTable, _ sending: SentOperations, _ context: PushContext, _ client: ProjectClient
    ) async throws -> Set<FeatureID> {
        guard context.mapping.tables[table] != nil else { return [] }
        var wanted = Set(
            sending.operations.compactMap { Self.parent(of: $0) }.filter { $0.table == table }.map(\.id))
        for (operation, answer) in zip(sending.operations, sending.reply.answers) where operation.row.table == table {
            if case .applied = answer, operation.kind != .delete { wanted.remove(operation.row.id) }
        }
        return try await Self.deleted(among: wanted.sorted(), of: table, context, client)
    }

    private static func tellsNothing(_ fault: RemoteFault) -> Bool {
        [.forbidden, .permanent, .drift].contains(fault.class)
    }

    /// Which rows of these ids are marked as deleted, or belong to one that is: with the kit they would be marked,
    /// too. Empty for a table that the project does not show: its policies decide about each row.
    private static func deleted(
        among ids: [FeatureID], of table: MirrorTable, _ context: PushContext, _ client: ProjectClient
    ) async throws -> Set<FeatureID> {
        do {
            return try await Self.shown(ids, of: table, context, client)
        } catch let fault as RemoteFault where fault.status != 0 && tellsNothing(fault) {
            return []
        }
    }

    /// The same of a table that the project shows.
    private static func shown(
        _ ids: [FeatureID], of table: MirrorTable, _ context: PushContext, _ client: ProjectClient
    ) async throws -> Set<FeatureID> {
        guard let names = context.mapping.tables[table] else { return [] }
        let (id, mark) = (names.column("id"), names.column("deleted_at"))
        var deleted: Set<FeatureID> = []
        // What living rows belong to.
        var parents: [FeatureID: FeatureID] = [:]
        for start in stride(from: 0, to: ids.count, by: TableCall.mostIDs) {
            let part = Array(ids[start..<min(start + TableCall.mostIDs, ids.count)])
            guard let parent = table.parentColumn else {
                let rows = try await client.rows(
                    of: names.table, select: id, id: id, ids: part, filters: [(mark, "not.is.null")])
                deleted.formUnion(rows.keys)
                continue
            }
            let column = names.column(parent.name)
            let rows = try await client.rows(of: names.table, select: "\(id),\(mark),\(column)", id: id, ids: part)
            for (row, values) in rows {
                if values[mark]?.string != nil {
                    deleted.insert(row)
                } else if let above = values[column]?.string.flatMap({ FeatureID($0) }) {
                    parents[row] = above
                }
            }
        }
        if let table = table.parentColumn?.table, !parents.isEmpty {
            let gone = try await Self.deleted(among: Set(parents.values).sorted(), of: table, context, client)
            for (row, above) in parents where gone.contains(above) { deleted.insert(row) }
        }
        return deleted
    }
}
