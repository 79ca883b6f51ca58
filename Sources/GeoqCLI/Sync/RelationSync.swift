import ArgumentParser
import Geoq
import GeoqFormats
import GeoqPostgres
import GeoqStore
import GeoqSync

/// Syncs relations that a person names, each with a mirror of its own.
struct RelationSync {
    let store: Store
    /// What all of them have in common.
    var options: SyncOptions
    let quiet: Bool

    /// One relation, with the remote that it is of.
    struct Part {
        var remote: PostgresRemote
        var options: SyncOptions
        /// The name for messages.
        var name: String
    }

    /// A relation that a person names. Of one that the store knows, the mapping is remembered, as far as nothing else
    /// is said.
    func part(_ name: String, _ wish: RelationProposal.Wish, of remote: PostgresRemote) async throws -> Part {
        let (address, relation) = try await remote.place(ofRelation: name)
        let own = RelationName(schema: relation.schema, table: relation.name)
        // A file may have named it without its schema.
        let spelling = try await spelling(of: own, at: remote) ?? own
        var wish = wish
        if let known = try await store.mirror.state(origin: nil, address: "\(address) \(spelling)")?.namesOfTables,
            let mapping = try? TableMapping(json: known)
        {
            let gone = mapping.columns(goneFrom: relation).filter { wish.columns[$0.ours] == nil }
            if gone.isEmpty, Self.isSilent(wish, about: mapping) { return part(mapping, of: remote) }
            for (ours, theirs) in gone {
                let column = ours == theirs ? ours : "\(theirs), which was \(ours)"
                Terminal.say(TerminalText.neutralized("\(own) has no column \(column) any more: it is left out"))
            }
            wish = wish.completed(by: mapping, without: Set(gone.map(\.ours)))
        }
        let proposal = try RelationProposal(relation, wish)
        if let obstacle = proposal.obstacle { throw obstacle }
        if !quiet { Terminal.say(TerminalText.neutralized(proposal.words + proposal.shapeAdvice)) }
        var mapping = TableMapping(tables: [proposal.table: proposal.names])
        mapping.relationName = spelling
        return part(mapping, of: remote)
    }

    private static func isSilent(_ wish: RelationProposal.Wish, about mapping: TableMapping) -> Bool {
        var rest = wish
        if let table = wish.table, mapping.tables[table] != nil { rest.table = nil }
        return rest.isEmpty
    }

    /// A relation with a mapping.
    ///
    /// - Parameter name: for messages; nil for the relation's own.
    func part(_ mapping: TableMapping, of remote: PostgresRemote, named name: String? = nil) -> Part {
        var (remote, options) = (remote, options)
        remote.relation = mapping.relation
        options.mapping = mapping
        let connection = remote.connectionWithoutSecrets
        options.connection = connection
        return Part(remote: remote, options: options, name: name ?? mapping.relation ?? "")
    }

    /// A server with geoq's own tables, whose names the mirror remembers.
    func part(ownTablesOf remote: PostgresRemote, at address: String) -> Part {
        var options = options
        options.connection = remote.connectionWithoutSecrets
        return Part(remote: remote, options: options, name: address)
    }

    /// Syncs one after the other. One that fails does not stop the others.
    ///
    /// - Throws: `ExitCode` or `SyncError` of the first that failed.
    func run(_ parts: [Part]) async throws {
        // A first sync that is interrupted before its relation was read leaves it remembered, too.
        for part in parts {
            try await remember(part, unreached: SyncError(.unreachable, "it was not read yet", retryMayHelp: true))
        }
        try await each(parts) { part in
            do {
                try await Self.sync(part, store, quiet: quiet).once()
            } catch let error as SyncError {
                try await remember(part, unreached: error)
                throw error
            }
        }
    }

    /// The sync of one, which notes it when the server is not reached.
    private static func sync(_ part: Part, _ store: Store, quiet: Bool) -> SyncRun {
        var options = part.options
        // What the store remembers is called by its address.
        options.address = part.remote.expectedAddress ?? part.name
        return SyncRun(remote: part.remote, store: store, options: options, quiet: quiet)
    }

