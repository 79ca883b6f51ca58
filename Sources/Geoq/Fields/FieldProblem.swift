/// What is wrong with a field, or with a row as a whole. The caller knows the
/// file and the line.
package struct FieldProblem: Error, Equatable {
    /// The column's name as the file writes it.
    package var column: String?
    package var value: String?
    package var reason: String
    package var hint: String?

    package init(column: String? = nil, value: String? = nil, reason: String, hint: String? = nil) {
        (self.column, self.value) = (column, value)
        (self.reason, self.hint) = (reason, hint)
    }
}

extension FieldProblem {
    /// A value for a message: in quotes, cut to 40 characters.
    package static func quoted(_ value: String) -> String {
        value.count > 40 ? "\"\(value.prefix(40))…\"" : "\"\(value)\""
    }
}
