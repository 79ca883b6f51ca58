package import Geoq
package import GeoqIndex

/// A question to the mirror and the remote.
package enum ProofQuestion: Hashable, Sendable {
    case radius(Coordinate, Distance)
    case nearest(Int, Coordinate)
    case box(BoundingBox)
    case hotspotsNear(Coordinate, Distance)
    case birdsNear(Coordinate, Distance)
    case rules(bird: FeatureID, Coordinate, Day)

    package var kind: ProofKind {
        switch self {
        case .radius: .radius
        case .nearest: .nearest
        case .box: .box
        case .hotspotsNear: .hotspotsNear
        case .birdsNear: .birdsNear
        case .rules: .rules
        }
    }

    /// The question in the remote's form.
    var remote: RemoteQuestion {
        switch self {
        case .radius(let center, let radius): .within(radius, of: center)
        case .nearest(let count, let center): .nearest(count, to: center)
        case .box(let box): .inside(box)
        case .hotspotsNear(let center, let radius): .hotspotsNear(center, within: radius)
        case .birdsNear(let center, let radius): .birdsNear(center, within: radius)
        case .rules(let bird, let place, let day): .lists(bird: bird, at: place, on: day)
        }
    }
}
