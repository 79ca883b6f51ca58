import Geoq
import GeoqPostgres
import GeoqStore
import GeoqSync

/// What the store remembers of relations and servers.
extension RelationSync {
    /// The remembered relations of a server, when a sync of its URL means them; empty when it means geoq's
    /// own tables, or when none is remembered, or the server does not say.
    ///
    /// A table that is not geoq's may be called bird or hotspot, too. So these names mean geoq's own tables only where
    /// the server has all of them, or where the store mirrors them already.
    func parts(rememberedAt remote: PostgresRemote) async throws -> [Part] {
        guard let server = try await look(at: remote), !server.hasOwnTables else { return [] }
        if server.ownTables > 0, !server.relations.isEmpty, !quiet {
            Terminal.say(
                "syncing the relations of the server that the store remembers; it has not all of geoq's own tables")
        }
        return server.relations
    }

    /// All that the store mirrors of a server, when relations are among it: geoq's own tables first. Empty when
    /// none is remembered, or the server does not say.
    ///
    /// With a user of the options those that are mirrored as this user; all when none is, and then the proof of
    /// each says so.
    func parts(mirroredAt remote: PostgresRemote) async throws -> [Part] {
        guard let server = try await look(at: remote), !server.relations.isEmpty else { return [] }
        let isAnyOfUser = server.isOwnMirrorOfUser || !server.relationsOfUser.isEmpty
        let relations = isAnyOfUser ? server.relationsOfUser : server.relations
        guard let own = server.ownMirror, server.isOwnMirrorOfUser || !isAnyOfUser else { return relations }
        return [part(ownTablesOf: remote, at: own)] + relations
    }

    /// What a server has, and what the store has of it.
    private struct Server {
        var relations: [Part] = []
        /// The relations that are mirrored as the user whom the options name; all when they name no user.
        var relationsOfUser: [Part] = []
        /// How many of geoq's own tables the server has, under their own names.
        var ownTables = 0
        var hasOwnTables = false
        /// The address of the mirror of geoq's own tables; nil when there is none.
        var ownMirror: String?
        /// Whether this mirror is of the user whom the options name; true when they name no user.
        var isOwnMirrorOfUser = false
    }

    /// - Returns: nil when no relation is remembered, or the server does not say where it is.
    private func look(at remote: PostgresRemote) async throws -> Server? {
        let names = TableMapping.standard.tables.filter { !$0.key.isOptional }.map(\.value.table).sorted()
        let states = try await store.mirror.all()
        guard try await !Self.remembered(in: store).isEmpty,
            let found = try? await remote.address(lookingFor: names)
        else { return nil }
        var server = Server(ownTables: found.found, hasOwnTables: found.found == names.count)
        for state in states {
            let (address, origin) = (state.identity.address, state.identity.origin)
            let isOfUser = options.user == nil || state.identity.user == options.user?.description
            let mapping = state.namesOfTables.flatMap { try? TableMapping(json: $0) }
            // The server may be reached at another address than before.
            if let mapping, let relation = mapping.relation {
                let isHere =
                    address == "\(found.address) \(relation)"
                    || found.origin.map { origin == "\($0) \(relation)" } ?? false
                if isHere, state.connection != nil {
                    let part = part(mapping, of: remote, named: address)
                    server.relations.append(part)
                    if isOfUser { server.relationsOfUser.append(part) }
                }
            } else if !state.wasNeverRead, address == found.address || origin == found.origin {
                server.ownMirror = address
                server.isOwnMirrorOfUser = isOfUser
            }
        }
        if server.ownTables > 0, server.ownMirror != nil { server.hasOwnTables = true }
        return server
    }

    /// Relations of a file, each by the name under which the store mirrors it already, or the file has it before:
    /// with its schema and without, it would be mirrored twice. Accents are written as the server has them.
    func spelled(_ mappings: [TableMapping], at remote: PostgresRemote) async throws -> [TableMapping] {
        var mappings = mappings
        let names = mappings.compactMap(\.relationName)
        if names.count == mappings.count, let spelled = try? await remote.spelled(names) {
            for (index, name) in spelled.enumerated() { mappings[index].relationName = name }
        }
        var result: [TableMapping] = []
        for var mapping in mappings {
            let earlier = result.compactMap(\.relationName)
            if let name = mapping.relationName, !earlier.contains(name),
                let spelling = try await spelling(of: name, at: remote, after: earlier)
            {
                mapping.relationName = spelling
            }
            if let name = mapping.relationName, earlier.contains(name) {
                if result.contains(mapping) { continue }
                throw SyncError(
                    .mapping, "the file names \(name) twice; one relation has one mirror", retryMayHelp: false)
            }
            result.append(mapping)
        }
        return result
    }

    /// Another name under which the store mirrors a relation; nil when there is none, or the server does not say.
    ///
    /// - Parameter earlier: names of the same server that will be mirrored.
    func spelling(
        of name: RelationName, at remote: PostgresRemote, after earlier: [RelationName] = []
    ) async throws -> RelationName? {
        typealias Known = (name: RelationName, identity: MirrorIdentity)
        let known = try await store.mirror.all().compactMap { state -> Known? in
            guard let names = state.namesOfTables, let name = (try? TableMapping(json: names))?.relationName else {
                return nil
            }
            return (name, state.identity)
        }
        // The server is asked only where there is a doubt.
        guard known.contains(where: { $0.name.mayBe(name) }) || earlier.contains(where: { $0.mayBe(name) }),
            let here = try? await remote.address(lookingFor: [])
        else { return nil }
        // The server may be reached at another address than before.
        let mirrored = known.filter { known in
            known.identity.address == "\(here.address) \(known.name)"
                || here.origin.map { known.identity.origin == "\($0) \(known.name)" } ?? false
        }.map { $0.name }
        let others = (mirrored + earlier).filter { $0.mayBe(name) }
        if mirrored.contains(name) || others.isEmpty { return nil }
        return try? await remote.names(of: name, among: others).first
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
