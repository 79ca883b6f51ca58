/// What is wrong with a field, or with a row as a whole. The caller knows the
/// file and the line.
package struct FieldProblem: Error, Equatable {
    /// The column's name as the file writes it.
    package var column: String?
    package var value: String?
    package var reason: String
    package var hint: String?
    package var remedy: FieldRemedy?

    package init(
        column: String? = nil, value: String? = nil, reason: String, hint: String? = nil, remedy: FieldRemedy? = nil
    ) {
        (self.column, self.value) = (column, value)
        (self.reason, self.hint, self.remedy) = (reason, hint, remedy)
    }
}

/// What a caller can tell the reader of a file, so that a row can be read.
package enum FieldRemedy: Hashable, Sendable, CustomStringConvertible {
    /// Which member names the species, or of which species all rows are.
    case species
    /// Which member holds a field.
    case member(of: String)

    package var description: String {
        switch self {
        case .species: "name the member that holds it, or the species of all rows"
        case .member(let field): "name the member that holds the \(field)"
        }
    }
}

extension FieldProblem {
    /// What `read` gives; a problem gets the name of the column.
    ///
    /// - Throws: What `read` throws.
    package static func inColumn<Value>(_ name: String?, _ read: () throws -> Value) throws -> Value {
        do {
            return try read()
        } catch var problem as FieldProblem {
            problem.column = name ?? problem.column
            throw problem
        }
    }

    /// A value for a message: in quotes, cut to 40 characters.
    package static func quoted(_ value: String) -> String {
        value.count > 40 ? "\"\(value.prefix(40))…\"" : "\"\(value)\""
    }
}
