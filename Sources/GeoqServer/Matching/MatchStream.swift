import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore

/// Takes sightings in pieces of any size, a JSON object a line, and gives a
/// line for each match. A line that is no sighting is answered with its number
/// and the mistake.
///
/// It works on one line at a time, and writes its matches some at a time: so it
/// holds one line and the matches of one sighting, however many there are in
/// all.
struct MatchStream {
    /// The answer to a line, as far as it is still to be written.
    struct Answer {
        fileprivate var matches: ArraySlice<Match> = []
        /// The sighting's fields, for each line.
        fileprivate var sighting: [Feature.Field] = []
        /// The text behind the matches.
        fileprivate var remark: [UInt8] = []
    }

    private let rules: RuleCache.Rules
    private let options: MatchOptions
    /// Only sightings inside of it are matched; nil for all.
    private let area: Area?
    /// How many matches of one sighting are written.
    private let most: Int
    private var lines: MatchLines
    private var rest: [UInt8] = []
    private var number = 0
    /// Whether the present line is too long to be kept.
    private var isSkipping = false

    /// The longest line, in bytes.
    static let longestLine = 64 * 1_024
    /// How many matches are written at a time.
    private static let batch = 256

    init(_ rules: RuleCache.Rules, _ options: MatchOptions, inside area: Area? = nil, most: Int) {
        (self.rules, self.options, self.area, self.most) = (rules, options, area, most)
        lines = MatchLines(titles: rules.titles)
    }

    /// Takes bytes up to the end of a line, and answers that line.
    ///
    /// - Returns: nil when the bytes end before the line does.
    mutating func take(_ bytes: inout ArraySlice<UInt8>) -> Answer? {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
            keep(bytes)
            bytes = []
            return nil
        }
        keep(bytes[..<end])
        bytes = bytes[(end + 1)...]
        return endLine()
    }

    /// Answers the last line, when the body has ended within it.
    mutating func finish() -> Answer? {
        rest.isEmpty ? nil : endLine()
    }

    /// Tells the client that the remaining lines are not answered.
    mutating func refuse(_ reason: String) -> Answer {
        rest = []
        return say(reason)
    }

    /// The next lines of an answer; nil when all are written.
    mutating func write(_ answer: inout Answer) throws -> [UInt8]? {
        var bytes: [UInt8] = []
        if answer.matches.isEmpty {
            if answer.remark.isEmpty { return nil }
            swap(&bytes, &answer.remark)
            return bytes
        }
        lines.append(Array(answer.matches.prefix(Self.batch)), of: answer.sighting)
        answer.matches = answer.matches.dropFirst(Self.batch)
        lines.take { bytes = $0 }
        return bytes
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        let room = Self.longestLine - rest.count
        rest += bytes.prefix(room)
        if bytes.count > room { isSkipping = true }
    }

    private mutating func endLine() -> Answer {
        number += 1
        defer { (rest, isSkipping) = ([], false) }
        if isSkipping { return say("the line has more than \(Self.longestLine) bytes") }
        if rest.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\t") }) {
            return Answer()
        }
        do {
            let sighting = try sighting(try JSONValue(parsing: rest))
            if let area, !area.contains(sighting.coordinate) { return Answer() }
            let matches = rules.matcher.matches(sighting, options: options)
            var answer = Answer(
                // A copy, so that matches that are not written are not held.
                matches: Array(matches.prefix(most))[...],
                sighting: [
                    .init("line", .integer(Int64(number))), .init("lat", .real(sighting.coordinate.latitude)),
                    .init("lon", .real(sighting.coordinate.longitude)),
                    .init("date", sighting.date.map { .text($0.description) } ?? .null),
                ])
            if matches.count > most {
                answer.remark = line([
                    "line": .count(number), "more": .count(matches.count - most),
                    "detail": .string("the first \(most) matches of the sighting were told"),
                ])
            }
            return answer
        } catch {
            return say("\(error)")
        }
    }

    private func sighting(_ value: JSONValue) throws -> Sighting {
        guard let object = value.object else { throw BadSighting("it is \(value.kindName), not an object") }
        func number(_ name: String) throws -> Double? {
            guard let member = object[name], member != .null else { return nil }
            guard let number = member.double else { throw BadSighting("\(name) is \(member.kindName), not a number") }
            return number
        }
        func text(_ name: String) throws -> String? {
            guard let member = object[name], member != .null else { return nil }
            guard let text = member.string else { throw BadSighting("\(name) is \(member.kindName), not a text") }
            return text.isEmpty ? nil : text
        }
        guard let latitude = try number("lat") else { throw BadSighting("lat is missing") }
        guard let longitude = try number("lon") else { throw BadSighting("lon is missing") }
        var sighting = Sighting(coordinate: try Coordinate(latitude: latitude, longitude: longitude))
        if let meters = try number("uncertainty_m") {
            guard meters >= 0 else { throw BadSighting("uncertainty_m \(meters) is negative") }
            sighting.uncertainty = .meters(meters)
        }
        sighting.obscure(try text("withheld"))
        (sighting.scientificName, sighting.commonName) = (try text("scientific_name"), try text("common_name"))
        if let name = try text("species") { sighting.name(name, among: rules.birdNames) }
        if let text = try text("date") {
            // A time may follow.
            guard let day = Day(iso: text.prefix(10)),
                text.utf8.count == 10 || text.dropFirst(10).prefixMatch(of: /[Tt ]\d/) != nil
            else { throw BadSighting("date is no day as yyyy-mm-dd") }
            sighting.date = ObservedDate(day)
        }
        return sighting
    }

    private func say(_ reason: String) -> Answer {
        Answer(remark: line(["line": .count(number), "error": .string(Problem.shown(reason))]))
    }

    private func line(_ value: JSONValue) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendJSON(value)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }
}

/// Why a line is no sighting.
private struct BadSighting: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
