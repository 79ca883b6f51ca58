extension TableQuery {
    /// SQL for the number of rows whose place is elsewhere than the numbers beside it say; nil without such
    /// numbers.
    ///
    /// A pole has every longitude, and the meridian 180° two.
    ///
    /// - Parameter isCut: whether the rows are to be cut by the numbers. Otherwise only those matter that a question
    ///   compares.
    func strayQuestion(cutting isCut: Bool) -> String? {
        guard let beside = description.numbersBeside, let places else { return nil }
        func number(_ column: TableDescription.Column) -> String? {
            guard isCut || NumberColumn(beside: column) != nil else { return nil }
            // NaN is no number that a place could have, and nowhere.
            return """
                CASE WHEN t.\(SQLText.name(column.name)) IS NOT NULL \
                THEN coalesce(\(RelationPlace.number(column)), 'NaN'::pg_catalog.float8) END
                """
        }
        let room = SQLText.number(NumberColumn.room)
        var conditions: [String] = []
        if let latitude = number(beside.latitude) {
            conditions.append("abs(\(places.latitude) - (\(latitude))) <= \(room)")
        }
        if let longitude = number(beside.longitude) {
            let east = "abs(\(places.longitude) - (\(longitude)))"
            conditions.append(
                "(\(east) <= \(room) OR \(east) BETWEEN 360 - \(room) AND 360 + \(room) OR abs(\(places.latitude)) = 90)"
            )
        }
        if conditions.isEmpty { return nil }
        return """
            SELECT count(*) FROM \(source) WHERE \(belongs ?? "true") AND \(places.isPlace) \
            AND NOT coalesce(\(conditions.joined(separator: " AND ")), true)
            """
    }
}
