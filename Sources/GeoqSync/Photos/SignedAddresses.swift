import Geoq
package import GeoqSupabase

/// Addresses by which a program shows private pictures: each is asked for when it
/// is needed, and used again until a minute before it ends.
package actor SignedAddresses {
    /// How long an address is good, in seconds.
    package static let lifetime = 3_600.0
    private static let margin = 60.0
    /// More are not remembered.
    private static let mostRemembered = 1_000

    private let pictures: ProjectPictures
    private let now: @Sendable () -> Double
    private var known: [String: (address: Secret, until: Double)] = [:]

    /// - Parameter now: seconds since 1970.
    package init(_ pictures: ProjectPictures, now: @escaping @Sendable () -> Double = WallClock.ofSystem.now) {
        (self.pictures, self.now) = (pictures, now)
    }

    /// The address of an object.
    ///
    /// - Returns: a secret: each client that has it may fetch the object.
    /// - Throws: `SyncError`, `CancellationError`.
    package func address(of path: String) async throws -> Secret {
        if let kept = known[path], now() < kept.until { return kept.address }
        let asked = now()
        let address = try await pictures.sign(path, seconds: Int(Self.lifetime))
        if known.count >= Self.mostRemembered { known = known.filter { now() < $0.value.until } }
        if known.count < Self.mostRemembered { known[path] = (address, asked + Self.lifetime - Self.margin) }
        return address
    }
}
