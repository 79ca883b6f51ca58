public import GeoqIndex

/// A condition on the columns of a layer.
///
/// The language is CQL2 text (OGC 21-065r2, *Common Query Language*): its Basic
/// CQL2 class, the advanced comparison operators, case-insensitive comparison
/// and comparisons between two properties. See `init(cql2Text:)`.
///
/// Logic has three values, as in SQL: a comparison with a null is neither true
/// nor false but unknown, and only what is true passes the filter. Numbers
/// compare with numbers and texts with texts; a value of the other kind in a
/// column is as unknown as a null. Texts compare by their bytes in UTF-8.
///
/// Two ways to ask, which always agree: `evaluate(_:)` in memory, and a store,
/// which gives the condition to SQLite (`Query.filter`).
public indirect enum PropertyFilter: Hashable, Sendable {
    /// `TRUE` or `FALSE`.
    case constant(Bool)
    /// `a = 1`
    case comparison(Operand, Comparison, Operand)
    /// `a BETWEEN 1 AND 5`, both ends included.
    case between(Operand, Operand, Operand)
    /// `a IN (1, 2)`; the list has at least one element.
    case isIn(Operand, [Operand])
    /// `name LIKE 'Heron%'`
    case like(Operand, LikePattern)
    /// `name IS NULL`, of a column.
    case isNull(String)
    /// `S_INTERSECTS(geom, POLYGON((…)))`: the row's point lies in an area or on
    /// its boundary, whose edges are drawn: CQL2 has no others. Unknown for a row
    /// without a place.
    case inside(Area)
    /// `S_WITHIN(geom, POLYGON((…)))`: the row's point lies in an area and not on its
    /// edges.
    case within(Area)
    /// The condition does not hold. Unknown where the condition is unknown.
    case not(PropertyFilter)
    /// All hold; at least two.
    case and([PropertyFilter])
    /// At least one holds; at least two.
    case or([PropertyFilter])

    /// One side of a comparison.
    public enum Operand: Hashable, Sendable {
        /// What the row has in the column of this name.
        case column(String)
        /// A value that the filter names.
        case literal(Literal)
        /// `CASEI(name)`: the column's text with its case folded away.
        case foldedColumn(String)
        /// `CASEI('Heron')`: a text with its case folded away.
        case foldedText(String)
    }

    /// A value written in the filter.
    public enum Literal: Hashable, Sendable {
        /// `'Heron'`
        case text(String)
        /// A whole number.
        case integer(Int64)
        /// A finite number.
        case real(Double)
        /// `TRUE` or `FALSE`
        case bool(Bool)
        /// `DATE('2024-05-01')`
        case date(Day)
    }

    /// How two operands are compared. The raw value is the operator in CQL2 and
    /// in SQL.
    public enum Comparison: String, Hashable, Sendable, CaseIterable {
        /// The sides are equal.
        case equal = "="
        /// The sides differ.
        case notEqual = "<>"
        /// The left side is less.
        case less = "<"
        /// The left side is less, or the sides are equal.
        case lessOrEqual = "<="
        /// The left side is greater.
        case greater = ">"
        /// The left side is greater, or the sides are equal.
        case greaterOrEqual = ">="
    }

    /// How large a filter's text may be. SQLite's own limits (a billion bytes of
    /// SQL, an expression 1,000 deep, 32,766 parameters) are above what a filter
    /// within these limits needs. Of parameters that is nearly as many: in `IN`
    /// lists of digits each takes two bytes of the text. `IN` lists of numbers
    /// and texts mixed, whose elements are compared one by one, become some
    /// megabytes of SQL.
    package enum Limits {
        /// Bytes of the text.
        package static let textBytes = 64 * 1024
        /// Parentheses and `NOT` within each other.
        package static let depth = 64
        /// Elements of one `IN` list.
        package static let listElements = 1_000
        /// Comparisons and other conditions in the whole filter.
        package static let conditions = 1_000
        /// Bytes of one `LIKE` pattern.
        package static let patternBytes = 4_096
    }
}

extension PropertyFilter.Literal {
    /// The value that a column must hold to be equal: a day is its text, and
    /// TRUE is 1, as SQLite stores them.
    var storedValue: FieldValue {
        switch self {
        case .text(let text): .text(text)
        case .integer(let integer): .integer(integer)
        case .real(let number): .real(number)
        case .bool(let flag): .integer(flag ? 1 : 0)
        case .date(let day): .text(day.description)
        }
    }
}
