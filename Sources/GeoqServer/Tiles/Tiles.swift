import Geoq
import GeoqFormats
import GeoqIndex

/// Vector tiles of the layers.
enum Tiles {
    static let endpoints =
        [Layer.hotspots, .observations].map(endpoint) + FeatureCollectionInfo.all.map(description)

    private static let buffer = Parameter(
        "buffer", .integer(0...512),
        "Also what lies within this many of the tile's 4096 units beside it: no symbol is cut at its edge.",
        standard: "0")

    private static let version = Parameter(
        "v", .text(expected: "a snapshot's name", example: "4f2k.1"),
        "The snapshot that the client knows; a tile of that snapshot may be kept for good.")

    private static func endpoint(_ layer: Layer) -> Endpoint {
        Endpoint(
            path: "/tiles/\(layer.rawValue)/{z}/{x}/{y}.mvt", operation: "\(layer.rawValue)Tile",
            summary:
                "A vector tile (Mapbox Vector Tile 2.1) of \(layer.rawValue); many places at one spot are one point with a count.",
            cost: .little, formats: [.mvt],
            pathParameters: TileAddress.pathParameters,
            parameters: [version, buffer]
                + (layer == .observations ? [Common.species, Common.since, Common.until] : []),
            mayBeMissing: true
        ) { ask in
            var query = Query(.box(.everything), layer: layer)
            ask.readConditions(&query)
            let units = ask.parameters.integer(buffer) ?? 0
            try ask.parameters.check()
            let tile = try ask.tile
            let whole = try ask.wholeMoment
            let (index, moment) =
                if let conditions = TileConditions(query) {
                    (try await ask.service.conditionedTiles.index(of: conditions, at: whole), whole)
                } else {
                    try await ask.service.tiles.index(of: layer, at: whole)
                }
            ask.moment = moment
            var reply = Reply(.mvt, try bytes(index.clusters(in: tile, buffer: units), moment.snapshot, layer))
            if ask.parameters.text(version) == moment.tag {
                let shared = ask.service.configuration.token == nil ? "public" : "private"
                reply.caching = "\(shared), max-age=31536000, immutable"
            }
            return reply
        }
    }

    /// The description of a layer's tiles, for programs that draw maps.
    private static func description(_ info: FeatureCollectionInfo) -> Endpoint {
        Endpoint(
            path: "/tiles/\(info.id).json", operation: "\(info.id)Tiles",
            summary: "What the vector tiles of \(info.id) are (TileJSON 3.0).", cost: .little, schema: "TileJSON"
        ) { ask in
            try ask.parameters.check()
            let extent = try ask.service.extents.extent(of: info.layer, at: try ask.wholeMoment)
            // Bounds do not cross ±180°.
            let box = extent.box.flatMap { $0.crossesDateLine ? nil : $0 }
            let bounds: [Double] =
                box.map { [$0.west, max($0.south, -TileAddress.edge), $0.east, min($0.north, TileAddress.edge)] }
                ?? [-180, -TileAddress.edge, 180, TileAddress.edge]
            return Reply(
                .json,
                [
                    "tilejson": "3.0.0", "name": .string(info.title), "description": .string(info.description),
                    "tiles": [.string(ask.base + "/tiles/\(info.id)/{z}/{x}/{y}.mvt?buffer=64")], "scheme": "xyz",
                    "minzoom": 0, "maxzoom": .count(TileAddress.deepest),
                    "bounds": .array(bounds.map { .number($0) }),
                    "vector_layers": [
                        [
                            "id": .string(info.id),
                            "fields": [
                                "id": "The feature's id, of a single place.", "name": "Its name.",
                                "count": "How many places a group is.",
                            ],
                        ]
                    ],
                ])
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
            // A tile is a picture: the whole name is in the feature. Cut by
            // scalars, because a character may have any number of them.
            let name = String(String.UnicodeScalarView(hit.name.unicodeScalars.prefix(60)))
            tile.add(x: cluster.x, y: cluster.y, [("id", .text(hit.id.description)), ("name", .text(name))])
        }
        return tile.bytes
    }
}
