import Geoq
import GeoqIndex
import GeoqStore

/// Asks the mirror and the remote the same question, and compares the answers.
struct ProofAsker {
    let session: any RemoteAnswering
    let mirror: ProofMirror
    let hidden: HiddenRows
    /// Chooses the rows whose distances are asked for.
    var generator: SplitMix64

    /// Birds and lists about which the proof asks no question, because one of their
    /// rows is left out.
    struct Context {
        var birds: Set<FeatureID> = []
        var lists: Set<FeatureID> = []
    }

    func context(_ kinds: Set<ProofKind>) async throws -> Context {
        var context = Context()
        if kinds.contains(.birdsNear) {
            // The remote's own function gives these birds, although the mirror
            // leaves their entries out.
            context.birds = Set(try await session.answer(.birdsOfEntriesLeftOut, hiding: [:]).map(\.id))
            if let entries = hidden[.watchlistEntries], !entries.isEmpty {
                let birds = try await session.answer(.birds(ofEntries: entries.sorted()), hiding: [:])
                context.birds.formUnion(birds.map(\.id))
            }
        }
        context.birds.formUnion(hidden[.bird] ?? [])
        if kinds.contains(.rules) {
            context.lists = Set(try await session.answer(.listsNotUnderstood, hiding: hidden).map(\.id))
                .union(mirror.incompleteLists)
        }
        return context
    }

    mutating func ask(_ question: ProofQuestion, _ context: Context, _ report: inout ProofReport) async throws {
        let clock = ContinuousClock()
        var comparison = ProofComparison(question)
        switch question {
        case .radius(let center, let radius), .hotspotsNear(let center, let radius):
            let start = clock.now
            let ours = try mirror.hits(.near(center, within: radius))
            comparison.result.mirrorTime = clock.now - start
            comparison.within(radius.meters, of: center, ours, try await remote(question, &comparison))
            if question.kind == .hotspotsNear {
                let near = ours.map { (id: $0.id, meters: $0.geodesic(from: center).distance.meters) }
                try await compareDistance(by: .hotspotsNear, around: center, near, &comparison)
            }
        case .nearest(let count, let center):
            let start = clock.now
            let ours = try mirror.hits(.nearest(count, to: center))
            comparison.result.mirrorTime = clock.now - start
            comparison.nearest(to: center, ours, try await remote(question, &comparison))
        case .box(let box):
            let start = clock.now
            let ours = try mirror.hits(.inside(box))
            comparison.result.mirrorTime = clock.now - start
            comparison.inside(ours, try await remote(question, &comparison))
        case .birdsNear(let center, let radius):
            let start = clock.now
            // A little further than asked, to find the birds on the edge.
            let ours = try mirror.birds(near: center, within: .meters(radius.meters + 2 * ProofComparison.edge))
            comparison.result.mirrorTime = clock.now - start
            let theirs = Set(try await remote(question, &comparison).map(\.id))
            let shown = ours.filter { !context.birds.contains($0.key) }
            comparison.birds(within: radius.meters, shown, theirs.subtracting(context.birds))
            let near = shown.filter { $0.value <= radius.meters }.map { (id: $0.key, meters: $0.value) }
            try await compareDistance(
                by: .birdsNear, around: center, near.sorted { ($0.meters, $0.id) < ($1.meters, $1.id) }, &comparison)
        case .rules(let bird, let place, let day):
            let start = clock.now
            let ours = mirror.matcher.matches(
                Sighting(coordinate: place, bird: bird, date: ObservedDate(day)),
                options: MatchOptions(nearMiss: .meters(ProofComparison.ruleEdge)))
            comparison.result.mirrorTime = clock.now - start
            let theirs = Set(try await remote(question, &comparison).map(\.id))
            comparison.lists(
                ours.filter { !context.lists.contains($0.watchlist) }, theirs.subtracting(context.lists))
        }
        if question.kind == .rules, !context.lists.isEmpty {
            comparison.result.note = ProofReport.Kind.without(lists: context.lists.count)
        }
        if question.kind == .birdsNear, !context.birds.isEmpty {
            comparison.result.note = ProofReport.Kind.without(birds: context.birds.count)
        }
        comparison.add(to: &report)
    }

    /// Compares the distance of a random row of an answer with the server's, by
    /// two circles, when answers have no distances.
    ///
    /// - Parameter near: the rows, nearest first.
    private mutating func compareDistance(
        by function: RemoteFunction, around center: Coordinate, _ near: [(id: FeatureID, meters: Double)],
        _ comparison: inout ProofComparison
    ) async throws {
        guard let session = session as? any RemoteCircling, !near.isEmpty else { return }
        let rows = near[generator.below(near.count)...].prefix(2)
        guard let meters = rows.first?.meters else { return }
        let clock = ContinuousClock()
        let start = clock.now
        var found: [(Double, Set<FeatureID>)] = []
        // No circle is narrower than its center.
        for radius in [meters - ProofComparison.circleMargin, meters + ProofComparison.circleMargin] where radius >= 0 {
            let given = try await session.rows(
                of: function, around: center, within: .meters(radius), among: rows.map(\.id))
            found.append((radius, given))
        }
        comparison.result.serverTime += clock.now - start
        comparison.distance(rows, found)
    }

    private func remote(_ question: ProofQuestion, _ comparison: inout ProofComparison) async throws -> [RemoteHit] {
        let clock = ContinuousClock()
        let start = clock.now
        let answer = try await session.answer(question.remote, hiding: hidden)
        comparison.result.serverTime = clock.now - start
        return answer
    }
}
