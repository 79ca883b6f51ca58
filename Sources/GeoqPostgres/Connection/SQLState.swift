import GeoqSync

/// What a server's error code means for a sync (PostgreSQL
/// 15, appendix A).
enum SQLState {
    /// - Parameters:
    ///   - code: five characters; nil when the connection was lost.
    ///   - message: the server's words.
    static func error(_ code: String?, _ message: String) -> SyncError {
        guard let code, code.utf8.count == 5 else { return .unreachable("the server was lost: \(message)") }
        let words = "the server refuses (\(code)): \(message)"
        switch code.prefix(2) {
        // pgbouncer's words, which are in no other language.
        case "08" where message.contains("statement pooling mode"):
            return SyncError(
                .refused,
                "a connection pooler in statement mode stands before the server, and allows no transactions (\(code)); "
                    + "connect to the server itself, or to a pooler in session or transaction mode",
                retryMayHelp: false, code: code)
        case "08": return SyncError(.unreachable, words, retryMayHelp: true, code: code)
        case "53" where code == "53400" && message.contains("temp_file_limit"):
            return SyncError(
                .refused,
                "\(words); rows are sorted on the server, which needs temporary files for that: a superuser can allow "
                    + "more (ALTER ROLE … SET temp_file_limit = '10GB', or -1 for no limit)",
                retryMayHelp: false, code: code)
        // Rolled back; a resource is exhausted; an object is in use; the server
        // shuts down.
        case "40", "53", "55": return SyncError(.refused, words, retryMayHelp: true, code: code)
        case "57":
            // A shutdown closes the connection.
            let isClosing = ["57P01", "57P02", "57P03", "57P05"].contains(code)
            return SyncError(isClosing ? .unreachable : .refused, words, retryMayHelp: true, code: code)
        // Unknown or ambiguous names, types that do not fit, values that cannot
        // be converted.
        case "42" where code != "42501": return SyncError(.schema, words, retryMayHelp: false, code: code)
        case "22": return SyncError(.schema, words, retryMayHelp: false, code: code)
        // A row moved to where the snapshot cannot follow, or data are corrupt.
        case "XX": return SyncError(.refused, words, retryMayHelp: true, code: code)
        default: return SyncError(.refused, words, retryMayHelp: false, code: code)
        }
    }
}
