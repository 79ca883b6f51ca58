import Geoq

extension Store {
    /// The changes of an account's rows that the server has not taken, and the
    /// conflicts. Triggers note each change in the transaction that makes it,
    /// also those of other programs.
    ///
    ///     let outbox = store.outbox
    ///     try await outbox.begin(now: now)
    ///     while let batch = try await outbox.nextBatch(now: now) {
    ///         try await outbox.markSent(batch.map(\.id))
    ///         let answers = …
    ///         try await outbox.apply(answers, now: now)
    ///     }
    ///
    /// One pusher at a time: the caller holds the store's `MirrorLock`. All
    /// moments are seconds since 1970.
    package struct Outbox: StoreFacet {
        let store: Store
    }

    /// The queue of the account.
    package var outbox: Outbox { Outbox(store: self) }
}
