import Geoq
import GeoqStore

/// Reads one table into the staging file, until the mirror and what is staged
/// together are what the remote has.
struct TablePull {
    let table: MirrorTable
    let name: String
    let session: any RemoteSession
    let staging: MirrorStaging
    let reader: MirrorReader
    let meter: PullMeter
    let compares: Bool

    /// - Parameters:
    ///   - last: the last row of an earlier try that is staged.
    ///   - cursor: the snapshot of that try.
    /// - Returns: what was read, and how many rows the remote has, if that was
    ///   counted.
    func run(
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
            var part = SyncReport.Table(mode: .delta)
            part.sent = try await read(.changed(since: cursor))
            let awaited = try await reader.waitingToRetry(table, of: name)
            if !awaited.isEmpty { part.sent += try await read(.ids(awaited)) }
            if compares { return try await compare(part, isReplaced: false) }
            let held = try await reader.expectedCount(of: table, of: name)
            // A delete leaves nothing behind that a delta could show.
            let count = try await session.count(of: table)
            return held == count ? (part, count) : try await compare(part, isReplaced: false)
        }
    }

    private func readAll() async throws -> (SyncReport.Table, rows: Int?) {
        meter.expect(try await session.count(of: table))
        var part = SyncReport.Table(mode: .full)
        part.sent = try await read(.all)
        return (part, part.sent)
    }

    private func read(_ selection: RowSelection) async throws -> Int {
        let pipe = StagingPipe(staging, table, meter)
        let count: Int
        do {
            count = try await session.rows(of: table, selection) { try pipe.push($0) }
        } catch {
            // What came before is of use to the next try.
            try? pipe.finish()
            throw error
        }
        try pipe.finish()
        return count
    }

    private func compare(
        _ part: SyncReport.Table, isReplaced: Bool
    ) async throws -> (SyncReport.Table, rows: Int?) {
        meter.enter(.comparing)
        let result = try await Comparison(session: session, reader: reader, name: name)
            .run(table, isReplaced: isReplaced)
        var part = part
        (part.mended, part.dropped) = (result.toFetch.count, result.toRemove.count)
        // Then it is cheaper to read all than to name each.
        if result.toFetch.count > max(10_000, result.count / 2) {
            try staging.clear(table)
            let (all, count) = try await readAll()
            part.mode = .full
            part.sent += all.sent
            return (part, count)
        }
        if !result.toFetch.isEmpty {
            let came = try await read(.ids(result.toFetch))
            guard came == result.toFetch.count else {
                throw SyncError(
                    .protocol, "of \(result.toFetch.count) rows of \(table), \(came) came", retryMayHelp: true)
            }
            part.sent += came
        }
        try staging.writeGone(result.toRemove, to: table)
        return (part, result.count)
    }
}
