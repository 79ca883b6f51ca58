import Foundation
import Geoq
import Workload

/// Which circles contain a place, and all of them joined with the points: geoq
/// and its peers over the same circles.
struct RulesMeasurements: Codable {
    static let circleCount = 100_000

    /// What is measured, in the order of the table.
    private enum Subject: String, CaseIterable {
        case geoq, s2, boost, nanoflann, rtree, postgis, brute

        var title: String {
            switch self {
            case .geoq: "geoq"
            case .s2: "S2 cell index"
            case .boost: "Boost boxes"
            case .nanoflann: "nanoflann by radii"
            case .rtree: "SQLite R*Tree + geod"
            case .postgis: "PostGIS"
            case .brute: "brute force"
            }
        }

        /// Debian's package.
        var package: String {
            switch self {
            case .geoq, .postgis: ""
            case .s2: "libs2-dev"
            case .boost: "libboost-dev"
            case .nanoflann: "libnanoflann-dev"
            case .rtree: "libsqlite3-dev"
            case .brute: "libproj-dev"
            }
        }

        /// Variant, question, queries and samples.
        func tasks(isQuick: Bool) -> [Task] {
            func task(_ variant: String, _ question: String, _ queries: Int, _ samples: Int = 0) -> Task {
                Task(variant: variant, question: question, queries: queries, samples: samples)
            }
            let many = isQuick ? 2_500 : 10_000
            switch self {
            case .geoq:
                return [
                    task("index", "match-0", many, RulesMeasurements.samples), task("parts", "match-0", many),
                    task("reasons", "match-0", many), task("index", "join-0", 1), task("updates", "change-0", 1_000),
                ]
            case .s2, .boost: return [task("chord", "match-0", many, RulesMeasurements.samples)]
            case .nanoflann:
                return [task("chord", "match-0", many, RulesMeasurements.samples), task("chord", "join-0", 1)]
            case .rtree: return [task("geodesic", "match-0", many / 10, RulesMeasurements.samples)]
            case .postgis: return [task("geodesic", "match-0", many / 50, RulesMeasurements.samples)]
            case .brute: return [task("geodesic", "match-0", 20, RulesMeasurements.samples)]
            }
        }
    }

    private static let samples = 20

    /// Seconds of a question, by `subject/variant/question`; medians.
    private(set) var seconds: [String: Double] = [:]
    /// Hits of a question.
    private(set) var hits: [String: Double] = [:]
    private(set) var builds: [String: Double] = [:]
    /// How many of the samples have the oracle's ids.
    private(set) var right: [String: Int] = [:]
    private(set) var skipped: [String] = []

    init() {}

    /// - Parameters:
    ///   - circles, queries, points: the data files.
    ///   - program: where a peer is; nil when it was not built.
    mutating func measure(
        _ files: (circles: String, queries: String, points: String), executable: String, rounds: Int, isQuick: Bool,
        program: (String) -> String?
    ) throws {
        var running: [(subject: Subject, process: any RunningSubject)] = []
        defer { for (_, process) in running { process.stop() } }
        let arguments = [files.circles, files.queries, files.points]
        for subject in Subject.allCases {
            if subject == .geoq {
                running.append((subject, try SubjectProcess([executable, "geoq-rules"] + arguments)))
            } else if subject == .postgis {
                if isQuick || PostgresCluster.obstacle != nil {
                    skipped.append("rules by PostGIS: " + (isQuick ? "make bench has it" : "not installed"))
                } else {
                    running.append((subject, try PostGISRules(circles: files.circles, queries: files.queries)))
                }
            } else if let path = program("rules-\(subject.rawValue)") {
                running.append((subject, try SubjectProcess([path] + arguments)))
            } else {
                skipped.append("rules by \(subject.title): not built (\(subject.package))")
            }
        }
        var times: [String: [Double]] = [:]
        var buildTimes: [String: [Double]] = [:]
        var samples: [String: [Sample]] = [:]
        for round in 1...rounds {
            for (subject, process) in running {
                say("rules, round \(round) of \(rounds): \(subject.title)")
                if round == 1 || subject != .rtree && subject != .postgis,
                    let seconds = try process.ask("build").buildSeconds
                {
                    buildTimes[subject.rawValue, default: []].append(seconds)
                }
            }
            // The subjects one after the other, so that a disturbance affects
            // all of them.
            for question in ["match-0", "join-0", "change-0"] {
                let asked = running.flatMap { subject, process in
                    subject.tasks(isQuick: isQuick).filter { $0.question == question }.map {
                        ((subject: subject, process: process), $0)
                    }
                }
                try Results.ask(asked, isQuick ? 1 : Results.passes) { running, task, _ in
                    let key = "\(running.subject.rawValue)/\(task.variant)/\(task.question)"
                    let reply = try running.process.ask(task.line)
                    if let time = reply.time, time.queries > 0 {
                        times[key, default: []].append(time.seconds / Double(time.queries))
                        hits[key] = Double(time.hits) / Double(time.queries)
                    }
                    if !reply.samples.isEmpty { samples[running.subject.rawValue] = reply.samples }
                    return reply
                }
            }
        }
        say("")
        seconds = times.mapValues(Results.median)
        builds = buildTimes.mapValues(Results.median)
        for (subject, own) in samples {
            right[subject] = zip(own, samples["brute"] ?? []).count { $0.set == $1.set && $0.order == $1.order }
        }
    }

