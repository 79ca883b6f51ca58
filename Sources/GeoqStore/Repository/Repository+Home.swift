import GRDB
public import Geoq

/// The profile of the user, with whom lists are shared, and sightings that all
/// may see.
extension Repository {
    /// The profile of the user who is logged in, at once, and again after each
    /// change of it; no row while there is none.
    ///
    /// - Complexity: a change of the store costs O(log *n*), *n* the rows of the
    ///   table, and O(changes and pictures that wait to be sent).
    public func profile() -> AsyncThrowingStream<Moment<UserProfile>, any Error> {
        moments { db in try UserProfile.all(db, "id = (SELECT user_id FROM geoq_account)", []) }
    }

    /// Changes the profile, as `edit` of a list does.
    ///
    /// - Throws: as `edit` of a list.
    /// - Complexity: O(log *n*), *n* the rows of the table.
    @discardableResult
    public func edit(
        _ profile: UserProfile, _ change: @escaping @Sendable (inout UserProfile) throws -> Void
    ) async throws -> UserProfile {
        try await edited(profile, change)
    }

    /// With whom a list is shared, in the same way, ordered by the user's id.
    ///
    /// - Complexity: a change of the store costs O(shares of the list · log *n*),
    ///   and O(changes and pictures that wait to be sent); without an account
    ///   O(shares of all lists).
    public func shares(of list: FeatureID) -> AsyncThrowingStream<Moment<WatchlistShare>, any Error> {
        moments { db in
            try WatchlistShare.all(db, "watchlist_id = ? ORDER BY user_id, id", [list.description])
        }
    }

    /// The sightings that all may see, in the same way: the newest first, those
    /// without a moment last, ties by id.
    ///
    /// - Complexity: a change costs O(sightings · log *n*).
    public func communityObservations() -> AsyncThrowingStream<Moment<CommunityObservation>, any Error> {
        moments { db in try CommunityObservation.all(db, "TRUE ORDER BY observed_at DESC NULLS LAST, id", []) }
    }

    /// Shares a list, or changes what the user may do with it.
    ///
    /// - Returns: the share as it is now in the file.
    /// - Throws: `StoreError.ofAnother` when the list is another user's;
    ///   `StoreError.noRow`, `StoreError.mirrored`, `StoreError.invalidValue`.
    /// - Complexity: O(shares of the list · log *n*).
    @discardableResult
    public func add(_ share: WatchlistShare) async throws -> WatchlistShare {
        try await store.lists.share(share)
    }

    /// Ends a share.
    ///
    /// - Throws: As `delete` of a list.
    /// - Complexity: O(log *n*), *n* the rows of the table, and O(pictures that
    ///   wait to be sent).
    public func delete(_ share: WatchlistShare) async throws {
        try await store.lists.delete(RowKey(.watchlistShares, share.id))
    }

    /// Adds a sighting for the community.
    ///
    /// - Throws: As `add` of a list or an entry.
    /// - Complexity: O(log *n*), *n* the rows of the table.
    @discardableResult
    public func add(_ observation: CommunityObservation) async throws -> CommunityObservation {
        try await added(observation)
    }

    /// Changes a sighting for the community, as `edit` of a list does.
    ///
    /// - Throws: as `edit` of a list.
    /// - Complexity: O(log *n*), *n* the rows of the table.
    @discardableResult
    public func edit(
        _ observation: CommunityObservation, _ change: @escaping @Sendable (inout CommunityObservation) throws -> Void
    ) async throws -> CommunityObservation {
        try await edited(observation, change)
    }

    /// Deletes a sighting of the community.
    ///
    /// - Throws: As `delete` of a list.
    /// - Complexity: O(log *n*), *n* the rows of the table, and O(pictures that
    ///   wait to be sent).
    public func delete(_ observation: CommunityObservation) async throws {
        try await store.lists.delete(RowKey(CommunityObservation.table, observation.id))
    }

    /// Adds a row under its parent.
    func added<Value: KeptValue>(_ value: Value) async throws -> Value {
        try await store.write { db in
            guard let id = value.fixed[0] else { preconditionFailure("A row has an id.") }
            if let parent = value.parent {
                _ = try Store.Lists.add(db, value.given, to: parent, in: Value.table, id: id)
            } else {
                _ = try Store.Lists.add(db, value.given, in: Value.table, id: id)
            }
            return try Value.kept(db, id)
        }
    }

    func edited<Value: KeptValue>(
        _ value: Value, _ change: @escaping @Sendable (inout Value) throws -> Void
    ) async throws -> Value {
        guard let id = value.fixed[0] else { preconditionFailure("A row has an id.") }
        return try await store.write { db in try Self.edit(db, id, change) }
    }
}
