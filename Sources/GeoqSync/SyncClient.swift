package import GeoqStore
import Logging
import Synchronization

/// Keeps a store equal to a remote.
///
///     let remote = try PostgresRemote("postgresql://reader@db.example.org/birds?sslmode=verify-full")
///     let client = SyncClient(remote: remote, store: store)
///     let report = try await client.pull()
///
/// Only rows of this remote are compared and removed. Rows that were imported
/// from files, or come from another remote, are not touched. The store answers
/// questions meanwhile.
public final class SyncClient: Sendable {
    package let remote: any Remote
    let store: Store
    let options: SyncOptions
    /// The name of the source of its rows, once the remote was reached.
    private let name = Mutex<String?>(nil)

    /// Each module of remotes has an initializer for its own kind.
    package init(remote: any Remote, store: Store, options: SyncOptions = SyncOptions()) {
        (self.remote, self.store, self.options) = (remote, store, options)
    }

    /// Makes the mirror equal to the remote. A client of an account also sends the changes that were written in the
    /// store, before and after it reads, and the pictures of photos; other clients write nothing on the server.
    ///
    /// - Parameters:
    ///   - compares: whether to compare ids and versions of all rows, which
    ///     finds deletions and damage. If not, only the numbers of rows are
    ///     compared, and ids and versions only where the numbers differ.
    ///   - progress: called from other threads, one after the other: each second at least while a try runs.
    /// - Returns: what was done. A table that could not be read is left as it
    ///   is, and the report says why.
    /// - Throws: `SyncError`, which says whether a retry may help, when the
    ///   policy's tries are over; `CancellationError`. The store is as it was
    ///   before; of an account it may have the user's tables and birds already,
    ///   which are applied before all hotspots are read.
    /// - Complexity: O(rows that have changed), and O(rows) to compare, on the remote
    ///   and here; O(rows · log *n*) for the first one.
    public func pull(
        compares: Bool = true, progress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
    ) async throws -> SyncReport {
        try await retrying { failures in
            var report = try await pullOnce(compares: compares, progress)
            report.failures = failures
            return report
        }
    }

    /// Runs `body` until it succeeds or the policy allows no further try.
    ///
    /// - Parameter body: is given the number of failed tries.
    func retrying<Value>(_ body: (_ failures: Int) async throws -> Value) async throws -> Value {
        var failures = 0
        var random = AnyGenerator(options.random())
        while true {
            do {
                return try await body(failures)
            } catch {
                let error = SyncError.from(error)
                guard let problem = error as? SyncError else { throw error }
                failures += 1
                await note(problem)
                options.logger.error(
                    "failed",
                    metadata: [
                        "kind": "\(problem.kind.rawValue)", "reason": "\(problem)", "try": "\(failures)",
                    ])
                guard let delay = options.retry.delay(after: failures, problem, using: &random) else { throw problem }
                options.told(.tryingAgain(problem, after: delay))
                try await options.clock.sleep(for: delay)
            }
        }
    }

    /// What the remote lacks, and the consequences. Changes nothing.
    ///
    /// - Throws: `SyncError`.
    /// - Complexity: O(tables) requests to a project; for a PostgreSQL O(rows) on
    ///   the server, where it looks for rows that cannot be mirrored.
    public func check() async throws -> [SchemaFinding] {
        try await withSession { session in
            try await session.findings(mapping(at: session.address()))
        }
    }

    /// How many hotspots a sync would fetch, or observations of a relation, when it is the first one of this
    /// remote or has another region than the mirror: rows, and bytes as the
    /// server stores them. Changes nothing.
    ///
    /// - Returns: nil when the mirror is of this region, when the remote does not tell sizes, or when it has no such
    ///   rows and no region is wanted of them.
    /// - Throws: `SyncError`; one that no further try mends is noted for the mirror's status.
    package func estimate() async throws -> RegionEstimate? {
        do {
            return try await estimated()
        } catch let problem as SyncError {
            if !problem.retryMayHelp { await note(problem) }
            throw problem
        }
    }

    private func estimated() async throws -> RegionEstimate? {
        try await withSession { session in
            guard let session = session as? any RemoteEstimating else { return nil }
            let beginning = try await Beginning(session, store, options)
            let (moment, state) = (beginning.moment, beginning.state)
            // What a region cuts: of geoq's own tables the hotspots, and the rows of any relation.
            let table: MirrorTable = beginning.request.mapping.tables[.observation] == nil ? .hotspot : .observation
            guard moment.tables[table] != nil else {
                let problem = moment.problems[table]
                if options.region == nil, problem == nil || problem?.kind == .noTable { return nil }
                throw problem ?? SyncError.schema("hotspots are not among the tables")
            }
            let held = state?.tables[table] == nil ? nil : state?.identity
            if let held, held.region == moment.identity.region { return nil }
            let all = try await session.estimate(of: table, outside: nil)
            guard let held else { return RegionEstimate(table: table, all: all, new: all, mirrored: nil) }
            // A mirror without a region has all hotspots.
            var new = RemoteEstimate(rows: 0, bytes: 0)
            let region = held.region.flatMap { Region(stored: $0) }
            if let region { new = try await session.estimate(of: table, outside: region) }
            return RegionEstimate(
                table: table, all: all, new: new, mirrored: region.map { .region($0) } ?? .everywhere)
        }
    }

