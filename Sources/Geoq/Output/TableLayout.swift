/// How a table for people looks.
///
/// Columns are as wide as the first rows need (at most 10,000 rows or 4 MiB of
/// text, which are held in memory until then), and stay so. In a terminal of a
/// known width texts are cut with `…` where the row would not fit; numbers are
/// never cut.
public struct TableLayout: Sendable {
    /// The columns, in order; nil shows the id, the place and all fields that
    /// the first feature has.
    public var columns: [TableColumn]?

    /// Columns of the terminal; nil when nothing has to fit.
    public var terminalWidth: Int?

    /// Whether the header is bold (ECMA-48, SGR 1). The caller knows whether
    /// this is a terminal and what `NO_COLOR` says.
    public var isStyled: Bool

    public init(columns: [TableColumn]? = nil, terminalWidth: Int? = nil, isStyled: Bool = false) {
        (self.columns, self.terminalWidth, self.isStyled) = (columns, terminalWidth, isStyled)
    }
}

/// One column of a table.
public struct TableColumn: Sendable {
    /// Where a cell's text stands.
    public enum Alignment: Hashable, Sendable {
        /// For texts; they may be cut.
        case leading
        /// For numbers; they are never cut.
        case trailing
    }

    /// What the header says.
    public var title: String

    /// The field that is shown: `id`, `lat`, `lon` or one of the feature's.
    public var field: String

    public var alignment: Alignment

    /// The value in words. What it returns is made harmless afterwards.
    public var format: @Sendable (FieldValue) -> String

    public init(
        _ title: String, field: String, alignment: Alignment = .leading,
        format: @escaping @Sendable (FieldValue) -> String = TableColumn.plain
    ) {
        (self.title, self.field, self.alignment, self.format) = (title, field, alignment, format)
    }

    /// The value as it is; a null is empty.
    public static let plain: @Sendable (FieldValue) -> String = { value in
        switch value {
        case .null: return ""
        case .bool(let flag): return flag ? "yes" : "no"
        case .integer(let integer): return String(integer)
        case .real(let number):
            guard number.isFinite else { return number.description }
            var bytes: [UInt8] = []
            bytes.appendShortest(number)
            return String(decoding: bytes, as: UTF8.self)
        case .text(let text): return text
        }
    }

    /// A column of lengths that are stored in metres.
    public static func distance(_ title: String, field: String, unit: LengthUnit) -> TableColumn {
        TableColumn(title, field: field, alignment: .trailing) { value in
            value.number.map { unit.text(meters: $0) } ?? plain(value)
        }
    }

    /// A column of bearings that are stored in degrees.
    public static func bearing(_ title: String, field: String) -> TableColumn {
        TableColumn(title, field: field, alignment: .trailing) { value in
            value.number.map(Compass.text(bearingDegrees:)) ?? plain(value)
        }
    }
}

extension FieldValue {
    /// The value if it is a finite number.
    fileprivate var number: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .real(let number) where number.isFinite: number
        default: nil
        }
    }
}
