import Geoq
import GeoqStore

extension SyncClient {
    /// Sends the changes that wait in the store. It reads nothing, unless a deleted row may take others along: then it
    /// first reads what other devices have changed in these, and keeps that among the conflicts; where the remote only
    /// takes changes, it keeps the delete back while there is something to read. Where an earlier push was left without
    /// an answer, it reads at the end: the answer that it gets now may be older than what was read since.
    ///
    /// - Returns: what was done. Changes that the server refuses stay in the
    ///   outbox, with the reason; they are no error of the push.
    /// - Throws: `SyncError` when the server could not be asked, after the
    ///   policy's tries; `CancellationError`. What was sent before is done, and told (`SyncNotice.sent`).
    package func push() async throws -> PushReport {
        var report = PushReport()
        do {
            return try await retrying { _ in
                let lock = try await lockStore()
                defer { withExtendedLifetime(lock) {} }
                // Who tries only once does not wait for a change, either.
                let waits = options.retry.attempts != 1
                if let writer = remote as? any UnreadRemoteWriter {
                    report.add(try await pushUnread(writer, waits: waits))
                } else {
                    do {
                        try await pushRead(into: &report, waits: waits)
                    } catch {
                        // The reason of the failure is told, and not that it goes on.
                        if report.replayed > 0 { _ = try? await read(true, PullMeter { _ in }) }
                        throw error
                    }
                    if report.replayed > 0 { _ = try await read(true, PullMeter { _ in }) }
                }
                if let obstacle = report.obstacle { throw obstacle }
                return report
            }
        } catch {
            tellSent(report)
            throw error
        }
    }

    /// Sends what waits, with pictures, and reads before what deleted rows may take along, for a caller that holds the
    /// store's lock.
    ///
    /// - Parameter report: what was sent, also when an error is thrown. A delete that waits for a reading is its obstacle,
    ///   and keeps nothing else from being sent.
    private func pushRead(into report: inout PushReport, waits: Bool) async throws {
        var unread = try await pushRows(into: &report, waits: waits)
        if report.obstacle == nil {
            let photos = try await sendPictures(waits: waits)
            unread = try await pushRows(into: &report, waits: waits) ?? unread
            report.add(photos)
        }
        report.obstacle = report.obstacle ?? unread
    }

    /// - Returns: why the last reading left a delete; nil when it left none.
    private func pushRows(into report: inout PushReport, waits: Bool) async throws -> SyncError? {
        var unread: SyncError?
        for _ in 1...PushRun.mostConflicts {
            var trees = try await deletedTrees()
            unread = nil
            if !trees.isEmpty { (trees, unread) = known(trees, by: try await read(false, PullMeter { _ in })) }
            report.add(try await pushHolding(deleting: trees, waits: waits))
            guard report.obstacle == nil, report.needsReading else { break }
        }
        return unread
    }

    /// Of rows that were deleted here those that take along only what a reading has read, and why it has not read what
    /// others may take along.
    func known(_ trees: Set<RowKey>, by reading: SyncReport) -> (trees: Set<RowKey>, unread: SyncError?) {
        func problem(below table: MirrorTable) -> SyncError? {
            for child in table.dependents {
                if let problem = reading.tables[child.table]?.stopped ?? problem(below: child.table) { return problem }
            }
            return nil
        }
        let problems = Set(trees.map(\.table)).reduce(into: [:]) { $0[$1] = problem(below: $1) }
        let unread = problems.min { $0.key.rank < $1.key.rank }?.value
        return (
            trees.filter { problems[$0.table] == nil },
            unread.map {
                SyncError(
                    $0.kind, "a delete waits, because what it may take along could not be read: \($0.message)",
                    retryMayHelp: $0.retryMayHelp, code: $0.code, remedy: $0.remedy)
            }
        )
    }

