import Geoq
import GeoqStore

extension SyncClient {
    /// Asks the mirror and the remote the same questions, at random and at
    /// difficult places, and compares the answers row by row.
    ///
    /// Nothing is changed on either side; a wrong mirror stays wrong until the
    /// next sync. All the remote's answers are of one moment. Rows of different
    /// versions are found first, by their digests, and left out of the
    /// questions: so a mirror that is behind can be told from one that is wrong
    /// (`ProofReport.Table`). Questions are about the part that is mirrored,
    /// even if the options have another region.
    ///
    /// - Parameter progress: called with the number of questions asked so far.
    /// - Throws: `SyncError` when the remote is not mirrored, or not with these
    ///   tables or as this user, or fails; `CancellationError`.
    package func prove(
        _ proof: ProofOptions, progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> ProofReport {
        try await retrying { _ in
            try await withSession { session in
                let (state, moment) = try await mirrored(session)
                return try await Proof(
                    store: store, session: session, state: state, moment: moment, options: proof,
                    again: { try await self.mirrored(session).1 }, progress: progress
                ).run()
            }
        }
    }

    /// Begins a moment of the part that the store mirrors.
    private func mirrored(_ session: any RemoteSession) async throws -> (MirrorState, RemoteMoment) {
        // Take the mirror's own region, even if the options have another.
        var options = options
        (options.region, options.isEverything, options.sameAs) = (nil, false, nil)
        let beginning = try await Beginning(session, store, options)
        let (moment, now) = (beginning.moment, beginning.moment.identity)
        guard let state = beginning.state, state.identity.origin == now.origin,
            !state.wasNeverRead
        else { throw Self.unproven("nothing of this server is mirrored", .pull) }
        guard state.identity.mapping == now.mapping else {
            throw Self.unproven("the mirror was made with other tables", .mirrorsTables)
        }
        guard state.identity.user == now.user else {
            let user = state.identity.user.map { "\($0)" } ?? "the login"
            throw Self.unproven(
                "the mirror holds what \(user) may see", .mirrorsUser(state.identity.user.flatMap { FeatureID($0) }))
        }
        guard state.identity.region == now.region else {
            throw Self.unproven("the mirror's region cannot be read", .region)
        }
        return (state, moment)
    }

    private static func unproven(_ message: String, _ remedy: SyncRemedy) -> SyncError {
        SyncError(.local, message, retryMayHelp: false, remedy: remedy)
    }
}
