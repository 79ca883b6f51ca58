import GeoqSync

/// By which column a table says that a row is deleted.
extension TableDescription {
    /// SQL: whether a row is not marked as deleted, which is never NULL; nil for a table without such a column.
    ///
    /// A column of true and false marks a row by true. One of days or times marks it by a value; in a relation of any
    /// program, infinity is none: it means that the row is never deleted.
    ///
    /// - Parameter row: the alias of the table.
    func isLiving(_ row: String) -> String? {
        guard let deleted = source(of: "deleted_at") else { return nil }
        let name = "\(row).\(SQLText.name(deleted.name))"
        switch deleted.type {
        case "bool": return "\(name) IS NOT TRUE"
        case _ where isRelation: return "(\(name) IS NULL OR \(name) = 'infinity')"
        default: return "\(name) IS NULL"
        }
    }

    /// Why a relation's column cannot mark deleted rows; nil when it can.
    func obstacleToLiving(_ column: Column) -> SyncError? {
        if ["bool", "date", "timestamp", "timestamptz"].contains(column.type) { return nil }
        return .schema(
            "\(fullName).\(column.name) is of type \(column.type), which does not say whether a row is deleted, as a "
                + "day, a time, or true and false do; mirror a view without the deleted rows", remedy: .mapColumn)
    }
}
