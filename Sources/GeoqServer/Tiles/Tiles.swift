import Geoq
import GeoqIndex
import HTTPTypes

/// Vector tiles of the layers.
enum Tiles {
    static let endpoints = [Layer.hotspots, .observations].map(endpoint)

    private static let version = Parameter(
        "v", .text(expected: "a snapshot's name", example: "4f2k.1"),
        "The snapshot that the client knows; a tile of that snapshot may be kept for good.")

    private static func endpoint(_ layer: Layer) -> Endpoint {
        func number(_ name: String, _ summary: String) -> PathParameter {
            PathParameter(
                name: name, summary: summary,
                schema: ["type": "integer", "minimum": 0, "maximum": name == "z" ? 22 : 4_194_303])
        }
        return Endpoint(
            path: "/tiles/\(layer.rawValue)/{z}/{x}/{y}.mvt", operation: "\(layer.rawValue)Tile",
            summary:
                "A vector tile (Mapbox Vector Tile 2.1) of \(layer.rawValue); many places at one spot are one point with a count.",
            formats: [.mvt],
            pathParameters: [
                number("z", "The zoom."), number("x", "The column, from 180° W."),
                number("y", "The row, from the north."),
            ],
            parameters: [version], mayBeMissing: true
        ) { ask in
            try ask.parameters.check()
            guard let zoom = Int(ask.path("z")), let x = Int(ask.path("x")), let y = Int(ask.path("y")),
                let tile = TileAddress(zoom: zoom, x: x, y: y)
            else {
                throw Problem(
                    .notFound,
                    "There is no such tile: z is 0 to \(TileAddress.deepest), x and y are 0 to 2^z − 1.")
            }
            let moment = try ask.wholeMoment
            let index = try await ask.service.tiles.index(of: layer, at: moment)
            var reply = Reply(.mvt, try bytes(index.clusters(in: tile), moment.snapshot, layer))
            if ask.parameters.text(version) == moment.tag {
                let shared = ask.service.configuration.token == nil ? "public" : "private"
                reply.caching = "\(shared), max-age=31536000, immutable"
            }
            return reply
        }
    }

    private static func bytes(
        _ clusters: [TileIndex.Cluster], _ snapshot: Snapshot, _ layer: Layer
    ) throws -> [UInt8] {
        var tile = VectorTile(layer: layer.rawValue)
        for cluster in clusters {
            guard let position = cluster.position else {
                tile.add(x: cluster.x, y: cluster.y, [("count", .count(UInt64(cluster.count)))])
                continue
            }
            let hit = try snapshot.hit(at: position, in: layer)
            // A tile is a picture: the whole name is in the feature. Of scalars, as
            // a character may have any number of them.
            let name = String(String.UnicodeScalarView(hit.name.unicodeScalars.prefix(60)))
            tile.add(x: cluster.x, y: cluster.y, [("id", .text(hit.id.description)), ("name", .text(name))])
        }
        return tile.bytes
    }
}
