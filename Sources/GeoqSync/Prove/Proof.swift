import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore

/// One proof, of one moment of the remote and one version of the store.
struct Proof {
    let store: Store
    let session: any RemoteSession
    let state: MirrorState
    let moment: RemoteMoment
    let options: ProofOptions
    /// Begins another moment of the same session.
    let again: @Sendable () async throws -> RemoteMoment
    let progress: @Sendable (Int) -> Void

    /// When more rows than this have other versions, they are not left out one
    /// by one.
    private static let mostHidden = 10_000

    func run() async throws -> ProofReport {
        var report = ProofReport(name: state.name, seed: options.seed)
        report.region = state.identity.region.flatMap { Region(stored: $0) }
        report.knowsVersions = await (session as? any RemoteDigesting)?.sums(.version) ?? false
        let (mirror, hidden) = try await prepare(&report)
        guard let mirror else {
            for kind in ProofKind.allCases {
                report.kinds[kind] = ProofReport.Kind(note: "not asked: the mirror is too far behind")
            }
            return report
        }
        guard let session = session as? any RemoteAnswering else {
            for kind in ProofKind.allCases {
                report.kinds[kind] = ProofReport.Kind(note: "not asked: the server answers no questions itself")
            }
            try await session.finish()
            return report
        }
        report.comparesByCircles = session is any RemoteCircling
        var asker = ProofAsker(
            session: session, mirror: mirror, hidden: hidden, generator: SplitMix64(seed: ~options.seed))
        let kinds = try await possibleKinds(session, mirror, &report)
        let context = try await asker.context(kinds)
        var questions = ProofQuestions(mirror, kinds: kinds, seed: options.seed)
        for number in 0..<options.queries {
            guard let question = try questions.next() else { break }
            try await asker.ask(question, context, &report)
            progress(number + 1)
        }
        if !moment.lasts, report.total.differences > 0 { report.hasMoved = try await hasMoved(mirror, hidden) }
        try await session.finish()
        return report
    }

    /// Whether rows have changed while questions were asked, so that the answers
    /// are of several moments and a difference shows nothing.
    private func hasMoved(_ mirror: ProofMirror, _ hidden: HiddenRows) async throws -> Bool {
        let now = try await again()
        let reader = try await store.work.run { [store] in try MirrorReader(store, nil) }
        defer { store.work.start { reader.close() } }
        let versions = ProofVersions(session: session, reader: reader, moment: now, state: state)
        // A reading may have to know the parents of rows.
        for table in moment.tables.keys.sorted(by: { $0.rank < $1.rank })
        where state.tables[table]?.stopped == nil && state.tables[table] != nil {
            if try await versions.run(table).hidden != hidden[table] ?? [] { return true }
        }
        return try await store.snapshot().version != mirror.snapshot.version
    }

    /// Takes the mirror as it is, and the rows that are not of the server's
    /// version.
    ///
    /// No sync changes it meanwhile. Afterwards one may, because questions go
    /// to a snapshot.
    ///
    /// - Returns: nil when too many rows are of another version.
    private func prepare(_ report: inout ProofReport) async throws -> (ProofMirror?, HiddenRows) {
        let lock = try await store.work.run { [store] in try MirrorLock(of: store) }
        defer { withExtendedLifetime(lock) {} }
        let reader = try await store.work.run { [store] in try MirrorReader(store, nil) }
        defer { store.work.start { reader.close() } }
        let tables = moment.tables.keys.filter { state.tables[$0]?.stopped == nil && state.tables[$0] != nil }
        guard !tables.isEmpty else {
            throw moment.problems.values.first ?? SyncError.schema("none of the mirror's tables can be read")
        }
        // A table that the mirror has and the server does not show must not go
        // unnoticed.
        for (table, held) in state.tables {
            report.unread[table] = held.stopped.map { .schema($0) } ?? moment.problems[table]
        }
        let versions = ProofVersions(session: session, reader: reader, moment: moment, state: state)
        for _ in 0..<5 {
            (report.tables, report.examples) = ([:], [])
            let rules = try await store.rules.all()
            var (held, hidden): ([MirrorTable: Set<FeatureID>], HiddenRows) = ([:], [:])
            for table in tables.sorted(by: { $0.rank < $1.rank }) {
                let result = try await versions.run(table)
                (held[table], hidden[table], report.tables[table]) = (result.held, result.hidden, result.counts)
                for example in result.examples { report.note(example) }
            }
            let snapshot = try await store.snapshot(verifying: .everything)
            // Another program wrote in between: try again.
            guard snapshot.version == rules.version else { continue }
            if hidden.values.contains(where: { $0.count > Self.mostHidden }) { return (nil, hidden) }
            for (table, ids) in try await compareRows(reader, held, hidden, &report) {
                hidden[table, default: []].formUnion(ids)
            }
            return (try ProofMirror(snapshot, rules, held: held, hidden: hidden), hidden)
        }
        throw StoreError.tooManyChanges
    }

