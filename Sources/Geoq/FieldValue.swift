/// One value of a feature's column, as a store or a file has it.
public enum FieldValue: Hashable, Sendable {
    /// No value.
    case null
    /// True or false.
    case bool(Bool)
    /// A whole number.
    case integer(Int64)
    /// A number that need not be whole.
    case real(Double)
    /// A text; a date and a moment are texts, too.
    case text(String)
}

extension FieldValue {
    /// Whether the other value has the same bytes, as SQL compares them. `==` takes texts for equal that write an accent
    /// in two ways.
    package func isIdentical(to other: FieldValue) -> Bool {
        guard case .text(let one) = self, case .text(let two) = other else { return self == other }
        return one.utf8.elementsEqual(two.utf8)
    }
}
