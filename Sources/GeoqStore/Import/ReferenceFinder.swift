import GRDB
import Geoq
import GeoqFormats
import GeoqIndex

/// A row refers to a row that does not exist.
struct ReferenceProblem: Error {
    let column: String
    let reason: String
    /// Whether it is a bird that does not exist.
    var lacksBird = false
}

/// Finds the lists and birds that rows of watchlists refer to.
struct ReferenceFinder {
    private let db: Database
    private let hasWatchlist: PreparedStatement
    private let hasBird: PreparedStatement
    /// The list that was written last.
    private var lastList: FeatureID?
    /// By folded name (`NameFolding`); nil until a name is first looked up.
    private var birdsByName: [String: FeatureID]?

    init(_ db: Database) throws {
        self.db = db
        hasWatchlist = try PreparedStatement(db, "SELECT 1 FROM watchlists WHERE id = ?1")
        hasBird = try PreparedStatement(db, "SELECT 1 FROM bird WHERE id = ?1")
    }

    /// The birds that are not deleted, by their names: a scientific name before
    /// a common one, and of several birds the one with the smallest id.
    private static func birdsByName(_ db: Database) throws -> [String: FeatureID] {
        var birds: [String: FeatureID] = [:]
        for column in ["common_name", "scientific_name"] {
            let rows = try PreparedStatement(
                db,
                "SELECT id, \(column) FROM bird WHERE deleted_at IS NULL AND \(column) IS NOT NULL ORDER BY id DESC")
            while try rows.step() { birds[rows.text(1).foldedName] = FeatureID(rows.text(0)) }
        }
        return birds
    }

    /// Notes that a list was written; the records inside it come next.
    mutating func took(_ record: ImportRecord, _ id: FeatureID) {
        if case .watchlist(let row) = record, row.part == .watchlist { lastList = id }
    }

    /// - Throws: `ReferenceProblem` when the list or the bird is not in the store;
    ///   what reading the store throws.
    mutating func references(of record: WatchlistRecord, source: String) throws -> References {
        References(
            watchlist: try record.list.map { try watchlist($0, source) },
            bird: try record.bird.map { try bird($0, source) })
    }

    private func watchlist(_ reference: WatchlistRecord.ListReference, _ source: String) throws -> FeatureID {
        switch reference {
        case .preceding:
            guard let lastList else { preconditionFailure("What stands inside a list comes after it.") }
            return lastList
        case .id(let text):
            let id = FeatureID(text) ?? RecordUUID.derived(source: source, sourceID: text)
            guard try has(id, hasWatchlist) else {
                throw ReferenceProblem(
                    column: "watchlist_id",
                    reason: "no watchlist \(text.prefix(100)); put it before what is on it, or import it first")
            }
            return id
        }
    }

    /// - Throws: as `references(of:source:)`.
    mutating func bird(_ reference: BirdReference, _ source: String) throws -> FeatureID {
        switch reference {
        case .id(let text):
            let id = FeatureID(text) ?? RecordUUID.derived(source: source, sourceID: text)
            guard try has(id, hasBird) else {
                throw ReferenceProblem(
                    column: "bird_id", reason: "no bird \(text.prefix(100)); import the birds first", lacksBird: true)
            }
            return id
        case .name(let name):
            guard let id = try bird(called: name) else {
                throw ReferenceProblem(
                    column: "scientific_name",
                    reason: "no bird is called \(name.prefix(100)); import the birds first", lacksBird: true)
            }
            return id
        }
    }

    /// The bird of a scientific or common name; nil when there is none.
    mutating func bird(called name: String) throws -> FeatureID? {
        if birdsByName == nil { birdsByName = try Self.birdsByName(db) }
        return birdsByName?[name.foldedName]
    }

    /// Notes that a bird was added under its names.
    mutating func added(_ bird: BirdRecord, _ id: FeatureID) {
        for name in [bird.commonName, bird.scientificName].compactMap(\.self) {
            if birdsByName?[name.foldedName] == nil { birdsByName?[name.foldedName] = id }
        }
    }

    private func has(_ id: FeatureID, _ statement: PreparedStatement) throws -> Bool {
        statement.bind(1, id.description)
        return try statement.firstRow() == 1
    }

    /// The id of a row that is identified by its place on its list, or by its
    /// hotspot, bird and week, of which it has the ids.
    static func derivedID(of record: ImportRecord, _ found: References, source: String) -> FeatureID? {
        if case .presence(let row) = record {
            return RecordUUID.derived(
                source: source, sourceID: "presence \(row.hotspot.text) \(row.bird.text) \(row.week)")
        }
        guard case .watchlist(let row) = record, let key = row.key, let list = found.watchlist else { return nil }
        return RecordUUID.derived(source: source, sourceID: "\(list) \(key)")
    }

    /// Rows on some lists that came from other sources.
    func children(of lists: [Int64], in table: String, besides source: String) throws -> [Int64] {
        try lists.flatMap { list in
            try Int64.fetchAll(
                db,
                sql: """
                    SELECT fid FROM \(table) WHERE source <> ?
                        AND watchlist_id = (SELECT id FROM watchlists WHERE fid = ?)
                    """, arguments: [source, list])
        }
    }

    /// Those of these birds that no row refers to: no entry, no presence, no sighting and no identification.
    ///
    /// - Complexity: O((birds + rows that refer to any) · log *n*).
    func unused(birds: [Int64]) throws -> [Int64] {
        if birds.isEmpty { return [] }
        // Not every table has an index by birds. No presence that is marked as deleted holds one.
        let referring =
            MirrorTable.bird.children.map { "SELECT \($0.column) FROM \($0.table)" }
            + ["SELECT bird_id FROM \(MirrorTable.speciesPresence) WHERE deleted_at IS NULL"]
        let used = Set(
            try Int64.fetchAll(
                db, sql: "SELECT fid FROM bird WHERE id IN (\(referring.joined(separator: " UNION ")))"))
        return birds.filter { !used.contains($0) }
    }
}
