import Geoq
import GeoqIndex
import GeoqStore

/// `layer=trajectories` of `/near` and `/nearest`.
extension Questions {
    /// Whether the ways of migrations are asked for.
    static func asksTrajectories(_ ask: Ask) -> Bool {
        ask.parameters.text(Common.askedLayer) == Common.trajectories
    }

    /// Answers about them.
    ///
    /// - Parameters:
    ///   - asked: how many at most; nil when it is wrong, which was noted.
    ///   - isBounded: whether a radius is asked for, and all within it are counted.
    static func answerTrajectories(
        _ ask: inout Ask, first asked: Int?, isBounded: Bool
    ) async throws -> Reply {
        let refused =
            [
                Common.since, Common.until, TimeInterval.parameter, Common.after, Common.fields,
            ] + Common.areas
        for parameter in refused + Common.filters where ask.parameters.has(parameter) {
            ask.parameters.note(
                parameter,
                reason: "trajectories have none of it: they take a center, \(isBounded ? "a radius, limit" : "k"), "
                    + "min-km and species")
        }
        for parameter in Common.center where !ask.parameters.has(parameter) {
            ask.parameters.note(parameter.name, nil, parameter.expected)
        }
        let (center, radius) = (ask.center(), isBounded ? ask.requiredRadius() : .halfTheEarth)
        let minimum = ask.parameters.number(Common.minimum)
        try ask.parameters.check()
        guard let center, let radius, let asked else { preconditionFailure("Without them the check fails.") }
        var question = TrajectoryQuestion.near(center, within: radius)
        question.minimum = minimum.map { .kilometers($0) }
        question.species = ask.parameters.text(Common.species)
        // All within a radius are counted.
        if !isBounded { question.first = asked }
        let trajectories = ask.service.live.rows.trajectories
        let hits = try await trajectories.answer(question, interruption: ask.interruption).hits
        let gaps = ask.format == .geojson ? try await trajectories.gaps() : nil
        // Trajectories change without a change of the snapshot, so the answer has no tag.
        ask.moment = nil
        var reply = try reply(ask.format, hits.prefix(asked), matched: isBounded ? hits.count : nil, gaps: gaps)
        reply.caching = "no-store"
        return reply
    }
}
