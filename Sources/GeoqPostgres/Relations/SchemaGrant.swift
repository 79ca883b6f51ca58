import GeoqSync

/// The right to use a schema, without which nothing in it is found.
enum SchemaGrant {
    /// The error for a relation whose schema the user may not use.
    static func error(_ schema: String) -> SyncError {
        SyncError(
            .refused, "the schema \(schema) may not be used; grant USAGE on it", retryMayHelp: false, code: "42501")
    }

    /// The same for what a server says when a name is looked up: it refuses a name with such a schema,
    /// and only that.
    ///
    /// - Parameter schema: of the name; nil for a name without one.
    static func error(for error: SyncError, schema: String?) -> SyncError {
        guard error.code == "42501", let schema else { return error }
        return Self.error(schema)
    }
}
