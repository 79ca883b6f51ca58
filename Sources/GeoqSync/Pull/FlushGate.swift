import Geoq

/// Waits until everything that a moment saw is on the server's disk.
///
/// After a crash a server may again give the versions of rows whose writes were
/// not on disk, and a row with such a version would look as if it had been
/// read. So a cursor is kept only when the moment survives a crash. The gate
/// asks within the moment's own transaction, which no crash survives: behind a
/// pooler, a later question might reach the server after a crash.
struct FlushGate {
    /// nil when the remote does not know what survives: then every moment
    /// passes at once.
    let session: (any RemoteDurability)?
    let clock: any Clock<Duration> & Sendable

    private static let step = Duration.milliseconds(20)

    /// - Returns: whether the moment became durable within the time.
    func passes(_ moment: RemoteMoment, within time: Duration) async throws -> Bool {
        guard let session else { return true }
        var waited = Duration.zero
        while true {
            if try await session.isDurable(moment) { return true }
            guard waited < time else { return false }
            try await clock.sleep(for: Self.step)
            waited += Self.step
        }
    }
}

extension Clock where Duration == Swift.Duration {
    /// Sleeps; needed because the clock's type is not known.
    func sleep(for duration: Duration) async throws {
        try await sleep(until: now.advanced(by: duration), tolerance: nil)
    }
}
