import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore

/// The matches of the watchlists with the sightings that are new or changed
/// since an earlier snapshot. An observed entry of a watchlist is a sighting.
///
/// A snapshot holds no uncertainties: a sighting of which only the uncertainty, or what is
/// withheld of its place, has changed is not among them.
///
/// After a large change only a part of the sightings is looked at, and only a
/// part of the matches is kept (`ServerLimits`); the others are counted.
struct NewMatches: Sendable {
    struct Found: Sendable {
        let id: FeatureID
        let name: String
        var sighting: Sighting
        var matches: [Match]
    }

    /// The matches that are sent as single events.
    private(set) var found: [Found] = []
    /// How many sightings are new or changed.
    private(set) var sightings = 0
    /// How many matches the sightings have that were looked at.
    private(set) var count = 0
    /// Whether all new sightings were looked at.
    private(set) var isComplete = true
    private var told = 0

    /// - Parameter doubts: gives the uncertainties of the places of sightings; of all, when there are no ids.
    /// - Complexity: that of `Snapshot.changedPositions(since:in:)` and of
    ///   `RuleMatcher.matches(_:options:)` for each sighting looked at.
    init(
        since earlier: Snapshot, in snapshot: Snapshot, _ matcher: RuleMatcher, _ lists: [FeatureID],
        _ limits: ServerLimits, doubts: ([FeatureID]?) async throws -> PlaceDoubts
    ) async throws {
        let changed = try snapshot.changedPositions(since: earlier, in: .observations)
        sightings = changed.count
        // What lies outside an area may lie in it, as far as is known. A circle holds no more for an uncertainty.
        let isWider = lists.contains { matcher.holdsAreas($0) }
        var known = PlaceDoubts()
        if isWider, changed.count > Self.fewSightings {
            known = try await doubts(nil)
        } else if isWider {
            known = try await doubts(try changed.map { try snapshot.hit(at: $0, in: .observations).id })
        }
        var species: [[String?]: SightingSpecies] = [:]
        for (index, position) in changed.enumerated() {
            guard index < limits.matchedSightings, count < limits.countedMatches else {
                isComplete = false
                break
            }
            var sighting = try snapshot.sighting(at: position, in: .observations)
            if isWider { _ = known.note(on: &sighting, of: try snapshot.hit(at: position, in: .observations).id) }
            let names = [sighting.scientificName, sighting.commonName]
            let own = species[names] ?? matcher.species(of: sighting)
            if species.count < Self.mostSpecies { species[names] = own }
            let matches = matcher.matches(sighting, species: own)
            count += matches.count
            guard !matches.isEmpty, told < limits.matchEvents else { continue }
            let hit = try snapshot.hit(at: position, in: .observations)
            let kept = Array(matches.prefix(limits.matchEvents - told))
            found.append(Found(id: hit.id, name: hit.name, sighting: sighting, matches: kept))
            told += kept.count
        }
        if !isWider, !found.isEmpty { weigh(try await doubts(found.map(\.id)), matcher) }
    }

    /// Of more it costs less to read the uncertainties of all.
    private static let fewSightings = 10_000

    /// How many species are remembered.
    private static let mostSpecies = 100_000

    /// Applies the uncertainties of the places: with them a match may be only
    /// possible, or none.
    private mutating func weigh(_ doubts: PlaceDoubts, _ matcher: RuleMatcher) {
        for index in found.indices {
            guard doubts.note(on: &found[index].sighting, of: found[index].id) else { continue }
            let lists = Set(found[index].matches.map(\.watchlist))
            let before = found[index].matches.count
            found[index].matches = matcher.matches(found[index].sighting).filter { lists.contains($0.watchlist) }
            count -= before - found[index].matches.count
            told -= before - found[index].matches.count
        }
    }

    /// One event for each match, and one that says how many more there are.
    func messages(_ moment: Moment, _ titles: [FeatureID: String]) -> [EventHub.Message] {
        let snapshot = FieldValue.text(moment.tag)
        var messages = found.flatMap { found in
            let seen = found.fields
            return found.matches.map { match in
                let fields = [Feature.Field("snapshot", snapshot)] + seen + match.record(title: titles[match.watchlist])
                return EventHub.Message(
                    name: "match", data: .object(JSONObject(fields.map { .init($0.name, JSONValue($0.value)) })),
                    watchlist: match.watchlist)
            }
        }
        if told < count || !isComplete {
            messages.append(
                .init(
                    name: "more",
                    data: [
                        "snapshot": .string(moment.tag), "sightings": .count(sightings), "told": .count(told),
                        "more": .count(count - told), "complete": .bool(isComplete),
                    ]))
        }
        return messages
    }
}

extension NewMatches.Found {
    /// The sighting: what was seen, where and when.
    fileprivate var fields: [Feature.Field] {
        func text(_ value: String?) -> FieldValue { value.map { .text($0) } ?? .null }
        return [
            .init("sighting", .text(id.description)), .init("name", .text(name)),
            .init("scientific_name", text(sighting.scientificName)), .init("common_name", text(sighting.commonName)),
            .init("lat", .real(sighting.coordinate.latitude)), .init("lon", .real(sighting.coordinate.longitude)),
            .init("date", text(sighting.date?.description)),
        ]
    }
}
