import Foundation
import GRDB
import Geoq
import GeoqIndex

extension Store.Areas {
    /// How many areas there are.
    ///
    /// - Throws: `StoreError`.
    package func count() async throws -> Int {
        try await read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM area") ?? 0 }
    }

    /// All areas, by name and then by id; and what is wrong with those that
    /// another program has made unusable.
    ///
    /// - Throws: `StoreError`.
    /// - Complexity: O(positions · log *positions*).
    public func all() async throws -> (areas: [StoredArea], unusable: [AreaNameError]) {
        let stored = try await ofNow()
        return (stored.areas, stored.unusable.map(\.problem))
    }

    /// The area of a name or id. Names are compared without regard to case, accents
    /// and punctuation other than a slash; one that is written exactly so is taken
    /// before others.
    ///
    /// - Throws: `AreaNameError`; `StoreError`.
    /// - Complexity: O(*areas*), and O(positions) of the one that is found.
    public func area(_ nameOrID: String) async throws -> StoredArea {
        try await read(.scan) { db in try Self.stored(nameOrID, db) }
    }

    /// The same in a transaction.
    ///
    /// - Throws: `AreaNameError`.
    /// - Complexity: for an id O(log *areas*), and O(positions) of the area.
    static func stored(_ nameOrID: String, _ db: Database) throws -> StoredArea {
        let id = try FeatureID(nameOrID)?.description ?? choice(nameOrID, db).id.description
        if let row = try Row.fetchOne(db, sql: "\(areaRows) WHERE id = ?", arguments: [id]) {
            return try storedArea(row)
        }
        // A name that looks like an id.
        let other = try choice(nameOrID, db).id.description
        let row = try Row.fetchOne(db, sql: "\(areaRows) WHERE id = ?", arguments: [other])
        guard let row else { throw AreaNameError.unknown(nameOrID, suggestion: nil) }
        return try storedArea(row)
    }

    /// How many rules that are not deleted name an area, by its id or its name; 0
    /// when no area is called so.
    ///
    /// - Throws: `AreaNameError.ambiguous`; `StoreError`.
    package func rules(naming nameOrID: String) async throws -> Int {
        try await read { db in
            let area: AreaChoice
            do {
                area = try Self.choice(nameOrID, db)
            } catch AreaNameError.unknown {
                return 0
            }
            let rules = try String.fetchCursor(
                db,
                sql: """
                    SELECT parameters_json FROM watchlist_rules
                    WHERE deleted_at IS NULL AND parameters_json LIKE '%area%'
                    """)
            var count = 0
            while let parameters = try rules.next() {
                let rule = WatchlistRule(id: area.id, watchlist: area.id, type: "location", parameters: parameters)
                if let named = rule.area, named == area.id.description || named == area.name { count += 1 }
            }
            return count
        }
    }

    /// The row of a name or id.
    ///
    /// - Throws: `AreaNameError.unknown` and `.ambiguous`.
    static func choice(_ nameOrID: String, _ db: Database) throws -> AreaChoice {
        let folded = nameOrID.foldedName
        let asked = FeatureID(nameOrID)
        var (exact, alike): ([AreaChoice], [AreaChoice]) = ([], [])
        var guess = NameSuggestion(for: nameOrID)
        let rows = try Row.fetchCursor(db, sql: "\(areaRows) ORDER BY id")
        while let row = try rows.next() {
            guard let id = FeatureID(row["id"] as String) else { continue }
            let name: String = row["name"]
            func choice() -> AreaChoice {
                AreaChoice(id: id, name: name, kind: row["kind"], source: row["source"], middle: middle(of: row))
            }
            if id == asked || name == nameOrID {
                exact.append(choice())
            } else if !folded.isEmpty, name.foldedName == folded {
                alike.append(choice())
            } else {
                guess.consider(name)
            }
        }
        let found = exact.isEmpty ? alike : exact
        if found.count > 1 {
            let words = Dictionary(found.map { ($0.id, $0.description) }) { first, _ in first }
            throw AreaNameError.ambiguous(nameOrID, areas: words)
        }
        guard let choice = found.first else { throw AreaNameError.unknown(nameOrID, suggestion: guess.best) }
        return choice
    }

    /// The middle of the box of a row's first polygon, of which an edge that steps more than
    /// 180° of longitude goes the short way, across ±180°.
    private static func middle(of row: Row) -> Coordinate? {
        guard let blob = row["geom"] as Data?, let outer = PolygonsBlob.polygons([UInt8](blob))?.first?.outer,
            let first = outer.first
        else { return nil }
        var box = (west: first.longitude, east: first.longitude, south: first.latitude, north: first.latitude)
        var (longitude, shift) = (first.longitude, 0.0)
        for position in outer.dropFirst() {
            let step = position.longitude - longitude
            // A whole parallel is drawn as it is.
            if abs(step) > 180, abs(step) < 360 { shift += step > 0 ? -360 : 360 }
            longitude = position.longitude
            (box.west, box.east) = (min(box.west, longitude + shift), max(box.east, longitude + shift))
            (box.south, box.north) = (min(box.south, position.latitude), max(box.north, position.latitude))
        }
        return try? Coordinate(latitude: (box.south + box.north) / 2, longitude: (box.west + box.east) / 2)
    }

    /// Rows of areas. Another program may have written values of other types:
    /// texts come as texts, and a geometry that is no blob as none.
    static let areaRows = """
        SELECT CAST(id AS TEXT) AS id, CAST(name AS TEXT) AS name, CAST(kind AS TEXT) AS kind,
            CAST(edges AS TEXT) AS edges, CAST(pole AS TEXT) AS pole, CAST(source AS TEXT) AS source,
            CAST(source_id AS TEXT) AS source_id, CASE typeof(geom) WHEN 'blob' THEN geom END AS geom
        FROM area
        """

    /// The area of a row that `areaRows` selects.
    static func storedArea(_ row: Row) throws -> StoredArea {
        let name: String = row["name"]
        guard let id = FeatureID(row["id"] as String) else {
            throw AreaNameError.unusable(name, reason: "its id is no UUID")
        }
        guard let blob = row["geom"] as Data?, let polygons = PolygonsBlob.polygons([UInt8](blob)) else {
            throw AreaNameError.unusable(name, reason: "its geometry is no polygon in degrees")
        }
        do {
            let area = try Area(
                polygons, edges: Area.Edges(rawValue: row["edges"]) ?? .drawn,
                pole: (row["pole"] as String?).flatMap(Area.Pole.init(rawValue:)))
            return StoredArea(
                id: id, name: name, kind: row["kind"], area: area, source: row["source"], sourceID: row["source_id"])
        } catch {
            throw AreaNameError.unusable(name, reason: "\(error)")
        }
    }
}
