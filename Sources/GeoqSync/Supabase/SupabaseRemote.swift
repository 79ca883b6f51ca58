package import Geoq
package import GeoqStore
package import GeoqSupabase

/// A remote that is a Supabase project, reached over HTTP: the rows that the
/// user who is logged in may see. When no user is logged in, it has those that all
/// may see, or is refused.
///
/// With geoq's kit in the project a sync reads what has changed (`KitReading`);
/// without it, tables are read whole (`RestReading`).
package struct SupabaseRemote: Remote {
    private let client: ProjectClient
    private let sockets: (any WebSocketTransport)?
    private let needsUser: Bool
    private let times: RealtimeListener.Times
    private let writer: ProjectWriter
    private let pause: @Sendable (Duration) async throws -> Void

    /// - Parameters:
    ///   - sockets: for the project's Realtime; without it a watch looks at
    ///     intervals.
    ///   - needsUser: whether nothing is read without a user, as for an account:
    ///     its user may log out while a watch goes on.
    ///   - times: of Realtime.
    ///   - pause: waits before a lost page is asked for again; given from
    ///     outside, so that tests wait for nothing.
    package init(
        _ client: ProjectClient, sockets: (any WebSocketTransport)? = nil, needsUser: Bool = false,
        times: RealtimeListener.Times = RealtimeListener.Times(),
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        (self.client, self.sockets, self.needsUser) = (client, sockets, needsUser)
        (self.times, self.pause) = (times, pause)
        writer = ProjectWriter(client)
    }

    /// - Parameter user: nil, or the user who is logged in: a project shows the
    ///   rows of no other one.
    package func open(as user: FeatureID?) async throws -> any RemoteSession {
        let present = try await present()
        if let user, user.description != present {
            throw SyncError(
                .refused, "a project shows only the rows of the user who is logged in", retryMayHelp: false)
        }
        let wire = ProjectWire(client, asker: present == nil ? .application : .user, pause: pause)
        return SupabaseSession(wire, user: present)
    }

    /// The user who is logged in; nil for the rows that all may see.
    ///
    /// - Throws: `SyncError`, of the kind `login` when a user is needed and nobody is logged in.
    private func present() async throws -> String? {
        do {
            let user = try await client.sessions.userID()
            if user == nil, needsUser { throw SessionError.notLoggedIn }
            return user
        } catch {
            throw SyncError.ofProject(error)
        }
    }
}

extension SupabaseRemote: RemotePicturing {
    package var pictures: ProjectPictures { ProjectPictures(client) }
}

extension SupabaseRemote: RemoteRinging {
    package func openDoorbell(
        _ mapping: @Sendable (_ address: String) async throws -> TableMapping
    ) async throws -> any RemoteDoorbell {
        guard let sockets else { return MissingRealtime() }
        let asker: WireRequest.Asker = try await present() == nil ? .application : .user
        let tables = try await mapping(client.project.origin).tables.values.map(\.table).sorted()
        return RealtimeDoorbell(
            RealtimeListener(tables: tables, times: times), client: client, asker: asker, sockets: sockets)
    }
}

/// The doorbell of a program that has no WebSockets.
private struct MissingRealtime: RemoteDoorbell {
    var hearing: DoorbellHearing { .deaf(because: "this program opens no WebSocket", forEver: true) }

    func ring(within time: Duration) async throws -> Bool { false }
    func close() async {}
}

extension SupabaseRemote: RemoteWriter {
    package func push(_ operations: [PendingOperation], _ context: PushContext) async throws -> PushReply {
        try await writer.push(operations, context)
    }

    package func clockOffset() async -> Double? {
        Self.meant(clockOffset: await client.sessions.serverNow() - WallClock.ofSystem.now())
    }

    /// The difference between two clocks as it is used; 0 when it is below two seconds.
    /// HTTP's `Date` has whole seconds, and is some time old when it arrives. So a
    /// small difference may not be real, and would change which of two edits was first.
    static func meant(clockOffset offset: Double) -> Double { abs(offset) < 2 ? 0 : offset }
}
