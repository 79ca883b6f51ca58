/// Rows of a remote that an answer leaves out, because they cannot be used. In a mirror they would wait.
struct LeftRows: Sendable {
    private let rows: [(name: String, problem: String)]

    /// - Parameter rows: each with the key or id that names it, and nil where it can be used.
    init(_ rows: [(name: String, problem: String?)]) {
        self.rows = rows.compactMap { row in row.problem.map { (name: row.name, problem: $0) } }
    }

    private static let mostNamed = 3

    /// One sentence; nil when none is left out.
    var words: String? {
        if rows.isEmpty { return nil }
        let named = rows.prefix(Self.mostNamed).map { "\($0.name) (\($0.problem))" }.joined(separator: ", ")
        let rest = rows.count > Self.mostNamed ? " and others" : ""
        return "\(rows.count) \(rows.count == 1 ? "row is" : "rows are") left out of the answer: \(named)\(rest)"
    }
}