    /// A table and a line.
    var lines: [String] {
        let own = seconds["geoq/index/match-0"]
        let names: [(key: String, title: String)] =
            [
                ("geoq/index/match-0", "geoq, ids"), ("geoq/parts/match-0", "geoq, species, season and reasons"),
                ("geoq/reasons/match-0", "geoq, the same where all holds"),
            ]
            + Subject.allCases.dropFirst().map {
                ("\($0.rawValue)/\([.rtree, .postgis, .brute].contains($0) ? "geodesic" : "chord")/match-0", $0.title)
            }
        var rows = [["rules: circles around a place", "a question", "× geoq", "matches", "like geod_inverse", "build"]]
        for (key, title) in names {
            guard let time = seconds[key] else { continue }
            let subject = String(key.prefix { $0 != "/" })
            let isListing = key == "geoq/index/match-0" || subject != "geoq"
            rows.append([
                title, Report.duration(time), Report.quotient(time, own).map(Report.factor) ?? "",
                hits[key].map { String(format: "%.2f", $0) } ?? "",
                isListing
                    ? right[subject].map { "\($0)/\(Self.samples)" + ($0 == Self.samples ? "" : " MISMATCH") } ?? ""
                    : "",
                isListing ? builds[subject].map(Report.duration) ?? "" : "",
            ])
        }
        var text = TextTable.lines(rows)
        func pairs(_ key: String) -> String { hits[key].map { "\(Int($0)) pairs" } ?? "" }
        if let join = seconds["geoq/index/join-0"] {
            var line =
                "Joined with all points, pairs counted: geoq \(Report.duration(join)), \(pairs("geoq/index/join-0"))"
            if let peer = seconds["nanoflann/chord/join-0"] {
                line += "; nanoflann rule by rule \(Report.duration(peer)), \(pairs("nanoflann/chord/join-0"))"
            }
            text += ["", line + "."]
        }
        if let change = seconds["geoq/updates/change-0"] {
            text.append("Adding or removing one rule: \(Report.duration(change)).")
        }
        return text
    }

    var targets: [Target] {
        let own = seconds["geoq/index/match-0"]
        return [
            Target(
                "rules of a place, ids", "0.8 × S2 cell index", Report.quotient(own, seconds["s2/chord/match-0"]),
                atMost: 0.8),
            Target(
                "rules of a place, ids", "0.6 × Boost boxes", Report.quotient(own, seconds["boost/chord/match-0"]),
                atMost: 0.6),
            Target(
                "with species, season and reasons", "2 × ids", Report.quotient(seconds["geoq/parts/match-0"], own),
                atMost: 2),
            Target(
                "the same where all holds", "2 × ids", Report.quotient(seconds["geoq/reasons/match-0"], own), atMost: 2),
            Target(
                "full join, pairs counted", "0.7 × nanoflann rule by rule",
                Report.quotient(seconds["geoq/index/join-0"], seconds["nanoflann/chord/join-0"]), atMost: 0.7),
            Target(
                "adding or removing one rule, µs", "50", seconds["geoq/updates/change-0"].map { $0 * 1e6 }, atMost: 50),
        ]
    }
}
