import Geoq
import GeoqIndex
import GeoqStore

/// The message for a question without hits: with a likely reason, if there is
/// one.
struct NothingFound {
    let sentence: String

    /// - Parameters:
    ///   - mayBeSwapped: whether a person typed the numbers of the place, and
    ///     may have swapped them.
    ///   - layers: the layers that the command can ask.
    /// - Complexity: that of the question, and O(species).
    init(
        _ query: Query, in store: Store, mayBeSwapped: Bool, layers: [Layer] = Layer.allCases
    ) async throws {
        if query.limit == 0 {
            sentence = Self.ofNoHits
            return
        }
        if let elsewhere = try await Self.elsewhere(query, in: store, layers) {
            sentence = "nothing found" + elsewhere
            return
        }
        if let species = query.species {
            let snapshot = try await store.snapshot(verifying: .touched)
            if try !snapshot.hasSpecies(named: species, in: query.layer) {
                let guess = try snapshot.species(like: species, in: query.layer)
                sentence =
                    "nothing found: no \(query.layer.singular) is of \(TerminalText.neutralized(species, limit: 200))"
                    + UnknownNames.question(about: guess)
                return
            }
        }
        var swapped = 0
        if mayBeSwapped, let other = query.swapped {
            swapped = try await store.features.count(other, verifying: .touched)
        }
        sentence =
            "nothing found"
            + (swapped == 0 ? "" : "; did you swap lat and lon? The other way round there are \(swapped)")
    }

    /// The message when no hits were asked for.
    static let ofNoHits = "--limit 0 asks for no hits; --count tells how many there are"

    /// What other layers hold in the same area, as the end of a sentence; nil
    /// when they hold nothing there.
    private static func elsewhere(_ query: Query, in store: Store, _ layers: [Layer]) async throws -> String? {
        let snapshot = try await store.snapshot(verifying: .touched)
        let isEmpty = snapshot.count(of: query.layer) == 0
        // Another layer has other columns, and hotspots have neither species
        // nor days.
        guard query.filter == nil || isEmpty else { return nil }
        let asksSightings = query.species != nil || query.since != nil || query.until != nil
        var found: [String] = []
        for layer in layers where layer != query.layer && snapshot.count(of: layer) > 0 {
            if asksSightings, layer == .hotspots, !isEmpty { continue }
            var other = query
            (other.layer, other.filter, other.first, other.limit, other.after) = (layer, nil, nil, nil, nil)
            if layer == .hotspots { (other.species, other.since, other.until) = (nil, nil, nil) }
            let count = try snapshot.count(other)
            if count > 0 { found.append("\(layer.counted(count)) here: --layer \(layer.rawValue)") }
        }
        let reason = isEmpty ? ": there are no \(query.layer.rawValue)" : ""
        if found.isEmpty { return isEmpty ? reason : nil }
        return reason + "; " + found.joined(separator: "; ")
    }
}

extension NothingFound {
    /// What a store without hotspots holds instead, as words of a sentence; nil
    /// when it has hotspots, or is empty.
    static func withoutHotspots(_ store: Store) async throws -> String? {
        let snapshot = try await store.snapshot(verifying: .touched)
        guard snapshot.count(of: .hotspots) == 0 else { return nil }
        let others = Layer.allCases.filter { snapshot.count(of: $0) > 0 }
        guard !others.isEmpty else { return nil }
        return others.map { "\($0.counted(snapshot.count(of: $0))): --layer \($0.rawValue)" }.joined(separator: "; ")
    }
}

/// A place was asked for by its name, in a store without hotspots.
struct NoHotspots: Error, CustomStringConvertible {
    let name: String
    /// What the store holds instead.
    let other: String

    var description: String {
        "no hotspot is called \(TerminalText.neutralized(name, limit: 200)): there are no hotspots; give --lat and --lon (\(other))"
    }
}

extension Layer {
    /// One of its features.
    fileprivate var singular: String {
        switch self {
        case .hotspots: "hotspot"
        case .observations: "observation"
        case .entries: "entry"
        }
    }

    /// A number of its features, in words.
    func counted(_ count: Int) -> String { "\(count) \(count == 1 ? singular : rawValue)" }
}

extension Corridor {
    /// The corridor with latitudes and longitudes swapped; nil when one of them is no place
    /// then.
    fileprivate var swapped: Corridor? {
        let others = segments.map { segment in
            segment.compactMap { try? Coordinate(strictLatitude: $0.longitude, longitude: $0.latitude) }
        }
        guard zip(segments, others).allSatisfy({ $0.count == $1.count }) else { return nil }
        return try? Corridor(segments: others, edges: edges, width: width)
    }
}

extension Query {
    /// The question with latitude and longitude swapped; nil when the swapped
    /// numbers are no place on earth, or the question is about no place.
    fileprivate var swapped: Query? {
        var query = self
        query.after = nil
        switch area {
        case .around(let center, let radius):
            guard radius != nil,
                let other = try? Coordinate(strictLatitude: center.longitude, longitude: center.latitude)
            else { return nil }
            query.area = .around(other, within: radius)
        case .box(let box):
            guard
                let other = try? BoundingBox(west: box.south, south: box.west, east: box.north, north: box.east)
            else { return nil }
            query.area = .box(other)
        case .along(let corridor):
            guard let other = corridor.swapped else { return nil }
            query.area = .along(other)
        }
        return query
    }
}
