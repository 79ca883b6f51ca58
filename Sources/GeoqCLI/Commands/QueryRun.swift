import ArgumentParser
import Geoq
import GeoqFormats
import GeoqStore
import GeoqSync

/// The steps that all questions share: answer, write, name the next page.
struct QueryRun {
    let output: OutputOptions
    let page: PageOptions
    /// The unit in which a table shows distances.
    let unit: LengthUnit
    /// Whether a person typed the numbers of the place, and may have swapped
    /// them.
    var mayBeSwapped = true

    func run(_ query: Query, in store: Store, method: Snapshot.Method) async throws {
        if output.count {
            let count = try await Self.count(query, in: store, method: method)
            try Terminal.write("\(count)\n")
            try page.tellNext(nil)
            try? await store.index.tend()
            if output.exitStatus && count == 0 { throw ExitCode(Failure.nothingFound) }
            return
        }
        let kept = try await store.features.keptColumns(of: query.layer)
        let hits = try HitFeatures(
            query: query, fields: output.chosenFields, keeping: kept, format: output.chosenFormat)
        let (answer, features) = try await hits.answer(
            store, method: method, needsRows: output.chosenFormat != .ids)
        try write(features, hits)
        // A page behind the last one is empty, and that is no mistake.
        if answer.hits.isEmpty, query.after == nil {
            Terminal.say(try await NothingFound(query, in: store, mayBeSwapped: mayBeSwapped).sentence)
        }
        try page.tellNext(answer.nextPage(of: query))
        // The answer has been written; whether the index can be written does
        // not matter to it.
        try? await store.index.tend()
        if output.exitStatus && answer.hits.isEmpty { throw ExitCode(Failure.nothingFound) }
    }

    /// How many hits a question has.
    static func count(_ query: Query, in store: Store, method: Snapshot.Method) async throws -> Int {
        method == .bruteForce
            ? try await store.features.answer(query, method: method).hits.count
            : try await store.features.count(query, verifying: .touched)
    }

    /// Asks a server instead of the store.
    func run(_ query: Query, on remote: RemoteHotspots) async throws {
        let (hits, features) = try await HitFeatures.answer(
            remote, query, fields: output.chosenFields, format: output.chosenFormat)
        if output.count {
            try Terminal.write("\(features.count)\n")
        } else {
            try write(features, hits)
            if features.isEmpty { Terminal.say(query.limit == 0 ? NothingFound.ofNoHits : "nothing found") }
        }
        if output.exitStatus && features.isEmpty { throw ExitCode(Failure.nothingFound) }
    }

    private func write(_ features: [Feature], _ hits: HitFeatures) throws {
        let columns = hits.tableColumns(unit: unit, chosen: output.chosenFields, for: features)
        let writer = FeatureOutput(output.chosenFormat, fields: hits.names, columns: columns)
        for feature in features { try writer.write(feature) }
        try writer.finish()
    }
}

extension Answer {
    /// Where the next page begins; nil when this one is not full.
    fileprivate func nextPage(of query: Query) -> PageCursor? {
        guard let limit = query.limit, limit > 0, hits.count == limit, let last = hits.last else { return nil }
        return query.cursor(after: last, version: version)
    }
}
