import ArgumentParser
import Geoq
import GeoqSync

/// Whether to ask a server instead of the store.
struct RemoteQuestionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Ask this server instead of the store: postgresql://user@host/database.", valueName: "url"))
    var remote: String?

    @OptionGroup var view: RemoteViewOptions

    func validate() throws {
        if remote == nil, !view.isEmpty { throw ValidationError("--tables and --as go with --remote.") }
    }

    /// Refuses questions that a server cannot answer.
    func check(
        center: CenterOptions, filter: FilterOptions, page: PageOptions, store: StoreOptions, bruteForce: Bool
    ) throws {
        guard remote != nil else { return }
        if center.place != nil {
            throw ValidationError("--at looks up a name in the store; give --lat and --lon with --remote.")
        }
        if filter.layer != .hotspots {
            throw ValidationError("--remote is asked for hotspots; mirror the server to ask for \(filter.layer).")
        }
        if page.after != nil {
            throw ValidationError("--after continues an answer of the store; ask --remote with a greater --limit.")
        }
        if store.path != nil { throw ValidationError("--db names a store, which --remote does not ask.") }
        if bruteForce { throw ValidationError("--brute-force checks the store's index, which --remote does not ask.") }
    }

    /// nil when the question is for the store.
    func hotspots() throws -> RemoteHotspots? {
        guard let remote else { return nil }
        var options = SyncOptions()
        try view.apply(to: &options)
        return RemoteHotspots(
            try RemoteOptions.remote(remote), mapping: options.mapping ?? .standard, user: options.user)
    }
}
