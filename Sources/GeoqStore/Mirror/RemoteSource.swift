import GRDB

/// The source that a remote's rows have.
enum RemoteSource {
    /// Makes the source, if it is not there.
    ///
    /// - Throws: `StoreError.failed` when files were imported under the name.
    static func register(_ db: Database, _ name: String) throws {
        try db.execute(
            sql: "INSERT INTO geoq_source (name, kind) VALUES (?, 'remote') ON CONFLICT DO NOTHING", arguments: [name])
        let kind = try String.fetchOne(db, sql: "SELECT kind FROM geoq_source WHERE name = ?", arguments: [name])
        guard kind == "remote" else {
            throw StoreError.failed(
                path: name, reason: "files were imported under this name; remove that source first")
        }
    }
}
