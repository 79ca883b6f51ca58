import Geoq
import GeoqIndex
import GeoqStore
import GeoqSync

/// Parts of SQL that are not parameters, because `COPY` takes none.
enum SQLText {
    /// A name in quotes.
    static func name(_ name: String) -> String { name.quoted(by: "\"") }

    /// A number with all of its digits.
    static func number(_ value: Double) -> String {
        precondition(value.isFinite, "A coordinate or a length is a number.")
        return "'\(value)'::pg_catalog.float8"
    }

    /// Ids as an array.
    static func array(_ ids: [FeatureID]) -> String {
        "'{\(ids.map(\.description).joined(separator: ","))}'::pg_catalog.uuid[]"
    }

    /// Bytes.
    static func bytes(_ bytes: some Sequence<UInt8>) -> String { "'\\x\(HexDigits.text(bytes))'::pg_catalog.bytea" }

    /// Up to this many ranges are looked up by an index, if there is one; more
    /// are found by one pass over the table.
    private static let mostLookedUp = 64

    /// Whether an id lies in one of some ranges.
    static func isIn(_ ranges: [IDRange], _ column: String) -> String {
        if ranges.isEmpty { return "false" }
        guard ranges.count > mostLookedUp else {
            let parts = ranges.map { range in
                let low = FeatureID(key: ItemKey(high: UInt64(range.lower) << 48, low: 0))
                let high = FeatureID(key: ItemKey(high: UInt64(range.upper) << 48 | ((1 << 48) - 1), low: .max))
                return "\(column) BETWEEN '\(low)' AND '\(high)'"
            }
            return "(\(parts.joined(separator: " OR ")))"
        }
        let prefixes = ranges.flatMap { $0.lower...$0.upper }.map(String.init).joined(separator: ",")
        return "\(prefix(column)) = ANY ('{\(prefixes)}'::pg_catalog.int4[])"
    }

    /// The first two bytes of an id, as a number.
    static func prefix(_ column: String) -> String {
        "(\(byte(0, of: column)) * 256 + \(byte(1, of: column)))"
    }

    static func byte(_ number: Int, of column: String) -> String {
        "pg_catalog.get_byte(pg_catalog.uuid_send(\(column)), \(number))"
    }

    /// Whether a row's version is not older than a cursor's.
    ///
    /// Numbers of transactions wrap after 2³²; their ages do not, as long as
    /// they are below 2³¹.
    static func isChanged(since cursor: PostgresCursor) -> String {
        "pg_catalog.age(t.xmin) <= pg_catalog.age('\(cursor.watermark)'::pg_catalog.xid)"
    }
}
