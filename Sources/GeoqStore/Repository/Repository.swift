public import Foundation
public import Geoq

/// The lists of a store, with their entries and rules, as an application shows
/// and changes them.
///
///     let birds = Repository(store)
///     let list = try await birds.add(Watchlist(title: "Winter ducks"))
///     try await birds.edit(list) { $0.title = "Ducks" }
///     for try await lists in birds.watchlists() { show(lists.rows, lists.freshness) }
///
/// When a change returns, it is in the file, with the mark that it is to be sent
/// when the store has an account, and nothing waits for a network. Without an
/// account it is a guest's, until a login makes it the account's.
///
/// A row says which version the server had when it was last seen (`rowVersion`), and when it was last as here
/// (`lastSyncedAt`). A sync that finds nothing new confirms all rows, those with waiting changes as they were before these.
/// Both are given and never taken: a value that is added or written back has them as its program read or decoded them, and
/// what the store knows stays. On which version a waiting change was made, the store has noted by itself.
public struct Repository: Sendable {
    let store: Store

    /// The lists of an open store. Several repositories may have the same store.
    public init(_ store: Store) {
        self.store = store
    }

    /// The rows that are there at a moment.
    public struct Moment<Row: Hashable & Sendable>: Hashable, Sendable {
        /// In the order that the function says that gives them.
        public var rows: [Row]
        /// How the rows stand that the server does not have as they are here, by
        /// their ids.
        public var statuses: [FeatureID: RowStatus]
        /// How old the rows are.
        public var freshness: Freshness
        /// When a sync of the account last succeeded; nil while none has, and without an account.
        public var lastSync: Date?
    }
}

/// How old the rows of an account are.
public enum Freshness: Hashable, Sendable {
    /// The rows are those of the last sync, and no sync has failed since. Rows of a
    /// store without an account are always fresh.
    case fresh
    /// A sync runs.
    case refreshing
    /// The last sync has failed, or there was none. The rows are those of the
    /// last one that succeeded, at this moment.
    case offline(since: Date?)
}
