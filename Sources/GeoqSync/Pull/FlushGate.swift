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
    /// What is known of servers that were waited for in vain.
    var patience = FlushPatience()

    private static let step = Duration.milliseconds(20)

    /// - Parameter isHurried: whether the server was asked to hurry, before the moment began; then it is waited for
    ///   in any case. Otherwise it is only asked, and not waited for, when it was just waited for in vain.
    /// - Returns: whether the moment became durable within the time.
    func passes(_ moment: RemoteMoment, within time: Duration, isHurried: Bool = false) async throws -> Bool {
        guard let session else { return true }
        let lineage = moment.position.lineage
        let waits = isHurried || patience.holds(lineage)
        var waited = Duration.zero
        while true {
            if try await session.isDurable(moment) {
                // A server that was asked to hurry would stand still again without that.
                if !isHurried { patience.note(lineage, isDurable: true, clock) }
                return true
            }
            guard waits else { return false }
            guard waited < time else {
                patience.note(lineage, isDurable: false, clock)
                return false
            }
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
