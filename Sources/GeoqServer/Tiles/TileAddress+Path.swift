import Geoq
import HTTPTypes

extension TileAddress {
    /// What names a tile in a path.
    static let pathParameters = [
        PathParameter(name: "z", summary: "The zoom.", schema: ["type": "integer", "minimum": 0, "maximum": 22]),
        PathParameter(
            name: "x", summary: "The column, from 180° W.",
            schema: ["type": "integer", "minimum": 0, "maximum": 4_194_303]),
        PathParameter(
            name: "y", summary: "The row, from the north.",
            schema: ["type": "integer", "minimum": 0, "maximum": 4_194_303]),
    ]
}

extension Ask {
    /// The tile that the path names.
    ///
    /// - Throws: 404 when there is no such tile.
    var tile: TileAddress {
        get throws {
            guard let zoom = Int(path("z")), let x = Int(path("x")), let y = Int(path("y")),
                let tile = TileAddress(zoom: zoom, x: x, y: y)
            else {
                throw Problem(
                    .notFound, "There is no such tile: z is 0 to \(TileAddress.deepest), x and y are 0 to 2^z − 1.")
            }
            return tile
        }
    }
}
