import GRDB
import Geoq

extension Store.Account {
    /// The name of the setting that keeps the user's address until the profile is made.
    static let emailSetting = "email"

    /// Makes the profile of the user who is logged in, when the server was asked
    /// and has none. Its name is at first the first part of the e-mail address.
    /// Most servers make a profile with the user; then there is nothing to do.
    package func makeProfile() async throws {
        guard try await read({ db in try Self.missingProfile(db) }) != nil else { return }
        try await write { db in
            guard let (user, email) = try Self.missingProfile(db) else { return }
            let name = email.prefix { $0 != "@" }
            _ = try Store.Lists.add(
                db,
                [ColumnValue("name", .text(name.isEmpty ? email : String(name))), ColumnValue("email", .text(email))],
                in: .profile, id: user)
        }
    }

    /// The user without a profile, and the address.
    ///
    /// - Returns: nil when there is a profile, it was deleted here, the server has
    ///   no profiles, or no address is known.
    private static func missingProfile(_ db: Database) throws -> (user: FeatureID, email: String)? {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT a.user_id, s.value FROM geoq_account AS a
                JOIN geoq_remote_table AS t ON t.remote = a.remote AND t.table_name = 'users' AND t.stopped IS NULL
                JOIN geoq_setting AS s ON s.scope = 'user' AND s.name = ?
                WHERE a.state = 'active' AND trim(s.value) <> '' AND NOT EXISTS (SELECT 1 FROM users WHERE id = a.user_id)
                    AND NOT EXISTS (SELECT 1 FROM geoq_base_users WHERE id = a.user_id)
                    AND NOT EXISTS (SELECT 1 FROM geoq_remote_waiting AS w
                        WHERE w.remote = a.remote AND w.table_name = 'users' AND w.row_id = a.user_id)
                """, arguments: [emailSetting])
        guard let row = row.map(WrittenRow.init), let user = row.id("user_id"), let email = row[1] else { return nil }
        return (user, email)
    }
}
