import ArgumentParser
import Geoq
import GeoqFiles
import GeoqFormats
import GeoqIndex
import GeoqStore

/// `geoq near -` and `geoq nearest -`: reads many centers from standard input,
/// and answers each before it reads the next.
struct CenterStream {
    let store: Store
    let output: OutputOptions
    /// The unit in which a table shows distances.
    let unit: LengthUnit
    let method: Snapshot.Method

    /// - Throws: what answering throws; `ExitCode` 65 at the end when some row
    ///   was not a center. The other rows were answered.
    func run(_ question: @escaping (Coordinate) throws -> Query) async throws {
        let centers = Centers(try readCentersFromStandardInput())
        var total = 0
        if output.count {
            total = try await writeCounts(centers, question)
        } else {
            total = try await writeHits(centers, question)
        }
        centers.sayNone()
        try? await store.index.tend()
        if centers.bad > 0 { throw ExitCode(Failure.badData) }
        if output.exitStatus && total == 0 { throw ExitCode(Failure.nothingFound) }
    }

    /// Every hit, with the center that it belongs to.
    private func writeHits(_ centers: Centers, _ question: (Coordinate) throws -> Query) async throws -> Int {
        // The columns do not depend on the center.
        let anywhere = try question(try Coordinate(latitude: 0, longitude: 0))
        let kept = try await store.features.keptColumns(of: anywhere.layer)
        let shape = try HitFeatures(
            query: anywhere, fields: output.chosenFields, keeping: kept, format: output.chosenFormat)
        let columns = shape.tableColumns(unit: unit, chosen: output.chosenFields, for: nil)
        let writer = FeatureOutput(
            output.chosenFormat, fields: shape.names + ["center"],
            columns: [TableColumn("center", field: "center")] + columns)
        var found = 0
        while let (center, label) = try centers.next() {
            let hits = try HitFeatures(
                query: try question(center), fields: output.chosenFields, keeping: kept,
                format: output.chosenFormat)
            let features = try await hits.answer(
                store, method: method, needsRows: output.chosenFormat != .ids
            ).features
            if features.isEmpty { centers.noteEmpty(label) }
            found += features.count
            for feature in features {
                var feature = feature
                feature.fields.append(.init("center", .text(label)))
                try writer.write(feature)
            }
            try writer.flush()
        }
        try writer.finish()
        centers.sayEmpty()
        return found
    }

    /// Writes how many hits each center has, even when it has none.
    private func writeCounts(_ centers: Centers, _ question: (Coordinate) throws -> Query) async throws -> Int {
        let columns = [
            TableColumn("center", field: "center"), TableColumn("count", field: "count", alignment: .trailing),
        ]
        let isRecord = RecordWriter.formats.contains(output.chosenFormat)
        let records = RecordWriter(
            isRecord ? output.chosenFormat : .ndjson, table: .ofTerminal(columns + TableColumn.placeAndID.prefix(2)),
            output: Terminal.output(for: output.chosenFormat))
        let features = FeatureOutput(output.chosenFormat, fields: ["count"], columns: columns)
        var found = 0
        while let (center, label) = try centers.next() {
            let count = try await QueryRun.count(try question(center), in: store, method: method)
            found += count
            let field = Feature.Field("count", .integer(Int64(count)))
            if isRecord {
                try records.write([
                    .init("center", .text(label)), .init("lat", .real(center.latitude)),
                    .init("lon", .real(center.longitude)), field,
                ])
            } else if output.chosenFormat == .ids {
                try Terminal.write("\(count)\n")
            } else {
                try features.write(Feature(id: label, coordinate: center, fields: [field]))
                try features.flush()
            }
        }
        if isRecord { try records.finish() } else { try features.finish() }
        return found
    }
}

/// The centers, and the messages about them.
private final class Centers {
    private let reader: CenterReader
    private var number = 0
    private var empty = 0
    private var firstEmpty: [String] = []
    /// How many rows were not centers.
    private(set) var bad = 0

    /// How many centers without hits are named.
    private static let mostNamed = 10

    init(_ reader: CenterReader) {
        self.reader = reader
    }

    /// The next center and its name: the label in the text, or else its line. A
    /// row that is not a center is reported.
    func next() throws -> (Coordinate, label: String)? {
        while true {
            do {
                guard let center = try reader.next() else { return nil }
                number += 1
                return (center.coordinate, center.label ?? "\(center.line)")
            } catch let problem as RowProblem {
                bad += 1
                Terminal.say("geoq: " + TerminalText.neutralized("\(problem)", limit: 500))
            }
        }
    }

    func noteEmpty(_ label: String) {
        empty += 1
        if firstEmpty.count < Self.mostNamed { firstEmpty.append(TerminalText.neutralized(label, limit: 80)) }
    }

    /// Reports that there was no center at all.
    ///
    /// An input that is empty may be a program before the pipe that has failed.
    func sayNone() {
        guard number == 0, bad == 0 else { return }
        Terminal.say("standard input has no centers, so that nothing was asked; write one lat,lon in each line")
    }

    /// Reports which centers have no hits.
    func sayEmpty() {
        guard empty > 0 else { return }
        let names = firstEmpty.joined(separator: ", ") + (empty > firstEmpty.count ? ", …" : "")
        Terminal.say("nothing found around \(empty) of \(number) centers: \(names); --count tells of each")
    }
}
