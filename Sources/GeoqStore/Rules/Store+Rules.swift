import GRDB
public import Geoq
import GeoqIndex

/// The watchlists of a store with all their rules, and the birds that the rules
/// name, all of one moment.
package struct StoredRules: Sendable {
    /// All lists, including deleted ones.
    package var watchlists: [Watchlist] = []
    /// All rules, including inactive, deleted and unintelligible ones: rows of
    /// `watchlist_rules`, and the enabled rules that lists have as columns.
    package var rules: [WatchlistRule] = []
    /// All birds that are not deleted.
    package var birds: [Bird] = []
    /// The areas that rules name, by what they call them.
    package var areas: [String: RuleArea] = [:]
    /// The areas' own names, by what rules call them.
    package var areaNames: [String: String] = [:]
    /// The store's version.
    package var version: Int64 = 0

    /// A matcher that finds the watchlists for a sighting.
    ///
    /// - Complexity: O(*n* log *n*).
    package func matcher() -> RuleMatcher {
        RuleMatcher(watchlists: watchlists, rules: rules, birds: birds, areas: areas)
    }

    /// What is noteworthy about the rules.
    ///
    /// - Complexity: O(*n* log *n*).
    ///
    /// - Parameter snapshot: tells of which names there are sightings.
    package func findings(_ snapshot: Snapshot) throws -> [RuleFinding] {
        var problem: (any Error)?
        let findings = RuleMatcher.findings(watchlists: watchlists, rules: rules, birds: birds, areas: areas) { name in
            do {
                return try [Layer.observations, .entries].contains { try snapshot.hasSpecies(named: name, in: $0) }
            } catch {
                problem = error
                return true
            }
        }
        if let problem { throw problem }
        return findings
    }

    /// The titles of the lists, by id.
    package var titles: [FeatureID: String] {
        Dictionary(watchlists.map { ($0.id, $0.title) }, uniquingKeysWith: { first, _ in first })
    }
}

extension Store {
    /// The watchlists of a store and their rules: to read them, to change those
    /// that were made by hand, and to find what they match.
    ///
    ///     let matcher = try await store.rules.matcher().matcher
    ///     let matches = matcher.matches(sighting)
    public struct Rules: StoreFacet {
        let store: Store
    }

    /// The watchlists and their rules.
    public var rules: Rules { Rules(store: self) }
}

extension Store.Rules {
    /// The rules of the store as they are now.
    ///
    /// Rows whose id is no UUID are left out. A rule that names no list gets
    /// the id of a list that does not exist.
    ///
    /// - Complexity: O(lists + rules + birds), and O(*n* log *n*) of the positions of
    ///   areas that rules name.
    package func all() async throws -> StoredRules {
        try await read { db in try Self.rules(db) }
    }

    /// What is noteworthy about the rules as they are now: those that never match,
    /// that ask for the same, or for what is not there. By list, for each the list
    /// itself before its rules, then by rule.
    ///
    /// - Throws: `StoreError` when the rows cannot be read.
    /// - Complexity: O(*n* log *n*), besides that of reading the rules.
    public func findings() async throws -> [RuleFinding] {
        try await all().findings(try await store.snapshot(verifying: .touched))
    }

    /// The birds that rules and entries may name, without deleted ones.
    ///
    /// - Throws: `StoreError` when the rows cannot be read.
    /// - Complexity: O(birds).
    public func birds() async throws -> [Bird] {
        try await read { db in try Self.birds(db) }
    }

    /// A matcher of the store's present rules, and the version of the store that
    /// they are of. A snapshot of the same `version` holds the sightings of that
    /// moment.
    ///
    /// - Throws: `StoreError` when the rows cannot be read.
    /// - Complexity: O(lists + rules + birds), and O(*n* log *n*) of the positions of
    ///   areas that rules name.
    public func matcher() async throws -> (matcher: RuleMatcher, version: Int64) {
        let rules = try await all()
        return (rules.matcher(), rules.version)
    }

    static func rules(_ db: Database) throws -> StoredRules {
        var stored = StoredRules()
        stored.version = try Store.stamp(db).version
        try readLists(db, into: &stored)
        let rules = try PreparedStatement(
            db,
            """
            SELECT id, watchlist_id, rule_type, parameters_json, is_active IS 1, deleted_at IS NOT NULL, priority
            FROM watchlist_rules
            """)
        while try rules.step() {
            guard let id = FeatureID(rules.text(0)) else { continue }
            stored.rules.append(
                WatchlistRule(
                    id: id, watchlist: FeatureID(rules.text(1)) ?? nowhere, type: rules.text(2),
                    parameters: rules.optionalText(3), isActive: rules.int(4) == 1, isDeleted: rules.int(5) == 1,
                    priority: Int(rules.int(6))))
        }
        try readAreas(Set(stored.rules.lazy.compactMap(\.area)), db, into: &stored)
        stored.birds = try birds(db)
        return stored
    }

