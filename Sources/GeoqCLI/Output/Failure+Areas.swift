import Geoq
import GeoqFormats
import GeoqIndex

extension Failure {
    /// What is wrong with an area that was given, and the option that helps; nil for any
    /// other error.
    static func sentence(ofArea error: any Error) -> String? {
        if let error = error as? AreaTextError {
            switch error {
            case .text: return "--area: \(error)" + (error.picture.map { "\n\($0)" } ?? "")
            case .area(let own): return "--area: \(own)" + (option(against: own) ?? "")
            }
        }
        if let error = error as? AreaRefusal {
            switch error.problem {
            case .ringNotClosed: return "\(error); geoq areas add --mend closes rings"
            case .unknownGeometry("TopoJSON"): return "\(error); convert it: ogr2ogr x.geojson x.topojson"
            case .ringTooShort: return "\(error); geoq areas add --mend leaves such rings out"
            default: return "\(error)"
            }
        }
        if let error = error as? AreaRingProblem {
            let help = option(against: error.problem) ?? mending(error)
            return "\(error)" + (help ?? "")
        }
        return (error as? AreaError).map { "\($0)" + (option(against: $0) ?? "") }
    }

    /// The option of a question that helps.
    private static func option(against error: AreaError) -> String? {
        if case .ringAroundPole = error { ", with --pole north or --pole south" } else { nil }
    }

    /// What mends a file. Of geodesic edges --mend closes rings and leaves those without an area out.
    private static func mending(_ error: AreaRingProblem) -> String? {
        guard let help = mending(error.problem) else { return nil }
        switch error.problem {
        case .unclosedRing, .ringWithoutArea: return error.isMended ? nil : help
        default:
            if error.edges == .geodesic { return "; geoq areas add --mend mends such rings of drawn edges only" }
            return error.isMended ? nil : help
        }
    }

    /// What mends a file of drawn edges.
    private static func mending(_ error: AreaError) -> String? {
        switch error {
        case .selfCrossing, .crossingRings: "; geoq areas add --mend takes crossings out"
        case .holeOutside: "; geoq areas add --mend leaves such holes out"
        case .holeInHole: "; geoq areas add --mend makes it one"
        case .ringCrossesItself, .ringsCrossInVertex: "; geoq areas add --mend puts such rings together anew"
        case .ringWithoutArea: "; geoq areas add --mend leaves such rings out"
        case .unclosedRing: "; geoq areas add --mend closes rings"
        default: nil
        }
    }
}
