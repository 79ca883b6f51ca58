import Geoq
import GeoqPostgres
import GeoqStore
import GeoqSync

/// What the store remembers of relations and servers.
extension RelationSync {
    /// The remembered relations of a server that has none of geoq's own tables; empty when none is of this
    /// server, or the server does not say.
    func parts(rememberedAt remote: PostgresRemote) async throws -> [Part] {
        let known = try await Self.remembered(in: store)
        let own = TableMapping.standard.tables.filter { !$0.key.isOptional }.map(\.value.table).sorted()
        guard !known.isEmpty, let found = try? await remote.address(lookingFor: own), !found.hasAny else { return [] }
        return known.filter { $0.address.hasPrefix("\(found.address) ") }
            .map { part($0.mapping, of: remote, named: $0.address) }
    }

    /// The servers with geoq's own tables that a store remembers.
    static func rememberedServers(in store: Store) async throws -> [(connection: String, address: String)] {
        try await store.mirror.all().compactMap { state in
            if let names = state.namesOfTables, let mapping = try? TableMapping(json: names), mapping.relation != nil {
                return nil
            }
            return state.connection.map { ($0, state.identity.address) }
        }
    }

    /// The relations that a store remembers.
    static func remembered(
        in store: Store
    ) async throws -> [(connection: String, mapping: TableMapping, address: String)] {
        try await store.mirror.all().compactMap { state in
            guard let connection = state.connection, let names = state.namesOfTables,
                let mapping = try? TableMapping(json: names), mapping.relation != nil
            else { return nil }
            return (connection, mapping, state.identity.address)
        }
    }

    /// Lets the store remember a relation of a file whose server was not reached, or refused the login; of a
    /// server that was reached the sync has done it.
    func remember(_ part: Part, unreached error: SyncError) async throws {
        let options = part.options
        guard options.remembersFirstFailure, [.unreachable, .login, .refused].contains(error.kind),
            let mapping = options.mapping, let relation = mapping.relation, let place = part.remote.expectedPlace
        else { return }
        let address = "\(place) \(relation)"
        guard try await store.mirror.state(origin: nil, address: address) == nil else { return }
        let identity = MirrorIdentity(
            origin: "unknown \(address)", address: address, user: options.user?.description,
            region: options.region?.stored, mapping: mapping.fingerprint)
        try await store.mirror.noteFirstFailure(
            MirrorFailure(
                name: address, identity: identity, stopped: mapping.tables.mapValues { _ in options.words(error) },
                namesOfTables: mapping.json, connection: options.connection))
    }

    /// How to forget a relation that the store remembers, when the server does not have it, or it could
    /// never be read; nil otherwise.
    func forgetting(_ part: Part, after error: SyncError) async throws -> String? {
        guard let mapping = part.options.mapping, mapping.relation != nil else { return nil }
        let known = try await store.mirror.all().first { state in
            state.namesOfTables == mapping.json && state.connection == part.options.connection
        }
        guard let known, known.wasNeverRead || error.kind == .noTable else { return nil }
        let command = "geoq sources remove \(ShellWord.quoted(known.name))"
        return known.wasNeverRead
            ? "geoq sync tries it again, until it is forgotten with: \(command)"
            : "if it is gone for good, take its rows back and forget it with: \(command)"
    }
}
