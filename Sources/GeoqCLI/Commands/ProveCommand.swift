import ArgumentParser
import Foundation
import Geoq
import GeoqFormats
import GeoqPostgres
import GeoqStore
import GeoqSync

/// `geoq prove`
struct ProveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prove",
        abstract: "Show that the mirror gives the server's answers.",
        discussion: """
              geoq prove "postgresql://reader@db.example.org/birds?sslmode=verify-full"
              geoq prove service=birds --queries 10000 --seed 7
              geoq login https://abc.supabase.co --email you@example.org
              geoq sync && geoq prove

            Asks the mirror and the server the same questions, at random and where it hurts (poles, the \
            date line, rows at one point, edges that go through a row), and compares the answers row by \
            row. Before that it compares all columns of all rows, by hashes, and of --rows rows of each \
            table value by value, from the tables of the store and not through its index. The server's \
            answers are all of one moment; nothing is changed, neither there nor here. Of several mirrors each record \
            of the report names its own.

            Rows whose versions differ are left out of the questions and said first. Those that have \
            changed on the server since the last sync make the mirror behind, not wrong: run geoq sync, \
            and prove again. Rows with changes of yours that were not sent are left out, too: geoq sync sends \
            them. Rows within 10^-7 m of an edge, or of the same distance, may differ; they are counted.

            After geoq login, a proof without a URL asks the project over HTTP: its functions hotspots_near \
            and birds_near, boxes, and the sample of rows. The report says what it could not ask. Answers of a \
            project have no distances: for one row of each circle, picked at random, two more circles, 0.2 micrometers \
            narrower and wider than the mirror's distance, must leave the row out and have it, and have no row \
            that is further away. There, answers are of several moments; differences while rows change make the \
            mirror behind.

            Exit codes: 0 the mirror is equal, 1 the mirror is wrong, 65 rows of the server are not in it \
            (they wait, or have no id of their own), 75 the mirror is behind, or changes of yours were not \
            sent, 69 the server was not reached, 74 nothing of it is mirrored, 77 no server is named, none is \
            remembered, and no user is logged in.
            """)

    @Argument(
        help: ArgumentHelp(
            "The server: postgresql://user@host/database, key=value pairs, or the address of the login's project.",
            valueName: "url"))
    var url: String?

    @OptionGroup(title: "Server") var server: RemoteViewOptions

    @Option(
        help: ArgumentHelp(
            "Of the relations of --tables, or that geoq sync has mirrored, only this one; without a URL, and without a login, all are proved.",
            valueName: "relation"))
    var table: String?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("How many questions (default: 1000).", valueName: "count"),
        transform: ArgumentText.count)
    var queries = 1_000

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How many rows of each table to compare value by value (default: 1000).", valueName: "count"),
        transform: ArgumentText.count)
    var rows = 1_000

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Ask the questions of an earlier proof again; its report names the seed.", valueName: "number"),
        transform: ArgumentText.seed)
    var seed: UInt64?

    @Flag(help: "Try once: do not wait for the server, for a lock there, or for a sync of the store.")
    var noWait = false

    @OptionGroup(title: "Output") var output: SummaryOutputOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func validate() throws {
        try RemoteOptions.check(url)
        if !(0...10_000_000).contains(queries) {
            throw ValidationError("--queries \(queries) is not in 0...10000000.")
        }
        if !(0...1_000_000).contains(rows) { throw ValidationError("--rows \(rows) is not in 0...1000000.") }
    }

    func run() async throws {
        try await Failure.reported {
            var options = SyncOptions()
            options.user = server.view.userID
            if noWait { (options.retry, options.waitsForLocks) = (.never, false) }
            if try await proveRelations(options) { return }
            try server.view.apply(to: &options)
            if noWait { (options.retry, options.waitsForLocks) = (.never, false) }
            if let account = try await AccountSync.meant(by: url, storeOptions) {
                if url == nil, let other = RemoteOptions.environmentVariable {
                    Terminal.say("asking the project of the login; \(other) is not used")
                }
                try await account.run(url) { [self, options] remote, store in
                    try await prove(remote, store, options) { try write($0.records) }
                }
            } else {
                if url == nil, RemoteOptions.environmentVariable == nil { throw NoServerNamed(command: "prove") }
                try await prove(try RemoteOptions.remote(url), try await storeOptions.open(), options) {
                    try write($0.records)
                }
            }
        }
    }

    /// Proves the relations that the file of tables names, or that the store remembers.
    ///
    /// - Returns: false when none of them is meant.
    private func proveRelations(_ options: SyncOptions) async throws -> Bool {
        if let named = try server.view.relations() {
            let mappings = table.map { table in named.filter { $0.isMeant(by: table) } } ?? named
            guard !mappings.isEmpty else {
                let names = named.compactMap(\.relation).joined(separator: ", ")
                throw SyncError.mapping("it names no relation \(table ?? ""), but \(names)")
            }
            let sync = RelationSync(store: try await storeOptions.open(), options: options, quiet: false)
            let remote = try RemoteOptions.remote(url)
            let spelled = try await sync.spelled(mappings, at: remote)
            try await prove(spelled.map { sync.part($0, of: remote) }, by: sync)
            return true
        }
        if let url, table == nil, server.view.tables == nil, !RemoteOptions.isProject(url),
            storeOptions.hasFile
        {
            let sync = RelationSync(store: try await storeOptions.open(), options: options, quiet: false)
            let parts = try await sync.parts(mirroredAt: try RemoteOptions.remote(url))
            if !parts.isEmpty { try await prove(parts, by: sync) }
            return !parts.isEmpty
        }
        guard table != nil || url == nil && server.view.isEmpty,
            table != nil || storeOptions.hasFile
        else { return false }
        let store = try await storeOptions.open()
        var known = try await RelationSync.remembered(in: store)
        if let table {
            known.removeAll { !$0.mapping.isMeant(by: table) }
            guard !known.isEmpty else {
                throw SyncError(.local, "no relation \(table) is mirrored; see geoq sync status", retryMayHelp: false)
            }
        } else if try await store.account.stored() != nil {
            return false
        }
        if known.isEmpty { return false }
        let isAll = table == nil && RemoteOptions.environmentVariable == nil
        let servers = isAll ? try await RelationSync.rememberedServers(in: store) : []
        let sync = RelationSync(store: store, options: options, quiet: false)
        if let url, let table {
            let remote = try RemoteOptions.remote(url)
            let parts = try await sync.parts(mirroredAt: remote).filter { part in
                part.options.mapping?.isMeant(by: table) == true
            }
            // The proof of any tells that the server is not reached, or is not the one that is mirrored.
            try await prove(parts.isEmpty ? known.prefix(1).map { sync.part($0.mapping, of: remote) } : parts, by: sync)
            return true
        }
        let parts = try known.map { connection, mapping, address in
            sync.part(mapping, of: try PostgresRemote(connection), named: known.count > 1 ? address : nil)
        }
        let own = try servers.map { sync.part(ownTablesOf: try PostgresRemote($0.connection), at: $0.address) }
        try await prove(own + parts, by: sync)
        return true
    }

    /// Proves one relation after the other. What is found of several is one document, in which each record names its
    /// mirror; lines of JSON are written after each proof.
    ///
    /// - Throws: the exit code of the first whose proof failed.
    private func prove(_ parts: [RelationSync.Part], by sync: RelationSync) async throws {
        var records: [[Feature.Field]] = []
        var failure: (any Error)?
        for part in parts {
            Terminal.say("\(TerminalText.neutralized(part.name)):")
            do {
                try await prove(part.remote, sync.store, part.options) { summary in
                    guard parts.count > 1 else { return try write(summary.records) }
                    let named = summary.records.map { [.init("mirror", .text(summary.name))] + $0 }
                    if output.chosenFormat == .ndjson { try write(named) } else { records += named }
                }
            } catch let code as ExitCode {
                failure = failure ?? code
            } catch let error as SyncError where parts.count > 1 {
                let relation = part.options.mapping?.relation
                let sentence = SyncHint.sentence(SyncHint.sentence(error), behind: part.name, of: relation)
                Terminal.say("geoq: \(TerminalText.neutralized(sentence))")
                failure = failure ?? ExitCode(Failure.exitCode(of: error))
            } catch {
                failure = error
                break
            }
        }
        if parts.count > 1, output.chosenFormat != .ndjson { try write(records) }
        if let failure { throw failure }
    }

    private func write(_ records: [[Feature.Field]]) throws {
        try SummaryTable.write(records, output.chosenFormat)
    }

    /// - Parameter tell: gets what was found, before it is said in sentences.
    /// - Throws: the exit code of a mirror that is not equal.
    private func prove(
        _ remote: any Remote, _ store: Store, _ options: SyncOptions, tell: (ProofSummary) throws -> Void
    ) async throws {
        let seed = seed ?? UInt64.random(in: 0...999_999_999)
        let line = Terminal.showsProgress ? ProgressLine() : nil
        var options = options
        options.told = { notice in
            guard let sentence = SyncSummary.sentence(notice, quiet: false) else { return }
            line?.clear()
            Terminal.say(TerminalText.neutralized(sentence))
        }
        let client = SyncClient(remote: remote, store: store, options: options)
        let report: ProofReport
        do {
            defer { line?.clear() }
            report = try await client.prove(ProofOptions(queries: queries, rows: rows, seed: seed)) {
                line?.show(questions: $0, of: queries)
            }
        }
        let summary = ProofSummary(report)
        try tell(summary)
        for sentence in summary.sentences { Terminal.say(TerminalText.neutralized(sentence)) }
        switch report.verdict {
        case .equal: break
        case .behind: throw ExitCode(Failure.tryLater)
        case .incomplete: throw ExitCode(Failure.badData)
        case .different: throw ExitCode(Failure.differs)
        }
    }
}
