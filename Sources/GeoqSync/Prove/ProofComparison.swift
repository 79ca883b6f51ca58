import Geoq
import GeoqIndex

/// Compares two answers to one question.
struct ProofComparison {
    /// Two distances that are this near to each other, or one this near to an
    /// edge, count as equal, in meters: PostGIS rounds to ten nanometers.
    static let edge = 1e-7
    /// How much narrower and wider than a row's distance the two circles are that
    /// show how far the server takes it to be, in meters. Both sides compute the
    /// geodesic as Karney does, to some 15 nanometers; PostGIS gets the radius in
    /// kilometers, which rounds it by less than 10.
    static let circleMargin = 2e-7
    /// Distances of matches are known to a micrometer.
    static let ruleEdge = 1e-6

    private let question: ProofQuestion
    var result = ProofReport.Kind(questions: 1)
    private var examples: [String] = []

    init(_ question: ProofQuestion) {
        self.question = question
    }

    func add(to report: inout ProofReport) {
        report.kinds[question.kind, default: ProofReport.Kind()].add(result)
        for example in examples { report.note(example, about: question) }
    }

    private mutating func differ(_ sentence: String) {
        result.differences += 1
        // Only three examples: one question may differ in many rows.
        if examples.count < 3 { examples.append(sentence) }
    }

    // MARK: - Places

    mutating func within(_ radius: Double, of center: Coordinate, _ ours: [Hit], _ theirs: [RemoteHit]) {
        let rows = Dictionary(theirs.map { ($0.id, $0) }) { first, _ in first }
        for hit in ours {
            let meters = hit.geodesic(from: center).distance.meters
            if let row = rows[hit.id] {
                compare(hit, row, meters)
            } else if abs(meters - radius) <= Self.edge {
                result.edges += 1
            } else {
                differ("the server does not give \(hit.id) \(hit.name), \(meters) m away in the mirror")
            }
        }
        let known = Set(ours.map(\.id))
        for row in theirs where !known.contains(row.id) {
            let meters = Self.meters(row, from: center)
            if abs(meters - radius) <= Self.edge {
                result.edges += 1
            } else {
                differ("the mirror does not give \(row.id) \(row.name ?? ""), \(meters) m away on the server")
            }
        }
    }

    /// The rows behind the first difference would differ, too.
    mutating func nearest(to center: Coordinate, _ ours: [Hit], _ theirs: [RemoteHit]) {
        for index in 0..<max(ours.count, theirs.count) {
            let hit = index < ours.count ? ours[index] : nil
            let row = index < theirs.count ? theirs[index] : nil
            let local = hit.map { $0.geodesic(from: center).distance.meters }
            let remote = row.map { Self.meters($0, from: center) }
            if let hit, let row, let local, hit.id == row.id {
                compare(hit, row, local)
            } else if let local, let remote, abs(local - remote) <= Self.edge {
                result.ties += 1
            } else {
                let here = hit.flatMap { hit in local.map { "\(hit.id) \(hit.name), \($0) m away" } }
                let there = row.flatMap { row in remote.map { "\(row.id) \(row.name ?? ""), \($0) m away" } }
                differ("number \(index + 1) is \(here ?? "none") in the mirror, \(there ?? "none") on the server")
                return
            }
        }
    }

    mutating func inside(_ ours: [Hit], _ theirs: [RemoteHit]) {
        let rows = Dictionary(theirs.map { ($0.id, $0) }) { first, _ in first }
        for hit in ours {
            if let row = rows[hit.id] {
                compare(hit, row, nil)
            } else {
                differ("the server does not give \(hit.id) \(hit.name)")
            }
        }
        let known = Set(ours.map(\.id))
        for row in theirs where !known.contains(row.id) {
            differ("the mirror does not give \(row.id) \(row.name ?? "")")
        }
    }

    /// Compares the same row from both sides.
    private mutating func compare(_ hit: Hit, _ row: RemoteHit, _ meters: Double?) {
        result.rows += 1
        if let place = row.coordinate, place != hit.coordinate {
            return differ(
                "\(hit.id) \(hit.name) is at \(hit.coordinate.latitude),\(hit.coordinate.longitude) in the mirror, at "
                    + "\(place.latitude),\(place.longitude) on the server")
        }
        // A place without a name has an empty one in the mirror.
        let name = row.name ?? ""
        if ByteText(name) != ByteText(hit.name) {
            return differ("\(hit.id) is called \(hit.name) in the mirror, \(name) on the server")
        }
        guard let meters, let theirs = row.meters else { return }
        result.distances += 1
        let difference = abs(meters - theirs)
        result.largestMeters = max(result.largestMeters, difference)
        if difference > Self.edge {
            differ("\(hit.id) \(hit.name) is \(meters) m away in the mirror, \(theirs) m on the server")
        }
    }

    /// Compares the distance of a row, and that the next one comes after it, by
    /// a narrower and a wider circle.
    ///
    /// - Parameters:
    ///   - rows: the row and the next one, if there is one.
    ///   - found: for each circle's radius in meters, which of them the server
    ///     gave.
    mutating func distance(_ rows: ArraySlice<(id: FeatureID, meters: Double)>, _ found: [(Double, Set<FeatureID>)]) {
        let before = result.differences
        for (radius, given) in found {
            // A row so near to the circle may be on either side.
            for row in rows
            where abs(row.meters - radius) > Self.edge && given.contains(row.id) != (row.meters < radius) {
                differ(
                    "the server's circle of \(radius) m \(given.contains(row.id) ? "has" : "has not") \(row.id), "
                        + "\(row.meters) m away in the mirror")
            }
        }
        if result.differences == before { result.distances += 1 }
    }

    private static func meters(_ row: RemoteHit, from center: Coordinate) -> Double {
        guard let place = row.coordinate else { return row.meters ?? .infinity }
        return Geodesic.inverse(from: center, to: place).distance.meters
    }

    // MARK: - Birds and lists

    /// - Parameter ours: birds and their distances, including some a little
    ///   beyond the radius.
    mutating func birds(within radius: Double, _ ours: [FeatureID: Double], _ theirs: Set<FeatureID>) {
        for (bird, meters) in ours {
            if (meters <= radius) == theirs.contains(bird) {
                if meters <= radius { result.rows += 1 }
            } else if abs(meters - radius) <= Self.edge {
                result.edges += 1
            } else if meters <= radius {
                differ("the server does not give the bird \(bird), \(meters) m away in the mirror")
            } else {
                differ("the mirror does not give the bird \(bird), which is \(meters) m away")
            }
        }
        for bird in theirs where ours[bird] == nil { differ("the mirror does not give the bird \(bird)") }
    }

    /// - Parameter ours: matches, and near misses by at most `ruleEdge`.
    mutating func lists(_ ours: [Match], _ theirs: Set<FeatureID>) {
        for match in ours {
            let isHeld = match.certainty != .nearMiss
            if isHeld == theirs.contains(match.watchlist) {
                if isHeld { result.rows += 1 }
            } else if let inside = match.location?.insideMeters, abs(inside) <= Self.ruleEdge {
                result.edges += 1
            } else {
                differ("the list \(match.watchlist) matches in the mirror, and not on the server")
            }
        }
        let known = Set(ours.map(\.watchlist))
        for list in theirs where !known.contains(list) {
            differ("the list \(list) matches on the server, and not in the mirror")
        }
    }
}
