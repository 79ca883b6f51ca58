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
    /// before any question; then by the identity that the server reports.
    ///
    /// - Throws: `SyncError`.
    init(_ session: any RemoteSession, _ store: Store, _ options: SyncOptions) async throws {
        let address = try await session.address()
        var known = try await store.mirror.state(origin: nil, address: address)
        if let name = options.sameAs {
            known = try await store.mirror.state(named: name)
            guard known != nil else { throw try await Self.noMirror(named: name, store) }
        }
        var request = Self.request(options, known)
        var moment = try await session.begin(request)
        var state = known
        if options.sameAs == nil { state = try await store.mirror.state(of: moment.identity) }
        let needed = Self.request(options, state)
        if needed != request {
            try await session.finish()
            request = needed
            moment = try await session.begin(request)
        }
        (self.request, self.moment, self.state) = (request, moment, state)
        isRemembered =
            (options.region == nil && request.region != nil) || (options.user == nil && request.user != nil)
        let own = try await store.mirror.state(of: moment.identity)
        absorbed = own?.name == state?.name ? nil : own?.name
    }

    private static func request(_ options: SyncOptions, _ known: MirrorState?) -> RemoteRequest {
        var request = RemoteRequest(region: options.region, user: options.user)
        let remembered = known?.namesOfTables.flatMap { try? TableMapping(json: $0) }
        request.mapping = options.mapping ?? remembered ?? .standard
        guard !options.isEverything else { return request }
        if request.region == nil { request.region = known?.identity.region.flatMap { Region(stored: $0) } }
        if request.user == nil { request.user = known?.identity.user.flatMap { FeatureID($0) } }
        return request
    }

    private static func noMirror(named name: String, _ store: Store) async throws -> SyncError {
        let names = try await store.mirror.all().map(\.name)
        let known = names.isEmpty ? "nothing is mirrored" : "mirrors: \(names.joined(separator: ", "))"
        return SyncError(.local, "there is no mirror \(name); \(known)", retryMayHelp: false)
    }
}
