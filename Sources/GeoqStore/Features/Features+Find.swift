import GRDB
public import Geoq
public import GeoqIndex

extension Store.Features {
    /// Hotspots whose names contain a text that begins where a word does, without
    /// regard to case, accents and punctuation other than a slash.
    ///
    /// Without a center, names that are exactly the text come first, then those
    /// that begin with it, then those that contain it further on; with a
    /// center, the nearest come first. Ties go by the rest of the name, and
    /// then by id.
    ///
    /// - Parameters:
    ///   - limit: how many at most.
    ///   - center: the place to which the hotspots are to be near.
    /// - Precondition: `limit` is not negative.
    /// - Throws: `StoreError`.
    /// - Complexity: O(log *n*) names, and one for each that fits.
    public func hotspots(
        named name: String, limit: Int, nearest center: Coordinate? = nil,
        verifying verification: Store.Verification = .everything
    ) async throws -> [Feature] {
        precondition(limit >= 0, "A limit is zero or more.")
        return try await named(verification) { snapshot throws(IndexError) in
            if let center { return try snapshot.hotspots(named: name, nearest: center, limit: limit) }
            return try snapshot.hotspots(named: name, limit: limit)
        }
    }

    /// The name of the hotspot that is nearest to a perhaps misspelt one; nil
    /// when none is near.
    ///
    /// - Throws: `StoreError` when the rows cannot be read.
    /// - Complexity: O(*n*).
    public func hotspotName(
        like name: String, verifying verification: Store.Verification = .everything
    ) async throws -> String? {
        let snapshot = try await store.snapshot(verifying: verification)
        if let found = try? snapshot.hotspotName(like: name) { return found }
        return nil
    }

    /// The rows of hotspots that a snapshot finds, all of one moment.
    func named(
        _ verification: Store.Verification, _ find: (Snapshot) throws(IndexError) -> [Hit]
    ) async throws -> [Feature] {
        for _ in 0..<5 {
            let snapshot = try await store.snapshot(verifying: verification)
            do {
                let hits = try find(snapshot)
                return try await rows(of: hits, at: snapshot.stamp, withSyncs: true).map(\.feature)
            } catch is IndexError {
                try await store.index.rebuild()
            } catch StoreError.snapshotOutdated {
                continue
            }
        }
        throw StoreError.tooManyChanges
    }
}