    /// Compares the rows themselves, where their versions are the same.
    ///
    /// - Returns: rows that differ because the server's columns were redefined
    ///   since the last sync: questions must leave them out.
    private func compareRows(
        _ reader: MirrorReader, _ held: [MirrorTable: Set<FeatureID>], _ hidden: HiddenRows,
        _ report: inout ProofReport
    ) async throws -> HiddenRows {
        var redefined: HiddenRows = [:]
        var rows = ProofRows(
            session: session, reader: reader, name: state.name, isUTF8: moment.isUTF8, sample: options.rows)
        rows.keyed = Set(moment.tables.filter(\.value.isKeyed).keys)
        var generator = SplitMix64(seed: options.seed)
        for (table, ids) in held.sorted(by: { $0.key.rank < $1.key.rank }) {
            let found = try await rows.run(table, held: ids, hidden: hidden[table] ?? [], using: &generator)
            var counts = report.tables[table] ?? ProofReport.Table()
            (counts.hashed, counts.read) = (found.hashed, found.read)
            let (earlier, now) = (state.tables[table]?.definition, moment.tables[table]?.definition)
            let isAlike =
                if let earlier, let now { moment.position.readsAlike(by: earlier, and: now) } else { earlier == now }
            if isAlike {
                counts.different = found.differing.count
            } else {
                // Rows that were written before read otherwise since then; a
                // sync mends that.
                counts.newer += found.differing.count
                redefined[table] = found.differing
            }
            report.tables[table] = counts
            for example in found.examples { report.note(example) }
        }
        return redefined
    }

    /// The kinds of questions that can be asked; the report says why the others
    /// cannot.
    private func possibleKinds(
        _ session: any RemoteAnswering, _ mirror: ProofMirror, _ report: inout ProofReport
    ) async throws -> Set<ProofKind> {
        let functions = try await session.functions()
        var kinds: Set<ProofKind> = []
        for kind in ProofKind.allCases {
            let (tables, function): ([MirrorTable], RemoteFunction?) =
                switch kind {
                case .radius, .nearest, .box: ([.hotspot], nil)
                case .hotspotsNear: ([.hotspot], .hotspotsNear)
                case .birdsNear: ([.bird, .watchlistEntries], .birdsNear)
                case .rules: ([.bird, .hotspot, .watchlists, .watchlistRules], nil)
                }
            report.kinds[kind] = ProofReport.Kind()
            if let missing = tables.first(where: { report.tables[$0] == nil }) {
                report.kinds[kind]?.note = "not asked: \(missing) is not mirrored"
            } else if let reason = session.silence(about: kind) {
                report.kinds[kind]?.note = "not asked: \(reason)"
            } else if let function, !functions.contains(function) {
                report.kinds[kind]?.note = "not asked: the server has no function \(function.rawValue) for us"
                report.missingFunctions.insert(function)
            } else if kind == .rules, mirror.rules.birds.isEmpty || mirror.rules.rules.isEmpty {
                report.kinds[kind]?.note = "not asked: there are no rules, or no birds"
            } else {
                kinds.insert(kind)
            }
        }
        return kinds
    }
}
