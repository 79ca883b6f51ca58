/// Reads and makes SpatiaLite's points (`PointBlob`) by SQL that needs only
/// SQLite: no function of SpatiaLite's, and none of a newer SQLite's, so that a
/// trigger can use it in every program.
///
/// SQLite has no function between numbers and bytes. A byte's value is its
/// position among all 256; an IEEE 754 number (binary64) is taken apart, and
/// put together, by its sign, its exponent and its significand, with powers of
/// two that are halved from the largest on: every step is exact. Numbers below
/// 2⁻¹⁰²² degrees count as 0.
enum PointSQL {
    /// A view on a table's rows: where the geometry is (`x`, `y`; NULL without
    /// one, and beyond ±256), and the geometry that `lat` and `lon` would have
    /// (`point`).
    static func view(_ name: String, of table: String) -> String {
        """
        CREATE VIEW \(name) AS
        SELECT fid, lat, lon, geom, \(number("x_bits")) AS x, \(number("y_bits")) AS y,
            (SELECT CAST(x'0001E6100000' || x || y || x || y || x'7C01000000' || x || y || x'FE' AS BLOB) FROM (
                SELECT \(bytes("x_bits")) AS x, \(bytes("y_bits")) AS y FROM (
                    SELECT \(bits("lon")) AS x_bits, \(bits("lat")) AS y_bits LIMIT 1) LIMIT 1)) AS point
        FROM (
            SELECT fid, lat, lon, geom, bytes, \(bits(from: "first")) AS x_bits, \(bits(from: "first + 8")) AS y_bits
            FROM (
                SELECT fid, lat, lon, geom, iif(length(geom) = 60, 44, 8) AS first, \(allBytes) AS bytes
                FROM \(table)))
        """
    }

    /// Whether a geometry is NULL or a point of longitude and latitude
    /// (EPSG:4326, XY), as SpatiaLite writes it: whole or "TinyPoint".
    static func isPoint(_ geometry: String) -> String {
        """
        (\(geometry) IS NULL OR typeof(\(geometry)) = 'blob' AND (
            length(\(geometry)) = 60 AND substr(\(geometry), 1, 6) = x'0001E6100000'
                AND substr(\(geometry), 39, 5) = x'7C01000000' AND substr(\(geometry), 60) = x'FE'
            OR length(\(geometry)) = 24 AND substr(\(geometry), 1, 7) = x'0081E610000001'
                AND substr(\(geometry), 24) = x'FE'))
        """
    }

    /// Whether two numbers are the degrees of a place.
    static func isPlace(latitude: String, longitude: String) -> String {
        "(\(latitude) BETWEEN -90 AND 90 AND \(longitude) BETWEEN -180 AND 180) IS TRUE"
    }

    private static let allBytes: String = {
        let digits = Array("0123456789ABCDEF")
        return "x'" + (0..<256).map { "\(digits[$0 / 16])\(digits[$0 % 16])" }.joined() + "'"
    }()

    /// 64 bits of a geometry, little-endian, from a byte on.
    private static func bits(from first: String) -> String {
        (0..<8).map { "((instr(bytes, substr(geom, \(first) + \($0), 1)) - 1) << \(8 * $0))" }.joined(separator: " | ")
    }

    /// The number with these 64 bits; NULL from 256 on.
    private static func number(_ bits: String) -> String {
        let exponent = "(\(bits) >> 52 & 2047)"
        return """
            CASE WHEN \(exponent) = 0 THEN 0.0 WHEN \(exponent) <= 1030 THEN iif(\(bits) < 0, -1, 1) * (
                SELECT (\(bits) & 4503599627370495 | 4503599627370496) * power FROM (
                    WITH RECURSIVE powers (exponent, power) AS (
                        SELECT 1030, 1 / 35184372088832.0
                        UNION ALL SELECT exponent - 1, power / 2 FROM powers WHERE exponent > 1)
                    SELECT exponent, power FROM powers)
                WHERE exponent <= \(exponent) LIMIT 1) END
            """
    }

    /// The 64 bits of a number below 256.
    private static func bits(_ number: String) -> String {
        """
        iif(\(number) < 0, -9223372036854775808, 0) | ifnull((
            SELECT (exponent + 1023) << 52
                | (CAST(abs(\(number)) / power * 4503599627370496.0 AS INTEGER) - 4503599627370496) FROM (
                WITH RECURSIVE powers (exponent, power) AS (
                    SELECT 7, 128.0 UNION ALL SELECT exponent - 1, power / 2 FROM powers WHERE exponent > -1022)
                SELECT exponent, power FROM powers)
            WHERE power <= abs(\(number)) LIMIT 1), 0)
        """
    }

    /// Eight bytes, little-endian.
    private static func bytes(_ bits: String) -> String {
        (0..<8).map { "substr(bytes, 1 + (\(bits) >> \(8 * $0) & 255), 1)" }.joined(separator: " || ")
    }
}
