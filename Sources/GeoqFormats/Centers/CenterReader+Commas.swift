import Geoq

/// Decimal commas in lines of centers.
///
/// A comma in a coordinate never marks thousands; therefore one that stands in a field of its
/// own is a decimal comma. Between two commas of a line nothing tells them apart.
extension CenterReader {
    /// The number of a field, with a decimal point or a decimal comma; nil for any other text.
    static func number(in text: String) -> Double? {
        if let number = DecimalNumber.parse(text) { return number }
        return text.contains(".") ? nil : DecimalNumber.parse(text.replacing(",", with: "."))
    }

    /// The dialect of a text of centers.
    ///
    /// In a first line such as `47,4;8,5` the comma is the most frequent sign and separates
    /// nothing. Such a line has two numbers before and after its first semicolon, tab or bar,
    /// which no line has that commas separate.
    ///
    /// - Complexity: O(length of the first line).
    static func dialect(firstLineOf bytes: [UInt8]) -> Dialect {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        for dialect in [Dialect.tabs, .semicolons, .bars] {
            let fields = line.split(separator: dialect.separator, omittingEmptySubsequences: false).prefix(2)
                .map { String(decoding: $0, as: UTF8.self) }
            if fields.count == 2, fields.contains(where: { $0.contains(",") }),
                fields.allSatisfy({ number(in: $0) != nil })
            {
                return dialect
            }
        }
        return Dialect(firstLineOf: bytes)
    }

    /// What is wrong with a line such as `47,4,8,5`: it may be 47.4 and 8.5, or 47 and 4 with a
    /// label. Nil for a line that has not four whole numbers in front.
    static func problem(ofFourWholeNumbers fields: [String]) -> FieldProblem? {
        func isDigits(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy(\.isDigit) }
        func isWhole(_ text: String) -> Bool { isDigits(text.hasPrefix("-") ? String(text.dropFirst()) : text) }
        guard fields.count >= 4, isWhole(fields[0]), isDigits(fields[1]), isWhole(fields[2]), isDigits(fields[3])
        else { return nil }
        let line = FieldProblem.quoted(fields.joined(separator: ","))
        return FieldProblem(
            reason: "\(line) may have decimal commas, or a label with a comma",
            hint: "write decimals with a point, \(fields[0]).\(fields[1]),\(fields[2]).\(fields[3]), "
                + "or the label in quotes")
    }
}
