import GeoqSync

/// A relation that fails when it is read: a view by a division by zero, a cast, a function that it may
/// not call; a foreign table by its server.
enum ReadingFailure {
    /// Whether a server's error is about what a relation computes, and not about the connection or a
    /// limit: data exceptions, names and rights, functions, errors that a function raises, and what other
    /// servers and files do. Of a view whose rows are here also errors of PostGIS, a function that writes, and a
    /// materialized view without contents.
    ///
    /// - Parameter isForeign: whether rows are known to be on other servers.
    static func isOfRows(_ error: SyncError, isForeign: Bool) -> Bool {
        guard let code = error.code else { return false }
        if isOfOtherServer(code) { return true }
        return ["21", "22", "2F", "38", "39", "42", "P0"].contains(code.prefix(2))
            || (isForeign
                ? ["0A", "28", "3D", "3F", "58"].contains(code.prefix(2))
                : [PostgresSession.internalError, "25006", "55000"].contains(code))
    }

    /// Whether the server has met the error at another one. A pooler's errors of class 08 are 08P01.
    private static func isOfOtherServer(_ code: String) -> Bool {
        code.hasPrefix("HV") || code.hasPrefix("08") && code != "08P01"
    }

    /// The error in words that name the relation.
    ///
    /// - Parameter servers: the foreign servers that its rows are on; nil when none is known.
    static func error(_ error: SyncError, of relation: String, on servers: String?) -> SyncError {
        let place = servers.map { ", with rows on the foreign server \($0)," } ?? ""
        let isRemote = servers != nil || error.code.map(isOfOtherServer) == true
        return SyncError(
            isRemote ? error.kind : .schema, "\(relation)\(place) fails when it is read: \(error.message)",
            retryMayHelp: isRemote && error.retryMayHelp, code: error.code,
            remedy: isRemote ? .foreignServer : .failingView)
    }
}

extension TableDescription {
    /// An error that reading the relation gave, as one that names it where it computes its rows, or
    /// has them from another server.
    func named(_ error: SyncError) -> SyncError {
        guard isRelation, kind == "v" || kind == "f" || hasForeignParts, error.remedy == nil,
            ReadingFailure.isOfRows(error, isForeign: hasForeignParts)
        else { return error }
        return ReadingFailure.error(error, of: fullName, on: foreignServers)
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
