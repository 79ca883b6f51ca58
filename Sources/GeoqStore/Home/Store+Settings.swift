import GRDB
import Geoq

extension Store {
    /// What a person has set. A guest's settings become the user's at a login, and
    /// the user's go at a logout.
    package struct Settings: StoreFacet {
        let store: Store
    }

    /// What a person has set.
    package var settings: Settings { Settings(store: self) }
}

extension Store.Settings {
    private static let homeSetting = "home"

    /// The place where questions are asked that name no other; nil while none is
    /// set.
    ///
    /// - Throws: `StoreError`.
    package func home() async throws -> HomePlace? {
        try await read { db in try Self.value(db, of: Self.homeSetting).flatMap { HomePlace(json: $0) } }
    }

    /// Sets the place; nil for none.
    ///
    /// - Throws: `StoreError.invalidValue` for a name with U+0000; `StoreError`.
    package func setHome(_ place: HomePlace?) async throws {
        try WrittenText.check(place?.name, of: "name")
        try await write { db in try Self.write(db, place?.json, for: Self.homeSetting) }
    }

    /// The present person's settings: the user's of an account, or a guest's. After a login that was not finished, they
    /// are a guest's until it is, unless the user has some.
    private static let scope = """
        (SELECT iif(EXISTS (
            SELECT 1 FROM geoq_account
            WHERE state <> 'joining' OR EXISTS (SELECT 1 FROM geoq_setting WHERE scope = 'user')), 'user', 'guest'))
        """

    static func value(_ db: Database, of name: String) throws -> String? {
        try String.fetchOne(
            db, sql: "SELECT value FROM geoq_setting WHERE scope = \(scope) AND name = ?", arguments: [name])
    }

    /// The settings whose names begin with a text, by what follows it.
    static func values(_ db: Database, under prefix: String) throws -> [String: String] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT substr(name, length(?1) + 1), value FROM geoq_setting
                WHERE scope = \(scope) AND substr(name, 1, length(?1)) = ?1
                """, arguments: [prefix])
        return Dictionary(rows.map { ($0[0] as String, $0[1] as String) }) { first, _ in first }
    }

    /// - Parameter value: nil to remove the setting.
    static func write(_ db: Database, _ value: String?, for name: String) throws {
        guard let value else {
            return try db.execute(
                sql: "DELETE FROM geoq_setting WHERE scope = \(scope) AND name = ?", arguments: [name])
        }
        try db.execute(
            sql: "INSERT OR REPLACE INTO geoq_setting (scope, name, value) VALUES (\(scope), ?, ?)",
            arguments: [name, value])
    }
}
