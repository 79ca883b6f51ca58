import GeoqSync

/// A row of a server's answer: texts, and nil for NULL.
extension [String?] {
    /// The value of a column.
    ///
    /// - Throws: `SyncError` when the server has answered with fewer columns.
    func column(_ index: Int) throws(SyncError) -> String? {
        guard indices.contains(index) else {
            throw SyncError(
                .protocol, "the server answers with fewer columns than it was asked for", retryMayHelp: true)
        }
        return self[index]
    }
}
