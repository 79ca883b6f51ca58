import Geoq
import GeoqIndex

/// One row of a table, valid until the next one is asked for.
///
/// Every function takes a column that may be nil. It returns nil then, and for
/// a field that is empty, `NA`, or missing at the row's end.
struct DelimitedRow {
    fileprivate let reader: DelimitedReader
    fileprivate let shift: Int
    fileprivate let isVerbatim: Bool
    /// Reads the dates of the row.
    let dates: DateReading

    /// - Parameters:
    ///   - shift: How many fields come before the first column.
    ///   - isVerbatim: True when texts are taken unchanged: spaces at their
    ///     ends belong to them, and `NA` is a text.
    init(reader: DelimitedReader, shift: Int, isVerbatim: Bool, dates: DateReading = DateReading(.yearFirst)) {
        (self.reader, self.shift, self.isVerbatim, self.dates) = (reader, shift, isVerbatim, dates)
    }

    /// How many fields the row has.
    var fieldCount: Int { reader.fieldCount - shift }

    /// The number of the row's first line.
    var line: Int { reader.line }

    /// The row as it stands in the file.
    var raw: [UInt8] { reader.raw }

    /// A field's text.
    func text(_ column: Column?) -> String? {
        isVerbatim
            ? literal(column) : bytes(column) { MissingValue.matches($0) ? nil : String(decoding: $0, as: UTF8.self) }
    }

    /// A field's text; here `NA` is a value, Namibia's code.
    func literal(_ column: Column?) -> String? {
        bytes(column, trims: !isVerbatim) { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) }
    }

    /// A field's number.
    ///
    /// - Parameter isCoordinate: True for degrees, in which a comma never marks
    ///   thousands: they tell whether a comma is the table's decimal mark.
    /// - Throws: `FieldProblem` when the text is not a number; `FileProblem` when
    ///   the table writes some coordinates with a point and some with a comma.
    func number(_ column: Column?, isCoordinate: Bool = false) throws -> Double? {
        guard let column else { return nil }
        return try bytes(column) { field in
            let bytes = field.trimmedOfAllBlanks
            if MissingValue.matchesNumber(bytes) { return nil }
            if let decimals = reader.decimals {
                if let number = try decimals.number(bytes, isCoordinate: isCoordinate, line: reader.line) {
                    return number
                }
            } else if let number = DecimalNumber.parse(bytes) {
                return number
            }
            throw noNumber(bytes, column)
        }
    }

    private func noNumber(_ bytes: UnsafeBufferPointer<UInt8>, _ column: Column) -> FieldProblem {
        let value = String(decoding: bytes, as: UTF8.self)
        return FieldProblem(
            column: column.name, value: value,
            reason: "\(column.name) \(FieldProblem.quoted(value)) is not a number",
            hint: DecimalNumber.hint(for: value)
                ?? (bytes.contains(UInt8(ascii: ".")) && reader.decimals != nil
                    ? "write all decimals with a comma, or all with a point" : nil))
    }

    /// The row's place; nil when it has none.
    ///
    /// - Throws: `FieldProblem`: see `CoordinateFields`.
    func coordinate(latitude: Column?, longitude: Column?) throws -> Coordinate? {
        try CoordinateFields.coordinate(
            latitude: number(latitude, isCoordinate: true), longitude: number(longitude, isCoordinate: true),
            names: (latitude?.name, longitude?.name))
    }

    /// The row's place in a format where every row must have one.
    ///
    /// - Throws: `FieldProblem` also when it has none.
    func requiredCoordinate(latitude: Column?, longitude: Column?) throws -> Coordinate {
        if let coordinate = try coordinate(latitude: latitude, longitude: longitude) { return coordinate }
        var problem = CoordinateFields.missing
        problem.column = latitude?.name
        throw problem
    }

    /// How many animals were counted; nil also for `X` and `--`.
    ///
    /// - Throws: `FieldProblem` also for a number with a point in a table whose decimals have a comma.
    func count(_ column: Column?) throws -> Int? {
        if let column, let decimals = reader.decimals {
            // 1.000 may be one, or a thousand.
            _ = try bytes(column) { field -> Int? in
                let bytes = field.trimmedOfAllBlanks
                if decimals.leavesUnclear(bytes) { throw noNumber(bytes, column) }
                return nil
            }
        }
        return try parsed(column, isNumber: true, CountField.parse)
    }

    /// When it was, to the day, month or year.
    ///
    /// - Throws: `FieldProblem`, `UnclearDates`.
    func date(_ column: Column?) throws -> DateField? {
        try parsed(column, dates.date)
    }

    /// The uncertainty in meters.
    func uncertainty(_ column: Column?) throws -> Double? {
        guard reader.decimals != nil else { return try parsed(column, isNumber: true, UncertaintyField.meters) }
        guard let column, let meters = try number(column) else { return nil }
        guard meters >= 0 else {
            throw FieldProblem(
                column: column.name, value: "\(meters)", reason: "uncertainty \(meters) is not a number of meters")
        }
        return meters
    }

    private func parsed<Value>(
        _ column: Column?, isNumber: Bool = false, _ parse: (String) throws -> Value?
    ) throws -> Value? {
        let text = bytes(column) { field -> String? in
            let bytes = isNumber ? field.trimmedOfAllBlanks : field
            return MissingValue.matches(bytes) ? nil : String(decoding: bytes, as: UTF8.self)
        }
        return try text.flatMap { text in try FieldProblem.inColumn(column?.name) { try parse(text) } }
    }

    private func bytes<Value>(
        _ column: Column?, trims: Bool = true, _ body: (UnsafeBufferPointer<UInt8>) throws -> Value?
    ) rethrows -> Value? {
        guard let column, column.index + shift < reader.fieldCount else { return nil }
        return try reader.withField(column.index + shift, trims: trims, body)
    }
}
