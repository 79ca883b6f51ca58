package import Geoq

/// A watchlist that has a title or an id that a person gave.
struct WatchlistCandidate {
    /// In lower case.
    var id: String
    var title: String?
    var isDeleted: Bool

    /// The list that is meant: the one of the id; otherwise the only one that is
    /// not deleted, or the only one at all.
    ///
    /// - Returns: nil when there is no candidate.
    /// - Throws: `StoreError.ambiguousWatchlist`.
    static func meant(by nameOrID: String, among found: [WatchlistCandidate]) throws(StoreError) -> FeatureID? {
        if let exact = found.first(where: { $0.id == nameOrID.lowercased() }) { return FeatureID(exact.id) }
        let living = found.filter { !$0.isDeleted }
        let candidates = living.isEmpty ? found : living
        guard candidates.count <= 1 else {
            throw StoreError.ambiguousWatchlist(nameOrID, candidates.map { "\($0.title ?? "") \($0.id)" })
        }
        return candidates.first.flatMap { FeatureID($0.id) }
    }
}

extension StoredRules {
    /// The list of a title or an id, as `Store.Rules.watchlist(_:)` finds it in a
    /// store.
    ///
    /// - Throws: `StoreError.unknownWatchlist`, `StoreError.ambiguousWatchlist`.
    /// - Complexity: O(lists).
    package func watchlist(_ nameOrID: String) throws(StoreError) -> FeatureID {
        let (id, name) = (nameOrID.lowercased(), nameOrID.foldedName)
        let found = watchlists.sorted { $0.id < $1.id }.filter {
            $0.id.description == id || !$0.title.isEmpty && $0.title.foldedName == name
        }
        let candidates = found.map { list in
            WatchlistCandidate(id: list.id.description, title: list.title, isDeleted: list.isDeleted)
        }
        if let meant = try WatchlistCandidate.meant(by: nameOrID, among: candidates) { return meant }
        let titles = watchlists.filter { !$0.isDeleted && !$0.title.isEmpty }.map(\.title).sorted()
        throw StoreError.unknownWatchlist(nameOrID, suggestion: NameSuggestion.nearest(to: nameOrID, among: titles))
    }
}
