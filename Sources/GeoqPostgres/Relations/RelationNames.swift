import Geoq
import GeoqStore
import GeoqSync

/// The names that columns usually have, in the order in which they are tried.
enum RelationNames {
    /// By geoq's columns. Names are compared in lower case, letters and digits
    /// only.
    static func usual(_ table: MirrorTable) -> [(ours: String, names: [String])] {
        table == .observation ? observations : hotspots
    }

    private static let hotspots: [(String, [String])] = [
        (
            "name",
            [
                "name", "title", "label", "placename", "sitename", "stationname", "hotspotname", "locationname", "nom",
                "nombre", "bezeichnung", "naam", "site", "station", "place",
            ]
        ),
        ("locality", ["locality", "city", "town", "municipality", "county", "region", "state", "district", "address"]),
        ("created_at", ["createdat"]), ("updated_at", ["updatedat"]), ("deleted_at", ["deletedat"]),
    ]
    private static let observations: [(String, [String])] = [
        ("scientific_name", species), ("common_name", ["commonname", "vernacularname", "englishname", "vernacular"]),
        (
            "count",
            ["count", "individualcount", "numberobserved", "howmany", "number", "quantity", "abundance", "anzahl", "n"]
        ),
        ("date", days), ("date_end", ["dateend", "enddate"]), ("time", ["time", "eventtime", "observationtime"]),
        ("place", ["place", "locality", "placename", "sitename", "site", "locationname", "station", "location"]),
        ("uncertainty_m", ["uncertaintym", "coordinateuncertaintyinmeters", "positionalaccuracy", "accuracy"]),
        ("license", ["license", "licence"]), ("deleted_at", ["deletedat"]),
    ]
    static let species = [
        "scientificname", "species", "taxon", "taxonname", "speciesname", "latinname", "acceptedscientificname", "art",
    ]
    /// Of Darwin Core: `present` or `absent`.
    static let occurrenceStatus = "occurrencestatus"
    static let days = [
        "date", "eventdate", "observedon", "observationdate", "obsdate", "seenon", "dateobserved", "ringedon",
        "visitdate", "recordedon", "observedat", "seenat", "recordedat", "datum", "day", "timestamp", "observedtime",
    ]
    static let places = [
        "geom", "geometry", "thegeom", "way", "wkbgeometry", "location", "geog", "geography", "shape", "point",
        "position",
        "coordinates",
    ]
    /// Pairs of latitude and longitude, and whether they are degrees.
    static let pairs: [(latitude: String, longitude: String, isInDegrees: Bool)] = [
        ("lat", "lon", true), ("latitude", "longitude", true), ("decimallatitude", "decimallongitude", true),
        ("lat", "lng", true), ("lat", "long", true), ("latdd", "londd", true), ("ycoord", "xcoord", false),
        ("northing", "easting", false), ("y", "x", false),
    ]
    static let keys = ["id", "gid", "fid", "ogcfid", "objectid", "osmid", "uuid", "pk", "key", "code"]

    /// That a relation has no column of a name, with the one that it has and that differs in capitals alone: SQL
    /// takes a name without quotation marks in small letters.
    static func lacks(_ column: String, _ relation: String, with columns: some Sequence<String>) -> String {
        let folded = column.lowercased()
        let near = columns.filter { $0.lowercased() == folded }.min()
        return "\(relation) has no column \(column)" + (near.map { " (there is \($0))" } ?? "")
    }

    /// How a server transforms places, and how exactly.
    static let transformation = "ST_Transform: exact within WGS 84, else as its PROJ grids allow"

    /// That a relation has two columns of a name, each with accents written in its own way.
    static func twins(_ column: String, _ relation: String) -> String {
        "\(relation) has no column \(column) that differs from another in more than how an accent is written"
    }

    static func plain(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
}

extension CatalogRelation {
    var hasPlaces: Bool { placeColumn != nil || pair != nil }

    var looksLikeObservations: Bool {
        let names = Set(columns.map { RelationNames.plain($0.name) })
        return !names.isDisjoint(with: RelationNames.species + ["commonname", "vernacularname"])
            && !names.isDisjoint(with: RelationNames.days)
    }

    /// The column of places: the one with a usual name, or the first.
    package var placeColumn: Column? {
        let places = columns.filter { $0.place != nil }
        let readable = places.filter(\.isReadable)
        // Of one that may not be read the obstacle tells, unless a pair of columns says the same.
        if readable.isEmpty, readablePair != nil { return nil }
        let all = readable.isEmpty ? places : readable
        let points = all.filter { [0, 1, 4].contains($0.place?.kind ?? 0) }
        for some in [points, all] {
            for name in RelationNames.places {
                if let column = some.first(where: { RelationNames.plain($0.name) == name }) { return column }
            }
            if let column = some.first { return column }
        }
        return nil
    }

    /// The columns of latitude and longitude; those that may be read come first.
    package var pair: (latitude: String, longitude: String, isInDegrees: Bool)? {
        readablePair ?? Self.pair(among: columns)
    }

    private var readablePair: (latitude: String, longitude: String, isInDegrees: Bool)? {
        Self.pair(among: columns.filter(\.isReadable))
    }

    private static func pair(
        among columns: [Column]
    ) -> (latitude: String, longitude: String, isInDegrees: Bool)? {
        let byName = Dictionary(columns.map { (RelationNames.plain($0.name), $0.name) }) { first, _ in first }
        for pair in RelationNames.pairs {
            if let latitude = byName[pair.latitude], let longitude = byName[pair.longitude] {
                return (latitude, longitude, pair.isInDegrees)
            }
        }
        return nil
    }

    /// The primary key, another unique key, or, of a view and the like, a
    /// column with the name of a key.
    package var guessedKey: [String]? {
        let usable = Dictionary(columns.map { ($0.name, $0.isReadable && RelationKey.canUse($0.type)) }) { $1 }
        let isView = kind != .table && kind != .partitioned
        let keys = uniqueKeys.filter { !$0.isEmpty && $0.allSatisfy { usable[$0] == true } }
        // A unique index lets any number of NULLs be.
        let sure = keys.first { $0.allSatisfy { name in columns.first { $0.name == name }?.isRequired == true } }
        if let key = sure ?? keys.first { return key }
        guard isView else { return nil }
        for name in RelationNames.keys {
            if let column = columns.first(where: { RelationNames.plain($0.name) == name && usable[$0.name] == true }) {
                return [column.name]
            }
        }
        return nil
    }

    /// The first readable column with one of some names whose type serves, and
    /// that serves nothing else.
    func column(
        of names: [String], for table: TableSchema, _ ours: String, except used: TableMapping.Table
    ) -> String? {
        let taken = Set(used.columns.values).union([used.location].compactMap { $0 })
        for name in names {
            let column = columns.first { column in
                guard RelationNames.plain(column.name) == name, column.isReadable, !taken.contains(column.name) else {
                    return false
                }
                // What tells rows apart is no number of birds.
                if ours == "count", used.key?.contains(column.name) == true { return false }
                if ours == "deleted_at" { return ["timestamptz", "timestamp"].contains(column.type) }
                return RelationValue.accepts(table[ours], column.type)
            }
            if let column { return column.name }
        }
        return nil
    }
}
