import ArgumentParser
import Geoq
import GeoqFormats
import GeoqStore

/// What near, nearest and bbox do for `--layer trajectories`.
struct TrajectoryRun {
    let output: OutputOptions
    /// The unit in which a table shows distances.
    let unit: LengthUnit

    func run(_ question: TrajectoryQuestion, in store: Store) async throws {
        let chosen = output.chosenFields
        if let unknown = chosen?.first(where: { !TrajectoryOutput.columns.contains($0) }) {
            throw FieldError(name: unknown, layer: "trajectories", known: TrajectoryOutput.columns)
        }
        let hits = try await store.trajectories.answer(question).hits
        if output.count {
            try Terminal.write("\(hits.count)\n")
        } else {
            try TrajectoryOutput.write(hits, of: question, output.chosenFormat, chosen: chosen, unit: unit)
            if hits.isEmpty { Terminal.say(try await TrajectoryOutput.nothing(in: store, species: question.species)) }
        }
        try await TrajectoryOutput.sayGaps(in: store)
        if output.exitStatus, hits.isEmpty { throw ExitCode(Failure.nothingFound) }
    }

    /// Refuses what only places have.
    ///
    /// - Parameter input: what centers are read from.
    static func check(
        condition: ConditionOptions, area: AreaOptions, page: PageOptions, input: String?, bruteForce: Bool
    ) throws {
        let refused: [(name: String, isGiven: Bool, reason: String)] = [
            ("-", input != nil, "it answers one center, not many"),
            ("--area", area.area != nil, "lines are asked for around a center or in a box"),
            ("--since", condition.since != nil, "they were not seen on a day"),
            ("--until", condition.until != nil, "they were not seen on a day"),
            ("--where", condition.filter != nil, "give --species for the kind of bird"),
            ("--after", page.after != nil, "they have no pages; give a greater --limit"),
            ("--next", page.next != nil, "they have no pages; give a greater --limit"),
            ("--brute-force", bruteForce, "no index is asked for lines: each of them is looked at"),
        ]
        if let first = refused.first(where: \.isGiven) {
            throw ValidationError("--layer trajectories takes no \(first.name): \(first.reason).")
        }
    }
}
