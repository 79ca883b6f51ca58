import GRDB
public import Geoq
package import GeoqIndex

/// The features of a layer that a watchlist matches, of one moment.
package struct ListedAnswer: Sendable {
    /// Nearest center first, ties by id.
    package let features: [ListedFeature]
    /// The same features as hits, with their names.
    package let hits: [Hit]
    /// Which store's rows these are, and of which version.
    package let stamp: IndexStamp

    /// The store's version.
    package var version: Int64 { stamp.version }
}

/// How well the places of some observations are known; of the others they are exact,
/// or it is not known.
package struct PlaceDoubts: Sendable {
    package var uncertainties: [FeatureID: Distance] = [:]
    /// The observations whose true place lies in iNaturalist's cell.
    package var obscured: Set<FeatureID> = []

    package init() {}

    /// - Returns: false when there is nothing to note.
    package func note(on sighting: inout Sighting, of id: FeatureID) -> Bool {
        guard let uncertainty = uncertainties[id] else { return false }
        sighting.uncertainty = uncertainty
        if obscured.contains(id) { sighting.obscure() }
        return true
    }

    /// An obscured observation without an uncertainty is as uncertain as the largest cell is long.
    fileprivate mutating func add(_ id: FeatureID, meters: Double?, withheld: String?) {
        let isObscured = ObscuredCell.isMeant(by: withheld, uncertainty: meters)
        guard let meters = meters ?? (isObscured ? ObscuredCell.longestDiagonal : nil), meters.isFinite else { return }
        uncertainties[id] = .meters(meters)
        if isObscured { obscured.insert(id) }
    }
}

extension Store.Rules {
    /// The features of a layer that a watchlist matches: `RuleMatcher.features`
    /// with the rules and the features of one version.
    ///
    /// A snapshot holds no uncertainties, so the uncertainty of an observation is
    /// looked up in its row.
    ///
    /// - Parameter query: the layer, and the other conditions; for a page its
    ///   limit and the id after which it begins. The area is ignored.
    /// - Throws: `QueryError.pageOutdated` when the store has changed since the
    ///   page before; what `answer(_:)` throws.
    package func listed(
        by watchlist: FeatureID, _ query: Query, unknown: UnknownPolicy = .fails,
        verifying verification: Store.Verification = .everything
    ) async throws -> ListedAnswer {
        try await withRules(query, verification) { rules, snapshot, positions, doubts in
            let matcher = rules.matcher(of: watchlist)
            let all = try matcher.features(
                of: watchlist, in: snapshot, query, positions: positions, unknown: unknown,
                uncertainties: doubts.uncertainties, obscured: doubts.obscured)
            var page = all[...]
            if let after = query.after {
                guard after.version == snapshot.version else {
                    throw QueryError.pageOutdated(after.version, now: snapshot.version)
                }
                page = all.firstIndex { $0.id == after.id }.map { all[($0 + 1)...] } ?? []
            }
            if let limit = query.limit { page = page.prefix(limit) }
            let hits = try page.map {
                try snapshot.hit(at: $0.position, $0.match.location?.distance, in: query.layer)
            }
            return ListedAnswer(features: Array(page), hits: hits, stamp: snapshot.stamp)
        }
    }

    /// Gives every match of a layer's features with the lists of the store to
    /// `body`, list by list in the order of their ids.
    ///
    /// - Throws: what `body` throws.
    /// - Complexity: that of `RuleMatcher.forEachMatch`.
    package func forEachMatch(
        in query: Query, unknown: UnknownPolicy = .fails,
        _ body: @escaping @Sendable (ListedFeature, Hit) throws -> Void
    ) async throws {
        try await withRules(query) { rules, snapshot, positions, doubts in
            let matcher = rules.matcher()
            do {
                try matcher.forEachMatch(
                    in: snapshot, query, positions: positions, unknown: unknown, uncertainties: doubts.uncertainties,
                    obscured: doubts.obscured
                ) { feature in
                    try body(
                        feature,
                        try snapshot.hit(at: feature.position, feature.match.location?.distance, in: query.layer))
                }
            } catch let error as IndexError where error != .interrupted {
                // Some matches were given to `body` already, so the question
                // cannot be asked again.
                throw StoreError.failed(path: store.index.path, reason: "\(error)")
            }
        }
    }

