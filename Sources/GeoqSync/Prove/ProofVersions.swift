import Geoq
import GeoqFormats
import GeoqStore
import Synchronization

/// Which rows of a mirror are not of the server's present version, and whether
/// the last sync should have read them.
///
/// A row whose version is older than the last sync's cursor was
/// visible to that sync: the mirror should have it. A younger version came
/// later. When the server does not have a row, it cannot be known when it was
/// removed, unless no transaction has begun since. Where rows have no versions,
/// as those of a view or a foreign table, that cannot be known of any row that differs.
struct ProofVersions {
    let session: any RemoteSession
    let reader: MirrorReader
    let moment: RemoteMoment
    let state: MirrorState

    struct Result {
        var counts = ProofReport.Table()
        /// Rows of the mirror.
        var held: Set<FeatureID> = []
        /// Rows that questions must leave out: of different versions, waiting, or
        /// changed here.
        var hidden: Set<FeatureID> = []
        var examples: [String] = []
    }

    /// Rows that are looked up one by one.
    private static let mostRows = 10_000

    /// - Complexity: that of `Comparison`, and O(rows of the table).
    func run(_ table: MirrorTable) async throws -> Result {
        var comparison = Comparison(
            session: session, reader: reader, name: state.name, isUTF8: moment.isUTF8, needsVersions: true)
        comparison.isKeyed = moment.tables[table]?.isKeyed == true
        let difference = try await comparison.run(table, isReplaced: false)
        let waiting = try await reader.waiting(table, of: state.name)
        let open = try await reader.open(table, of: state.name)
        let (held, _) = try await reader.reduce(.held, table, of: state.name, into: Set<FeatureID>()) { ids, key, _ in
            ids.insert(FeatureID(key: key))
        }
        var result = Result(held: held.subtracting(waiting))
        (result.counts.rows, result.counts.waiting) = (difference.count, waiting.count)
        result.counts.waiting += moment.tables[table]?.withoutID ?? 0
        result.counts.unsent = open.count
        result.hidden = Set(difference.toFetch + difference.toRemove.compactMap { FeatureID($0) } + waiting)
        result.hidden.formUnion(open)

        let cursor = state.tables[table]?.cursor
        let hasVersions = moment.tables[table]?.cost == nil
        let isSameMoment = hasVersions && cursor.map { moment.position.isUnchanged(since: $0) } ?? false
        var old = hasVersions ? try await read(table, difference.toFetch, before: cursor) : []
        // A row that the mirror lacks may have been invisible to the last sync.
        if moment.tables[table]?.isSeenByRight ?? false { old.removeAll { !held.contains($0) } }
        result.counts.newer = difference.toFetch.count - old.count
        result.counts.lost = old.count
        for id in old {
            result.examples.append(
                "\(table): the mirror \(held.contains(id) ? "has another version of" : "lacks") \(id), which has not "
                    + "changed on the server since the last sync")
        }
        if isSameMoment {
            result.counts.lost += difference.toRemove.count
        } else {
            result.counts.gone = difference.toRemove.count
        }
        for id in difference.toRemove {
            result.examples.append(
                "\(table): the mirror has \(id), which the server does not have\(isSameMoment ? "" : " (any more)")")
        }
        return result
    }

    /// Of some rows, those whose version on the server is older than a cursor.
    private func read(
        _ table: MirrorTable, _ ids: [FeatureID], before cursor: MirrorCursor?
    ) async throws -> [FeatureID] {
        guard let cursor, !ids.isEmpty else { return [] }
        let position = moment.position
        let found = Mutex<Set<FeatureID>>([])
        _ = try await session.rows(of: table, .ids(Array(ids.prefix(Self.mostRows)))) { batch in
            let old = batch.rows.filter { position.isVersion($0.token, before: cursor) }.map(\.id)
            found.withLock { $0.formUnion(old) }
        }
        return found.withLock { $0.sorted() }
    }
}
