import Geoq
import GeoqIndex

/// A question to the mirror and the remote.
enum ProofQuestion: CustomStringConvertible {
    case radius(Coordinate, Distance)
    case nearest(Int, Coordinate)
    case box(BoundingBox)
    case hotspotsNear(Coordinate, Distance)
    case birdsNear(Coordinate, Distance)
    case rules(bird: FeatureID, Coordinate, Day)

    var kind: ProofKind {
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

    /// The command that asks the question, with its options, if there is one.
    var description: String {
        func place(_ center: Coordinate) -> String { "--lat \(center.latitude) --lon \(center.longitude)" }
        switch self {
        case .radius(let center, let radius), .hotspotsNear(let center, let radius),
            .birdsNear(let center, let radius):
            return "\(kind.rawValue) \(place(center)) --within \(radius.meters)m"
        case .nearest(let count, let center): return "nearest \(place(center)) -k \(count)"
        case .box(let box): return "box --bbox \(box.west),\(box.south),\(box.east),\(box.north)"
        case .rules(let bird, let center, let day): return "rules \(place(center)) --species \(bird) --date \(day)"
        }
    }
}
