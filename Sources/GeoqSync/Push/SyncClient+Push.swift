import GeoqStore

extension SyncClient {
    /// Sends the changes that wait in the store, and reads nothing.
    ///
    /// - Returns: what was done. Changes that the server refuses stay in the
    ///   outbox, with the reason; they are no error of the push.
    /// - Throws: `SyncError` when the server could not be asked, after the
    ///   policy's tries; `CancellationError`. What was sent before is done.
    package func push() async throws -> PushReport {
        var report = PushReport()
        return try await retrying { _ in
            let lock = try await lockStore()
            defer { withExtendedLifetime(lock) {} }
            // Who tries only once does not wait for a change, either.
            report.add(try await pushHolding(waits: options.retry.attempts != 1))
            if let obstacle = report.obstacle { throw obstacle }
            return report
        }
    }

    /// Sends what waits, for a caller that holds the store's lock.
    ///
    /// - Parameter waits: as of `PushRun.run`; a pull goes on meanwhile.
    func pushHolding(waits: Bool = false) async throws -> PushReport {
        guard let writer = remote as? any RemoteWriter, let account = try await store.account.stored(),
            account.state == .active
        else { return PushReport() }
        return try await PushRun(store: store, writer: writer, options: options).run(waits: waits)
    }

    /// Allows one sync or push at a time.
    func lockStore() async throws -> MirrorLock {
        try await store.work.run { [store] in try MirrorLock(of: store) }
    }
}
