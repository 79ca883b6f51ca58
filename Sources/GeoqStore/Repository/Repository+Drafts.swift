public import Geoq

extension Repository {
    /// The drafts that are there now, in the order in which they were made, at once, and again after each change of them
    /// by any program.
    ///
    /// - Returns: as `watchlists()`; there are no statuses: a draft never travels.
    /// - Complexity: a change costs O(drafts).
    public func drafts() -> AsyncThrowingStream<Moment<Draft>, any Error> {
        moments(of: nil) { db in try Store.Drafts.all(db) }
    }

    /// Keeps a draft. When it returns, the draft is in the file.
    ///
    /// - Throws: `StoreError.invalidValue`, also for a draft that is there already, or has become an entry;
    ///   `StoreError.noRow` when there is no such list; `StoreError.mirrored` and `StoreError.ofAnother` when it takes
    ///   no entries.
    /// - Complexity: O(log *n*), *n* the drafts.
    public func add(_ draft: Draft) async throws {
        try await store.drafts.add(draft)
    }

    /// Changes a draft: what `change` does to the draft as it now is in the file is written.
    ///
    /// - Returns: the draft as it is now, without candidates until `settleDrafts()` looks for them.
    /// - Throws: As `add`; `StoreError.noRow` when there is no such draft; what `change` throws, and then nothing is
    ///   changed.
    @discardableResult
    public func edit(
        _ draft: Draft, _ change: @escaping @Sendable (inout Draft) throws -> Void
    ) async throws -> Draft {
        try await store.drafts.edit(draft.id, change)
    }

    /// Deletes a draft.
    ///
    /// - Throws: `StoreError.noRow` when there is no such draft.
    public func delete(_ draft: Draft) async throws {
        try await store.drafts.delete(draft.id)
    }

    /// Makes entries of the drafts whose bird is known by now. A sync of the account does it by itself.
    ///
    /// The bird is one of exactly the draft's name, or the only one whose name has its words; where several fit, the
    /// draft has them as its candidates. An entry has the id of its draft. A draft with a place takes the name of the
    /// nearest hotspot within a kilometer, unless it has words for its place; one with words alone takes the place of
    /// the hotspots of that name, when all of them are at one.
    ///
    /// - Returns: the ids of the entries that were made, in the order of the drafts.
    /// - Complexity: O(drafts · birds), and of each draft whose bird is known O(log hotspots), or O(hotspots) for one
    ///   with words alone.
    @discardableResult
    public func settleDrafts() async throws -> [FeatureID] {
        try await store.drafts.settle().entries
    }
}
