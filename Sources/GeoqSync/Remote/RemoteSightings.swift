package import Geoq
import GeoqIndex
import GeoqStore

/// The observations and entries of a remote, asked on the remote itself.
///
/// The remote finds the rows of the circle, or a little more. geoq itself decides
/// distances, edges, days, names and conditions. So the answer is the one that a
/// mirror of the same tables gives.
package struct RemoteSightings: Sendable {
    private let remote: AskedRemote
    /// Gets a sentence about rows that an answer leaves out, because they cannot be used.
    package var told: @Sendable (String) -> Void = { _ in }

    package init(_ remote: AskedRemote) {
        self.remote = remote
    }

    /// The species among the hits of a question, as `Snapshot.species(_:)` gives them.
    ///
    /// Observations are the observed entries of watchlists, and the rows of the
    /// relation that the mapping names for them; with such a relation a remote needs
    /// no watchlists.
    ///
    /// - Precondition: the question is about observations or entries, around a place,
    ///   inside of an area, or everywhere.
    /// - Throws: `SyncError`; what `Snapshot.species(_:)` throws; `FilterError` for an
    ///   unknown column.
    /// - Complexity: that of the remote, and O(*m* log *m*) for *m* rows in the circle,
    ///   which are in memory.
    package func species(_ query: Query) async throws -> [SpeciesSummary] {
        precondition(query.layer != .hotspots, "Hotspots have no species.")
        let relation = query.layer == .observations ? remote.mapping.tables[.observation] : nil
        if relation?.keep == nil {
            _ = try query.filter?.fitted(to: query.layer)
        }
        let lists: Set<MirrorTable> = [.bird, .watchlists, .watchlistEntries]
        let tables = lists.union(relation == nil ? [] : [.observation])
        return try await remote.moment(of: tables, in: Self.region(of: query)) { session, moment in
            let kept = moment.tables[.observation]?.kept ?? []
            var sightings = SightingRows(query.layer, source: moment.identity.address, keeping: kept)
            if relation != nil {
                if let problem = moment.problems[.observation] { throw problem }
                _ = try query.filter?.fitted(to: query.layer, keeping: kept)
                let rows = try await session.allRows(of: .observation)
                sightings.add(observations: rows)
                let left = LeftRows(rows.map { (name: $0.key ?? $0.id.description, problem: $0.problem) })
                if let words = left.words { told(words) }
            }
            if let problem = lists.compactMap({ moment.problems[$0] }).first {
                guard relation != nil, isWithoutLists(lists, moment) else { throw problem }
            } else if let missing = lists.first(where: { moment.tables[$0] == nil }) {
                guard relation != nil else { throw SyncError.schema("\(missing) is not among the tables") }
            } else {
                let entries = try await session.allRows(of: .watchlistEntries)
                let birds = SightingRows.parents(of: entries, in: .bird)
                let owners = SightingRows.parents(of: entries, in: .watchlists)
                sightings.add(
                    entries: entries, birds: try await session.allRows(of: .bird, .ids(birds)),
                    lists: try await session.allRows(of: .watchlists, .ids(owners)))
            }
            return try sightings.species(query)
        }
    }

    /// Whether a remote has no tables of lists, and the mapping did not ask for them.
    private func isWithoutLists(_ lists: Set<MirrorTable>, _ moment: RemoteMoment) -> Bool {
        lists.allSatisfy { table in
            moment.tables[table] != nil
                || !remote.mapping.names(table) && moment.problems[table].map { $0.kind == .noTable } ?? true
        }
    }

    /// Where the remote looks; nil for everywhere.
    private static func region(of query: Query) -> Region? {
        switch query.area {
        case .around(let center, let radius?) where radius.widened < .halfTheEarth:
            .circle(center, radius: radius.widened)
        case .around, .box: query.inside?.box.map { .box($0) }
        case .along: preconditionFailure("A remote is asked around a place, inside of an area or everywhere.")
        }
    }
}
