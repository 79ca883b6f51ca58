import ArgumentParser
import Foundation
import Geoq
import GeoqIndex
import Workload

/// geoq as one of the subjects: a process of its own that speaks the peers'
/// protocol (Peers/peer.hpp), so that all are measured in the same way.
///
/// Variants: `index` on one thread; `threads` on two; `updates` with changes
/// pending.
struct GeoqChild: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "geoq", abstract: "geoq by the peers' protocol.", shouldDisplay: false)

    @Argument var points: String
    @Argument var queries: String

    func run() async throws {
        let queries = try Workload.readPlaces(queries)
        var places = try Workload.readPlaces(points)
        var workload: Workload?
        var updates: Updates?
        let indexPath = points + ".index"
        defer { try? FileManager.default.removeItem(atPath: indexPath) }
        while let line = readLine() {
            if line == "build" {
                if let built = workload { places = built.places }
                (workload, updates) = (nil, nil)
                let seconds = seconds { keepAlive(Build.build(places)) }
                let made = try Workload(places: places, queries: queries)
                workload = made
                print("build\t\(seconds)\nbytes\t\(try Open.write(made, to: indexPath))")
            } else if let workload {
                let task = try Task(line)
                if task.question.hasPrefix("open") {
                    let seconds = try self.seconds { for _ in 0..<task.queries { keepAlive(try Open.open(indexPath)) } }
                    print("time\t\(task.queries)\t\(seconds)\t0")
                } else if task.variant == "updates" {
                    let changed = try updates ?? Updates(workload)
                    updates = changed
                    try await answer(task, changed, workload)
                } else {
                    try await Self.answer(task, workload)
                }
            }
            print("done")
            fflush(nil)
        }
    }

    private func answer(_ task: Task, _ updates: Updates, _ workload: Workload) async throws {
        let number = Double(task.question.split(separator: "-").last ?? "") ?? 0
        switch task.question.prefix(while: { $0 != "-" }) {
        case "apply":
            let seconds = try self.seconds { for _ in 0..<task.queries { keepAlive(try updates.apply()) } }
            print("time\t\(task.queries)\t\(seconds)\t0")
        case "nearest": try await Self.answer(task, PendingQuestion(updates.after, nearest: Int(number)), workload)
        case "near": try await Self.answer(task, PendingQuestion(updates.after, kilometers: number), workload)
        default: throw ValidationError("\(task.question) is no question about updates.")
        }
    }

    private static func answer(_ task: Task, _ workload: Workload) async throws {
        let number = Double(task.question.split(separator: "-").last ?? "") ?? 0
        let kind = task.question.prefix { $0 != "-" }
        switch kind {
        case "nearest": try await answer(task, Nearest(Int(number)), workload)
        case "near": try await answer(task, Near(kilometers: number), workload)
        case "count": try await answer(task, Count(kilometers: number), workload)
        case "filtered": try await answer(task, FilteredNearest(Int(number)), workload)
        case "bbox": try await answer(task, Box(halfKilometers: number), workload)
        default: throw ValidationError("\(task.question) is no question.")
        }
    }

    private static func answer(_ task: Task, _ question: some Question, _ workload: Workload) async throws {
        let asked = min(task.queries, workload.queries.count)
        keepAlive(try question.askAll(workload, 0..<min(asked / 4, 100)))
        var hits = 0
        let start = ContinuousClock.now
        if task.variant == "threads" {
            hits = try await Threads.ask(question, workload, count: asked, threads: 2)
        } else {
            hits = try question.askAll(workload, 0..<asked)
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        var worst = 0.0
        for query in 0..<min(task.samples, asked) {
            let origin = workload.queries[query]
            let found = try question.hits(workload, at: origin)
            let rows = try (question.positions(workload, at: origin) ?? []).map { workload.rows[$0] }
            for (hit, row) in zip(found ?? [], rows) {
                let exact = Geodesic.inverse(from: origin, to: workload.places[Int(row)]).distance.meters
                worst = max(worst, abs(hit.distance.meters - exact))
            }
            let count = try question.ask(workload, at: origin)
            let sample = Sample(query: query, count: count, ids: rows)
            print("sample\t\(query)\t\(sample.count)\t\(sample.order)\t\(sample.set)")
        }
        if task.samples > 0 { print("error\t\(worst)") }
        print("time\t\(asked)\t\(seconds)\t\(hits)")
    }

    private func seconds(_ body: () throws -> Void) rethrows -> Double {
        try ContinuousClock().measure(body) / .seconds(1)
    }
}

/// Hides a value from the optimizer, so that what made it is not dropped.
@inline(never)
func keepAlive<Value>(_ value: Value) {
    withExtendedLifetime(value) {}
}
