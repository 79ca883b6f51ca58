import Geoq
import GeoqIndex
import GeoqStore

/// Asks the mirror and the remote the same question, and compares the answers.
struct ProofAsker {
    let session: any RemoteAnswering
    let mirror: ProofMirror
    let hidden: HiddenRows

    /// Birds and lists that no question may be about, because a row of theirs
    /// is left out.
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

    func ask(_ question: ProofQuestion, _ context: Context, _ report: inout ProofReport) async throws {
        let clock = ContinuousClock()
        var comparison = ProofComparison(question)
        switch question {
        case .radius(let center, let radius), .hotspotsNear(let center, let radius):
            let start = clock.now
            let ours = try mirror.hits(.near(center, within: radius))
            comparison.result.mirrorTime = clock.now - start
            comparison.within(radius.meters, of: center, ours, try await remote(question, &comparison))
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
            comparison.birds(
                within: radius.meters, ours.filter { !context.birds.contains($0.key) },
                theirs.subtracting(context.birds))
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
            comparison.result.note = "without \(context.lists.count) lists whose rules only geoq can read"
        }
        if question.kind == .birdsNear, !context.birds.isEmpty {
            comparison.result.note = "without \(context.birds.count) birds whose rows differ or wait"
        }
        comparison.add(to: &report)
    }

    private func remote(_ question: ProofQuestion, _ comparison: inout ProofComparison) async throws -> [RemoteHit] {
        let clock = ContinuousClock()
        let start = clock.now
        let answer = try await session.answer(question.remote, hiding: hidden)
        comparison.result.serverTime = clock.now - start
        return answer
    }
}