    /// Follows all of them until SIGINT or SIGTERM. One whose login is refused, or that cannot be
    /// mirrored, stops no other.
    ///
    /// - Throws: `ExitCode` of one that ended, when all have; of a single one what `SyncRun.watch()`
    ///   throws.
    func watch(_ parts: [Part]) async throws {
        guard parts.count > 1 else {
            for part in parts {
                try await Self.sync(part, store, quiet: quiet).watch()
            }
            return
        }
        let (turns, store, quiet) = (SyncTurns(), store, quiet)
        var doorbells: [String: SharedDoorbell] = [:]
        let watches = parts.map { part in
            var options = WatchOptions()
            options.turns = turns
            let doorbell = doorbells[part.options.connection ?? part.name] ?? SharedDoorbell()
            doorbells[part.options.connection ?? part.name] = doorbell
            options.doorbell = doorbell
            return (part, options)
        }
        try await SyncRun.untilInterrupted(quiet: quiet) {
            let first = await withTaskGroup { group in
                for (part, options) in watches {
                    group.addTask { () -> SyncError? in
                        let run = Self.sync(part, store, quiet: quiet)
                        do {
                            try await run.follow(options, named: part.name)
                        } catch let error as SyncError {
                            let relation = part.options.mapping?.relation
                            let reason = SyncHint.reason(SyncHint.sentence(error), of: relation)
                            let sentence = "\(part.name) is not followed any more: \(reason)"
                            Terminal.say("geoq: \(TerminalText.neutralized(sentence))")
                            return error
                        } catch {
                            // Cancelled.
                        }
                        return nil
                    }
                }
                return await group.reduce(nil) { $0 ?? $1 }
            }
            try Task.checkCancellation()
            if let first { throw ExitCode(Failure.exitCode(of: first)) }
        }
    }

    /// Reports what is in the way of each, and what it costs.
    ///
    /// - Throws: as `run`; `ExitCode` 65 when something is in the way.
    func check(_ parts: [Part]) async throws {
        var records: [[Feature.Field]] = []
        var isBlocked = false
        var failure: (any Error)?
        do {
            try await each(parts) { part in
                let findings = try await SyncClient(remote: part.remote, store: store, options: part.options).check()
                records += findings.map { SyncRun.fields($0, of: $0.table == nil ? "all" : part.name) }
                isBlocked = isBlocked || findings.contains(where: \.isObstacle)
            }
        } catch {
            failure = error
        }
        try SummaryTable.write(records, Terminal.isOutput ? .table : .ndjson)
        if let failure { throw failure }
        if isBlocked { throw ExitCode(Failure.badData) }
        if records.isEmpty, !quiet { Terminal.say("nothing is missing") }
    }

    /// Runs `body` for one after the other. A server that is not reached, or that refuses the login, is asked for no
    /// further relation: each would wait as long, and count as one more wrong password.
    private func each(_ parts: [Part], _ body: (Part) async throws -> Void) async throws {
        var first: (any Error)?
        var lost: [String: [String]] = [:]
        for part in parts {
            if let connection = part.options.connection, lost[connection] != nil {
                lost[connection]?.append(part.name)
                continue
            }
            do {
                try await body(part)
            } catch let error as ExitCode {
                first = first ?? error
            } catch let error as SyncError {
                let advice = try await forgetting(part, after: error)
                guard parts.count > 1 || advice != nil else { throw error }
                let said = advice != nil && error.kind == .noTable ? error.message : SyncHint.sentence(error)
                var sentence = [said, advice].compactMap { $0 }.joined(separator: said.hasSuffix("?") ? " " : "; ")
                if parts.count > 1 {
                    let relation = part.options.mapping?.relation
                    sentence = SyncHint.sentence(sentence, behind: part.name, of: relation)
                }
                Terminal.say("geoq: \(TerminalText.neutralized(sentence))")
                if parts.count == 1 { throw ExitCode(Failure.exitCode(of: error)) }
                first = first ?? ExitCode(Failure.exitCode(of: error))
                if [.unreachable, .login].contains(error.kind), let connection = part.options.connection {
                    lost[connection] = []
                }
            }
        }
        let untried = lost.values.flatMap(\.self)
        if !untried.isEmpty {
            let relations = untried.count == 1 ? "1 further relation" : "\(untried.count) further relations"
            Terminal.say(
                "geoq: \(relations) of a server that was not reached, or refused the login, \(untried.count == 1 ? "was" : "were") not tried"
            )
        }
        if let first { throw first }
    }
}

extension RelationProposal {
    /// What lets rows without points have places; empty where they need nothing.
    var shapeAdvice: String { hasNoPoints ? "; --points surface lets a point stand for each shape" : "" }
}
