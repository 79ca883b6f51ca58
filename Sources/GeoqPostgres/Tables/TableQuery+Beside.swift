extension TableQuery {
    /// SQL for the number of rows whose place is elsewhere than the numbers beside it say; nil without such
    /// numbers.
    ///
    /// A pole has every longitude, and the meridian 180° two.
    var strayQuestion: String? {
        guard let beside = description.numbersBeside, let places else { return nil }
        func number(_ column: TableDescription.Column) -> String {
            "t.\(SQLText.name(column.name))::pg_catalog.float8"
        }
        let north = "abs(\(places.latitude) - \(number(beside.latitude)))"
        let east = "abs(\(places.longitude) - \(number(beside.longitude)))"
        let room = SQLText.number(NumberColumn.room)
        return """
            SELECT count(*) FROM \(source) WHERE \(belongs ?? "true") AND \(places.isPlace) \
            AND NOT coalesce(\(north) <= \(room) AND (\(east) <= \(room) \
            OR \(east) BETWEEN 360 - \(room) AND 360 + \(room) OR abs(\(places.latitude)) = 90), true)
            """
    }
}
