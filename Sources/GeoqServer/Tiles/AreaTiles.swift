import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore
import HTTPTypes

/// Vector tiles of the store's areas.
enum AreaTiles {
    static let endpoints = [tile, description]

    private static let buffer = Parameter(
        "buffer", .integer(0...512), "Also what lies within this many of the tile's 4096 units beside it.",
        standard: "64")

    private static let tile = Endpoint(
        path: "/tiles/areas/{z}/{x}/{y}.mvt", operation: "areasTile",
        summary: "A vector tile (Mapbox Vector Tile 2.1) of the store's areas: counties, parks, patches.",
        cost: .little, formats: [.mvt],
        pathParameters: [
            PathParameter(name: "z", summary: "The zoom.", schema: ["type": "integer", "minimum": 0, "maximum": 22]),
            PathParameter(
                name: "x", summary: "The column, from 180° W.",
                schema: ["type": "integer", "minimum": 0, "maximum": 4_194_303]),
            PathParameter(
                name: "y", summary: "The row, from the north.",
                schema: ["type": "integer", "minimum": 0, "maximum": 4_194_303]),
        ],
        parameters: [buffer], mayBeMissing: true
    ) { ask in
        let units = ask.parameters.integer(buffer) ?? 64
        try ask.parameters.check()
        guard let zoom = Int(ask.path("z")), let x = Int(ask.path("x")), let y = Int(ask.path("y")),
            let address = TileAddress(zoom: zoom, x: x, y: y)
        else {
            throw Problem(
                .notFound, "There is no such tile: z is 0 to \(TileAddress.deepest), x and y are 0 to 2^z − 1.")
        }
        let shapes = try await ask.service.areas.areas(of: ask.service.live, at: try ask.wholeMoment).shapes
        return Reply(.mvt, bytes(shapes, in: address, buffer: Double(units)))
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
    private static func bytes(_ shapes: [MapArea], in address: TileAddress, buffer: Double) -> [UInt8] {
        var tile = VectorTile(layer: "areas")
        for shape in shapes {
            let rings = shape.polygons.flatMap { TileClip.rings(of: $0, in: address, buffer: buffer) }
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
