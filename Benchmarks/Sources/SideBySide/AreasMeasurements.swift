import Foundation
import Geoq
import Workload

/// Which of many areas hold a place, the points of a county, and those along a track:
/// geoq and its peers over the same rings and points.
struct AreasMeasurements: Codable {
    private enum Subject: String, CaseIterable {
        case geoq, s2, geos, postgis

        var title: String {
            switch self {
            case .geoq: "geoq"
            case .s2: "S2 shape index"
            case .geos: "GEOS prepared, STR-tree"
            case .postgis: "PostGIS"
            }
        }

        /// Debian's package.
        var package: String { self == .s2 ? "libs2-dev" : "libgeos-dev" }

        func tasks(isQuick: Bool) -> [Task] {
            func task(_ variant: String, _ question: String, _ queries: Int, _ samples: Int = 0) -> Task {
                Task(variant: variant, question: question, queries: queries, samples: samples)
            }
            let many = isQuick ? 2_500 : 10_000
            let counties = Areas.countyRadii.indices
            // A large county is asked about less often.
            func times(_ county: Int, _ count: Int) -> Int { max(2, county == counties.last ? count / 50 : count) }
            switch self {
            case .geoq:
                return [task("drawn", "hold-0", many, AreasMeasurements.samples), task("geodesic", "hold-0", many)]
                    + counties.flatMap {
                        [task("drawn", "list-\($0)", times($0, 200), 1), task("drawn", "count-\($0)", times($0, 200))]
                    } + [task("drawn", "along-0", 20, 1)]
            case .s2: return [task("sphere", "hold-0", many, AreasMeasurements.samples)]
            case .geos:
                return [task("drawn", "hold-0", many, AreasMeasurements.samples)]
                    + counties.flatMap {
                        [task("drawn", "list-\($0)", times($0, 50), 1), task("drawn", "count-\($0)", times($0, 50))]
                    }
            case .postgis: return [task("sphere", "along-0", 1)]
            }
        }
    }

    private static let samples = 200

    /// Seconds of a question, by `subject/variant/question`; medians.
    private(set) var seconds: [String: Double] = [:]
    /// Hits of a question.
    private(set) var hits: [String: Double] = [:]
    private(set) var builds: [String: Double] = [:]
    /// By `subject/question`: how many of the samples have geoq's ids, of how many.
    private(set) var same: [String: [Int]] = [:]
    private(set) var skipped: [String] = []
    /// Of all areas.
    private(set) var vertices = 0

    init() {}

    /// The data files of a run.
    struct Files {
        var areas, counties, track, queries, points: String
    }

