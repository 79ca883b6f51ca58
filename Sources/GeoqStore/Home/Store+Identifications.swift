import GRDB
package import Geoq

extension Store {
    /// The identifications of the present user, or guest.
    package struct Identifications: StoreFacet {
        let store: Store
    }

    /// The identifications of the present user, or guest.
    package var identifications: Identifications { Identifications(store: self) }
}

/// A session with all that belongs to it.
package struct WholeIdentification: Hashable, Sendable {
    package var session: IdentificationSession
    package var marks: [IdentificationMark]
    package var results: [IdentificationResult]
    /// The candidates of all results: the surest first, of equally sure ones the oldest, then by id.
    package var candidates: [IdentificationCandidate]
    /// The birds that results and candidates name.
    package var birds: [FeatureID: Bird]
    /// How the session stands; when it stands as at the account's project, how the first of
    /// its parts stands that does not: marks, results, candidates. nil when all do.
    package var status: RowStatus?
}

extension Store.Identifications {
    /// The sessions, the last seen first, of the same moment the last that was made.
    ///
    /// - Parameter isCompleted: whether only those that have come to an end.
    package func history(isCompleted: Bool) async throws -> [WholeIdentification] {
        try await read { db in
            let (statuses, syncs) = (try Self.statuses(db), try Self.syncs(db))
            return try IdentificationSession.history(db, isCompleted: isCompleted).map {
                try Self.whole(db, $0, statuses, syncs)
            }
        }
    }

    /// One session.
    ///
    /// - Throws: `StoreError.noRow` when there is none of this id that is the
    ///   present user's.
    package func session(_ id: FeatureID) async throws -> WholeIdentification {
        try await read { db in
            guard let session = try IdentificationSession.history(db, isCompleted: false).first(where: { $0.id == id })
            else { throw StoreError.noRow(RowKey(.identificationSession, id).description) }
            return try Self.whole(db, session, Self.statuses(db), Self.syncs(db))
        }
    }

    /// How the rows of all identifications stand; their ids are random, so no two tables
    /// share one.
    private static func statuses(_ db: Database) throws -> [FeatureID: RowStatus] {
        let tables: [MirrorTable] = [
            .identificationSession, .identificationMark, .identificationResult, .identificationCandidate,
        ]
        return try tables.reduce(into: [:]) { all, table in
            all.merge(try RowStatus.all(db, of: table)) { first, _ in first }
        }
    }

    /// What is known of the parts of sessions at the remote.
    private static func syncs(_ db: Database) throws -> (marks: RowSyncs, results: RowSyncs, candidates: RowSyncs) {
        (
            try RowSyncs(db, of: .identificationMark), try RowSyncs(db, of: .identificationResult),
            try RowSyncs(db, of: .identificationCandidate)
        )
    }

    private static func whole(
        _ db: Database, _ session: IdentificationSession, _ statuses: [FeatureID: RowStatus],
        _ syncs: (marks: RowSyncs, results: RowSyncs, candidates: RowSyncs)
    ) throws -> WholeIdentification {
        let id = session.id.description
        let results = try IdentificationResult.all(
            db, "session_id = ? ORDER BY \(MirrorTable.creationOrder), id", [id], syncs: syncs.results)
        var whole = WholeIdentification(
            session: session,
            marks: try IdentificationMark.all(db, "session_id = ? ORDER BY area, id", [id], syncs: syncs.marks),
            results: results,
            candidates: try IdentificationCandidate.ordered(db, ofSession: session.id, syncs: syncs.candidates),
            birds: [:])
        let parts = [session.id] + whole.marks.map(\.id) + results.map(\.id) + whole.candidates.map(\.id)
        whole.status = parts.lazy.compactMap { statuses[$0] }.first
        for bird in Set(results.compactMap(\.bird) + whole.candidates.map(\.bird)) {
            let row = try Row.fetchOne(
                db, sql: "SELECT scientific_name, common_name, shape_id FROM bird WHERE id = ?",
                arguments: [bird.description]
            ).map { WrittenRow($0) }
            whole.birds[bird] = Bird(
                id: bird, scientificName: row?["scientific_name"], commonName: row?["common_name"],
                shapeID: row?["shape_id"])
        }
        return whole
    }
}
