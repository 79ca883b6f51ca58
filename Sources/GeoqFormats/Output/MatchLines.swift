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
        front.appendJSONMembers(sighting)
        if !sighting.isEmpty { front.append(UInt8(ascii: ",")) }
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
        match.forEachReason { name, reason in
            bytes.append(#",""#)
            bytes.append(name)
            bytes.append(#"":"#)
            switch reason {
            case .missing: bytes.append("null")
            case .word(let word): bytes.appendJSON(word)
            case .meters(let meters): bytes.appendJSON(meters)
            case .days(let days): bytes.appendJSON(Int64(days))
            case .rule(.row(let id)): bytes.appendJSON(id)
            case .rule(let rule): bytes.appendJSON(rule.description)
            }
        }
    }
}
