/// The SQL of the days that a column may mean: of a date or a time its day; of a text a day, a month or a
/// year as ISO 8601 writes them, or a range of two with a slash between, as GBIF's `eventdate` has them.
///
/// Another text, or a range that ends before it starts, gives NULL.
struct RelationDays {
    private let name: String
    private let isText: Bool

    init(_ column: TableDescription.Column) {
        name = "t.\(SQLText.name(column.name))"
        isText = ["text", "varchar", "bpchar"].contains(column.type)
    }

    /// The first day that it can have been.
    var first: String { isText ? ifValid(Self.first(start)) : day }

    /// The last day that it can have been.
    var last: String { isText ? ifValid(Self.last(end)) : day }

    /// How precisely it is known: `day`, `month` or `year`.
    var precision: String {
        guard isText else { return "CASE WHEN (\(day)) IS NOT NULL THEN 'day' END" }
        let length = "least(length(\(start)), length(\(end)))"
        return ifValid("CASE \(length) WHEN 4 THEN 'year' WHEN 7 THEN 'month' ELSE 'day' END")
    }

    private var day: String { "CASE WHEN isfinite(\(name)) THEN \(name)::pg_catalog.date END" }

    private var text: String { "rtrim((\(name))::text COLLATE \"C\")" }

    private var start: String { "split_part(\(text), '/', 1)" }

    private var end: String { "CASE WHEN strpos(\(text), '/') > 0 THEN split_part(\(text), '/', 2) ELSE \(text) END" }

    /// The tests are nested: each needs what those around it have found.
    private func ifValid(_ value: String) -> String {
        let (start, end) = (start, "(\(end))")
        return """
            CASE WHEN \(Self.hasForm(start)) AND \(Self.hasForm(end)) THEN \
            CASE WHEN \(Self.isDay(start)) AND \(Self.isDay(end)) \
            AND \(Self.first(start)) <= \(Self.last(end)) THEN \(value) END END
            """
    }

    private static func hasForm(_ text: String) -> String {
        "\(text) ~ '^[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01])([T ].*)?)?)?$' AND \(text) !~ '^0000'"
    }

    private static func year(_ text: String) -> String { "substr(\(text), 1, 4)::pg_catalog.int4" }

    private static func month(_ text: String) -> String {
        "coalesce(nullif(substr(\(text), 6, 2), ''), '1')::pg_catalog.int4"
    }

    /// The first day of the month, and so many days later.
    private static func first(_ text: String) -> String {
        "(make_date(\(year(text)), \(month(text)), 1) "
            + "+ (coalesce(nullif(substr(\(text), 9, 2), ''), '1')::pg_catalog.int4 - 1))"
    }

    private static func last(_ text: String) -> String {
        let next = "make_date(\(year(text)), \(month(text)), 1) + make_interval(months => 1)"
        return "CASE length(\(text)) WHEN 4 THEN make_date(\(year(text)), 12, 31) "
            + "WHEN 7 THEN (\(next))::pg_catalog.date - 1 ELSE \(first(text)) END"
    }

    /// Whether the month has the day.
    private static func isDay(_ text: String) -> String { "extract(month FROM \(first(text))) = \(month(text))" }
}
