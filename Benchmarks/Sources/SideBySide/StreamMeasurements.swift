import Foundation
import Geoq
import Workload

/// `geoq match` from NDJSON to NDJSON with many watchlists, beside the cost of
/// parsing the same lines; seconds of a core, all threads added up.
struct StreamMeasurements: Codable {
    static let listCount = 100_000
    private static let species = 400
    /// How often each place is seen, so that the start weighs little.
    private static let visits = 20

    let sightings: Int
    let lists: Int
    /// How many lines were written.
    var matches: Int?
    /// `geoq match` of one sighting: start, and all watchlists.
    var startSeconds: Double?
    /// `geoq match` of all sightings.
    var matchSeconds: Double?
    /// Foundation's `JSONSerialization` on each line, in this process.
    var parseSeconds: Double?

    /// - Parameter circles: of the watchlists, each of which also asks for a
    ///   species and a season.
    init(geoq: String, circles: [Circle], places: [Coordinate], folder: String, rounds: Int) throws {
        (sightings, self.lists) = (places.count * Self.visits, circles.count)
        let (lists, one, all, store) = (
            folder + "/lists.ndjson", folder + "/sighting.ndjson", folder + "/sightings.ndjson",
            folder + "/stream.sqlite"
        )
        let files = [lists, one, all] + ["", "-wal", "-shm", ".index"].map { store + $0 }
        defer { for file in files { try? FileManager.default.removeItem(atPath: file) } }
        for file in files { try? FileManager.default.removeItem(atPath: file) }
        try Data(circles.enumerated().map { Self.list($0, $1) }.joined().utf8).write(to: URL(filePath: lists))
        let lines = (0..<sightings).map { Self.sighting($0, places[$0 % places.count]) }
        try Data(lines[0].utf8).write(to: URL(filePath: one))
        try Data(lines.joined().utf8).write(to: URL(filePath: all))
        say("geoq import of \(circles.count) watchlists")
        guard Self.cost([geoq, "import", lists, "--as", "watchlists", "--db", store, "-q"]) != nil else { return }
        matches = try Int(
            Command.run([geoq, "match", all, "--db", store, "--count"]).output.trimmingCharacters(
                in: .whitespacesAndNewlines))
        var times: [[Double]] = [[], [], []]
        for round in 1...rounds {
            say("streams, round \(round) of \(rounds)")
            let costs = [
                Self.cost([geoq, "match", one, "--db", store]), Self.cost([geoq, "match", all, "--db", store]),
                Self.parsed(lines),
            ]
            for (index, cost) in costs.enumerated() { if let cost { times[index].append(cost) } }
        }
        say("")
        func median(_ times: [Double]) -> Double? { times.isEmpty ? nil : Results.median(times) }
        (startSeconds, matchSeconds) = (median(times[0]), median(times[1]))
        parseSeconds = median(times[2])
    }

    private static func list(_ number: Int, _ circle: Circle) -> String {
        let species = #"{\"scientific_name\":\"Genus species\#(number * 7 % species)\"}"#
        let month = number % 12 + 1
        func day(_ month: Int) -> String { "--\(month < 10 ? "0" : "")\(month)-01" }
        let dates = #"{\"start\":\"\#(day(month))\",\"end\":\"\#(day((month + 5) % 12 + 1))\"}"#
        return #"{"id":"\#(number)","title":"List \#(number)","lat":\#(circle.center.latitude),"#
            + #""lon":\#(circle.center.longitude),"radius_km":\#(circle.radius.meters / 1000),"rules":["#
            + #"{"rule_type":"species","parameters_json":"\#(species)"},"#
            + #"{"rule_type":"date","parameters_json":"\#(dates)"}]}"# + "\n"
    }

    private static func sighting(_ number: Int, _ place: Coordinate) -> String {
        let day = Day(number: Int32(19_723 + number % 366))
        return
            #"{"id":"S\#(number)","scientific_name":"Genus species\#(number * 13 % species)","count":\#(number % 9),"#
            + #""lat":\#(place.latitude),"lon":\#(place.longitude),"date":"\#(day)"}"# + "\n"
    }

    /// The seconds that a program's threads take; nil when it fails.
    private static func cost(_ words: [String]) -> Double? {
        let before = childSeconds
        guard ShellCommand.seconds(words) != nil else { return nil }
        return childSeconds - before
    }

    private static var childSeconds: Double {
        var usage = rusage()
        getrusage(RUSAGE_CHILDREN.rawValue, &usage)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    private static func parsed(_ lines: [String]) -> Double? {
        let lines = lines.map { Data($0.utf8) }
        let start = ContinuousClock.now
        for line in lines where (try? JSONSerialization.jsonObject(with: line)) == nil { return nil }
        return (ContinuousClock.now - start) / .seconds(1)
    }

    /// Sightings a second of a core, without the start.
    var rate: Double? {
        guard let matchSeconds, let startSeconds, matchSeconds > startSeconds else { return nil }
        return Double(sightings) / (matchSeconds - startSeconds)
    }

    var lines: [String] {
        func rate(_ seconds: Double?) -> String {
            seconds.map { "\(Int(Double(sightings) / $0 / 1000))\u{202F}000" } ?? "not measured"
        }
        let own = self.rate.map { "\(Int($0 / 1000))\u{202F}000" } ?? "not measured"
        return [
            "Streams, a second of a core, \(sightings) sightings as NDJSON against \(lists) watchlists: "
                + "geoq match \(own) (\(matches ?? 0) matches); "
                + "JSONSerialization of the lines \(rate(parseSeconds))."
        ]
    }

    var targets: [Target] {
        [
            Target(
                "sightings matched a second of a core, NDJSON to NDJSON", "300 000", rate, atLeast: 300_000),
            Target(
                "the same", "what JSONSerialization parses",
                Report.quotient(rate, parseSeconds.map { Double(sightings) / $0 }), atLeast: 1),
        ]
    }
}
