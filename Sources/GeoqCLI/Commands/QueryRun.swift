import ArgumentParser
import Geoq
import GeoqStore
import GeoqSync

/// The steps that all questions share: answer, write, say how it went on.
enum QueryRun {
    /// - Parameter mayBeSwapped: whether a person wrote the numbers of the
    ///   place, and may have mixed them up.
    static func run(
        _ query: Query, in store: Store, output: OutputOptions, method: Snapshot.Method, mayBeSwapped: Bool = true
    ) async throws {
        if output.count {
            let count = try await store.count(query, verifying: .touched)
            try Terminal.write("\(count)\n")
            try? await store.tendIndex()
            if output.exitStatus && count == 0 { throw ExitCode(Failure.nothingFound) }
            return
        }
        let hits = try HitFeatures(query: query, fields: output.chosenFields, format: output.chosenFormat)
        let (answer, features) = try await hits.answer(
            store, method: method, needsRows: output.chosenFormat != .ids)
        try write(features, hits, output)
        if answer.hits.isEmpty, output.chosenFormat == .table {
            Terminal.say(try await NothingFound(query, in: store, mayBeSwapped: mayBeSwapped).sentence)
        }
        sayNextPage(answer, query)
        // The answer is out; whether the index can be written is no part of it.
        try? await store.tendIndex()
        if output.exitStatus && answer.hits.isEmpty { throw ExitCode(Failure.nothingFound) }
    }

    /// The same of a server instead of the store.
    static func run(_ query: Query, on remote: RemoteHotspots, output: OutputOptions) async throws {
        let hits = try HitFeatures(query: query, fields: output.chosenFields, format: output.chosenFormat)
        let features = try await hits.answer(remote)
        if output.count {
            try Terminal.write("\(features.count)\n")
        } else {
            try write(features, hits, output)
            if features.isEmpty, output.chosenFormat == .table { Terminal.say("nothing found") }
        }
        if output.exitStatus && features.isEmpty { throw ExitCode(Failure.nothingFound) }
    }

    private static func write(_ features: [Feature], _ hits: HitFeatures, _ output: OutputOptions) throws {
        let writer = FeatureWriter(
            output.chosenFormat, fields: hits.names,
            table: TableLayout(
                columns: hits.tableColumns(unit: output.unit, chosen: output.chosenFields),
                terminalWidth: Terminal.width, isStyled: Terminal.isStyled),
            output: Terminal.write)
        for feature in features { try writer.write(feature) }
        try writer.finish()
    }

    /// A page that is full may have another after it.
    private static func sayNextPage(_ answer: Answer, _ query: Query) {
        guard let limit = query.limit, limit > 0, answer.hits.count == limit, let last = answer.hits.last else {
            return
        }
        let distance = query.center.map { last.geodesic(from: $0).distance }
        let cursor = PageCursor(distance: distance, id: last.id, version: answer.version)
        Terminal.say("next page: --after \(cursor)")
    }
}
