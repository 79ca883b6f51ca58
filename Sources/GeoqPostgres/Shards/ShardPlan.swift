/// How the hotspots of a database are cut by longitude, so that several databases
/// have a part each, and a coordinator asks them through `postgres_fdw`.
///
/// A part has the longitudes from one cut, which is its own, to the next. The first
/// has no lower end and the last no upper one. Rows without a longitude have no
/// part: no question finds them.
package struct ShardPlan: Sendable {
    /// A column of the shards' tables.
    struct Column: Hashable {
        var name: String
        /// As SQL writes it, with its schema where it needs one.
        var type: String
        var isRequired: Bool
        /// Whether each shard computes it from latitude and longitude. The coordinator's definition says so as well: by
        /// that geoq knows that an index of it finds all rows.
        var isComputed: Bool
    }

    /// A range of longitudes.
    struct Part: Hashable {
        /// From 1.
        var number: Int
        var low: Double?
        var high: Double?
        var rows: Int
        /// `ShardPlan.digest` of its rows.
        var digest: Int128
        var server: ShardServer
    }

    /// The database that the plan was made of, without user and password.
    let address: String
    /// The server's clock, as ISO 8601.
    let time: String
    let schema: String
    let table: String
    let columns: [Column]
    /// The column of ids, or the columns of a relation's key.
    let key: [String]
    let latitude: String
    let longitude: String
    /// The `geography` or `geometry` column, which has an index.
    let location: String
    let isGeometry: Bool
    /// The schema of PostGIS, in quotes.
    let postgis: String
    let parts: [Part]
    /// A longitude within the first part, not on its edge.
    let longitudeOfFirst: Double

    /// What differs on the shards, a sentence each.
    package let notes: [String]
    /// How many rows each part has, from west to east.
    package var rows: [Int] { parts.map(\.rows) }

    /// How many parts a plan may have: with more, the nearest rows would be asked of
    /// the table as a whole, and PostgreSQL would not pass the order and the limit on.
    package static let partCounts = 2...TableQuery.mostParts

    /// Whether a text has no character that would end a line of a script.
    static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { !$0.properties.generalCategory.isControl }
    }
}

extension Unicode.GeneralCategory {
    fileprivate var isControl: Bool {
        switch self {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
