import ArgumentParser
import Geoq
import GeoqPostgres
import GeoqStore
import GeoqSync

/// A sync of geoq's own tables of a server that may have more.
extension SyncCommand.Run {
    /// Syncs geoq's own tables. What else the server has with places is said after the first sync of it, and at
    /// each sync which relations of it the store remembers: these are not synced.
    func syncOwnTables(of remote: PostgresRemote, _ store: Store, _ options: SyncOptions) async throws {
        if quiet || watch || check { return try await sync(remote, store, options) }
        let before = try await Self.ownMirrors(in: store).map(\.name)
        func sayRest() async throws {
            let first = try await Self.ownMirrors(in: store).first { !before.contains($0.name) }
            if let address = first?.identity.address ?? remote.expectedAddress {
                try await Self.sayRemembered(at: address, store)
            }
            if let first { try await Self.sayLeft(by: first, remote, store) }
        }
        do {
            try await sync(remote, store, options)
        } catch let code as ExitCode {
            try await sayRest()
            throw code
        }
        try await sayRest()
    }

    /// The mirrors of geoq's own tables of servers.
    private static func ownMirrors(in store: Store) async throws -> [MirrorState] {
        try await store.mirror.all().filter { state in
            !state.wasNeverRead && !RemoteOptions.isProject(state.name) && mapping(of: state)?.relation == nil
        }
    }

    private static func mapping(of state: MirrorState) -> TableMapping? {
        state.namesOfTables.flatMap { try? TableMapping(json: $0) }
    }

    /// Says which relations of a server the store remembers.
    private static func sayRemembered(at address: String, _ store: Store) async throws {
        let names = try await RelationSync.remembered(in: store).filter { $0.address.hasPrefix(address + " ") }
            .compactMap(\.mapping.relation)
        if names.isEmpty { return }
        say(
            "\(list(names)), which the store remembers, \(names.count == 1 ? "is" : "are") synced by geoq sync "
                + "without a URL")
    }

    /// Says which relations with places a sync of geoq's own tables leaves.
    private static func sayLeft(by mirror: MirrorState, _ remote: PostgresRemote, _ store: Store) async throws {
        let own = TableMapping.standard.tables.merging(mapping(of: mirror)?.tables ?? [:]) { $1 }.map(\.value)
        // The sync has done its work; that the catalog cannot be read then is no failure of it.
        guard let found = try? await remote.namesWithPlaces(except: own) else { return try Task.checkCancellation() }
        let mirrored = Set(try await RelationSync.remembered(in: store).map(\.address))
        let names = found.names.filter { !mirrored.contains("\(found.address) \($0)") }.map(\.description)
        if names.isEmpty { return }
        say(
            "\(list(names)) \(names.count == 1 ? "has places and is" : "have places and are") not mirrored; "
                + "geoq sync URL --table NAME mirrors one, and --list shows what each is")
    }

    /// Some names, and how many others there are.
    private static func list(_ names: [String]) -> String {
        let most = 5
        let shown = names.count > most + 1 ? Array(names.prefix(most)) : names
        let rest = names.count - shown.count
        guard let last = shown.last, shown.count > 1 || rest > 0 else { return names.joined() }
        if rest > 0 { return "\(shown.joined(separator: ", ")) and \(rest) other relations" }
        return "\(shown.dropLast().joined(separator: ", ")) and \(last)"
    }

    private static func say(_ words: String) { Terminal.say(TerminalText.neutralized(words)) }
}