    static func birds(_ db: Database) throws -> [Bird] {
        let rows = try PreparedStatement(
            db, "SELECT id, scientific_name, common_name, shape_id FROM bird WHERE deleted_at IS NULL")
        var birds: [Bird] = []
        while try rows.step() {
            guard let id = FeatureID(rows.text(0)) else { continue }
            birds.append(
                Bird(
                    id: id, scientificName: rows.optionalText(1), commonName: rows.optionalText(2),
                    shapeID: rows.optionalText(3)))
        }
        return birds
    }

    /// The areas that rules name.
    private static func readAreas(_ names: Set<String>, _ db: Database, into stored: inout StoredRules) throws {
        for name in names {
            do {
                let found = try Store.Areas.stored(name, db)
                stored.areas[name] = .found(found.area)
                stored.areaNames[name] = found.name
            } catch AreaNameError.unknown where FeatureID(name) != nil {
                stored.areas[name] = .missing
            } catch let error as AreaNameError {
                stored.areas[name] = .unusable(reason: error.description)
            }
        }
    }

    /// The largest UUID, which RFC 9562 (5.10) reserves: no list can have it.
    private static let nowhere = FeatureID(key: ItemKey(high: .max, low: .max))

    /// The enabled rules that a list has as columns.
    static func rulesInColumns(_ db: Database, of list: FeatureID) throws -> [WatchlistRule] {
        var stored = StoredRules()
        try readLists(db, only: list, into: &stored)
        return stored.rules
    }

    /// Lists, and the rules in their columns.
    ///
    /// - Parameter only: the list to read; nil for all.
    private static func readLists(
        _ db: Database, only list: FeatureID? = nil, into stored: inout StoredRules
    ) throws {
        let lists = try PreparedStatement(
            db,
            """
            SELECT id, title, deleted_at IS NOT NULL, location_rule_enabled IS 1, location_rule_lat,
                location_rule_lon, location_rule_radius_km, species_rule_enabled IS 1, species_rule_shape_id,
                date_rule_enabled IS 1, date_rule_start_date, date_rule_end_date, type, location_display_name,
                start_date, end_date, owner_id
            FROM watchlists \(list == nil ? "" : "WHERE id = ?")
            """)
        if let list { lists.bind(1, list.description) }
        while try lists.step() {
            guard let id = FeatureID(lists.text(0)) else { continue }
            func number(_ column: Int32) -> Double? { lists.double(column).isNaN ? nil : lists.double(column) }
            var list = Watchlist(id: id, title: lists.text(1), isDeleted: lists.int(2) == 1)
            (list.type, list.place) = (lists.optionalText(12), lists.optionalText(13))
            (list.firstDay, list.lastDay) = (Day(iso: lists.text(14)), Day(iso: lists.text(15)))
            list.owner = FeatureID(lists.text(16))
            var row = ListRow(list)
            if lists.int(3) == 1 { row.setLocation(number(4), number(5), number(6)) }
            (row.hasSpecies, row.shapeID) = (lists.int(7) == 1, lists.optionalText(8))
            (row.hasDates, row.dates) = (lists.int(9) == 1, (lists.optionalText(10), lists.optionalText(11)))
            stored.add(row)
        }
    }

    /// A list by its UUID, the id of its source, or its title, which is compared
    /// without regard to case, accents and punctuation other than a slash.
    ///
    /// - Throws: `StoreError` when no list fits, or more than one.
    /// - Complexity: O(lists).
    public func watchlist(_ nameOrID: String) async throws -> FeatureID {
        let found = try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT id, CAST(title AS TEXT) AS title, deleted_at IS NOT NULL AS is_deleted FROM watchlists
                    WHERE id = ?1 OR source_id = ?2 OR \(Store.foldNameFunctionName)(title) = ?3
                    ORDER BY id = ?1 DESC, deleted_at IS NOT NULL, id LIMIT 5
                    """, arguments: [nameOrID.lowercased(), nameOrID, nameOrID.foldedName]
            ).map { WatchlistCandidate(id: $0["id"], title: $0["title"], isDeleted: $0["is_deleted"]) }
        }
        guard let id = try WatchlistCandidate.meant(by: nameOrID, among: found) else {
            throw StoreError.unknownWatchlist(nameOrID, suggestion: try await title(like: nameOrID))
        }
        return id
    }

    private func title(like name: String) async throws -> String? {
        try await read { db in
            var suggestion = NameSuggestion(for: name)
            let titles = try String.fetchCursor(
                db,
                sql:
                    "SELECT CAST(title AS TEXT) FROM watchlists WHERE title IS NOT NULL AND deleted_at IS NULL ORDER BY title"
            )
            while let title = try titles.next() { suggestion.consider(title) }
            return suggestion.best
        }
    }
}

extension Circle {
    /// The circle in three columns; nil when they hold no usable numbers.
    init?(latitude: Double?, longitude: Double?, radiusKilometers: Double?) {
        guard let latitude, let longitude, let radiusKilometers, radiusKilometers > 0, radiusKilometers.isFinite,
            let center = try? Coordinate(strictLatitude: latitude, longitude: longitude)
        else { return nil }
        self.init(center: center, radius: .kilometers(radiusKilometers))
    }
}

extension PreparedStatement {
    /// A text; nil for NULL.
    func optionalText(_ column: Int32) -> String? {
        if case .null = value(column).storage { return nil }
        return text(column)
    }
}