    /// Sends what waits to a remote that is not read, for a caller that holds the store's lock.
    ///
    /// A deleted row may take others along, and what another device has made or changed of these would be gone unseen. So
    /// such deletes go last, when what was moved out of their rows has gone, and what was sent earlier without an answer
    /// has its own; and only those go whose rows this store knows as the remote has them.
    ///
    /// - Returns: with an obstacle of the kind `refused` when a delete waits for a sync.
    private func pushUnread(_ writer: any UnreadRemoteWriter, waits: Bool) async throws -> PushReport {
        guard let account = try await store.account.stored(), account.state == .active else { return PushReport() }
        var run = PushRun(store: store, writer: writer, options: options)
        // Also of rows that are deleted while this runs.
        run.trees = []
        var report = try await run.run(waits: waits)
        do {
            for _ in 1...PushRun.mostConflicts {
                let trees = try await store.outbox.deletedTrees()
                guard !trees.isEmpty, report.obstacle == nil else { break }
                let (known, unknown) = try await known(trees, try await run.mapping(), writer)
                run.trees = known
                if !known.isEmpty { report.add(try await run.run(waits: waits)) }
                if let unknown, report.obstacle == nil {
                    report.obstacle = SyncError(
                        .refused,
                        "another device has changed \(unknown), which a delete would take along unseen; that delete waits for a sync",
                        retryMayHelp: false, remedy: .pull)
                }
                guard report.needsReading else { break }
            }
        } catch {
            // What was sent before is told.
            guard let problem = SyncError.ofProject(error) as? SyncError else { throw error }
            report.obstacle = problem
        }
        return report
    }

    /// The rows whose deletes take along nothing that this store does not know, and the first row of the others that it
    /// does not.
    private func known(
        _ trees: [(table: MirrorTable, rows: [FeatureID])], _ mapping: TableMapping, _ writer: any UnreadRemoteWriter
    ) async throws -> (rows: Set<RowKey>, unknown: RowKey?) {
        var (known, unknown): (Set<RowKey>, RowKey?) = ([], nil)
        for (table, rows) in trees {
            if try await firstUnknown(below: rows, of: table, mapping, writer) == nil {
                known.formUnion(rows.map { RowKey(table, $0) })
                continue
            }
            for row in rows {
                if let found = try await firstUnknown(below: [row], of: table, mapping, writer) {
                    unknown = unknown ?? found
                } else {
                    known.insert(RowKey(table, row))
                }
            }
        }
        return (known, unknown)
    }

    private func firstUnknown(
        below rows: [FeatureID], of table: MirrorTable, _ mapping: TableMapping, _ writer: any UnreadRemoteWriter
    ) async throws -> RowKey? {
        try await store.outbox.firstUnknown(of: try await writer.versions(below: rows, of: table, mapping))
    }

    /// Tells what was sent before an error ends a push or a try of a sync: no report says it.
    func tellSent(_ report: PushReport) {
        let (changes, pictures) = (report.applied, report.photos?.sent ?? 0)
        if changes + pictures > 0 { options.told(.sent(changes: changes, pictures: pictures)) }
    }

    /// The rows deleted here that may take others along: what other devices have changed of these is to be read before
    /// such a delete is sent.
    func deletedTrees() async throws -> Set<RowKey> {
        guard remote is any RemoteWriter else { return [] }
        return try await store.outbox.deletedTreeKeys()
    }

    /// Sends what waits, for a caller that holds the store's lock.
    ///
    /// - Parameters:
    ///   - trees: of the rows that others can belong to, those whose deletes are sent: what they take along was read since
    ///     they were deleted. One that is deleted while this runs stays for the next push.
    ///   - waits: as of `PushRun.run`; a pull goes on meanwhile.
    func pushHolding(deleting trees: Set<RowKey>, waits: Bool = false) async throws -> PushReport {
        guard let writer = remote as? any RemoteWriter, let account = try await store.account.stored(),
            account.state == .active
        else { return PushReport() }
        var run = PushRun(store: store, writer: writer, options: options)
        run.trees = trees
        return try await run.run(waits: waits)
    }

    /// Sends the pictures of photos, for a caller that holds the store's lock.
    ///
    /// - Parameter waits: whether to wait, once, for pictures that the project could not
    ///   take and that are to be sent again some seconds later; if not, they stay for
    ///   the next push.
    /// - Returns: nil for a remote that keeps no pictures.
    func sendPictures(waits: Bool = false) async throws -> PhotoReport? {
        guard let remote = remote as? any RemotePicturing else { return nil }
        let run = PhotoRun(store: store, pictures: remote.pictures, options: options)
        let report = try await run.run()
        guard waits, report.obstacle == nil, let moment = try await store.outbox.nextMoment(of: .pictures),
            moment > run.now
        else { return report }
        // This machine's clock may have been set back.
        let time = Duration.seconds(min(moment - run.now, Store.Outbox.longestWait))
        options.told(
            .tryingAgain(
                SyncError(.unreachable, "the project could not take or delete a picture", retryMayHelp: true),
                after: time))
        try await options.clock.sleep(for: time)
        return report.followed(by: try await run.run())
    }

    /// Allows one sync or push at a time.
    func lockStore() async throws -> MirrorLock {
        try await store.work.run { [store] in try MirrorLock(of: store) }
    }
}
