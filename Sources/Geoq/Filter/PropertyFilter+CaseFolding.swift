extension PropertyFilter {
    /// The name of the SQL function that `sql(naming:)` calls for
    /// `CASEI(column)`. A connection that runs such a filter has to know it: one
    /// argument, deterministic, `foldCase(_:)` inside. SQLite's own `lower` knows
    /// ASCII only.
    package static let foldFunctionName = "geoq_casefold"

    /// A text with its case folded away; null for everything else.
    package static func foldCase(_ value: FieldValue) -> FieldValue {
        if case .text(let text) = value { .text(text.caseFolded) } else { .null }
    }
}
