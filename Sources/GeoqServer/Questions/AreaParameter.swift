import Geoq
import GeoqFormats
import GeoqIndex

extension Area {
    /// What is said of a pole that an area does not need.
    static let needlessPole = "no ring of the area leaves open which pole it holds; leave it out"

    /// The area of a parameter's WKT, GeoJSON or hexadecimal WKB, of at most `largestAskedCount` positions.
    ///
    /// - Parameter pole: which pole a ring holds that runs round the Earth's axis; an area that needs none has none.
    /// - Throws: `AreaTextError` or `PoleNeeded`.
    init(parameter text: String, edges: Edges = .drawn, pole: Pole? = nil) throws {
        self = try Self.asked(holding: pole) { pole throws in
            try Area(written: text, edges: edges, pole: pole, atMost: Self.largestAskedCount)
        }
    }

    /// What `make` gives without a pole, or else with it; for a ring around a pole it says which parameter helps.
    static func asked(holding pole: Pole?, _ make: (Pole?) throws -> Area) throws -> Area {
        do {
            return try make(nil)
        } catch AreaTextError.area(.ringAroundPole(let polygon, let ring)) {
            guard let pole else { throw PoleNeeded(error: .ringAroundPole(polygon: polygon, ring: ring)) }
            return try make(pole)
        } catch let error as AreaError {
            guard case .ringAroundPole = error else { throw error }
            guard let pole else { throw PoleNeeded(error: error) }
            return try make(pole)
        }
    }
}

/// Only the client knows which pole a ring holds.
private struct PoleNeeded: Error, CustomStringConvertible {
    let error: AreaError

    var description: String { "\(error), with pole=north or pole=south" }
}
