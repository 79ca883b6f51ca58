import Geoq
import HTTPTypes

/// What all requests share.
final class Service: Sendable {
    let live: LiveStore
    let configuration: ServerConfiguration
    let limits: ServerLimits
    let metrics = Metrics()
    let date = DateHeader()
    let gate: RequestGate
    let page: MapPage
    let tiles: TileStore
    let extents = ExtentCache()
    let hub: EventHub
    let rules = RuleCache()

    /// - Throws: `StoreError` when there is no store; `ServerError` when files
    ///   of the page are missing.
    init(_ configuration: ServerConfiguration) throws {
        self.configuration = configuration
        limits = configuration.limits
        live = try LiveStore(path: configuration.path)
        gate = RequestGate(limit: configuration.limits.concurrentRequests)
        page = try MapPage(configuration)
        tiles = TileStore()
        hub = EventHub(configuration.limits)
    }

    /// All paths.
    var endpoints: [Endpoint] {
        [MapPage.landing] + MapPage.files + OGC.endpoints + Questions.endpoints + Matching.endpoints + Tiles.endpoints
            + MapState.endpoints
            + Events.endpoints
            + Health.endpoints
    }
}