    /// How many matches there are.
    ///
    /// - Throws: what `Store.Features.answer(_:verifying:)` throws.
    /// - Complexity: that of `RuleMatcher.forEachMatch`.
    public func matchCount(in query: Query, unknown: UnknownPolicy = .fails) async throws -> Int {
        try await withRules(query) { rules, snapshot, positions, doubts in
            try rules.matcher().matchCount(
                in: snapshot, query, positions: positions, unknown: unknown, uncertainties: doubts.uncertainties,
                obscured: doubts.obscured)
        }
    }

    /// How uncertain the places of some observations are now; observations with
    /// an exact place, or without a known uncertainty, are left out.
    ///
    /// - Parameter stamp: the stamp of the snapshot that gave the ids; nil when values of a later moment will do.
    /// - Throws: `StoreError.snapshotOutdated` when the store has changed since.
    /// - Complexity: O(*ids* · log *n*).
    package func doubts(of ids: [FeatureID], at stamp: IndexStamp? = nil) async throws -> PlaceDoubts {
        if ids.isEmpty { return PlaceDoubts() }
        return try await read { db in
            try Self.check(db, stamp)
            var doubts = PlaceDoubts()
            let row = try PreparedStatement(
                db, "SELECT uncertainty_m, withheld FROM observation WHERE id = ? AND \(Self.isDoubtful)")
            for id in ids {
                row.bind(1, id.description)
                if try row.step() {
                    doubts.add(
                        id, meters: row.isNull(0) ? nil : row.double(0), withheld: row.isNull(1) ? nil : row.text(1))
                }
                row.reset()
            }
            return doubts
        }
    }

    /// The same of all observations.
    ///
    /// - Complexity: O(*observations*).
    package func doubts(at stamp: IndexStamp? = nil) async throws -> PlaceDoubts {
        try await read { db in
            try Self.check(db, stamp)
            return try Self.doubts(db, .observations)
        }
    }

    private static func check(_ db: Database, _ stamp: IndexStamp?) throws {
        if let stamp, try Store.stamp(db) != stamp { throw StoreError.snapshotOutdated }
    }

    private static let isDoubtful = "(uncertainty_m > 0 OR uncertainty_m IS NULL AND withheld IS NOT NULL)"

    private static func doubts(_ db: Database, _ layer: Layer) throws -> PlaceDoubts {
        var doubts = PlaceDoubts()
        guard layer == .observations else { return doubts }
        let rows = try PreparedStatement(
            db, "SELECT id, uncertainty_m, withheld FROM observation WHERE \(isDoubtful)")
        while try rows.step() {
            guard let id = FeatureID(rows.text(0)) else { continue }
            doubts.add(
                id, meters: rows.isNull(1) ? nil : rows.double(1), withheld: rows.isNull(2) ? nil : rows.text(2))
        }
        return doubts
    }

    /// Asks rules and a snapshot of the same version.
    private func withRules<Value: Sendable>(
        _ query: Query, _ verification: Store.Verification = .everything,
        _ body: (StoredRules, Snapshot, PositionSet?, PlaceDoubts) throws -> Value
    ) async throws -> Value {
        for _ in 0..<5 {
            let (rules, doubts) = try await read { db in
                (try Self.rules(db), try Self.doubts(db, query.layer))
            }
            let value = try await store.features.ask(query, verification) { snapshot, positions -> Value? in
                guard snapshot.version == rules.version else { return nil }
                return try body(rules, snapshot, positions, doubts)
            }
            if let value { return value }
        }
        throw StoreError.tooManyChanges
    }
}

extension StoredRules {
    /// A matcher that knows only one list.
    func matcher(of watchlist: FeatureID) -> RuleMatcher {
        RuleMatcher(
            watchlists: watchlists.filter { $0.id == watchlist }, rules: rules.filter { $0.watchlist == watchlist },
            birds: birds, areas: areas)
    }
}
