import Geoq
import GeoqIndex
import GeoqStore
import GeoqSupabase

/// What goes with deleted rows. The kit's triggers see to it themselves.
extension ProjectWriter {
    /// Marks what belongs to rows, and what belongs to that, as deleted: the
    /// lowest first, so that a try that breaks off is done again as a whole.
    func deleteChildren(of rows: [FeatureID], in table: MirrorTable, _ context: PushContext) async throws {
        for (child, key) in table.dependents {
            guard let names = context.mapping.tables[child] else { continue }
            do {
                for start in stride(from: 0, to: rows.count, by: TableCall.mostIDs) {
                    let part = Array(rows[start..<min(start + TableCall.mostIDs, rows.count)])
                    if !child.dependents.isEmpty {
                        let below = try await ids(in: names, by: names.column(key), of: part)
                        if !below.isEmpty { try await deleteChildren(of: below, in: child, context) }
                    }
                    _ = try await client.send(
                        TablePush.deleteChildren(
                            of: part, in: names.table, by: names.column(key),
                            JSONRowWriter(table: child, names: names).columns))
                }
            } catch let fault as RemoteFault where child.isOptional && SyncError.from(fault).kind == .noTable {
                // The project has no such table, and so nothing in it.
                continue
            }
        }
    }

    /// The ids of the living rows that name one of some rows.
    private func ids(
        in names: TableMapping.Table, by key: String, of rows: [FeatureID]
    ) async throws -> [FeatureID] {
        let id = names.column("id")
        let list = "in.(\(rows.map(\.description).joined(separator: ",")))"
        var ids: [FeatureID] = []
        while true {
            // A server may send fewer rows than it was asked for: only an empty page is the last.
            let request = TableCall.page(
                of: names.table, select: id, id: id, after: ids.last, limit: TableRows.mostRows,
                filters: [(key, list), (names.column("deleted_at"), "is.null")])
            let page = try TableAnswer(try await client.send(request)).rows
            if page.isEmpty { return ids }
            for found in page {
                guard let found = found[id]?.string.flatMap({ FeatureID($0) }), found > ids.last ?? .lowest else {
                    throw SyncError(
                        .protocol, "the rows of \(names.name) do not come in the order of their ids",
                        retryMayHelp: true)
                }
                ids.append(found)
            }
        }
    }
}

extension FeatureID {
    /// No row has it.
    fileprivate static let lowest = FeatureID(key: ItemKey(high: 0, low: 0))
}
