import ArgumentParser
import Foundation
import Geoq
import GeoqIndex
import Workload

/// geoq's rules as one of the subjects, by the protocol of Peers/circles.hpp.
///
/// Variants of `match-0`: `index`, the ids of circles; `parts`, the watchlists
/// with reasons where each asks for a shape and a season, too; `reasons`, the
/// same where both always hold. `join-0` counts; `change-0` adds and removes.
struct GeoqRulesChild: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "geoq-rules", abstract: "geoq's rules by the peers' protocol.", shouldDisplay: false)

    @Argument var circles: String
    @Argument var queries: String
    @Argument var points: String

    func run() async throws {
        let queries = try Workload.readPlaces(queries)
        let circles = try Rules.read(circles)
        // The points' own tree is not the rules'.
        let tree = Build.build(try Workload.readPlaces(points)).tree
        var rules: Rules?
        while let line = readLine() {
            if line == "build" {
                let seconds = ContinuousClock().measure { keepAlive(CircleIndex(circles)) } / .seconds(1)
                print("build\t\(seconds)")
                if rules == nil { rules = Rules(circles: circles, queries: queries) }
            } else if let rules {
                try answer(try Task(line), rules, tree, min(queries.count, try Task(line).queries))
            }
            print("done")
            fflush(nil)
        }
    }

    private func answer(_ task: Task, _ rules: Rules, _ tree: PackedTree, _ asked: Int) throws {
        switch (task.question, task.variant) {
        case ("join-0", _):
            var pairs = 0
            let seconds = try ContinuousClock().measure { pairs = try rules.join(tree) } / .seconds(1)
            print("time\t1\t\(seconds)\t\(pairs)")
        case ("change-0", _):
            print("time\t\(2 * task.queries)\t\(rules.change(task.queries))\t0")
        case ("match-0", "index"):
            time(asked) { rules.ids($0).count }
            for query in 0..<min(task.samples, asked) {
                let ids = rules.ids(query)
                let sample = Sample(query: query, count: ids.count, ids: ids)
                print("sample\t\(query)\t\(sample.count)\t\(sample.order)\t\(sample.set)")
            }
        case ("match-0", "parts"): time(asked) { rules.matches($0, isHeld: false).count }
        case ("match-0", "reasons"): time(asked) { rules.matches($0, isHeld: true).count }
        default: throw ValidationError("\(task.line) is no question about rules.")
        }
    }

    private func time(_ asked: Int, _ body: (Int) -> Int) {
        for query in 0..<min(asked / 4, 100) { keepAlive(body(query)) }
        var total = 0
        let seconds = ContinuousClock().measure { for query in 0..<asked { total += body(query) } } / .seconds(1)
        print("time\t\(asked)\t\(seconds)\t\(total)")
    }
}
