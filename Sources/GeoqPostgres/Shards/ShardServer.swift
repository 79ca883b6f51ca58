package import GeoqSync

/// Where a shard is, as `CREATE SERVER` and `CREATE USER MAPPING` of `postgres_fdw`
/// say it. It has no password.
package struct ShardServer: Hashable, Sendable {
    /// The server's options, in order.
    let options: [Setting]
    let user: String
    /// Whether the address is made up, for a person to replace.
    let isPlaceholder: Bool
    /// Whether the connection string had a password, which is left out.
    package let hadPassword: Bool

    struct Setting: Hashable {
        var name: String
        var value: String
    }

    /// The settings of a connection that a foreign server may have, and that hold no
    /// secret.
    private static let allowed: Set<String> = [
        "host", "hostaddr", "port", "dbname", "service", "sslmode", "sslrootcert", "sslcrl", "connect_timeout",
        "target_session_attrs", "channel_binding", "gssencmode",
    ]

    /// What the user of the shards is called where no name is given.
    private static let usualUser = "geoq_reader"

    /// - Parameter connectionString: a URL or `key=value` pairs, as libpq reads them.
    /// - Throws: `SyncError` when it cannot be read, names no database, or has a
    ///   setting that has no place in a foreign server.
    package init(_ connectionString: String) throws(SyncError) {
        var (options, user, hadPassword) = ([Setting](), Self.usualUser, false)
        for (name, value) in try ConnectionText(connectionString).settings {
            switch name {
            case "user": user = value
            case "password": hadPassword = true
            case _ where Self.allowed.contains(name): options.append(Setting(name: name, value: value))
            default:
                throw .connectionString(
                    "the setting \(name) has no place in a foreign server; these have: "
                        + Self.allowed.union(["user"]).sorted().joined(separator: ", "))
            }
        }
        guard options.contains(where: { $0.name == "dbname" || $0.name == "service" }) else {
            throw .connectionString("the address of a shard names its database: postgresql://user@host/database")
        }
        guard options.allSatisfy({ ShardPlan.isPlain($0.value) }), ShardPlan.isPlain(user) else {
            throw .connectionString("the address of a shard has a control character")
        }
        (self.options, self.user, self.hadPassword, isPlaceholder) = (options, user, hadPassword, false)
    }

    /// A made-up address.
    init(placeholderFor number: Int) {
        options = [
            Setting(name: "host", value: "shard-\(number).example.org"), Setting(name: "port", value: "5432"),
            Setting(name: "dbname", value: "shard"),
        ]
        (user, isPlaceholder, hadPassword) = (Self.usualUser, true, false)
    }

    /// Two addresses of one database.
    func isSame(as other: ShardServer) -> Bool {
        let names: Set<String> = ["host", "hostaddr", "port", "dbname", "service"]
        func address(_ server: ShardServer) -> Set<Setting> { Set(server.options.filter { names.contains($0.name) }) }
        return address(self) == address(other)
    }
}
