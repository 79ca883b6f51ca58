import Geoq
import GeoqIndex

/// The trajectories of a question, found by a look at each of them.
struct TrajectorySearch {
    private let question: TrajectoryQuestion
    /// Folded names of the birds that are asked for; nil for all.
    private let birds: Set<String>?
    private let interruption: Interruption?
    private var hits: [TrajectoryHit] = []
    private var cost = TrajectoryCost()
    /// What is further away is no hit: the radius, or less once there are as many hits as
    /// are wanted.
    private var reach: Distance

    init(_ question: TrajectoryQuestion, birds: Set<String>?, interruption: Interruption? = nil) {
        (self.question, self.birds, self.interruption) = (question, birds, interruption)
        reach = if case .near(_, let radius) = question.place { radius } else { .halfTheEarth }
    }

    /// The hits in the order of the question.
    var answer: TrajectoryAnswer {
        TrajectoryAnswer(hits: Array(hits.sorted(by: isBefore).prefix(question.first ?? .max)), cost: cost)
    }

    /// - Throws: `IndexError.interrupted`, also between two edges of one line.
    mutating func look(at trajectory: Trajectory) throws {
        cost.trajectories += 1
        cost.points += trajectory.points.count
        guard isOfBird(trajectory.bird) else { return }
        switch question.place {
        case .everywhere: hits.append(TrajectoryHit(trajectory: trajectory))
        case .inside(let box):
            if trajectory.touches(box, &cost) { hits.append(TrajectoryHit(trajectory: trajectory)) }
        case .near(let center, _):
            guard
                let distance = try trajectory.distance(
                    from: center, within: reach, &cost, checking: { try interruption?.check() }),
                distance >= question.minimum ?? .meters(0)
            else { return }
            hits.append(TrajectoryHit(trajectory: trajectory, distance: distance))
            if let first = question.first, hits.count >= 2 * max(first, 1) { forgetFarOnes(first) }
        }
    }

    /// Keeps as many hits as are wanted. One that is as far away as the last of them may
    /// still come before it, by its id.
    private mutating func forgetFarOnes(_ first: Int) {
        hits = Array(hits.sorted(by: isBefore).prefix(first))
        if let last = hits.last?.distance { reach = min(reach, last) }
    }

    private func isOfBird(_ bird: Bird) -> Bool {
        guard let birds else { return true }
        return [bird.scientificName, bird.commonName].contains { $0.map { birds.contains($0.foldedName) } ?? false }
    }

    private func isBefore(_ one: TrajectoryHit, _ other: TrajectoryHit) -> Bool {
        let ids = (one.trajectory.id.key, other.trajectory.id.key)
        switch question.place {
        case .everywhere: return (one.trajectory.title, ids.0) < (other.trajectory.title, ids.1)
        case .near: return (one.distance?.meters ?? 0, ids.0) < (other.distance?.meters ?? 0, ids.1)
        case .inside: return ids.0 < ids.1
        }
    }
}
