public import GeoqStore
public import GeoqSync

extension SyncClient {
    /// A client that keeps a store equal to a PostgreSQL database.
    ///
    /// - Parameters:
    ///   - remote: the database; nothing is asked of it yet.
    ///   - store: the store; rows of other sources in it are not touched.
    public convenience init(remote: PostgresRemote, store: Store, options: SyncOptions = SyncOptions()) {
        self.init(remote: remote as any Remote, store: store, options: options)
    }
}