    func withSession<Value>(_ body: (any RemoteSession) async throws -> Value) async throws -> Value {
        let session = try await remote.open(as: options.user)
        do {
            let value = try await body(session)
            await session.close()
            return value
        } catch {
            await session.close()
            throw SyncError.from(error)
        }
    }

    /// Notes a failure for the mirror's status, when the remote is known and the
    /// store can be written.
    func note(_ problem: SyncError) async {
        guard problem.kind != .local else { return }
        var name = name.withLock { $0 }
        // A project's name is known before it is reached.
        if name == nil, let writer = remote as? any RemoteWriter, writer.isMirrored {
            name = try? await store.account.stored()?.remote
        }
        if name == nil, let address = options.address {
            name = try? await store.mirror.state(origin: nil, address: address)?.name
        }
        if let name { try? await store.mirror.noteFailure(name, options.words(problem)) }
    }

    /// One try.
    func pullOnce(
        compares: Bool, _ progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncReport {
        let lock = try await lockStore()
        defer { withExtendedLifetime(lock) {} }
        var push = PushReport()
        do {
            let meter = PullMeter(progress)
            return try await meter.telling { try await pullHolding(compares, meter, &push) }
        } catch {
            tellSent(push)
            throw error
        }
    }

    /// - Parameter push: what was sent, also when an error is thrown.
    private func pullHolding(
        _ compares: Bool, _ meter: PullMeter, _ push: inout PushReport
    ) async throws -> SyncReport {
        // A row that is deleted takes others along. What other devices have changed of these is read before the
        // delete is sent: else it would be gone unseen. One that is deleted meanwhile waits for the next reading.
        var trees = try await deletedTrees()
        let earlier = trees.isEmpty ? nil : try await read(false, meter)
        if let earlier { trees = known(trees, by: earlier).trees }
        // Rows that are pulled would otherwise meet changes that could have gone.
        push = try await pushHolding(deleting: trees)
        CrashPoint.pushed.reached()
        trees = try await deletedTrees()
        // An answer of the ledger may be older than what a reading before has passed: then sums show it.
        var report = try await read(compares || earlier != nil || push.replayed > 0, meter)
        let unread: SyncError?
        (trees, unread) = known(trees, by: report)
        if let earlier { report.add(earlier) }
        try await noteClock()
        try await store.account.makeProfile()
        // The birds that drafts wait for may have come.
        if try await store.drafts.count() > 0 { report.drafts = try await store.drafts.settle() }
        report.photos = try await sendPictures()
        // What left by the pull, or was deleted here, leaves the cache, too.
        if report.mayHaveDroppedPictures || push.batches > 0 { try await PictureCache.prune(of: store) }
        // What the pull has put on new versions, what an obstacle left, and the
        // rows of photos whose pictures are there now.
        let rest = try await pushHolding(deleting: trees)
        push.add(rest)
        var late = rest.applied + rest.takenBack
        // Pictures of entries that only this push has sent, such as those of birds that came by the pull.
        if let photos = report.photos, photos.waiting > 0, photos.obstacle == nil, rest.applied > 0,
            let more = try await sendPictures()
        {
            report.photos = photos.followed(by: more)
            // A delete that met a conflict waits for another reading.
            let rows = try await pushHolding(deleting: rest.needsReading ? [] : trees)
            push.add(rows)
            late += rows.applied + rows.takenBack
        }
        push.obstacle = push.obstacle ?? unread
        // What was sent after the reading, such as an entry whose bird has come by it, has a version of the server's
        // that this store does not know: the mirror would be behind until the next sync. So it would be where the ledger
        // answered with an older version than the reading has passed.
        if late > 0 {
            var last = try await read(true, meter)
            if last.mayHaveDroppedPictures { try await PictureCache.prune(of: store) }
            last.add(report)
            report = last
        }
        if push.batches > 0 || push.left.unsent + push.left.conflicts > 0 { report.push = push }
        if report.added + report.changed + report.removed > 0 {
            meter.enter(.indexing)
            // The checkpoint waits for the disk, the other for the processor.
            async let isSettled: Void = store.mirror.checkpoint()
            _ = try await store.snapshot(verifying: .touched)
            await isSettled
        }
        return report
    }
}

extension SyncClient {
    /// Reads what has changed, and applies it, for a caller that holds the store's lock.
    func read(_ compares: Bool, _ meter: PullMeter) async throws -> SyncReport {
        meter.enter(.connecting)
        store.mirror.prepareNote()
        return try await withSession { session in
            let pull = Pull(store: store, session: session, options: options, compares: compares, meter: meter)
            return try await pull.run { name in self.name.withLock { $0 = name } }
        }
    }
}

extension SyncClient {
    /// Notes how far the clock of the account's server is ahead, which the answers to a pull tell, too: the moments of
    /// edits that are sent next are set by it. HTTP counts whole seconds, so that less than one is no news.
    private func noteClock() async throws {
        guard let writer = remote as? any RemoteWriter, writer.isMirrored,
            let account = try await store.account.stored(), account.remote == name.withLock({ $0 }),
            let offset = await writer.clockOffset()
        else { return }
        let known = try await store.outbox.clockOffset()
        if abs(offset - known) >= 1 { try await store.outbox.noteClockOffset(offset) }
    }
}

extension SyncReport {
    /// Whether rows that name pictures have left the mirror, or have other values.
    fileprivate var mayHaveDroppedPictures: Bool {
        [MirrorTable.observedBirdPhotos, .watchlists, .profile].contains { table in
            tables[table].map { $0.removed + $0.changed > 0 } == true
        }
    }
}
