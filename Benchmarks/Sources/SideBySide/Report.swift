import Foundation

/// A run's numbers as text and as JSON.
struct Report {
    let points: Int
    let rounds: Int
    let centers: String
    var machine: Machine?
    var contenders: [Contender] = []
    var skipped: [String] = []
    var results = Results()
    var own: OwnMeasurements?
    var commands: CommandMeasurements?
    var streams: StreamMeasurements?
    var rules: RulesMeasurements?
    var areas: AreasMeasurements?

    init(points: Int, rounds: Int, files: DataFiles) {
        (self.points, self.rounds) = (points, rounds)
        centers = "\(files.centerCount) places of \(files.centersName)"
    }

    /// The number of queries that a contender was asked.
    func queries(_ contender: Contender, _ question: String) -> Int? {
        results.seconds.keys.filter {
            $0.subject == contender.subject && $0.variant == contender.variant && $0.question == question
        }.map(\.queries).max()
    }

    /// geoq's time over all queries.
    func geoqTime(_ question: String) -> Double? {
        guard let queries = queries(.geoq, question) else { return nil }
        return results.median(.geoq, question, queries: queries)
    }

    /// A contender's time as a multiple of geoq's over the same queries; over
    /// all queries when the contender was asked too few to time geoq by.
    func ratio(_ question: String, to contender: Contender) -> Double? {
        guard let queries = queries(contender, question) else { return nil }
        if contender.pace == .crawl || contender.pace == .scan {
            return Self.quotient(results.median(contender, question, queries: queries), geoqTime(question))
        }
        return Self.quotient(
            results.median(contender, question, queries: queries), results.median(.geoq, question, queries: queries))
    }

    var text: String {
        var lines = [
            "\(points) points around \(centers), sigma 20 km; \(DataFiles.queryCount) places to ask at;"
                + " one thread; medians of \(rounds) rounds of total time by number of queries."
        ]
        lines += machine?.lines ?? []
        lines += skipped.map { "skipped: \($0)" }
        if !contenders.isEmpty {
            lines += [
                "", "Time of a question (× geoq's over the same queries; for those asked once or twice, over all):", "",
            ]
            lines += timeTable
            lines += ["", "What each gives, and how its samples agree with geod_inverse about every point:", ""]
            lines += gives
        }
        if let rules { lines += [""] + rules.lines }
        if let areas { lines += [""] + areas.lines }
        if let streams { lines += [""] + streams.lines }
        if let commands { lines += [""] + commands.lines }
        if let own { lines += [""] + own.lines }
        if own != nil || rules != nil || areas != nil || commands != nil || streams != nil {
            lines += ["", "To reach:", ""] + targetTable
        }
        return lines.joined(separator: "\n")
    }

    private var timeTable: [String] {
        var rows = [["question", "hits"] + contenders.map(\.title)]
        for question in PlannedQuestion.all.map(\.name) {
            let hits = queries(.geoq, question).flatMap {
                results.hits[.init(subject: "geoq", variant: "index", question: question, queries: $0)]
            }
            var row = [question, hits.map { String(format: "%.1f", $0) } ?? ""]
            for contender in contenders {
                guard let queries = queries(contender, question),
                    let seconds = results.median(contender, question, queries: queries)
                else {
                    row.append("–")
                    continue
                }
                var cell = Self.duration(seconds)
                if contender != .geoq, let ratio = ratio(question, to: contender) { cell += " (\(Self.factor(ratio)))" }
                row.append(cell)
            }
            rows.append(row)
        }
        let geoqBuild = results.buildMedian("geoq")
        rows.append(
            ["build", ""]
                + contenders.map { contender in
                    guard contender.isIndexShown,
                        let seconds = results.buildMedian(contender.subject)
                    else { return "–" }
                    let ratio = Self.quotient(seconds, geoqBuild).map { " (\(Self.factor($0)))" } ?? ""
                    return Self.duration(seconds) + (contender == .geoq ? "" : ratio)
                })
        rows.append(
            ["bytes a point", ""]
                + contenders.map { contender in
                    guard contender.isIndexShown,
                        let bytes = results.bytes[contender.subject]
                    else { return "–" }
                    return String(format: "%.1f", Double(bytes) / Double(points))
                })
        rows.append(
            ["queries", "", ""]
                + contenders.dropFirst().map { contender in
                    let counts = PlannedQuestion.all.compactMap { queries(contender, $0.name) }
                    return "\(counts.min() ?? 0)–\(counts.max() ?? 0)"
                })
        return TextTable.lines(rows)
    }

