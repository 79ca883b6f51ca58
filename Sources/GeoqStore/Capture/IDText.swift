/// SQL that reads ids as programs write them.
enum IDText {
    private static let hyphens = [8, 4, 4, 4, 12].map { String(repeating: "?", count: $0) }.joined(separator: "-")

    /// SQL: whether an expression is a UUID as `FeatureID` writes it. The bytes are
    /// counted, because GLOB reads a text up to a NUL.
    static func isCanonical(_ id: String) -> String {
        "(typeof(\(id)) = 'text' AND length(CAST(\(id) AS BLOB)) = 36 AND \(id) NOT GLOB '*[^0-9a-f-]*' "
            + "AND \(id) GLOB '\(hyphens)' AND length(replace(\(id), '-', '')) = 32)"
    }

    /// SQL: the digits of a UUID.
    private static func digits(_ id: String) -> String {
        ["-", "{", "}"].reduce(id) { "replace(\($0), '\($1)', '')" }
    }

    /// SQL: whether an expression is a UUID in a form that programs write: in either
    /// case, in braces, without hyphens.
    static func isUUID(_ id: String) -> String { isUUID(id, digits: digits(id)) }

    private static func isUUID(_ id: String, digits: String) -> String {
        "(length(\(digits)) = 32 AND \(digits) NOT GLOB '*[^0-9A-Fa-f]*' "
            + "AND length(CAST(\(id) AS BLOB)) = length(\(id)))"
    }

    /// SQL: a UUID as `FeatureID` writes it; anything else as it is.
    static func corrected(_ id: String) -> String {
        let groups = [(1, 8), (9, 4), (13, 4), (17, 4), (21, 12)].map { "substr(d, \($0.0), \($0.1))" }
            .joined(separator: " || '-' || ")
        return "(SELECT CASE WHEN \(isUUID(id, digits: "d")) THEN lower(\(groups)) ELSE \(id) END "
            + "FROM (SELECT \(digits(id)) AS d))"
    }
}
