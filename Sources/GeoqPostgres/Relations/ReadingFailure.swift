import GeoqSync

/// A relation that fails when it is read: a view by a division by zero, a cast, a function that it may
/// not call; a foreign table by its server.
enum ReadingFailure {
    /// Whether a server's error is about what a relation computes, and not about the connection or a
    /// limit: data exceptions, names and rights, functions, errors that a function raises, and what other
    /// servers and files do. Where the rows are on this server, these errors count, too: errors of PostGIS, a function
    /// that writes or raises `feature_not_supported`, an unlogged table on a standby, and a materialized view without
    /// contents.
    ///
    /// - Parameters:
    ///   - isForeign: whether rows are known to be on other servers.
    ///   - isOverForeign: whether a view reads from other servers.
    static func isOfRows(_ error: SyncError, isForeign: Bool, isOverForeign: Bool) -> Bool {
        guard let code = error.code else { return false }
        if isOfOtherServer(code) || isOverForeign && isLikelyOfOtherServer(code) { return true }
        return ["21", "22", "2F", "38", "39", "42", "P0"].contains(code.prefix(2))
            || (isForeign
                ? ["0A", "28", "3D", "3F", "58"].contains(code.prefix(2))
                : [PostgresSession.internalError, unsupported, "25006", "55000"].contains(code))
    }

    /// Whether an error that reading a table gave may be of a policy of row-level security: names and rights, functions
    /// and errors that they raise, and data exceptions but those of the database's encoding.
    static func isOfPolicy(_ error: SyncError) -> Bool {
        guard let code = error.code, !["22021", "22P05"].contains(code) else { return false }
        return code == unsupported || ["21", "22", "2F", "38", "39", "42", "P0"].contains(code.prefix(2))
    }

    /// Such an error. It comes again, until something is mended, or granted.
    static func ofPolicy(_ error: SyncError, _ words: String) -> SyncError {
        SyncError(
            error.code == insufficientPrivilege ? .refused : .schema, words, retryMayHelp: false, code: error.code,
            remedy: .policy)
    }

    /// `feature_not_supported`: a function of a view raised it, or a standby is to read an unlogged table.
    static let unsupported = "0A000"

    /// Whether the server has met the error at another one. A pooler's errors of class 08 are 08P01.
    private static func isOfOtherServer(_ code: String) -> Bool {
        code.hasPrefix("HV") || code.hasPrefix("08") && code != "08P01"
    }

    /// The same, or an error that other servers and their files give sooner than what a view computes: of logins,
    /// databases, schemas and files.
    private static func isLikelyOfOtherServer(_ code: String) -> Bool {
        isOfOtherServer(code) || ["28", "3D", "3F", "58"].contains(code.prefix(2))
    }

    /// The foreign servers that an error may be of; nil when it is of none.
    ///
    /// - Parameters:
    ///   - servers: that the relation's rows are on.
    ///   - behind: that a view reads from. Most errors of a view are its own.
    static func servers(_ servers: String?, behind: String?, after error: SyncError) -> String? {
        if let servers { return servers }
        return error.code.map(isLikelyOfOtherServer) ?? (error.kind == .unreachable) ? behind : nil
    }

    /// What a function in a view asks of its reader, and a table of the view's owner.
    private static let insufficientPrivilege = "42501"

    /// The error in words that name the relation.
    ///
    /// - Parameter servers: the foreign servers that its rows are on; nil when none is known.
    static func error(_ error: SyncError, of relation: String, on servers: String?) -> SyncError {
        let place =
            servers.map { ", with rows on the foreign \($0.contains(", ") ? "servers" : "server") \($0)," } ?? ""
        let isRemote = servers != nil || error.code.map(isOfOtherServer) == true
        return SyncError(
            isRemote ? error.kind : .schema, "\(relation)\(place) fails when it is read: \(error.message)",
            retryMayHelp: isRemote && error.retryMayHelp, code: error.code,
            remedy: isRemote
                ? error == PostgresConnection.silent ? .silentServer : .foreignServer
                : error.code == insufficientPrivilege ? .rightOfView : .failingView)
    }
}

extension TableDescription {
    /// An error that reading the relation gave, as one that names it where it computes its rows, or
    /// has them from another server. A server that is silent may wait for one of those.
    func named(_ error: SyncError) -> SyncError {
        // An error that was named already stays as it is.
        guard error.remedy == nil, !error.message.hasPrefix("\(fullName) fails when") else { return error }
        if error == PostgresConnection.silent, let servers = foreignServers ?? serversBehind {
            return ReadingFailure.error(error, of: fullName, on: servers)
        }
        guard isRelation else {
            return isSeenByRight && ReadingFailure.isOfPolicy(error)
                ? ReadingFailure.ofPolicy(error, error.message) : error
        }
        guard kind == "v" || kind == "f" || hasForeignParts else {
            // A table with a partition that a standby does not have, or with a policy whose function fails.
            let isUnsupported = error.code == ReadingFailure.unsupported
            let words = isUnsupported ? "\(fullName) fails when it is read: \(error.message)" : error.message
            if isSeenByRight, ReadingFailure.isOfPolicy(error) { return ReadingFailure.ofPolicy(error, words) }
            guard isUnsupported else { return error }
            return SyncError(.schema, words, retryMayHelp: false, code: error.code)
        }
        guard ReadingFailure.isOfRows(error, isForeign: hasForeignParts, isOverForeign: serversBehind != nil) else {
            return error
        }
        let servers = ReadingFailure.servers(foreignServers, behind: serversBehind, after: error)
        return ReadingFailure.error(error, of: fullName, on: servers)
    }

    /// Whether reading the relation once more is worth it: PostgreSQL has one code for errors of PostGIS, which come
    /// again, and for its own inner ones, as when another session changes the catalog, which pass.
    func maySucceedAgain(after error: SyncError) -> Bool {
        error.code == PostgresSession.internalError && !named(error).retryMayHelp
    }

    /// An error that says that the relation is locked, in words that name it.
    func locked(_ error: SyncError) -> SyncError {
        guard error.code == "55P03" else { return error }
        return SyncError(
            .refused, "\(fullName) is locked by another session of the server (\(error.code ?? "")); try again later",
            retryMayHelp: true, code: error.code)
    }
}
