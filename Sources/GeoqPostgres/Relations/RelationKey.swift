import Geoq
import GeoqStore

/// The SQL for the key of a relation's rows: one text, of one column or several.
struct RelationKey {
    /// The key as a text that is compared by its bytes; NULL when one of its
    /// columns is.
    let text: String
    private let columns: [TableDescription.Column]
    private let isUTF8: Bool
    /// Whether a key may be bytes that are not UTF-8.
    private let mayBeBytes: Bool

    /// Types whose texts are ASCII.
    private static let plain: Set<String> = [
        "int2", "int4", "int8", "numeric", "uuid", "oid", "bool", "date", "time", "timestamp", "timestamptz", "inet",
    ]

    /// Types that have no text which is the same for equal values only.
    private static let unusable: Set<String> = [
        "float4", "float8", "bytea", "json", "jsonb", "xml", "geometry", "geography", "hstore", "point", "box",
        "raster",
    ]

    /// Types of values that name something in the catalog. Their texts depend on what the search path finds, and change
    /// with a name, of which no row's version tells.
    static let namesOfObjects: Set<String> = [
        "regclass", "regcollation", "regconfig", "regdictionary", "regnamespace", "regoper", "regoperator", "regproc",
        "regprocedure", "regrole", "regtype",
    ]

    /// Whether a column can be one of a key.
    static func canUse(_ type: String) -> Bool {
        !unusable.contains(type) && !namesOfObjects.contains(type) && !type.hasPrefix("_")
    }

    init(_ columns: [TableDescription.Column], _ server: ServerTraits) {
        (self.columns, isUTF8) = (columns, server.isUTF8)
        mayBeBytes = server.hasNoEncoding && !columns.allSatisfy { Self.plain.contains($0.type) }
        let texts = columns.map { "t.\(SQLText.name($0.name))::pg_catalog.text" }
        // A comma separates columns; in a column it has a backslash before it. PostgreSQL replaces nothing in a text
        // whose own collation takes different texts as equal.
        let joined =
            texts.count == 1
            ? texts[0]
            : texts.map { "replace(replace((\($0)) COLLATE \"C\", E'\\\\', E'\\\\\\\\'), ',', E'\\\\,')" }.joined(
                separator: " || ',' || ")
        text = "(\(mayBeBytes ? KeyOfBytes.described(joined) : joined)) COLLATE \"C\""
    }

    /// `hashtextextended` of the key's UTF-8, or of its hexadecimal digits on a
    /// server that keeps texts in another encoding.
    func hash(seed: String) -> String {
        let bytes =
            isUTF8
            ? text : "pg_catalog.encode(pg_catalog.convert_to(\(text), 'UTF8'), 'hex') COLLATE \"C\""
        return "pg_catalog.hashtextextended(\(bytes), \(seed))"
    }

    /// The first or second byte of the hash that decides a row's bucket.
    func byte(_ number: Int) -> String { "((\(hash(seed: "0")) >> \(56 - 8 * number)) & 255)::pg_catalog.int4" }

    func isIn(_ ranges: [IDRange]) -> String {
        if ranges.isEmpty { return "false" }
        let prefixes = ranges.flatMap { $0.lower...$0.upper }
        if prefixes.count == 65_536 { return "true" }
        let prefix = "((\(hash(seed: "0")) >> 48) & 65535)::pg_catalog.int4"
        if ranges.count <= 8 {
            return "(\(ranges.map { "\(prefix) BETWEEN \($0.lower) AND \($0.upper)" }.joined(separator: " OR ")))"
        }
        return "\(prefix) = ANY ('{\(prefixes.map(String.init).joined(separator: ","))}'::pg_catalog.int4[])"
    }

    /// Whether a row has one of some keys; an index on the key serves where it
    /// has one column of a common type.
    func isOne(of keys: [String]) -> String {
        if keys.isEmpty { return "false" }
        let list = Self.texts(keys)
        // Of a condition that is `IS TRUE` PostgreSQL makes a table of hashes, of which each row asks once.
        let isExact = "((\(text) = ANY (\(list))) IS TRUE)"
        guard columns.count == 1, let column = columns.first else { return isExact }
        let name = "t.\(SQLText.name(column.name))"
        switch column.type {
        case "int2", "int4", "int8":
            let numbers = keys.compactMap { Int64($0) }.map(String.init).joined(separator: ",")
            return "\(name) = ANY ('{\(numbers)}'::pg_catalog.int8[])"
        case "uuid":
            let ids = keys.compactMap { FeatureID($0) }.map(\.description).joined(separator: ",")
            return "\(name) = ANY ('{\(ids)}'::pg_catalog.uuid[])"
        case "text" where mayBeBytes && keys.contains(where: KeyOfBytes.isOne),
            "varchar" where mayBeBytes && keys.contains(where: KeyOfBytes.isOne):
            return isExact
        // An index of the column's own collation serves; to that collation other keys may be equal.
        case "text", "varchar": return "(\(name)::pg_catalog.text = ANY (ARRAY(\(list))) AND \(isExact))"
        default: return isExact
        }
    }

    /// A query for keys. `COPY` takes no parameters: the texts are written as
    /// the hexadecimal digits of their UTF-8, so that the server can take each
    /// for a value only.
    ///
    /// Texts that come out of JSON have the database's collation, which gives way to the collation of a column. Texts
    /// of `convert_from` itself have the collation "C" (from the name of the encoding, since PostgreSQL 12): beside a
    /// column with a collation of its own that is an error, and for any other column no index serves.
    private static func texts(_ keys: [String]) -> String {
        """
        SELECT value FROM pg_catalog.json_array_elements_text(\
        pg_catalog.convert_from(\(SQLText.bytes(json(keys))), 'UTF8')::pg_catalog.json)
        """
    }

    /// Keys as a JSON array in UTF-8. Only what must be is escaped: beyond ASCII a database without an encoding, and
    /// before PostgreSQL 13 any that is not UTF-8, knows no character by its number.
    private static func json(_ keys: [String]) -> [UInt8] {
        var bytes = [UInt8(ascii: "[")]
        for (position, key) in keys.enumerated() {
            bytes.append(contentsOf: (position > 0 ? ",\"" : "\"").utf8)
            for byte in key.utf8 {
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                    bytes.append(UInt8(ascii: "\\"))
                    bytes.append(byte)
                } else if byte < 0x20 {
                    bytes.append(contentsOf: "\\u00\(HexDigits.text([byte]))".utf8)
                } else {
                    bytes.append(byte)
                }
            }
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: "]"))
        return bytes
    }
}
