/// A column of latitudes or longitudes of another type than `float8`, as the table has it.
///
/// Places are compared as `float8`. When a condition compares a cast of the column, PostgreSQL leaves out no
/// partition, and uses no index of the column. So a second condition compares the column itself. It holds for
/// each row for which the exact condition holds.
struct NumberColumn {
    private let sql: String
    private let type: String
    /// Whether places are read from another column, and this one only says about where they are.
    private let isBeside: Bool

    /// nil for a column of another type: a `float8` is compared itself.
    init?(_ column: TableDescription.Column) {
        guard ["int2", "int4", "int8", "float4", "numeric"].contains(column.type) else { return nil }
        (sql, type, isBeside) = ("t.\(SQLText.name(column.name))", column.type, false)
    }

    /// A column that a mapping names beside the one that places are read from. Its number is at most `room` from the
    /// place's, or NULL.
    ///
    /// nil for a column whose type holds no fractions of degrees.
    init?(beside column: TableDescription.Column) {
        guard ["float4", "float8", "numeric"].contains(column.type) else { return nil }
        (sql, type, isBeside) = ("t.\(SQLText.name(column.name))", column.type, true)
    }

    /// In degrees: a number with four decimals, or of single precision, differs from its place by less.
    static let room = 1e-4

    /// In degrees: more than two errors together, the one of a decimal that becomes a `float8`, and the one of a bound
    /// that becomes a decimal. For numbers below 512 the first is 2⁻⁴⁵ at most, half a step of `float8`. PostgreSQL
    /// makes a decimal of a `float8` with 15 digits, three of them before the point at most: the second is 5 · 10⁻¹³ at
    /// most.
    private static let rounding = 1e-9

    /// What holds for each row whose number, as a `float8`, lies between two.
    ///
    /// - Parameters:
    ///   - low: the least, in degrees; as `high` within ±360.
    ///   - number: writes a number.
    func isBetween(_ low: Double, _ high: Double, _ number: (Double) -> String) -> String {
        if isBeside {
            let cast = type == "numeric" ? "::pg_catalog.numeric" : ""
            let (least, most) = (number(low - Self.room) + cast, number(high + Self.room) + cast)
            return "(\(sql) BETWEEN \(least) AND \(most) OR \(sql) IS NULL)"
        }
        return switch type {
        // The server compares the two types exactly.
        case "float4": "\(sql) BETWEEN \(number(low)) AND \(number(high))"
        case "numeric":
            """
            \(sql) BETWEEN \(number(low - Self.rounding))::pg_catalog.numeric \
            AND \(number(high + Self.rounding))::pg_catalog.numeric
            """
        default:
            """
            \(sql) BETWEEN \(number(low.rounded(.up)))::pg_catalog.int8 \
            AND \(number(high.rounded(.down)))::pg_catalog.int8
            """
        }
    }
}
