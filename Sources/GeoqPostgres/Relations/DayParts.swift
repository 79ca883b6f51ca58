/// The columns in which a relation has the year, the month and the day of an observation, each by itself. geoq reads
/// days of one column.
struct DayParts {
    private let year: String
    private let month: String
    private let day: String
    /// The name of a column of days that geoq finds, and the relation does not have yet.
    private let free: String

    /// - Parameter columns: those that may be read, with their types.
    /// - Returns: nil for a relation without such columns.
    init?(among columns: [(name: String, type: String)]) {
        func part(_ name: String) -> String? {
            columns.first { RelationNames.plain($0.name) == name }.flatMap { column in
                let value = SQLText.name(column.name)
                switch column.type {
                case "int2", "int4": return value
                case "int8", "numeric", "float4", "float8": return "\(value)::integer"
                case "text", "varchar", "bpchar": return "nullif(\(value), '')::integer"
                default: return nil
                }
            }
        }
        guard let year = part("year"), let month = part("month"), let day = part("day"),
            let free = ["date", "observed_on", "event_date"].first(where: { name in
                !columns.contains { RelationNames.plain($0.name) == RelationNames.plain(name) }
            })
        else { return nil }
        (self.year, self.month, self.day, self.free) = (year, month, day, free)
    }

    /// SQL of a view of the relation that has the days, too.
    func view(of relation: String, in schema: String) -> String {
        let (schema, view) = (SQLText.name(schema), SQLText.name(relation + "_days"))
        return "CREATE VIEW \(schema).\(view) AS SELECT *, make_date(\(year), \(month), \(day)) AS \(free) "
            + "FROM \(schema).\(SQLText.name(relation))"
    }

    /// That a relation of observations has no day.
    static let missing = "no day: no column of dates was found"
}
