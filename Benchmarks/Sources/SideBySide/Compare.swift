import ArgumentParser
import Foundation
import Geoq
import Workload

/// The whole run: data, rounds, samples, tables.
struct Compare: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Measure all and print the table.")

    @Option(help: "How many points.") var points = 1_000_000
    @Option(help: "How many times each question is timed; the median counts.") var rounds = 3
    @Flag(help: "Fewer queries.") var quick = false
    @Option(
        help: "Only these: geoq, nanoflann, boost, rtree, spatialite, postgis, brute, rules, areas, stream, command.")
    var only: String?
    @Option(help: "Where the data files are kept.") var data = ".data"
    @Option(help: "Where the peers are, built.") var peers = ".build/peers"
    @Option(help: "The geoq command.") var geoq = "../.build/release/geoq"
    @Option(help: "Places to scatter around without cities500.csv.") var sample = "../data/cities15000.csv"
    @Option(help: "Write the numbers to a file, too.") var json: String?

    func validate() throws {
        if points < 1000 { throw ValidationError("--points is at least 1000.") }
        if rounds < 1 { throw ValidationError("--rounds is at least 1.") }
    }

    func run() async throws {
        let files = try DataFiles(folder: data, sample: sample)
        var report = Report(points: points, rounds: rounds, files: files)
        report.machine = Machine(limits: path("limits"))
        let pointsPath = try files.points(points)
        let queriesPath = try files.queries()
        let (contenders, skipped) = contenders(pointsPath)
        report.contenders = contenders
        report.skipped = skipped
        try report.results.measure(
            contenders, start: { try start($0, pointsPath, queriesPath) }, plan: plan(contenders), rounds: rounds,
            isTogether: points <= 20_000_000, isQuick: quick)
        if wants("brute"), let oracle = path("brute") {
            try report.results.askOracle([oracle, pointsPath, queriesPath], plan: sampled(contenders))
        }
        if wants("geoq") { try measureOwn(files, &report) }
        if wants("rules") { try measureRules(files, &report) }
        if wants("areas") { try measureAreas(files, &report) }
        if wants("stream") { try measureStream(files, &report) }
        if wants("command") { try measureCommand(files, &report) }
        print(report.text)
        if let json { try report.json().write(to: URL(filePath: json)) }
    }

    /// The contenders that can be measured here, and those that cannot, with
    /// the reason.
    private func contenders(_ points: String) -> (there: [Contender], skipped: [String]) {
        var there: [Contender] = []
        var skipped: [String] = []
        for contender in [.geoq] + Contender.inMemory + Contender.databases + [.bruteForce] {
            guard wants(contender.subject) else { continue }
            if let obstacle = obstacle(contender, points) {
                if !skipped.contains(obstacle) { skipped.append(obstacle) }
            } else {
                there.append(contender)
            }
        }
        return (there, skipped)
    }

    private func obstacle(_ contender: Contender, _ points: String) -> String? {
        switch contender.subject {
        case "geoq": return nil
        case "postgis":
            return quick ? "postgis: make bench has it, not make bench-quick" : PostgresCluster.obstacle
        default:
            if path(contender.subject) == nil { return "\(contender.subject): not built (\(contender.needs))" }
            let kept = "\(points).\(contender.subject).sqlite"
            if quick, contender.isBuiltOnce, !FileManager.default.fileExists(atPath: kept) {
                return "\(contender.subject): takes long to build; make bench does, and make bench-quick then uses it"
            }
            return nil
        }
    }

    private func wants(_ subject: String) -> Bool {
        only.map { $0.split(separator: ",").contains { $0 == subject } } ?? true
    }

    /// A peer's program, if it was built.
    private func path(_ program: String) -> String? {
        let path = peers + "/" + program
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }

    private func start(_ subject: String, _ points: String, _ queries: String) throws -> any RunningSubject {
        switch subject {
        case "geoq": try SubjectProcess([Self.executable, "geoq", points, queries])
        case "postgis": try PostGIS(points: points, queries: queries)
        default: try SubjectProcess([peers + "/" + subject, points, queries])
        }
    }

    static var executable: String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    }

    /// The tasks of each contender. geoq is asked at every number of queries
    /// that a peer is asked at, so that each ratio is over the same queries.
    private func plan(_ contenders: [Contender]) -> [(contender: Contender, task: Task)] {
        PlannedQuestion.all.flatMap { question in
            contenders.filter { $0.canAnswer(question.name) }.flatMap { contender in
                let paces =
                    contender.subject == "geoq" ? Set(contenders.map(\.pace)) : [contender.pace]
                let counts = Set(paces.compactMap { question.queries($0, points: points, isQuick: quick) })
                let samples = contender.pace == .scan ? 0 : Self.samples
                return counts.sorted(by: >).enumerated().map { index, count in
                    (
                        contender,
                        Task(
                            variant: contender.variant, question: question.name, queries: count,
                            samples: index == 0 ? min(samples, count) : 0)
                    )
                }
            }
        }
    }

    private static let samples = 20

    private func sampled(_ contenders: [Contender]) -> [Task] {
        PlannedQuestion.all.map {
            Task(variant: "oracle", question: $0.name, queries: Self.samples, samples: Self.samples)
        }
    }

    private func measureRules(_ files: DataFiles, _ report: inout Report) throws {
        let points = try files.points(1_000_000)
        var rules = RulesMeasurements()
        try rules.measure(
            (try files.circles(RulesMeasurements.circleCount, around: points), try files.queries(), points),
            executable: Self.executable, rounds: rounds, isQuick: quick, program: path)
        report.skipped += rules.skipped
        report.rules = rules
    }

    private func measureAreas(_ files: DataFiles, _ report: inout Report) throws {
        let points = try files.points(1_000_000)
        var areas = AreasMeasurements()
        try areas.measure(
            AreasMeasurements.Files(
                areas: try files.areas(around: points), counties: try files.counties(), track: try files.track(),
                queries: try files.queries(), points: points),
            executable: Self.executable, rounds: rounds, isQuick: quick, program: path)
        report.skipped += areas.skipped
        report.areas = areas
    }

    private func measureStream(_ files: DataFiles, _ report: inout Report) throws {
        guard FileManager.default.isExecutableFile(atPath: geoq) else {
            report.skipped.append("streams: no geoq at \(geoq)")
            return
        }
        let points = try files.points(1_000_000)
        let places = try Workload.readPlaces(points).prefix(quick ? 50_000 : 400_000)
        let count = quick ? 10_000 : StreamMeasurements.listCount
        report.streams = try StreamMeasurements(
            geoq: geoq, circles: try Rules.read(try files.circles(count, around: points)), places: Array(places),
            folder: data, rounds: rounds)
    }

    private func measureCommand(_ files: DataFiles, _ report: inout Report) throws {
        let count = min(points, 1_000_000)
        let store = "\(data)/store-\(count)-\(files.centersName).sqlite"
        guard FileManager.default.isExecutableFile(atPath: geoq) else {
            report.skipped.append("commands: no geoq at \(geoq)")
            return
        }
        if quick, !FileManager.default.fileExists(atPath: store) {
            report.skipped.append(
                "commands: a store takes long to import; make bench does, and make bench-quick then uses it")
            return
        }
        guard let place = try Workload.readPlaces(try files.queries()).first else { return }
        report.commands = CommandMeasurements(
            geoq: geoq, store: store, table: try files.table(count), points: count, isAnew: !quick, place: place)
    }

    /// Up to this many points may be in memory twice, with their changes.
    private static let mostTwice = 10_000_000

    /// Measures questions that only geoq is asked.
    private func measureOwn(_ files: DataFiles, _ report: inout Report) throws {
        var own = OwnMeasurements(rounds: rounds, executable: Self.executable, queries: try files.queries())
        let count = quick ? 2_500 : 10_000
        var tasks = [
            ("index", "nearest-10", count), ("index", "filtered-10", count), ("index", "bbox-10", count),
            ("index", "near-10", count), ("index", "open-0", 20), ("threads", "nearest-10", count),
            ("threads", "near-10", count),
        ]
        if points <= Self.mostTwice {
            tasks += [("updates", "apply-0", 5), ("updates", "nearest-10", count), ("updates", "near-10", count)]
        } else {
            report.skipped.append("updates and places with 5000 points: more than \(Self.mostTwice) points")
        }
        try own.measure("here", points: try files.points(points), tasks: tasks)
        if points <= Self.mostTwice {
            try own.measure(
                "sites", points: try files.points(points, sites: max(1, points / 5000)),
                tasks: [("index", "nearest-10", count), ("index", "near-10", count)])
        }
        if points != 1_000_000 {
            try own.measure("million", points: try files.points(1_000_000), tasks: [("index", "nearest-10", count)])
        }
        report.own = own
    }
}

extension Contender {
    /// What must be installed for the contender.
    var needs: String {
        switch subject {
        case "nanoflann": "libnanoflann-dev"
        case "boost": "libboost-dev"
        case "rtree": "libsqlite3-dev"
        case "spatialite": "libspatialite-dev"
        default: "g++, libproj-dev"
        }
    }
}
