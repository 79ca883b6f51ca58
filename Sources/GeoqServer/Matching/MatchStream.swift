import Geoq
import GeoqStore

/// Takes sightings in pieces of any size, a JSON object a line, and gives a
/// line for each match; a line that is no sighting is answered with its number
/// and what is wrong.
struct MatchStream {
    private let rules: RuleCache.Rules
    private let options: MatchOptions
    private var lines: MatchLines
    private var finished: [UInt8] = []
    private var rest: [UInt8] = []
    private var number = 0
    /// Whether the line that is coming is too long to be kept.
    private var isSkipping = false

    /// Bytes of one line.
    static let longestLine = 64 * 1_024

    init(_ rules: RuleCache.Rules, _ options: MatchOptions) {
        (self.rules, self.options) = (rules, options)
        lines = MatchLines(titles: rules.titles)
    }

    /// More of the body.
    mutating func take(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                endLine()
            } else if rest.count < Self.longestLine {
                rest.append(byte)
            } else {
                isSkipping = true
            }
        }
    }

    /// The body has ended.
    mutating func finish() {
        if !rest.isEmpty { endLine() }
    }

    /// Says that the rest is not answered.
    mutating func refuse(_ reason: String) {
        rest = []
        say(reason)
    }

    /// The lines that were not taken yet.
    mutating func ready() -> [UInt8] {
        collect()
        defer { finished = [] }
        return finished
    }

    private mutating func endLine() {
        number += 1
        defer { (rest, isSkipping) = ([], false) }
        if isSkipping { return say("the line has more than \(Self.longestLine) bytes") }
        if rest.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\t") }) {
            return
        }
        do {
            let sighting = try sighting(try JSONValue(parsing: rest))
            let matches = rules.matcher.matches(sighting, options: options)
            lines.append(
                matches,
                of: [
                    .init("line", .integer(Int64(number))), .init("lat", .real(sighting.coordinate.latitude)),
                    .init("lon", .real(sighting.coordinate.longitude)),
                    .init("date", sighting.date.map { .text($0.description) } ?? .null),
                ])
        } catch {
            say("\(error)")
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
        (sighting.scientificName, sighting.commonName) = (try text("scientific_name"), try text("common_name"))
        if let name = try text("species") { sighting.name(name, among: rules.stored.birds) }
        if let text = try text("date") {
            guard let day = Day(iso: text.prefix(10)) else { throw BadSighting("date is no day as yyyy-mm-dd") }
            sighting.date = ObservedDate(day)
        }
        return sighting
    }

    private mutating func say(_ reason: String) {
        collect()
        let line: JSONValue = ["line": .count(number), "error": .string(Problem.shown(reason))]
        finished += line.text.utf8
        finished.append(UInt8(ascii: "\n"))
    }

    private mutating func collect() {
        var more: [UInt8] = []
        lines.take { more = $0 }
        finished += more
    }
}

/// Why a line is no sighting.
private struct BadSighting: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
