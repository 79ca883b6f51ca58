package import Geoq

/// Writes the matches of many sightings as NDJSON: the sighting's fields, then
/// `Match.record`, one line a match.
///
/// The result is the same as writing these fields one by one; text that recurs
/// in many lines is made once.
package struct MatchLines {
    private let titles: [FeatureID: String]
    private var lists: [FeatureID: [UInt8]] = [:]
    private var front: [UInt8] = []
    /// The lines that `take` has not handed over yet.
    package private(set) var bytes: [UInt8] = []

    /// The words of at most this many lists are remembered.
    private static let mostRemembered = 4_096

    package init(titles: [FeatureID: String]) {
        self.titles = titles
    }

    /// Adds a line for each match.
    ///
    /// - Precondition: A real is finite.
    package mutating func append(_ matches: [Match], of sighting: [Feature.Field]) {
        if matches.isEmpty { return }
        front.removeAll(keepingCapacity: true)
        front.append(UInt8(ascii: "{"))
        for field in sighting {
            front.appendJSONKey(field.name)
            front.appendJSON(field.value)
            front.append(UInt8(ascii: ","))
        }
        for match in matches {
            bytes += front
            appendList(match.watchlist)
            bytes.appendJSON(Int64(match.priority))
            append(match)
            bytes += "}\n".utf8
        }
    }

    /// Hands over the lines and drops them.
    package mutating func take(_ output: ([UInt8]) throws -> Void) rethrows {
        if bytes.isEmpty { return }
        try output(bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    private mutating func appendList(_ id: FeatureID) {
        if let known = lists[id] {
            bytes += known
            return
        }
        var list: [UInt8] = []
        list += #""watchlist":"#.utf8
        list.appendJSON(id)
        list += #","title":"#.utf8
        if let title = titles[id], !title.isEmpty { list.appendJSON(title) } else { list += "null".utf8 }
        list += #","priority":"#.utf8
        if lists.count >= Self.mostRemembered { lists.removeAll(keepingCapacity: true) }
        lists[id] = list
        bytes += list
    }

    private mutating func append(_ match: Match) {
        bytes += #","certainty":""#.utf8
        bytes += match.certainty.rawValue.utf8
        if let location = match.location {
            bytes += #"","distance_m":"#.utf8
            bytes.appendJSON(location.distance.meters)
            bytes += #","inside_m":"#.utf8
            bytes.appendJSON(location.insideMeters)
            bytes += #","location_rule":"#.utf8
            bytes.append(location.rule)
        } else {
            bytes += #"","distance_m":null,"inside_m":null,"location_rule":null"#.utf8
        }
        if let species = match.species {
            bytes += #","species_by":""#.utf8
            bytes += species.by.rawValue.utf8
            bytes += #"","species_rule":"#.utf8
            bytes.append(species.rule)
        } else {
            bytes += #","species_by":null,"species_rule":null"#.utf8
        }
        guard let date = match.date else {
            bytes += #","date_fit":null,"days_inside":null,"date_rule":null"#.utf8
            return
        }
        bytes += #","date_fit":""#.utf8
        bytes += date.fit.word.utf8
        bytes += #"","days_inside":"#.utf8
        if case .inside(let days?) = date.fit { bytes.appendJSON(Int64(days)) } else { bytes += "null".utf8 }
        bytes += #","date_rule":"#.utf8
        bytes.append(date.rule)
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ rule: RuleID) {
        if case .row(let id) = rule { appendJSON(id) } else { appendJSON(rule.description) }
    }
}
