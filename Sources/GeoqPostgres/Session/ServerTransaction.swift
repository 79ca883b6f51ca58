import Geoq
import GeoqSync

/// How a transaction of geoq begins. Its settings end with it.
///
/// A pooler hands one connection to many applications. So geoq sets nothing for
/// the session, and does not rely on settings that another application may have
/// left there: each transaction sets everything that its answers depend on.
enum ServerTransaction {
    enum Isolation: String {
        /// One snapshot for all that is read.
        case repeatableRead = "ISOLATION LEVEL REPEATABLE READ "
        case readCommitted = "ISOLATION LEVEL READ COMMITTED "
    }

    /// What a transaction may do.
    enum Access: String {
        case readOnly = "READ ONLY"
        case readWrite = "READ WRITE"
    }

    /// - Parameters:
    ///   - user: the user whose rows are to be seen, set as PostgREST sets it,
    ///     but not by `set_config()`: a SELECT would take the snapshot before
    ///     the locks.
    ///   - version: the server's, as 150004 for 15.4.
    ///   - isPatient: whether a lock that others hold is waited for.
    ///   - takesBytes: whether texts are to come as the server has them: one that is not UTF-8
    ///     would be the server's error, and end the reading of its table.
    static func begin(
        _ isolation: Isolation, _ access: Access = .readOnly, as user: FeatureID?, version: Int,
        isPatient: Bool = true, takesBytes: Bool = false
    ) -> String {
        var settings = common + (version >= 170_000 ? ["transaction_timeout = 0"] : [])
        if !isPatient { settings.append("lock_timeout = '1s'") }
        if takesBytes { settings.append("client_encoding = 'SQL_ASCII'") }
        // What the server has acknowledged survives its crash.
        if access == .readWrite { settings.append("synchronous_commit = on") }
        let words = (settings + role(user)).map { "SET LOCAL \($0)" }
        return "BEGIN \(isolation.rawValue)\(access.rawValue); " + words.joined(separator: "; ")
    }

    private static let common = [
        // The settings of the login, not those that a client has set since.
        "role TO DEFAULT", "search_path TO DEFAULT",
        // Formats of text that geoq can read back, with every digit of a
        // number.
        "TimeZone = 'UTC'", "DateStyle = 'ISO'", "IntervalStyle = 'postgres'", "bytea_output = 'hex'",
        "lc_monetary = 'C'", "extra_float_digits = 1", "standard_conforming_strings = on",
        "client_min_messages = error", "quote_all_identifiers = off",
        // Rows that the role may not see are left out, instead of an error.
        "row_security = on",
        // A large table may take long; geoq gives up waiting for a lock after
        // 30 seconds; and the lock of a client that went to sleep ends.
        "statement_timeout = 0", "lock_timeout = '30s'", "idle_in_transaction_session_timeout = '10min'",
        // The digest's few expressions take longer to compile than to run.
        "jit = off",
    ]

    private static func role(_ user: FeatureID?) -> [String] {
        guard let user else { return [] }
        return [
            "ROLE authenticated", "request.jwt.claims = '{\"sub\":\"\(user)\",\"role\":\"authenticated\"}'",
        ]
    }
}
