import Geoq

/// A date in one column, or in three as spreadsheets and R write it.
struct DateColumns {
    private let date: Column?
    private let year: Column?
    private let month: Column?
    private let day: Column?

    /// - Parameter date: The column for the whole date. Without one, columns
    ///   named year, month and day are looked for.
    init(_ date: Column?, _ columns: inout ColumnBinder) {
        self.date = date
        year = date == nil ? columns.column(named: "year") : nil
        month = year == nil ? nil : columns.column(named: "month")
        day = year == nil ? nil : columns.column(named: "day")
    }

    /// When it was; with a time only if the date's column has one.
    ///
    /// - Throws: `FieldProblem` when it is unreadable.
    func date(_ row: DelimitedRow) throws -> DateField? {
        if let date { return try row.date(date) }
        return try DateField.date(year: row.text(year), month: row.text(month), day: row.text(day))
            .map { DateField(date: $0) }
    }
}

/// A column of times of day. A time that cannot be read is left out, and
/// counted: the day of a sighting is worth more than its hour.
struct TimeColumn {
    let column: Column?
    private var unreadable = 0
    private var firstLine = 0

    init(_ column: Column?) {
        self.column = column
    }

    /// The time in the form of `TimeField`.
    mutating func time(_ row: DelimitedRow) -> String? {
        guard let text = row.text(column) else { return nil }
        if let time = TimeField.parse(text) { return time }
        if unreadable == 0 { firstLine = row.line }
        unreadable += 1
        return nil
    }

    /// A sentence about the times that were left out.
    var notes: [String] {
        switch unreadable {
        case 0: []
        case 1: ["a time that could not be read was left out (line \(firstLine))"]
        default: ["\(unreadable) times that could not be read were left out (the first in line \(firstLine))"]
        }
    }
}
