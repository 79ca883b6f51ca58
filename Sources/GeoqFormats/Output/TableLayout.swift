package import Geoq

/// How a table for people looks.
///
/// Columns are as wide as the first rows need (at most 10,000 rows or 4 MiB of
/// text, which are held in memory until then), and keep that width. In a
/// terminal of a known width, columns are left out and texts are cut with `…`
/// until a row fits; see `TableColumn.Yield`. Numbers and dates are never cut.
package struct TableLayout: Sendable {
    /// The columns, in order; nil shows the id, the place and all fields that
    /// the first feature has.
    package var columns: [TableColumn]?

    /// The width of the terminal in columns; nil when there is no width to fit.
    package var terminalWidth: Int?

    /// Whether the header is bold (ECMA-48, SGR 1). The caller knows whether
    /// this is a terminal and what `NO_COLOR` says.
    package var isStyled: Bool

    package init(columns: [TableColumn]? = nil, terminalWidth: Int? = nil, isStyled: Bool = false) {
        (self.columns, self.terminalWidth, self.isStyled) = (columns, terminalWidth, isStyled)
    }
}

/// One column of a table.
package struct TableColumn: Sendable {
    /// Where a cell's text stands.
    package enum Alignment: Hashable, Sendable {
        /// For texts; they may be cut.
        case leading
        /// For numbers; they are never cut.
        case trailing
    }

    /// What happens to a column in a terminal that is too narrow for all
    /// columns.
    package enum Yield: Hashable, Sendable {
        /// The column stays, whole.
        case never
        /// The column stays; its texts are cut.
        case shortens
        /// The column is left out before any text is cut; the smallest number first.
        case leavesFirst(Int)
        /// The column is left out when cut texts alone do not help; the smallest
        /// number first. Its texts are cut before.
        case leavesLast(Int)
    }

    /// What the header says.
    package var title: String

    package var alignment: Alignment

    package var yields: Yield

    /// Makes the text of a feature's cell. Control characters are removed
    /// afterwards.
    package var text: @Sendable (Feature) -> String

    /// - Parameter yields: nil lets texts shorten, and numbers stay.
    package init(
        _ title: String, alignment: Alignment = .leading, yields: Yield? = nil,
        text: @escaping @Sendable (Feature) -> String
    ) {
        (self.title, self.alignment, self.text) = (title, alignment, text)
        self.yields = yields ?? (alignment == .leading ? .shortens : .never)
    }

    /// A column of one field.
    ///
    /// - Parameters:
    ///   - field: `id`, `lat`, `lon` or one of the feature's.
    ///   - yields: nil lets texts shorten, and numbers stay.
    ///   - format: makes a text of the value.
    package init(
        _ title: String, field: String, alignment: Alignment = .leading, yields: Yield? = nil,
        format: @escaping @Sendable (FieldValue) -> String = TableColumn.plain
    ) {
        self.init(title, alignment: alignment, yields: yields) { format($0.value(of: field)) }
    }

    /// The latitude, the longitude and the id: a program needs them, a person
    /// seldom does.
    package static let placeAndID: [TableColumn] = [
        TableColumn("lat", field: "lat", alignment: .trailing, yields: .leavesFirst(2)),
        TableColumn("lon", field: "lon", alignment: .trailing, yields: .leavesFirst(2)), .id("id", field: "id"),
    ]

    /// A column of ids. A cut id is of no use, so the column is left out first.
    package static func id(_ title: String, field: String) -> TableColumn {
        TableColumn(title, field: field, yields: .leavesFirst(1))
    }

    /// The value as it is; a null is empty.
    package static let plain: @Sendable (FieldValue) -> String = { value in
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

    /// A column of lengths that are stored in meters.
    package static func distance(
        _ title: String, field: String, unit: LengthUnit, yields: Yield? = nil
    ) -> TableColumn {
        TableColumn(title, field: field, alignment: .trailing, yields: yields) { value in
            value.number.map { unit.text(meters: $0) } ?? plain(value)
        }
    }

    /// A column of bearings that are stored in degrees; blank where a hit has
    /// no bearing.
    package static func bearing(_ title: String, field: String) -> TableColumn {
        TableColumn(title, field: field, alignment: .trailing, yields: .leavesLast(3)) { value in
            value.number.map(Compass.text(bearingDegrees:)) ?? plain(value)
        }
    }

    /// A column of dates, each as precisely as it is known: `2024-05-03`,
    /// `2024-05` or `2024`. A value that is no date is shown unchanged.
    ///
    /// - Parameters:
    ///   - field: the first day that it can have been.
    ///   - end: the last day; without one it is the first.
    ///   - precision: `day`, `month` or `year`; without one it is `day`.
    package static func date(_ title: String, field: String, end: String, precision: String) -> TableColumn {
        TableColumn(title, yields: .never) { feature in
            func words(_ name: String) -> String { plain(feature.value(of: name)) }
            guard let first = Day(iso: words(field)),
                let date = ObservedDate(
                    first, through: Day(iso: words(end)),
                    precision: ObservedDate.Precision(rawValue: words(precision)) ?? .day)
            else { return words(field) }
            return date.description
        }
    }
}

extension Feature {
    fileprivate func value(of column: String) -> FieldValue {
        switch column {
        case "id": .text(id)
        case "lat" where coordinate != nil: latitude
        case "lon" where coordinate != nil: longitude
        default: self[column] ?? .null
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