    /// - Parameter program: where a peer is; nil when it was not built.
    mutating func measure(
        _ files: Files, executable: String, rounds: Int, isQuick: Bool, program: (String) -> String?
    ) throws {
        vertices = try Areas.vertexCount(files.areas)
        var running: [(subject: Subject, process: any RunningSubject)] = []
        defer { for (_, process) in running { process.stop() } }
        for subject in Subject.allCases {
            if subject == .geoq {
                running.append(
                    (
                        subject,
                        try SubjectProcess([
                            executable, "geoq-areas", files.areas, files.counties, files.track, files.queries,
                            files.points,
                        ])
                    ))
            } else if subject == .postgis {
                if isQuick || PostgresCluster.obstacle != nil {
                    skipped.append("a track by PostGIS: " + (isQuick ? "make bench has it" : "not installed"))
                } else {
                    running.append((subject, try PostGISTrack(track: files.track, points: files.points)))
                }
            } else if let path = program("areas-\(subject.rawValue)") {
                running.append(
                    (subject, try SubjectProcess([path, files.areas, files.counties, files.queries, files.points])))
            } else {
                skipped.append("areas by \(subject.title): not built (\(subject.package))")
            }
        }
        var times: [String: [Double]] = [:]
        var buildTimes: [String: [Double]] = [:]
        var samples: [String: [Sample]] = [:]
        for round in 1...rounds {
            // Each index once: GEOS's and S2's take long.
            for (subject, process) in running where round == 1 {
                say("areas, building: \(subject.title)")
                if let seconds = try process.ask("build").buildSeconds {
                    buildTimes[subject.rawValue, default: []].append(seconds)
                }
            }
            let questions =
                ["hold-0"] + Areas.countyRadii.indices.flatMap { ["list-\($0)", "count-\($0)"] } + ["along-0"]
            for question in questions {
                say("areas, round \(round) of \(rounds): \(question)")
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
                    if !reply.samples.isEmpty { samples["\(running.subject.rawValue)/\(question)"] = reply.samples }
                    return reply
                }
            }
        }
        say("")
        seconds = times.mapValues(Results.median)
        builds = buildTimes.mapValues(Results.median)
        for (key, own) in samples {
            guard let question = key.split(separator: "/").last, let truth = samples["geoq/\(question)"] else {
                continue
            }
            same[key] = [zip(own, truth).count { $0.set == $1.set }, own.count]
        }
    }

    private func county(_ number: Int) -> String {
        let points = hits["geoq/drawn/list-\(number)"].map { " with \(Int($0)) points" } ?? ""
        return "a county of \(Areas.verticesOfCounty) vertices\(points)"
    }

    /// A table.
    var lines: [String] {
        let hold = "which of \(Areas.areaCount) areas (\(vertices) vertices) hold a place"
        var questions: [(title: String, own: String, others: [(subject: Subject, variant: String)])] = [
            ("hold-0", "geoq/drawn/hold-0", [(.geoq, "geodesic"), (.s2, "sphere"), (.geos, "drawn")])
        ]
        for number in Areas.countyRadii.indices {
            for kind in ["list", "count"] {
                questions.append(("\(kind)-\(number)", "geoq/drawn/\(kind)-\(number)", [(.geos, "drawn")]))
            }
        }
        questions.append(("along-0", "geoq/drawn/along-0", [(.postgis, "sphere")]))
        var rows = [["areas", "by", "a question", "× geoq", "hits", "ids like geoq's"]]
        for (question, key, others) in questions {
            guard let own = seconds[key] else { continue }
            let title =
                switch question.prefix(while: { $0 != "-" }) {
                case "hold": hold
                case "list": "list " + county(Int(question.dropFirst(5)) ?? 0)
                case "count": "count of the same"
                default: "the points along 1000 km and 20000 vertices, 2 mi"
                }
            rows.append([
                title, "geoq", Report.duration(own), "", hits[key].map { String(format: "%.2f", $0) } ?? "", "",
            ])
            for (subject, variant) in others {
                let other = "\(subject.rawValue)/\(variant)/\(question)"
                guard let time = seconds[other] else { continue }
                let agreement = subject == .geoq ? nil : same["\(subject.rawValue)/\(question)"]
                rows.append([
                    "", subject == .geoq ? "geoq, geodesic edges" : subject.title, Report.duration(time),
                    Report.quotient(time, own).map(Report.factor) ?? "",
                    hits[other].map { String(format: "%.2f", $0) } ?? "", agreement.map { "\($0[0])/\($0[1])" } ?? "",
                ])
            }
        }
        let built = Subject.allCases.compactMap { subject in
            builds[subject.rawValue].map { "\(subject.title) \(Report.duration($0))" }
        }
        return TextTable.lines(rows) + ["", "Built once: " + built.joined(separator: "; ") + "."]
    }

    var targets: [Target] {
        let own = seconds["geoq/drawn/hold-0"]
        var targets = [
            Target("areas of a place, µs", "1.5", own.map { $0 * 1e6 }, atMost: 1.5),
            Target(
                "areas of a place", "0.8 × S2 shape index", Report.quotient(own, seconds["s2/sphere/hold-0"]),
                atMost: 0.8),
        ]
        for number in Areas.countyRadii.indices {
            let (list, count) = (seconds["geoq/drawn/list-\(number)"], seconds["geoq/drawn/count-\(number)"])
            targets += [
                Target(
                    "list " + county(number), "0.2 × GEOS",
                    Report.quotient(list, seconds["geos/drawn/list-\(number)"]), atMost: 0.2),
                Target(
                    "count of the same", "0.2 × GEOS",
                    Report.quotient(count, seconds["geos/drawn/count-\(number)"]), atMost: 0.2),
                Target("count of the same", "0.2 × list", Report.quotient(count, list), atMost: 0.2),
            ]
        }
        return targets + [
            Target("along a track, ms", "5", seconds["geoq/drawn/along-0"].map { $0 * 1e3 }, atMost: 5),
            Target(
                "along a track", "0.05 × PostGIS",
                Report.quotient(seconds["geoq/drawn/along-0"], seconds["postgis/sphere/along-0"]), atMost: 0.05),
        ]
    }
}
