import Geoq
import GeoqStore

/// The rows of a project without the kit that are deleted, and those that live
/// below them and count as deleted, too.
///
/// With the kit a deleted row takes with it what belongs to it, and nothing is
/// put below it. Tables alone do neither: what another program leaves or puts
/// there would wait for its parent at every sync, and for ever.
struct BuriedRows: Sendable {
    private var gone: [MirrorTable: Set<FeatureID>] = [:]
    private var orphans: [MirrorTable: Set<FeatureID>] = [:]

    /// How many living rows of a table belong to a deleted row.
    func orphanCount(_ table: MirrorTable) -> Int { orphans[table]?.count ?? 0 }

    /// The deleted rows that rows of a table may belong to.
    struct Parents: Sendable {
        /// The position of the column that names the parent.
        fileprivate let column: Int
        fileprivate let gone: Set<FeatureID>

        /// Whether a living row belongs to one of them.
        func hold(_ row: MirrorRow) -> Bool {
            guard !row.isGone, row.problem == nil, case .text(let text) = row.values[column],
                let id = FeatureID(text)
            else { return false }
            return gone.contains(id)
        }
    }

    /// The deleted rows that rows of a table may belong to; nil when there is none.
    ///
    /// This works for tables alone that are read whole at each sync. Of another table
    /// only some rows were read, which do not tell whether the others belong to a
    /// deleted row. Parents are read first.
    func parents(of table: MirrorTable) -> Parents? {
        guard table.isOwned, let parent = table.parentColumn, let found = gone[parent.table], !found.isEmpty,
            let column = table.columns.firstIndex(where: { $0.name == parent.name })
        else { return nil }
        return Parents(column: column, gone: found)
    }

    /// Forgets a table that is read anew.
    mutating func clear(_ table: MirrorTable) {
        (gone[table], orphans[table]) = (nil, nil)
    }

    /// Notes rows that were read.
    ///
    /// - Parameters:
    ///   - deleted: those that are marked as deleted.
    ///   - orphans: those that belong to a deleted row.
    mutating func note(_ table: MirrorTable, deleted: [FeatureID], orphans found: [FeatureID]) {
        guard table.isOwned else { return }
        if !table.dependents.isEmpty { gone[table, default: []].formUnion(deleted + found) }
        if !found.isEmpty { orphans[table, default: []].formUnion(found) }
    }
}
