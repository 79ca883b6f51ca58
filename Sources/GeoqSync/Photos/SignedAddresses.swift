import Geoq
package import GeoqSupabase

/// Addresses by which a program shows private pictures: each is asked for when it
/// is needed, and used again until a minute before it ends.
package actor SignedAddresses {
    /// How long an address is good, in seconds.
    package static let lifetime = 3_600.0
    private static let margin = 60.0
    /// Where more are asked for, the oldest are forgotten.
    private static let mostRemembered = 1_000

    private let pictures: ProjectPictures
    private let now: @Sendable () -> Double
    private let uptime: @Sendable () -> Double
    private var known: [String: Known] = [:]

    private struct Known {
        let address: Secret
        /// By either clock.
        let askedAt, uptime: Double
    }

    /// Addresses end by how long ago they were asked for. Neither clock tells that alone: the machine's clock may be
    /// set back meanwhile, and the other one stands still while a virtual machine is stopped. The one by which more
    /// time has passed counts.
    ///
    /// - Parameters:
    ///   - now: seconds since 1970.
    ///   - uptime: seconds by a clock that cannot be set, and that goes on while the machine sleeps.
    package init(
        _ pictures: ProjectPictures, now: @escaping @Sendable () -> Double = WallClock.ofSystem.now,
        uptime: @escaping @Sendable () -> Double = SignedAddresses.secondsSinceStart
    ) {
        (self.pictures, self.now, self.uptime) = (pictures, now, uptime)
    }

    private static let start = ContinuousClock.now

    package static let secondsSinceStart: @Sendable () -> Double = {
        (ContinuousClock.now - SignedAddresses.start) / .seconds(1)
    }

    /// The address of an object.
    ///
    /// - Returns: a secret: each client that has it may fetch the object.
    /// - Throws: `SyncError`, `CancellationError`.
    package func address(of path: String) async throws -> Secret {
        if let kept = known[path] {
            // One that was asked for in the future, by a clock that was set back since, is asked for anew.
            let age = now() - kept.askedAt
            if age >= 0, max(age, uptime() - kept.uptime) < Self.lifetime - Self.margin { return kept.address }
        }
        let (asked, askedUptime) = (now(), uptime())
        let address = try await pictures.sign(path, seconds: Int(Self.lifetime))
        if known[path] == nil, known.count >= Self.mostRemembered,
            let oldest = known.min(by: { $0.value.uptime < $1.value.uptime })
        {
            known[oldest.key] = nil
        }
        known[path] = Known(address: address, askedAt: asked, uptime: askedUptime)
        return address
    }
}
