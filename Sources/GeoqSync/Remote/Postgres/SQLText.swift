import Geoq
import GeoqIndex

/// Parts of SQL that are not parameters, because `COPY` takes none.
enum SQLText {
    /// A name in quotes.
    static func name(_ name: String) -> String {
        "\"\(name.replacing("\"", with: "\"\""))\""
    }

    /// A number, all of its digits.
    static func number(_ value: Double) -> String {
        precondition(value.isFinite, "A coordinate or a length is a number.")
        return "'\(value)'::pg_catalog.float8"
    }

    /// Ids as an array.
    static func array(_ ids: [FeatureID]) -> String {
        "'{\(ids.map(\.description).joined(separator: ","))}'::pg_catalog.uuid[]"
    }

    /// Whether the first byte of an id lies in one of some ranges: an index on
    /// the id serves it.
    static func isIn(_ ranges: [ClosedRange<UInt8>], _ column: String) -> String {
        let parts = ranges.map { range in
            let low = FeatureID(key: ItemKey(high: UInt64(range.lowerBound) << 56, low: 0))
            let high = FeatureID(key: ItemKey(high: UInt64(range.upperBound) << 56 | ((1 << 56) - 1), low: .max))
            return "\(column) BETWEEN '\(low)' AND '\(high)'"
        }
        return parts.isEmpty ? "false" : "(\(parts.joined(separator: " OR ")))"
    }

    /// Whether a row's version is not older than a cursor's.
    ///
    /// Numbers of transactions wrap after 2³²; their ages do not, as long as
    /// they are below 2³¹.
    static func isChanged(since cursor: MirrorWatermark) -> String {
        "pg_catalog.age(t.xmin) <= pg_catalog.age('\(cursor.low)'::pg_catalog.xid)"
    }
}

/// The lower half of a transaction's number, as rows have it.
struct MirrorWatermark {
    let low: UInt32

    init(_ xid: UInt64) {
        low = UInt32(truncatingIfNeeded: xid)
    }
}
