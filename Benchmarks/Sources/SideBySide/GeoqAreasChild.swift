import ArgumentParser
import Foundation
import Geoq
import GeoqIndex
import Workload

/// geoq's areas as one of the subjects, by the protocol of Peers/areas.hpp; and
/// `along-0`, the points along a track.
///
/// Variants of `hold-0`: `drawn` and `geodesic` edges.
struct GeoqAreasChild: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "geoq-areas", abstract: "geoq's areas by the peers' protocol.", shouldDisplay: false)

    @Argument var areas: String
    @Argument var counties: String
    @Argument var track: String
    @Argument var queries: String
    @Argument var points: String

    func run() async throws {
        let queries = try Workload.readPlaces(queries)
        let rings = try Areas.read(areas)
        let built = Build.build(try Workload.readPlaces(points))
        var made: Areas?
        while let line = readLine() {
            if line == "build" {
                let drawn = try rings.map { try Area([Area.Polygon(outer: $0)]) }
                let seconds = ContinuousClock().measure { keepAlive(AreaIndex(drawn)) } / .seconds(1)
                print("build\t\(seconds)")
                if made == nil {
                    made = try Areas(
                        areas: rings, counties: try Areas.read(counties), track: try Workload.readPlaces(track))
                }
            } else if let made {
                try answer(try Task(line), made, built, queries)
            }
            print("done")
            fflush(nil)
        }
    }

    private func answer(
        _ task: Task, _ areas: Areas, _ built: (tree: PackedTree, order: [UInt32]), _ queries: [Coordinate]
    ) throws {
        let parts = task.question.split(separator: "-")
        let number = Int(parts.last ?? "") ?? 0
        let asked = min(task.queries, queries.count)
        switch parts.first {
        case "hold":
            let isGeodesic = task.variant == "geodesic"
            time(asked) { areas.holding(queries[$0], isGeodesic: isGeodesic).count }
            for query in 0..<min(task.samples, asked) {
                sample(query, areas.holding(queries[query], isGeodesic: isGeodesic).map { UInt32($0) })
            }
        case "list":
            try time(asked) { _ in try areas.list(number, built.tree).count }
            if task.samples > 0 { sample(0, try areas.list(number, built.tree).map { built.order[$0] }) }
        case "count": try time(asked) { _ in try areas.count(number, built.tree) }
        case "along":
            try time(asked) { _ in try areas.along(built.tree).count }
            if task.samples > 0 { sample(0, try areas.along(built.tree).map { built.order[$0.position] }) }
        default: throw ValidationError("\(task.line) is no question about areas.")
        }
    }

    private func sample(_ query: Int, _ ids: [UInt32]) {
        let sample = Sample(query: query, count: ids.count, ids: ids)
        print("sample\t\(query)\t\(sample.count)\t\(sample.order)\t\(sample.set)")
    }

    private func time(_ asked: Int, _ body: (Int) throws -> Int) rethrows {
        for query in 0..<min(max(asked / 4, 1), 100) { keepAlive(try body(query)) }
        var total = 0
        let seconds =
            try ContinuousClock().measure { for query in 0..<asked { total += try body(query) } } / .seconds(1)
        print("time\t\(asked)\t\(seconds)\t\(total)")
    }
}
