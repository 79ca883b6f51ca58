/// How many animals were counted.
package enum CountField {
    /// The count that a text gives.
    ///
    /// - Returns: nil for `X`, `--`, `NA` and an empty text: present, not
    ///   counted.
    /// - Throws: `FieldProblem` for other text, fractions, negative numbers
    ///   and numbers beyond 2⁵³.
    package static func parse(_ text: String) throws(FieldProblem) -> Int? {
        switch text {
        case "", "X", "x", "--", "NA", "NaN": return nil
        default: break
        }
        guard let number = DecimalNumber.parse(text) else {
            throw FieldProblem(value: text, reason: "count \(FieldProblem.quoted(text)) is not a number or X")
        }
        guard number >= 0 else { throw FieldProblem(value: text, reason: "count \(text) is negative") }
        guard number <= 0x1p53 else { throw FieldProblem(value: text, reason: "count \(text) is too large") }
        guard let count = Int(exactly: number) else {
            throw FieldProblem(value: text, reason: "count \(text) is not a whole number")
        }
        return count
    }
}
