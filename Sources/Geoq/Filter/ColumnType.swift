/// What a layer's column holds, as far as a filter needs to know.
package enum ColumnType: String, Hashable, Sendable, CaseIterable {
    case text
    case integer
    case real
    case boolean
    /// Days as text, `yyyy-mm-dd`, so that the order of the text is the order
    /// of the days.
    case date

    /// The words a message uses after "holds".
    var contents: String {
        switch self {
        case .text: "text"
        case .integer: "whole numbers"
        case .real: "numbers"
        case .boolean: "TRUE or FALSE"
        case .date: "dates"
        }
    }
}
