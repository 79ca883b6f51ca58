import Geoq
import GeoqStore

/// Tells which rules a command silences because it takes their areas away.
struct LostRules {
    private let store: Store
    /// The rules that had no area before.
    private let before: Set<String>

    /// Call it before areas are taken away.
    ///
    /// - Throws: `StoreError`.
    init(in store: Store) async throws {
        self.store = store
        before = try await store.areas.rulesWithoutArea()
    }

    /// How many rules match nothing from now on; nil when there are none.
    ///
    /// - Throws: `StoreError`.
    func sentence() async throws -> String? {
        let count = try await store.areas.rulesWithoutArea().subtracting(before).count
        if count == 0 { return nil }
        return count == 1
            ? "1 rule names an area that is gone and matches nothing without it; geoq rules check tells which"
            : "\(count) rules name areas that are gone and match nothing without them; geoq rules check tells which"
    }

    /// How many rules in force match nothing, because the store perhaps never had their areas, or they cannot be used;
    /// nil for none.
    ///
    /// - Complexity: O(lists + rules).
    static func sentence(of stored: StoredRules) -> String? {
        let unusable = stored.areas.filter { entry in
            if case .found = entry.value { return false }
            return true
        }
        if unusable.isEmpty { return nil }
        let lists = Set(stored.watchlists.lazy.filter { !$0.isDeleted }.map(\.id))
        let count = stored.rules.count { rule in
            guard rule.isInForce, lists.contains(rule.watchlist), let area = rule.area else { return false }
            return unusable[area] != nil
        }
        if count == 0 { return nil }
        return count == 1
            ? "1 rule names an area that the store does not have, or that cannot be used, and matches nothing; "
                + "geoq rules check tells which"
            : "\(count) rules name areas that the store does not have, or that cannot be used, and match nothing; "
                + "geoq rules check tells which"
    }
}
