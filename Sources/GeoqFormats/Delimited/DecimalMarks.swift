import Geoq

/// Whether the decimals of one table have a point or a comma.
///
/// A spreadsheet in a country that writes 47,5 separates fields with
/// semicolons. In such a table the coordinates decide, because a comma in a
/// coordinate never marks thousands. Afterwards a comma in another number is a
/// decimal comma, too, and a point is refused, since it may mark thousands.
/// Nothing is guessed: when coordinates have both marks, the file is refused.
final class DecimalMarks {
    private let file: String
    /// The lines of the first coordinates with either mark.
    private var commaLine: Int?
    private var pointLine: Int?

    init(file: String) {
        self.file = file
    }

    /// The number that a text gives.
    ///
    /// - Returns: nil when the text is not a number that can be understood.
    /// - Throws: `FileProblem` when coordinates have both marks.
    func number(_ text: UnsafeBufferPointer<UInt8>, isCoordinate: Bool, line: Int) throws -> Double? {
        let (comma, point) = (UInt8(ascii: ","), UInt8(ascii: "."))
        if text.contains(point) {
            guard isCoordinate else { return commaLine == nil ? DecimalNumber.parse(text) : nil }
            guard let number = DecimalNumber.parse(text) else { return nil }
            pointLine = pointLine ?? line
            try checkMarks()
            return number
        }
        guard text.contains(comma) else { return DecimalNumber.parse(text) }
        guard isCoordinate || commaLine != nil else { return nil }
        let number = Array(text.map { $0 == comma ? point : $0 }).withUnsafeBufferPointer { DecimalNumber.parse($0) }
        guard let number else { return nil }
        if isCoordinate {
            commaLine = commaLine ?? line
            try checkMarks()
        }
        return number
    }

    /// Whether a number has a point that may mark thousands, because the coordinates before it have decimal commas.
    func leavesUnclear(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        commaLine != nil && text.contains(UInt8(ascii: ".")) && DecimalNumber.parse(text) != nil
    }

    private func checkMarks() throws {
        guard let commaLine, let pointLine else { return }
        throw FileProblem(
            file: file,
            reason: "coordinates have a decimal comma in line \(commaLine) and a decimal point in line \(pointLine); "
                + "write all with a point")
    }
}
