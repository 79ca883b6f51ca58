import ArgumentParser
import Geoq
import GeoqPostgres
import GeoqSync

/// Whether to ask a server instead of the store.
struct RemoteQuestionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Ask this server instead of the store: postgresql://user@host/database.", valueName: "url"))
    var remote: String?

    @Option(help: RemoteViewOptions.tablesHelp, completion: .file())
    var tables: String?

    @Option(name: .customLong("as"), help: RemoteViewOptions.userHelp)
    var user: String?

    @Option(
        help: ArgumentHelp(
            "Of a file of --tables with several relations, the one to ask.", valueName: "relation"))
    var table: String?

    @Option(
        help: ArgumentHelp(
            "Give up when the server says nothing for so long: 30s, 2m (default: 120s).", valueName: "time"),
        transform: ArgumentText.seconds)
    var timeout: Double?

    private var view: RemoteView { RemoteView(tables: tables, user: user) }

    func validate() throws {
        try view.check()
        try RemoteOptions.check(remote)
        if remote == nil, !view.isEmpty { throw ValidationError("--tables and --as go with --remote.") }
        if let table, tables == nil {
            throw RemoteViewOptions.withoutFile(table)
        }
        if remote == nil, timeout != nil { throw ValidationError("--timeout goes with --remote.") }
        if let timeout, !(0.1...86_400).contains(timeout) {
            throw ValidationError("--timeout is from 0.1s to 24h.")
        }
    }

    /// Refuses questions that a server cannot answer.
    ///
    /// - Parameter place: a name that stands for a center; nil for none.
    func check(
        place: String?, area: AreaOptions, layer: AskedLayer, page: PageOptions, store: StoreOptions,
        bruteForce: Bool
    ) throws {
        guard remote != nil else { return }
        if layer != .hotspots {
            throw ValidationError("--remote is asked for hotspots; mirror the server to ask for \(layer).")
        }
        if page.after != nil {
            throw ValidationError("--after continues an answer of the store; ask --remote with a greater --limit.")
        }
        if page.next != nil {
            throw ValidationError("--next tells of pages, and --remote answers with one; use a greater --limit.")
        }
        if bruteForce { throw ValidationError("--brute-force checks the store's index, which --remote does not ask.") }
        try check(place: place, store: store, looksUpArea: area.isOfStore)
    }

    /// Refuses what only a store knows.
    ///
    /// - Parameter place: a name that stands for a center; nil for none.
    func check(place: String? = nil, area: AreaOptions? = nil, store: StoreOptions) throws {
        guard remote != nil else { return }
        try check(place: place, store: store, looksUpArea: area?.isOfStore ?? false)
    }

    private func check(place: String?, store: StoreOptions, looksUpArea: Bool) throws {
        if place != nil {
            throw ValidationError("--at looks up a name in the store; give --lat and --lon with --remote.")
        }
        if store.path != nil, !looksUpArea {
            throw ValidationError(
                "--db names a store, which --remote does not ask; only the name of an --area is looked up there.")
        }
    }

    /// nil when the question is for the store.
    func hotspots() throws -> RemoteHotspots? {
        guard let asked = try asked() else { return nil }
        var hotspots = RemoteHotspots(asked)
        hotspots.told = { Terminal.say("geoq: \(TerminalText.neutralized($0))") }
        return hotspots
    }

    /// nil when the question is for the store.
    func sightings() throws -> RemoteSightings? {
        guard let asked = try asked() else { return nil }
        var sightings = RemoteSightings(asked)
        sightings.told = { Terminal.say("geoq: \(TerminalText.neutralized($0))") }
        return sightings
    }

    /// nil when the question is for the store.
    func rules() throws -> RemoteRules? { try asked().map { RemoteRules($0) } }

    private func asked() throws -> AskedRemote? {
        guard let remote else { return nil }
        var options = SyncOptions()
        try view.apply(to: &options, table: table)
        let silence = timeout.map { Duration.milliseconds(Int64($0 * 1000)) }
        let mapping = options.mapping ?? .standard
        var asked = try RemoteOptions.remote(remote, silence: silence ?? .seconds(120))
        // As a mirror of the relation is called: its rows' ids are made of that.
        asked.relation = mapping.relation
        return AskedRemote(
            asked, mapping: mapping, user: options.user,
            // geoq has given up by then; what it asked should end as well.
            limit: silence.map { $0 + .seconds(1) })
    }
}
