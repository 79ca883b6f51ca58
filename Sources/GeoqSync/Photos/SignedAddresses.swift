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
    private var known: [String: (address: Secret, askedAt: Double)] = [:]

    /// - Parameter now: seconds since 1970.
    package init(_ pictures: ProjectPictures, now: @escaping @Sendable () -> Double = WallClock.ofSystem.now) {
        (self.pictures, self.now) = (pictures, now)
    }

    /// The address of an object.
    ///
    /// - Returns: a secret: each client that has it may fetch the object.
    /// - Throws: `SyncError`, `CancellationError`.
    package func address(of path: String) async throws -> Secret {
        if let kept = known[path] {
            // Of one that was asked for in the future, by a clock that was set back since, nothing is known.
            let age = now() - kept.askedAt
            if age >= 0, age < Self.lifetime - Self.margin { return kept.address }
        }
        let asked = now()
        let address = try await pictures.sign(path, seconds: Int(Self.lifetime))
        if known[path] == nil, known.count >= Self.mostRemembered,
            let oldest = known.min(by: { $0.value.askedAt < $1.value.askedAt })
        {
            known[oldest.key] = nil
        }
        known[path] = (address, asked)
        return address
    }
}
