import GeoqSync

/// The usual way to mirror a table: rows whose `updated_at` is after the server's time at the last pull.
struct TimeCursor {
    let table: String
    /// The column of the key.
    let key: String
    private var cursor = "-infinity"
    private var rows: [Substring: Substring] = [:]

    /// A column that the cursor needs: the time of the last change, by the clock of the transaction's start.
    static func trigger(on table: String) -> String {
        """
        CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN new.updated_at := now(); RETURN new; END $$;
        CREATE TRIGGER touch BEFORE INSERT OR UPDATE ON \(table) FOR EACH ROW EXECUTE FUNCTION touch();
        """
    }

    init(table: String, key: String) { (self.table, self.key) = (table, key) }

    mutating func pull(_ fixture: SyncFixture) throws {
        let lines = try fixture.sql("SELECT now()::text; \(present) WHERE updated_at > '\(cursor)'")
            .split(separator: "\n")
        for line in lines.dropFirst() { rows[key(of: line)] = line }
        cursor = String(lines[0])
    }

    /// How many of the present rows it lacks, or has with older values.
    func lost(_ fixture: SyncFixture) throws -> Int {
        try fixture.sql(present).split(separator: "\n").count { rows[key(of: $0)] != $0 }
    }

    private var present: String { "SELECT \(key) || ' ' || md5(t::text) FROM \(table) t" }

    private func key(of line: Substring) -> Substring { line.prefix { $0 != " " } }
}
