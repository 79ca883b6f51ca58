import GeoqSync

/// A view that fails when it is read: by a division by zero, a cast, a function that it may not call.
enum ReadingFailure {
    /// Whether a server's error is about what a view computes, and not about the connection, a limit
    /// or PostGIS: data exceptions, names and rights, functions, errors that a function raises.
    static func isOfRows(_ error: SyncError) -> Bool {
        guard let code = error.code else { return false }
        return ["21", "22", "38", "39", "42", "P0"].contains(code.prefix(2))
    }

    /// The error in words that name the view.
    static func error(_ error: SyncError, of view: String) -> SyncError {
        SyncError(
            error.kind, "\(view) fails when it is read: \(error.message)", retryMayHelp: false, code: error.code,
            remedy: .failingView)
    }
}

extension TableDescription {
    /// An error that reading the relation gave, as one that names it where it is a view.
    func named(_ error: SyncError) -> SyncError {
        guard isRelation, kind == "v", ReadingFailure.isOfRows(error), error.remedy == nil else { return error }
        return ReadingFailure.error(error, of: fullName)
    }
}
