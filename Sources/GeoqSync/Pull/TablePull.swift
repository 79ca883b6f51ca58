import Geoq
import GeoqFormats
import GeoqStore

/// Reads one table into the staging file, until the mirror and the staged rows
/// together are the remote's rows.
struct TablePull {
    let table: MirrorTable
    let name: String
    let session: any RemoteSession
    let staging: MirrorStaging
    let reader: MirrorReader
    let meter: PullMeter
    /// Whether ids and versions of all rows are compared.
    let compares: Bool
    /// Whether contents of all rows are compared, too.
    let verifies: Bool
    let isUTF8: Bool
    /// Whether all that the session reads is of one moment.
    var lasts = true
    /// Whether a delta tells only some of the changed rows, and no number of
    /// rows shows the others.
    var isHinted = false
    /// Whether ids are made of keys.
    var isKeyed = false
    /// The name of a relation whose rows have no versions; nil for any other table.
    var unversioned: String?

    /// - Parameters:
    ///   - last: the last row that an earlier try has staged.
    ///   - cursor: the snapshot of that try.
    /// - Returns: what was read, and how many rows the remote has, if they
    ///   were counted.
    /// - Throws: `SyncError` also when most of the table's rows cannot be
    ///   used: then the fault is the table's, not a row's.
    func run(
        _ mode: PullPlan.Mode, after last: FeatureID?, of cursor: MirrorCursor?
    ) async throws -> (SyncReport.Table, rows: Int?) {
        let (part, rows) = try await readEqual(mode, after: last, of: cursor)
        let unusable = try await reader.unusable(table)
        if let rows, let first = unusable.min(by: { $0.key < $1.key }), unusable.count > Self.fewUnusable,
            2 * unusable.count > rows
        {
            throw SyncError.schema(
                "\(unusable.count) of \(rows) rows cannot be used; the first is \(first.key): \(first.value)")
        }
        return (part, rows)
    }

    private static let fewUnusable = 10

    private func readEqual(
        _ mode: PullPlan.Mode, after last: FeatureID?, of cursor: MirrorCursor?
    ) async throws -> (SyncReport.Table, rows: Int?) {
        meter.enter(.reading)
        switch mode {
        case .full:
            guard let last, let cursor else { return try await readAll() }
            var part = SyncReport.Table(mode: .resumed)
            part.sent = try await read(.rest(after: last, changedSince: cursor))
            return try await compare(part, isReplaced: true)
        case .delta(let cursor):
            // Without sums only the rows themselves show their contents.
            if verifies, await !sumsContents { return try await readAll() }
            var part = SyncReport.Table(mode: .delta)
            part.sent = try await read(.changed(since: cursor))
            let awaited = try await reader.waitingToRetry(table, of: name)
            if !awaited.isEmpty { try await learnKeys() }
            if !awaited.isEmpty { part.sent += try await read(.ids(awaited)) }
            if compares || verifies { return try await compare(part, isReplaced: false) }
            if isHinted { return (part, nil) }
            let held = try await reader.expectedCount(of: table, of: name)
            // A deletion leaves no row that a delta could show.
            let count = try await session.count(of: table)
            return held == count ? (part, count) : try await compare(part, isReplaced: false)
        }
    }

    private func readAll() async throws -> (SyncReport.Table, rows: Int?) {
        meter.expect(try await session.count(of: table))
        var part = SyncReport.Table(mode: .full)
        part.sent = try await read(.all)
        // Some rows may have come twice.
        return (part, lasts ? part.sent : try await session.count(of: table))
    }

    /// Whether the remote can compare contents without sending them.
    private var sumsContents: Bool {
        get async {
            guard let session = session as? any RemoteDigesting else { return false }
            return await session.sums(.contents)
        }
    }

    private func read(_ selection: RowSelection) async throws -> Int {
        let pipe = StagingPipe(staging, table, meter, isOrdered: !isKeyed)
        let count: Int
        do {
            count = try await session.rows(of: table, selection) { try pipe.push($0) }
        } catch {
            // The next try can use the rows that were read before.
            try? await pipe.finish()
            throw error
        }
        try await pipe.finish()
        return count
    }

    private func compare(
        _ part: SyncReport.Table, isReplaced: Bool
    ) async throws -> (SyncReport.Table, rows: Int?) {
        meter.enter(.comparing)
        var comparison = Comparison(session: session, reader: reader, name: name, isUTF8: isUTF8, lasts: lasts)
        (comparison.isKeyed, comparison.unversioned) = (isKeyed, unversioned)
        let result = try await comparison.run(table, isReplaced: isReplaced)
        var part = part
        (part.mended, part.dropped) = (result.toFetch.count, result.toRemove.count)
        if isTooMuch(result) { return try await readAll(instead: part) }
        part.sent += try await fetch(result.toFetch)
        try await staging.writeGone(result.toRemove, to: table)
        if verifies, !isReplaced, await sumsContents {
            let hidden = Set(try await reader.waiting(table, of: name)).union(try await reader.unusable(table).keys)
            if !hidden.isEmpty { try await learnKeys() }
            comparison = Comparison(session: session, reader: reader, name: name, measure: .contents, isUTF8: isUTF8)
            (comparison.isKeyed, comparison.unversioned) = (isKeyed, unversioned)
            let contents = try await comparison.run(table, isReplaced: false, hiding: hidden)
            part.rewritten = contents.toFetch.count
            part.mended += part.rewritten
            if isTooMuch(contents) { return try await readAll(instead: part) }
            part.sent += try await fetch(contents.toFetch)
        }
        return (part, result.isExact ? result.count : nil)
    }

    /// Whether it costs less to read all rows than to name each.
    private func isTooMuch(_ result: Comparison.Result) -> Bool {
        result.toFetch.count > max(10_000, result.count / 2)
    }

    private func readAll(instead part: SyncReport.Table) async throws -> (SyncReport.Table, rows: Int?) {
        try await staging.clear(table)
        let (all, count) = try await readAll()
        var part = part
        part.mode = .full
        part.sent += all.sent
        return (part, count)
    }

    /// Tells the session the keys of rows that wait.
    private func learnKeys() async throws {
        guard isKeyed, let session = session as? any RemoteKeying else { return }
        await session.learn(try await reader.keysOfWaiting(table, of: name), of: table)
    }

    private func fetch(_ ids: [FeatureID]) async throws -> Int {
        if ids.isEmpty { return 0 }
        let came = try await read(.ids(ids))
        // A row that is gone meanwhile is told after the cursor.
        guard came == ids.count || !lasts && came < ids.count else {
            throw unversioned.map(SyncError.unsteady)
                ?? SyncError(.protocol, "of \(ids.count) rows of \(table), \(came) came", retryMayHelp: true)
        }
        return came
    }
}
