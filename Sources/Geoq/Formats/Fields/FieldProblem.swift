/// What is wrong with a field, or with a row as a whole; its file and line are
/// known further up.
struct FieldProblem: Error, Equatable {
    /// The column's name as the file writes it.
    var column: String?
    var value: String?
    var reason: String
    var hint: String?

    init(column: String? = nil, value: String? = nil, reason: String, hint: String? = nil) {
        (self.column, self.value) = (column, value)
        (self.reason, self.hint) = (reason, hint)
    }

    /// The same with its place in a file.
    ///
    /// Long values are cut to their first 100 characters.
    ///
    /// - Parameter element: Which one it is, in a file whose lines do not tell.
    func at(line: Int, element: String? = nil, of file: String) -> RowProblem {
        var problem = RowProblem(
            file: file, line: line, column: column, value: value.map { String($0.prefix(100)) }, reason: reason,
            hint: hint)
        problem.element = element
        return problem
    }
}

extension FieldProblem {
    /// A value for a message: in quotes, cut to 40 characters.
    static func quoted(_ value: String) -> String {
        value.count > 40 ? "\"\(value.prefix(40))…\"" : "\"\(value)\""
    }
}
