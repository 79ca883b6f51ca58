public import GeoqStore
public import GeoqSync

extension SyncClient {
    /// A client that keeps a store equal to a PostgreSQL database.
    ///
    /// - Parameters:
    ///   - remote: the database; nothing is asked of it yet.
    ///   - store: the store; rows of other sources in it are not touched.
    ///   - options: with a mapping of one relation that has a key, the relation gets a mirror of its own, beside those of
    ///     other relations of the same database.
    public convenience init(remote: PostgresRemote, store: Store, options: SyncOptions = SyncOptions()) {
        var remote = remote
        if let relation = options.mapping?.relation { remote.relation = relation }
        self.init(remote: remote as any Remote, store: store, options: options)
    }
}
