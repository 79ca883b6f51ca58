import GRDB
public import Geoq
public import GeoqIndex

extension Store {
    /// Hotspots in whose names a text stands, from the beginning of a word on, as
    /// `NameFolding` writes both: without regard to case, accents and
    /// punctuation.
    ///
    /// Without a center those with exactly this name come first, then those that
    /// begin with it, then those that have it further on; with one the nearest
    /// come first. Ties go by what follows in the name, and then by id.
    ///
    /// - Parameters:
    ///   - limit: at most so many.
    ///   - center: where the nearest are asked for.
    /// - Throws: `StoreError`.
    /// - Complexity: O(log *n*) names, and one for each that fits.
    public func find(
        _ name: String, limit: Int, nearest center: Coordinate? = nil,
        verifying verification: Verification = .everything
    ) async throws -> [Feature] {
        precondition(limit >= 0, "A limit is zero or more.")
        return try await named(verification) { snapshot throws(IndexError) in
            if let center { return try snapshot.hotspots(named: name, nearest: center, limit: limit) }
            return try snapshot.hotspots(named: name, limit: limit)
        }
    }

    /// The name of a hotspot that comes nearest to one that was perhaps
    /// misspelt; nil when none is near.
    ///
    /// - Complexity: O(*n*).
    public func name(
        like name: String, verifying verification: Verification = .everything
    ) async throws -> String? {
        let snapshot = try await snapshot(verifying: verification)
        if let found = try? snapshot.hotspotName(like: name) { return found }
        return nil
    }

    /// The rows of hotspots that a snapshot finds, of one moment.
    func named(
        _ verification: Verification, _ find: (Snapshot) throws(IndexError) -> [Hit]
    ) async throws -> [Feature] {
        for _ in 0..<5 {
            let snapshot = try await snapshot(verifying: verification)
            do {
                let hits = try find(snapshot)
                return try await features(hits, of: snapshot.stamp).map(\.feature)
            } catch is IndexError {
                try await rebuildIndex()
            } catch StoreError.snapshotOutdated {
                continue
            }
        }
        throw StoreError.tooManyChanges
    }
}
