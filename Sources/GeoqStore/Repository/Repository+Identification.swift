import GRDB
public import Geoq

/// Identifications: sessions with their marks, results and candidates.
extension Repository {
    /// The completed sessions of the present user, or guest, at once, and again
    /// after each change of them: the last seen first, those without a moment last;
    /// of the same moment the last that was made first, then by id.
    ///
    /// - Complexity: a change of the store costs O(*n* log *n*), *n* all sessions,
    ///   and O(changes and pictures that wait to be sent).
    public func identifications() -> AsyncThrowingStream<Moment<IdentificationSession>, any Error> {
        moments { db in try IdentificationSession.history(db, isCompleted: true) }
    }

    /// The marks of a session, in the same way, by area, then id.
    ///
    /// - Complexity: a change of the store costs O(marks of the session · log *n*),
    ///   and O(changes and pictures that wait to be sent); without an account O(all
    ///   marks).
    public func marks(of session: FeatureID) -> AsyncThrowingStream<Moment<IdentificationMark>, any Error> {
        moments { db in try IdentificationMark.all(db, "session_id = ? ORDER BY area, id", [session.description]) }
    }

    /// What came out of a session, in the same way: oldest first, then by id.
    ///
    /// - Complexity: a change of the store costs O(results of the session · log
    ///   *n*), and O(changes and pictures that wait to be sent); without an account
    ///   O(all results).
    public func results(of session: FeatureID) -> AsyncThrowingStream<Moment<IdentificationResult>, any Error> {
        moments { db in
            try IdentificationResult.all(
                db, "session_id = ? ORDER BY \(MirrorTable.creationOrder), id", [session.description])
        }
    }

    /// The birds that may be meant, in the same way: the surest first, of equally
    /// sure ones the oldest, then by id.
    ///
    /// - Complexity: a change of the store costs O(candidates of the result · log
    ///   *n*), and O(changes and pictures that wait to be sent); without an account
    ///   O(all candidates).
    public func candidates(of result: FeatureID) -> AsyncThrowingStream<Moment<IdentificationCandidate>, any Error> {
        moments { db in try IdentificationCandidate.ordered(db, of: result) }
    }

    /// The shapes that the store's birds have, in alphabetical order: what the shape of a session may be. They are
    /// never sent.
    ///
    /// - Complexity: O(birds).
    public func shapes() async throws -> [String] {
        try await store.identifications.shapes().map(\.id)
    }

    /// Adds a session.
    ///
    /// - Throws: As `add` of a list or an entry.
    /// - Complexity: O(log *n*), *n* the rows of the table.
    @discardableResult
    public func add(_ session: IdentificationSession) async throws -> IdentificationSession { try await added(session) }

    /// Changes a session, as `edit` of a list does.
    ///
    /// - Throws: as `edit` of a list.
    /// - Complexity: O(log *n*), *n* the rows of the table.
    @discardableResult
    public func edit(
        _ session: IdentificationSession, _ change: @escaping @Sendable (inout IdentificationSession) throws -> Void
    ) async throws -> IdentificationSession {
        try await edited(session, change)
    }

    /// Deletes a session, with what belongs to it.
    ///
    /// - Throws: As `delete` of a list.
    /// - Complexity: O(rows of the session · log *n*), and O(pictures that wait to
    ///   be sent).
    public func delete(_ session: IdentificationSession) async throws {
        try await store.lists.delete(RowKey(IdentificationSession.table, session.id))
    }

    /// Adds a mark.
    ///
    /// - Throws: As `add` of a list or an entry.
    /// - Complexity: O(log *n*), *n* the rows of the table.
    @discardableResult
    public func add(_ mark: IdentificationMark) async throws -> IdentificationMark { try await added(mark) }

    /// Changes a mark, as `edit` of a list does.
    ///
    /// - Throws: as `edit` of a list.
    /// - Complexity: O(log *n*), *n* the rows of the table.
    @discardableResult
    public func edit(
        _ mark: IdentificationMark, _ change: @escaping @Sendable (inout IdentificationMark) throws -> Void
    ) async throws -> IdentificationMark {
        try await edited(mark, change)
    }

