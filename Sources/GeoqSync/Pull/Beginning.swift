import Geoq
import GeoqStore

/// A moment of a remote, and the mirror that it belongs to. The moment has the
/// region and user of the options; where these are silent, those of the mirror.
struct Beginning {
    let request: RemoteRequest
    let moment: RemoteMoment
    let state: MirrorState?
    /// Whether region or user come from the mirror, and not from the options.
    let isRemembered: Bool
    /// A mirror of the same remote under another name, whose rows become this
    /// one's.
    let absorbed: String?

    /// The mirror is first looked up by the remote's address, which is known
    /// before any question; then by the identity that the server reports; at last by its name.
    ///
    /// - Parameter asking: called while a remote is asked that tells totals at once, with
    ///   the mirror and its tables.
    /// - Throws: `SyncError`.
    init(
        _ session: any RemoteSession, _ store: Store, _ options: SyncOptions,
        asking: @escaping @Sendable (MirrorState, Set<MirrorTable>) -> Void = { _, _ in }
    ) async throws {
        let address = try await session.address()
        var known = try await Self.state(origin: nil, address, store)
        if let name = options.sameAs {
            known = try await store.mirror.state(named: name)
            guard known != nil else { throw try await Self.noMirror(named: name, store) }
            if try await store.account.stored()?.remote == name { throw Self.isOfAccount(nil) }
        }
        var request = Self.request(options, known, address)
        if let known, let session = session as? any RemoteDigesting {
            session.whileAsking { asking(known, Set(known.tables.keys)) }
        }
        var moment = try await session.begin(request)
        if moment.isOfAccount, let name = options.sameAs { throw Self.isOfAccount(name) }
        var state = known
        if options.sameAs == nil {
            state = try await Self.state(origin: moment.identity.origin, moment.identity.address, store)
        }
        var needed = Self.request(options, state, moment.identity.address)
        // Cursors only save an answer.
        needed.since = request.since
        if needed != request {
            try await session.finish()
            request = Self.request(options, state, moment.identity.address)
            moment = try await session.begin(request)
        }
        isRemembered =
            (options.region == nil && request.region != nil)
            || (options.user == nil && request.user != nil && !moment.isOfAccount)
        // An account's user is the one who is logged in.
        if moment.isOfAccount { request.user = moment.identity.user.flatMap { FeatureID($0) } }
        (self.request, self.moment, self.state) = (request, moment, state)
        let own = options.sameAs == nil ? state : try await store.mirror.state(of: moment.identity)
        absorbed = own?.name == state?.name ? nil : own?.name
        if let stale = Self.stale(request.mapping, state) { throw stale }
    }

    /// A relation is mirrored as hotspots or as observations. Rows that it has as the other would stay, and no
    /// sync would look at them again.
    private static func stale(_ mapping: TableMapping, _ state: MirrorState?) -> SyncError? {
        guard let relation = mapping.relation, let state,
            let other = state.tables.first(where: { mapping.tables[$0.key] == nil && $0.value.rows > 0 })
        else { return nil }
        let (kind, rows) = (other.key == .hotspot ? "hotspots" : "observations", other.value.rows)
        return SyncError(
            .mapping,
            "\(relation) is mirrored as \(kind), of which \(rows == 1 ? "1 row" : "\(rows) rows") would stay as they are",
            retryMayHelp: false, remedy: .forgetMirror(state.name))
    }

    /// The rows of an account have its project's address as their source. Under another mirror's name they would not
    /// belong to the account any more.
    private static func isOfAccount(_ name: String?) -> SyncError {
        SyncError(
            .mapping, "an account's mirror cannot go on as another one, nor another one as an account's",
            retryMayHelp: false, remedy: name.map { .forgetMirror($0) })
    }

    private static func request(
        _ options: SyncOptions, _ known: MirrorState?, _ address: String
    ) -> RemoteRequest {
        var request = RemoteRequest(region: options.region, user: options.user)
        request.source = known?.name ?? address
        request.isPatient = options.waitsForLocks
        let remembered = known?.namesOfTables.flatMap { try? TableMapping(json: $0) }
        request.mapping = options.mapping ?? remembered ?? .standard
        request.since = known?.tables.compactMapValues(\.cursor) ?? [:]
        guard !options.isEverything else { return request }
        if request.region == nil { request.region = known?.identity.region.flatMap { Region(stored: $0) } }
        if request.user == nil { request.user = known?.identity.user.flatMap { FeatureID($0) } }
        return request
    }

    /// The mirror of a remote, or else the one that has its address for a name: it was first made from there, and
    /// goes on elsewhere. A new mirror would have that name, and take its place unasked.
    private static func state(origin: String?, _ address: String, _ store: Store) async throws -> MirrorState? {
        if let state = try await store.mirror.state(origin: origin, address: address) { return state }
        return try await store.mirror.state(named: address)
    }

    private static func noMirror(named name: String, _ store: Store) async throws -> SyncError {
        let names = try await store.mirror.all().map(\.name)
        let known = names.isEmpty ? "nothing is mirrored" : "mirrors: \(names.joined(separator: ", "))"
        return SyncError(.local, "there is no mirror \(name); \(known)", retryMayHelp: false)
    }
}
