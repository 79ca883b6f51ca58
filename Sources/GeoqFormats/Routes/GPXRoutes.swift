import Geoq

/// Tracks of a GPX file; its routes when it has no tracks: those were planned, tracks were
/// traveled.
///
/// A segment of a track is a segment of the route, and so is a route.
struct GPXRoutes {
    private var reader: XMLReader
    private var (tracks, routes) = (RouteShape(), RouteShape())
    private var (routeCount, waypoints) = (0, 0)

    /// - Throws: `RouteProblem`, with the line.
    /// - Complexity: O(number of bytes).
    static func read(_ bytes: [UInt8]) throws(RouteProblem) -> Route {
        var routes = GPXRoutes(reader: XMLReader(bytes))
        do throws(XMLReader.Problem) {
            try routes.read()
        } catch {
            throw RouteProblem(error.reason, at: "line \(error.line)")
        }
        if let problem = routes.problem { throw problem }
        return try routes.route()
    }

    /// What is wrong with a position; the text is not read further.
    private var problem: RouteProblem?

    private init(reader: XMLReader) { self.reader = reader }

    private mutating func route() throws(RouteProblem) -> Route {
        if waypoints > 0 {
            tracks.pass(over: "waypoint", count: waypoints)
            routes.pass(over: "waypoint", count: waypoints)
        }
        tracks.end()
        routes.end()
        if tracks.segments.isEmpty, !routes.segments.isEmpty {
            if tracks.singles > 0 { routes.pass(over: "track of one position", count: tracks.singles) }
            return try routes.route(.gpx)
        }
        if routeCount > 0 {
            let why =
                tracks.segments.isEmpty ? "route of less than two positions" : "planned route, for there are tracks,"
            tracks.pass(over: why, count: routeCount)
        }
        return try tracks.route(.gpx)
    }

    private mutating func read() throws(XMLReader.Problem) {
        /// The names of the elements that are open.
        var path: [String] = []
        while problem == nil, let piece = try reader.next() {
            switch piece {
            case .text: break
            case .end: path.removeLast()
            case .start(let name, let attributes):
                path.append(XMLReader.localName(name))
                switch path.count {
                case 2 where path[1] == "wpt": waypoints += 1
                case 2 where path[1] == "rte":
                    routeCount += 1
                    routes.begin()
                case 3 where path[1] == "trk" && path[2] == "trkseg": tracks.begin()
                case 3 where path[1] == "rte" && path[2] == "rtept":
                    problem = Self.add(attributes, to: &routes)?.at("line \(reader.line)")
                case 4 where path[1] == "trk" && path[3] == "trkpt":
                    problem = Self.add(attributes, to: &tracks)?.at("line \(reader.line)")
                default: break
                }
            }
        }
    }

    /// Adds a position; gives what is wrong with it.
    private static func add(_ attributes: [String: String], to shape: inout RouteShape) -> RouteProblem? {
        do throws(RouteProblem) {
            try shape.add(latitude: attributes["lat"], longitude: attributes["lon"])
            return nil
        } catch {
            return error
        }
    }
}