    /// Deletes a mark.
    ///
    /// - Throws: As `delete` of a list.
    /// - Complexity: O(log *n*), *n* the rows of the table, and O(pictures that
    ///   wait to be sent).
    public func delete(_ mark: IdentificationMark) async throws {
        try await store.lists.delete(RowKey(IdentificationMark.table, mark.id))
    }

    /// Adds a result.
    ///
    /// - Throws: As `add` of a list or an entry.
    /// - Complexity: O(log *n*), *n* the rows of the table.
    @discardableResult
    public func add(_ result: IdentificationResult) async throws -> IdentificationResult { try await added(result) }

    /// Changes a result, as `edit` of a list does.
    ///
    /// - Throws: as `edit` of a list.
    /// - Complexity: O(log *n*), *n* the rows of the table.
    @discardableResult
    public func edit(
        _ result: IdentificationResult, _ change: @escaping @Sendable (inout IdentificationResult) throws -> Void
    ) async throws -> IdentificationResult {
        try await edited(result, change)
    }

    /// Deletes a result, with what belongs to it.
    ///
    /// - Throws: As `delete` of a list.
    /// - Complexity: O(candidates of the result · log *n*), and O(pictures that
    ///   wait to be sent).
    public func delete(_ result: IdentificationResult) async throws {
        try await store.lists.delete(RowKey(IdentificationResult.table, result.id))
    }

    /// Adds a candidate.
    ///
    /// - Throws: As `add` of a list or an entry.
    /// - Complexity: O(log *n*), *n* the rows of the table.
    @discardableResult
    public func add(_ candidate: IdentificationCandidate) async throws -> IdentificationCandidate {
        try await added(candidate)
    }

    /// Changes a candidate, as `edit` of a list does.
    ///
    /// - Throws: as `edit` of a list.
    /// - Complexity: O(log *n*), *n* the rows of the table.
    @discardableResult
    public func edit(
        _ candidate: IdentificationCandidate,
        _ change: @escaping @Sendable (inout IdentificationCandidate) throws -> Void
    ) async throws -> IdentificationCandidate {
        try await edited(candidate, change)
    }

    /// Deletes a candidate.
    ///
    /// - Throws: As `delete` of a list.
    /// - Complexity: O(log *n*), *n* the rows of the table, and O(pictures that
    ///   wait to be sent).
    public func delete(_ candidate: IdentificationCandidate) async throws {
        try await store.lists.delete(RowKey(IdentificationCandidate.table, candidate.id))
    }
}

extension IdentificationSession {
    /// The sessions of the present user, or guest: the last seen first, those without a
    /// moment last; of the same moment the last that was made first, then by id.
    ///
    /// - Parameter isCompleted: whether only those that have come to an end.
    static func history(_ db: Database, isCompleted: Bool) throws -> [IdentificationSession] {
        try all(
            db,
            """
            owner_id IS (SELECT user_id FROM geoq_account)\(isCompleted ? " AND is_completed" : "")
            ORDER BY observed_at DESC NULLS LAST, \(MirrorTable.creationOrder) DESC NULLS LAST, id
            """, [])
    }
}

extension IdentificationCandidate {
    /// The candidates of a result, in their fixed order.
    static func ordered(_ db: Database, of result: FeatureID) throws -> [IdentificationCandidate] {
        try all(db, "result_id = ? \(order)", [result.description])
    }

    /// The candidates of all results of a session, in the same order.
    static func ordered(
        _ db: Database, ofSession session: FeatureID, syncs: RowSyncs
    ) throws -> [IdentificationCandidate] {
        let results = "SELECT id FROM identification_result WHERE session_id = ? AND deleted_at IS NULL"
        return try all(db, "result_id IN (\(results)) \(order)", [session.description], syncs: syncs)
    }

    /// A confidence that is not a finite number, as another program may write it, counts as missing.
    private static let order = """
        ORDER BY CASE WHEN typeof(confidence) IN ('integer', 'real') AND abs(confidence) < 9e999
            THEN confidence END DESC, \(MirrorTable.creationOrder), id
        """
}
