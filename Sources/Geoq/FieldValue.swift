/// One value of a feature's column, as a store or a file has it.
public enum FieldValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    case text(String)
}
