import Geoq
import GeoqFormats
import GeoqIndex

extension Area {
    /// The area of a parameter's WKT, GeoJSON or hexadecimal WKB.
    ///
    /// - Throws: `AreaTextError` or `PoleNeeded`.
    init(parameter text: String, edges: Edges = .drawn, pole: Pole? = nil) throws {
        self = try Self.asked { () throws in try Area(written: text, edges: edges, pole: pole) }
    }

    /// What `make` gives; for a ring around a pole it says which parameter helps.
    static func asked(_ make: () throws -> Area) throws -> Area {
        do {
            return try make()
        } catch AreaTextError.area(.ringAroundPole(let polygon, let ring)) {
            throw PoleNeeded(error: .ringAroundPole(polygon: polygon, ring: ring))
        } catch let error as AreaError {
            if case .ringAroundPole = error { throw PoleNeeded(error: error) }
            throw error
        }
    }
}

/// Only the client knows which pole a ring holds.
private struct PoleNeeded: Error, CustomStringConvertible {
    let error: AreaError

    var description: String { "\(error), with pole=north or pole=south" }
}
