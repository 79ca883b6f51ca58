import ArgumentParser
import Foundation
import Geoq
import GeoqPostgres
import GeoqStore
import GeoqSync
import Logging

/// Which remotes a sync goes to, one after the other.
extension SyncCommand.Run {
    /// Says which relations a watch of the login's project does not follow.
    static func sayLeftAlone(_ store: Store) async throws {
        let count = try await RelationSync.remembered(in: store).count
        if count == 0 { return }
        Terminal.say(
            "following the project alone; \(count == 1 ? "a relation" : "\(count) relations") that the store remembers "
                + "\(count == 1 ? "is" : "are") synced by geoq sync, and followed by geoq sync URL --watch")
    }

    /// Syncs the project of the login, and then the relations that the store
    /// remembers, if they are meant.
    func sync(
        _ remote: any Remote, _ store: Store, _ options: SyncOptions, andRelations withRelations: Bool
    ) async throws {
        let known = withRelations ? try await RelationSync.remembered(in: store) : []
        var options = options
        options.region = try await part.region(or: area, in: store, quiet: quiet)
        if known.isEmpty { return try await sync(remote, store, options) }
        var first: (any Error)?
        do {
            try await sync(remote, store, options)
        } catch {
            first = error
        }
        var own = SyncOptions()
        (own.region, own.words) = (options.region, options.words)
        (own.mayRemove, own.retry) = (options.mayRemove, options.retry)
        own.waitsForLocks = options.waitsForLocks
        (own.verifiesContents, own.logger, own.isEverything) = (
            options.verifiesContents, options.logger, options.isEverything
        )
        let relations = RelationSync(store: store, options: own, quiet: quiet)
        do {
            try await run(
                known.map { known in
                    let remote = try PostgresRemote(known.connection, logger: own.logger)
                    return relations.part(known.mapping, of: remote, named: known.address)
                }, by: relations)
        } catch {
            first = first ?? error
        }
        if let first { throw first }
    }

    /// Syncs relations that a person names, or that a file names, or that
    /// the store remembers.
    ///
    /// - Parameter given: gets the region, where it was read and none of these is meant: standard input gives
    ///   it once.
    /// - Returns: false when none of these is meant.
    func syncRelations(_ given: inout SyncOptions) async throws -> Bool {
        var options = given
        if relation.table == nil, tables == nil {
            guard storeOptions.hasFile else { return false }
            let store = try await storeOptions.open()
            if let url {
                options.region = try await part.region(or: area, in: store, quiet: quiet)
                let sync = RelationSync(store: store, options: options, quiet: quiet)
                let parts = try await sync.parts(
                    rememberedAt: try RemoteOptions.remote(url, logger: options.logger))
                if parts.isEmpty {
                    given.region = options.region
                    return false
                }
                try await run(parts, by: sync)
                return true
            }
            let known = try await RelationSync.remembered(in: store)
            let environment = RemoteOptions.environmentVariable
            let servers = environment == nil ? try await RelationSync.rememberedServers(in: store) : []
            guard !known.isEmpty || !servers.isEmpty else { return false }
            options.region = try await part.region(or: area, in: store, quiet: quiet)
            let sync = RelationSync(store: store, options: options, quiet: quiet)
            if !quiet, let environment {
                Terminal.say(
                    "syncing the relations that the store remembers; \(environment) completes what they leave out"
                )
            }
            func remote(_ connection: String) throws -> PostgresRemote {
                try PostgresRemote(connection, logger: options.logger)
            }
            try await run(
                servers.map { sync.part(ownTablesOf: try remote($0.connection), at: $0.address) }
                    + known.map {
                        sync.part($0.mapping, of: try remote($0.connection), named: $0.address)
                    }, by: sync)
            return true
        }
        let remote: PostgresRemote
        let mappings: [TableMapping]?
        if let tables {
            mappings = try RemoteOptions.relations(tables)
            if mappings == nil { return false }
        } else {
            mappings = nil
        }
        remote = try RemoteOptions.remote(url, logger: options.logger)
        let store = try await storeOptions.openOrCreate()
        options.region = try await part.region(or: area, in: store, quiet: quiet)
        var sync = RelationSync(store: store, options: options, quiet: quiet)
        if !quiet { RemoteOptions.sayWhatIsNotKept(of: remote) }
        if let mappings {
            sync.options.remembersFirstFailure = true
            let spelled = try await sync.spelled(mappings, at: remote)
            try await run(spelled.map { sync.part($0, of: remote) }, by: sync)
        } else if let name = relation.table {
            try await run([try await sync.part(name, try relation.wish(), of: remote)], by: sync)
        }
        return true
    }

    /// - Throws: `ValidationError` when several would go on as one mirror, whose rows would be taken together.
    private func run(_ parts: [RelationSync.Part], by sync: RelationSync) async throws {
        if sync.options.sameAs != nil, parts.count != 1 {
            throw ValidationError(
                "--same-as is about one mirror; give the URL of its server, and --table for a relation.")
        }
        if check { return try await sync.check(parts) }
        try await watch ? sync.watch(parts) : sync.run(parts)
    }

    func sync(_ remote: any Remote, _ store: Store, _ options: SyncOptions) async throws {
        let run = SyncRun(remote: remote, store: store, options: options, quiet: quiet)
        if check {
            try await run.check()
        } else if watch {
            var watchOptions = WatchOptions()
            // Each look at a project costs its owner a request.
            if remote is SupabaseRemote { watchOptions.pollingInterval = .seconds(60) }
            try await run.watch(watchOptions)
        } else {
            try await run.once()
        }
    }
}
