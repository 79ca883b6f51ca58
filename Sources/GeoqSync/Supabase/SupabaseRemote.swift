package import Geoq
package import GeoqSupabase

/// A remote that is a Supabase project, reached over HTTP: the rows that the
/// user who is logged in may see, or, when no user is, those that everybody may.
///
/// With geoq's kit in the project a sync reads what has changed (`KitReading`);
/// without it, tables are read whole (`RestReading`).
package struct SupabaseRemote: Remote {
    private let client: ProjectClient
    private let pause: @Sendable (Duration) async throws -> Void

    /// - Parameter pause: waits before a lost page is asked for again; given
    ///   from outside, so that tests wait for nothing.
    package init(
        _ client: ProjectClient,
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        (self.client, self.pause) = (client, pause)
    }

    /// - Parameter user: nil, or the user who is logged in: a project shows the
    ///   rows of no other one.
    package func open(as user: FeatureID?) async throws -> any RemoteSession {
        let present: String?
        do {
            present = try await client.sessions.userID()
        } catch {
            throw SyncError.ofProject(error)
        }
        if let user, user.description != present {
            throw SyncError(
                .refused, "a project shows only the rows of the user who is logged in", retryMayHelp: false)
        }
        let wire = ProjectWire(client, asker: present == nil ? .application : .user, pause: pause)
        return SupabaseSession(wire, user: present)
    }
}
