package import GeoqStore

/// Which server, and which of its databases, a project with geoq's kit is.
package struct KitServer: Hashable, Sendable {
    /// As the kit names it: the cluster's number, how often it was promoted or
    /// restored, and the number of the database.
    package var server: String
    /// This run of the server, from one crash to the next.
    package var run: String

    package init(server: String, run: String) {
        (self.server, self.run) = (server, run)
    }

    /// The server that the mirror of a store's account was read from.
    ///
    /// - Returns: nil when nothing was read yet, or from a project without the
    ///   kit.
    package static func ofAccount(in store: Store) async throws -> KitServer? {
        guard let account = try await store.account.stored(),
            let memory = try await store.mirror.state(named: account.remote)?.memory
        else { return nil }
        return KitServer(memory: memory)
    }

    /// What a mirror remembers of it; nil of a project without the kit.
    private init?(memory: String) {
        let parts = memory.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == SupabasePosition.Level.kit.rawValue else { return nil }
        (server, run) = (String(parts[1]), String(parts[2]))
    }

    /// Whether both are the same database. A server whose login may not see the
    /// cluster's number tells only its run.
    package func isSameDatabase(as other: KitServer) -> Bool {
        server == other.server && (!server.hasPrefix("hidden/") || run == other.run)
    }
}
