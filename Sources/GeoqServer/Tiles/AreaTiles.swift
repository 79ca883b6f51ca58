import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore

/// Vector tiles of the store's areas.
enum AreaTiles {
    static let endpoints = [tile, description]

    private static let buffer = Parameter(
        "buffer", .integer(0...512), "Also what lies within this many of the tile's 4096 units beside it.",
        standard: "64")

    private static let tile = Endpoint(
        path: "/tiles/areas/{z}/{x}/{y}.mvt", operation: "areasTile",
        summary: "A vector tile (Mapbox Vector Tile 2.1) of the store's areas: counties, parks, patches.",
        cost: .little, formats: [.mvt], pathParameters: TileAddress.pathParameters, parameters: [buffer],
        mayBeMissing: true
    ) { ask in
        let units = ask.parameters.integer(buffer) ?? 64
        try ask.parameters.check()
        let address = try ask.tile
        let shapes = try await ask.service.areas.areas(of: ask.service.live, at: try ask.wholeMoment).shapes
        return Reply(.mvt, try bytes(shapes, in: address, buffer: Double(units), ask.interruption))
    }

    /// The description of the tiles, for programs that draw maps.
    private static let description = Endpoint(
        path: "/tiles/areas.json", operation: "areasTiles",
        summary: "What the vector tiles of the areas are (TileJSON 3.0).", cost: .little, schema: "TileJSON"
    ) { ask in
        try ask.parameters.check()
        return Reply(
            .json,
            [
                "tilejson": "3.0.0", "name": "Areas", "description": "Counties, parks and patches.",
                "tiles": [.string(ask.base + "/tiles/areas/{z}/{x}/{y}.mvt")], "scheme": "xyz", "minzoom": 0,
                "maxzoom": .count(TileAddress.deepest),
                "bounds": [-180, .number(-TileAddress.edge), 180, .number(TileAddress.edge)],
                "vector_layers": [
                    [
                        "id": "areas",
                        "fields": ["id": "The area's id.", "name": "Its name.", "kind": "What it is, if known."],
                    ]
                ],
            ])
    }

    /// - Complexity: O(areas + positions of those whose box meets the tile).
    private static func bytes(
        _ shapes: [MapArea], in address: TileAddress, buffer: Double, _ interruption: Interruption?
    ) throws -> [UInt8] {
        var tile = VectorTile(layer: "areas")
        for shape in shapes {
            try interruption?.check()
            let rings = try shape.polygons.flatMap {
                try TileClip.rings(of: $0, in: address, buffer: buffer, interruption: interruption)
            }
            if rings.isEmpty { continue }
            var attributes: [(String, VectorTile.Value)] = [
                ("id", .text(shape.id.description)), ("name", .text(shape.name)),
            ]
            if let kind = shape.kind { attributes.append(("kind", .text(kind))) }
            tile.add(polygons: rings, attributes)
        }
        return tile.bytes
    }
}
