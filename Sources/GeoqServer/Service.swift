import Foundation
import Geoq
import GeoqStore
import HTTPTypes
import Hummingbird

/// What all requests of a server share.
final class Service: Sendable {
    let live: LiveStore
    let configuration: ServerConfiguration
    let limits: ServerLimits
    let metrics = Metrics()
    let date = DateHeader()
    let gate: RequestGate
    let matchStreams: ClientGate
    let forms: ClientGate
    let connections: ConnectionCounter
    let waitingBytes = WaitingBytes()
    let addressing: Addressing
    let work: Work
    let log: ServerLog
    /// nil when none is wanted.
    let accessLog: AccessLog?
    let page: MapPage
    let tiles: TileStore
    let conditionedTiles: ConditionedTiles
    let areas: AreaCache
    let namedAreas: NamedAreas
    let extents = ExtentCache()
    let found = FoundCache()
    let hub: EventHub
    let rules: RuleCache
    let edits: EditAccess
    /// Pictures that were fetched from a project.
    let pictures: PictureCache
    /// Pictures are large, and more so when they are decoded.
    let pictureGate = WaitingGate(limit: 4, mostWaiting: 64)
    /// Lets in those whose pictures come from the project.
    let downloadGate = WaitingGate(limit: 4, mostWaiting: 64)

    /// - Throws: `StoreError` when there is no store; `ServerError` when files
    ///   of the page are missing.
    init(_ configuration: ServerConfiguration) throws {
        self.configuration = configuration
        limits = configuration.limits
        log = ServerLog(output: configuration.log)
        accessLog = try configuration.accessLog.map { [log] path throws(ServerError) in
            try AccessLog(path: path, log: log)
        }
        live = try LiveStore(path: configuration.path, log: log, edition: Self.edition(configuration))
        gate = RequestGate(limit: limits.concurrentRequests)
        matchStreams = ClientGate(limit: limits.matchStreams)
        forms = ClientGate(limit: limits.forms)
        connections = ConnectionCounter(limit: limits.connectionsPerAddress)
        addressing = Addressing(configuration)
        work = Work(limits, configuration.hooks)
        page = try MapPage(configuration)
        tiles = TileStore(work.background)
        conditionedTiles = ConditionedTiles(work.background)
        areas = AreaCache(work.background, limits)
        namedAreas = NamedAreas(configuration.area)
        rules = RuleCache(work.background)
        edits = EditAccess(configuration)
        pictures = PictureCache(of: live.rows)
        hub = EventHub(configuration.limits)
    }

    /// A short text that is another one after an update of the program, or with other settings that answers depend on: a
    /// browser that has an answer of before asks anew.
    private static func edition(_ configuration: ServerConfiguration) -> String {
        let program = Bundle.main.executablePath.flatMap { try? FileManager.default.attributesOfItem(atPath: $0) }
        let (size, date) = (program?[.size] as? NSNumber, program?[.modificationDate] as? Date)
        return EntityTag.hash(
            "\(size ?? 0)", "\(date?.timeIntervalSince1970 ?? 0)", configuration.area?.description.text ?? "",
            "\(configuration.limits.rows)")
    }

    /// Whether the sender of a request may see the pictures of photos, if it is an
    /// own page.
    func showsPictures(to request: Request) -> Bool {
        configuration.pictures != nil && edits.privateRefusal(of: request) == nil
    }

    /// The address at the other end of a connection, or its network, when it is one client's: not on a server for this machine alone, nor
    /// behind a trusted proxy.
    func client(of connection: ClientConnection?) -> String? {
        guard !configuration.isLocal, let address = connection?.address, !addressing.isTrusted(address) else {
            return nil
        }
        return ClientAddress.network(of: address)
    }

    /// All paths.
    var endpoints: [Endpoint] { getting + getting.compactMap(\.posted) }

    private var getting: [Endpoint] {
        [MapPage.landing] + MapPage.files + OGC.endpoints + Questions.endpoints + Matching.endpoints + Tiles.endpoints
            + AreaTiles.endpoints + AreaQuestions.endpoints
            + MapState.endpoints
            + Edits.endpoints
            + Pictures.endpoints
            + Events.endpoints
            + Health.endpoints
    }
}
