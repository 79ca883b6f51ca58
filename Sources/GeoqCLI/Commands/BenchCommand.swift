import ArgumentParser
import Foundation
import Geoq
import GeoqFiles
import GeoqFormats
import GeoqIndex
import GeoqStore

/// `geoq bench`
struct BenchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "How fast geoq answers on this machine, beside others.",
        discussion: """
              geoq bench --against spatialite
              geoq bench --points 100000 --around data/cities15000.csv --against spatialite,brute --json

            Asks the store (or one that is generated, and removed again) the same questions at the same \
            places, scattered around what it holds. A time is that of all its questions by their number, \
            on one thread, the median of the rounds. SpatiaLite works on the store's own file; brute \
            force is geod_inverse about every place; PostGIS is reached by psql where PGHOST, PGDATABASE \
            and so on say, gets temporary tables only, and is timed inside the server. Where two do not \
            find the same, the table says so.
            """)

    @Option(
        help: ArgumentHelp("Whom to ask besides: \(BenchPeer.names).", valueName: "name,..."),
        transform: BenchPeer.list)
    var against: [BenchPeer] = []

    @Option(
        name: [.customShort("n"), .long], parsing: .unconditional,
        help: ArgumentHelp("Generate a store of so many.", valueName: "count"), transform: ArgumentText.positiveCount)
    var points: Int?

    @Option(help: ArgumentHelp("What to scatter them around: a file of places.", valueName: "file"))
    var around: String?

    @Option(help: "The layer that is asked.")
    var layer: Layer = .hotspots

    @Option(
        parsing: .unconditional, help: ArgumentHelp("At how many places geoq is asked.", valueName: "count"),
        transform: ArgumentText.positiveCount)
    var queries = 1000

    @Option(
        parsing: .unconditional, help: ArgumentHelp("How many times.", valueName: "count"),
        transform: ArgumentText.positiveCount)
    var rounds = 3

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The same seed asks at the same places.", valueName: "number"),
        transform: ArgumentText.seed)
    var seed: UInt64 = 1

    @Flag(help: "The same as -f json.")
    var json = false

    @OptionGroup(title: "Output") var output: SummaryOutputOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func validate() throws {
        if (points == nil) != (around == nil) {
            throw ValidationError("--points and --around go together: how many, and around what.")
        }
        if points != nil, layer != .hotspots { throw ValidationError("A generated store has hotspots only.") }
    }

    func run() async throws {
        let format = json ? .json : output.chosenFormat
        try await Failure.reported {
            try await withStore { store in
                let run = try await BenchRun(
                    store, layer: layer, queries: queries, rounds: rounds, seed: seed, peers: against)
                let records = try await run.records()
                try SummaryTable.write(records, format, columns: BenchRun.tableColumns)
            }
        }
    }

    /// Runs `body` with the user's store, or with a temporary one.
    private func withStore(_ body: (Store) async throws -> Void) async throws {
        guard let points, let around else { return try await body(try storeOptions.open()) }
        let folder = FileManager.default.temporaryDirectory.appending(path: "geoq-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let centers = try readPlaces(around)
        guard !centers.isEmpty else { throw FileProblem(file: around, reason: "no places to scatter around") }
        let table = folder.appending(path: "points.csv")
        let encoder = ScatterEncoder(ScatteredPoints(seed: seed, around: centers), format: .csv)
        _ = FileManager.default.createFile(atPath: table.path, contents: nil)
        let file = try FileHandle(forWritingTo: table)
        try file.write(contentsOf: encoder.header)
        for first in stride(from: 0, to: points, by: 4096) {
            try file.write(contentsOf: encoder.rows(first..<min(first + 4096, points)))
        }
        try file.close()
        let store = try Store(path: folder.appending(path: "points.sqlite").path)
        try await store.imports.run(table.path, as: .hotspots)
        try await body(store)
    }
}

/// The programs that geoq is measured against.
enum BenchPeer: String, CaseIterable {
    case spatialite, postgis, brute

    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

    static func list(_ text: String) throws -> [BenchPeer] {
        try text.split(separator: ",").map { word in
            guard let peer = BenchPeer(rawValue: word.lowercased()) else {
                throw ValidationError("\(word) is none of \(names).")
            }
            return peer
        }
    }
}
