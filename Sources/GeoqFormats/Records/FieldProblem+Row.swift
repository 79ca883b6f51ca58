import Geoq

extension FieldProblem {
    /// The problem with its place in a file.
    ///
    /// Long values are cut to their first 100 characters.
    ///
    /// - Parameter element: The name of the element, in a file whose lines do
    ///   not identify it.
    package func at(line: Int, element: String? = nil, of file: String) -> RowProblem {
        var problem = RowProblem(
            file: file, line: line, column: column, value: value.map { String($0.prefix(100)) }, reason: reason,
            hint: hint)
        problem.element = element
        problem.remedy = remedy
        return problem
    }
}
