/// How far the true place may lie from the one that is given.
package enum UncertaintyField {
    /// The uncertainty in meters.
    ///
    /// - Throws: `FieldProblem` when the text is not a number of zero or more.
    ///   Ignored, it would make an uncertain place look exact.
    package static func meters(_ text: String) throws(FieldProblem) -> Double {
        guard let meters = DecimalNumber.parse(text), meters >= 0 else {
            throw FieldProblem(
                value: text, reason: "uncertainty \(FieldProblem.quoted(text)) is not a number of meters")
        }
        return meters
    }
}