    private var gives: [String] {
        TextTable.lines(
            [["", "gives", "counts", "sets", "orders"]]
                + contenders.map { contender in
                    let agreement = results.agreement(contender)
                    guard agreement.all > 0 else { return [contender.title, contender.gives, "", "", ""] }
                    func share(_ right: Int, _ all: Int) -> String {
                        right == all ? "\(right)/\(all)" : "\(right)/\(all) MISMATCH"
                    }
                    return [
                        contender.title, contender.gives, share(agreement.counts, agreement.all),
                        share(agreement.sets, agreement.listings), share(agreement.orders, agreement.listings),
                    ]
                })
            + (results.worstError.map {
                [
                    "",
                    String(
                        format: "geoq's distances in the samples differ from geod_inverse by at most %.3f µm.", $0 * 1e6
                    ),
                ]
            } ?? [])
    }

    private var targetTable: [String] {
        TextTable.lines(
            [["question", "at most (2 threads: at least)", "measured", "reached"]]
                + targets.map { target in
                    [
                        target.question, target.demand, target.measured.map { String(format: "%.3g", $0) } ?? "–",
                        target.isReached.map { $0 ? "yes" : "NO" } ?? "not measured",
                    ]
                })
    }

    static func duration(_ seconds: Double) -> String {
        switch seconds {
        case ..<1e-3: String(format: "%.3g µs", seconds * 1e6)
        case ..<1: String(format: "%.3g ms", seconds * 1e3)
        default: String(format: "%.3g s", seconds)
        }
    }

    static func factor(_ ratio: Double) -> String {
        ratio >= 100 ? String(format: "%.0f×", ratio) : String(format: "%.2g×", ratio)
    }
}

/// Rows as Markdown with aligned columns.
enum TextTable {
    static func lines(_ rows: [[String]]) -> [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        func line(_ row: [String]) -> String {
            let cells = (0..<columns).map { column in
                let cell = column < row.count ? row[column] : ""
                return cell + String(repeating: " ", count: widths[column] - cell.count)
            }
            return "| " + cells.joined(separator: " | ") + " |"
        }
        guard let head = rows.first else { return [] }
        return [line(head), "|" + widths.map { String(repeating: "-", count: $0 + 2) }.joined(separator: "|") + "|"]
            + rows.dropFirst().map(line)
    }
}

extension Contender {
    /// Whether the table shows its build: each index once.
    fileprivate var isIndexShown: Bool {
        pace != .scan && pace != .exact && pace != .crawl
    }
}

extension Report {
    /// Every number of the run.
    func json() throws -> Data {
        struct Time: Codable {
            let subject, variant, question: String
            let queries: Int
            let hits: Double
            let seconds: [Double]
            let median: Double
            let timesGeoq: Double?
        }
        struct Build: Codable {
            let subject: String
            let seconds: [Double]
            let bytes: Int?
        }
        struct Agreement: Codable {
            let subject, variant, gives: String
            let samples, sameCount, sameSet, sameOrder: Int
        }
        struct Document: Codable {
            let points, rounds: Int
            let centers: String
            let machine: Machine?
            let skipped: [String]
            let times: [Time]
            let builds: [Build]
            let agreement: [Agreement]
            let own: [String: Double]
            let worstErrorMeters: Double?
            let rules: RulesMeasurements?
            let areas: AreasMeasurements?
            let commands: CommandMeasurements?
            let streams: StreamMeasurements?
            let targets: [Target]
        }
        let times = results.seconds.map { key, values in
            let median = Results.median(values)
            let own = results.median(.geoq, key.question, queries: key.queries)
            return Time(
                subject: key.subject, variant: key.variant, question: key.question, queries: key.queries,
                hits: results.hits[key] ?? 0, seconds: values, median: median, timesGeoq: Self.quotient(median, own))
        }
        let document = Document(
            points: points, rounds: rounds, centers: centers, machine: machine, skipped: skipped,
            times: times.sorted {
                ($0.question, $0.subject, $0.variant, $0.queries) < ($1.question, $1.subject, $1.variant, $1.queries)
            },
            builds: results.builds.sorted { $0.key < $1.key }.map {
                Build(subject: $0.key, seconds: $0.value, bytes: results.bytes[$0.key])
            },
            agreement: contenders.map { contender in
                let found = results.agreement(contender)
                return Agreement(
                    subject: contender.subject, variant: contender.variant, gives: contender.gives,
                    samples: found.all, sameCount: found.counts, sameSet: found.sets, sameOrder: found.orders)
            },
            own: own?.seconds ?? [:], worstErrorMeters: results.worstError, rules: rules, areas: areas,
            commands: commands,
            streams: streams, targets: targets)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(document) + Data("\n".utf8)
    }
}
