import Foundation
import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore

/// Asks the questions of `geoq bench`, of geoq and its peers in turn.
struct BenchRun {
    private let store: Store
    private let snapshot: Snapshot
    private let layer: Layer
    private let centers: [Coordinate]
    private let rounds: Int
    private let peers: [BenchPeer]

    /// One kind of question.
    private struct Question {
        let name: String
        /// How many of a thousand queries SpatiaLite and PostGIS are asked.
        let share: Int
        let query: (Coordinate) -> Query
    }

    /// - Throws: `BenchError` when the store has no places.
    init(
        _ store: Store, layer: Layer, queries: Int, rounds: Int, seed: UInt64, peers: [BenchPeer]
    ) async throws {
        (self.store, self.layer, self.rounds, self.peers) = (store, layer, rounds, peers)
        snapshot = try await store.snapshot()
        let tree = snapshot.tree(of: layer)
        guard tree.count > 0 else { throw BenchError(layer: layer) }
        // Around at most ten thousand of the places, evenly spread over the index.
        let step = max(1, tree.count / 10_000)
        let positions = (0..<tree.positionCount).filter(tree.contains)
        let places = try stride(from: 0, to: tree.count, by: step).map { try tree.coordinate(at: positions[$0]) }
        let scattered = ScatteredPoints(seed: seed, around: places, stream: .queries)
        centers = (0..<queries).map { scattered.coordinate(at: $0) }
    }

    private var questions: [Question] {
        let layer = layer
        let nearest = [1, 10, 100].map { limit in
            Question(name: "nearest \(limit)", share: 100) { .nearest(limit, to: $0, layer: layer) }
        }
        let near = [(1, 200), (10, 100), (50, 20)].map { kilometers, share in
            Question(name: "near \(kilometers) km", share: share) {
                .near($0, within: .kilometers(Double(kilometers)), layer: layer)
            }
        }
        return nearest + near
    }

    /// One record for each question and each peer that answered it.
    func records() async throws -> [[Feature.Field]] {
        var records: [[Feature.Field]] = []
        var postgis: BenchPostGIS?
        if peers.contains(.postgis) {
            do {
                postgis = try BenchPostGIS(snapshot.tree(of: layer))
            } catch {
                Terminal.say("geoq: postgis is skipped: \(TerminalText.neutralized("\(error)"))")
            }
        }
        defer { postgis?.close() }
        for question in questions {
            let queries = centers.map(question.query)
            let own = try await median(queries) { try byGeoq($0) }
            records.append(record(question.name, Self.ownName, own, against: own))
            for peer in peers {
                let share = peer == .brute ? scanCount : max(3, queries.count * question.share / 1000)
                let fewer = Array(queries.prefix(share))
                let same = try await median(fewer) { try byGeoq($0) }
                switch peer {
                case .brute:
                    let other = try await median(fewer) { try byGeoq($0, method: .bruteForce) }
                    records.append(record(question.name, "brute force", other, against: same))
                case .spatialite:
                    let other = try await median(fewer) { queries in
                        let timed = try await store.features.answersBySpatiaLite(queries)
                        return BenchAnswers(timed.duration, ids: timed.ids)
                    }
                    records.append(record(question.name, "SpatiaLite", other, against: same))
                case .postgis:
                    guard let postgis else { continue }
                    let other = try await median(fewer) { try postgis.answer($0) }
                    records.append(record(question.name, "PostGIS", other, against: same))
                }
            }
        }
        return records
    }

    /// How many queries brute force is asked: a scan of a million places takes
    /// a second.
    private var scanCount: Int {
        max(1, min(5, 200_000 / snapshot.count(of: layer)))
    }

    private func byGeoq(_ queries: [Query], method: Snapshot.Method = .index) throws -> BenchAnswers {
        var answers: [[Hit]] = []
        answers.reserveCapacity(queries.count)
        let duration = try ContinuousClock().measure {
            for query in queries { answers.append(try snapshot.answer(query, method: method)) }
        }
        return BenchAnswers(duration, ids: answers.map { $0.map(\.id) })
    }

    /// The answers, with the median of the times of all rounds.
    private func median(
        _ queries: [Query], _ ask: ([Query]) async throws -> BenchAnswers
    ) async throws -> BenchAnswers {
        var runs: [BenchAnswers] = []
        for _ in 0..<rounds { runs.append(try await ask(queries)) }
        return runs.sorted { $0.duration < $1.duration }[runs.count / 2]
    }

    private func record(
        _ question: String, _ name: String, _ answers: BenchAnswers, against own: BenchAnswers
    ) -> [Feature.Field] {
        let factor = answers.duration / own.duration
        return [
            .init("question", .text(question)), .init("by", .text(name)),
            .init("queries", .integer(Int64(answers.questions))), .init("hits", .integer(Int64(answers.hits))),
            .init("microseconds", .real((answers.microsecondsEach * 1000).rounded() / 1000)),
            // For the same queries: a slow peer is asked fewer than geoq alone.
            .init("geoq_microseconds", .real((own.microsecondsEach * 1000).rounded() / 1000)),
            .init("times_geoq", .real((factor * 100).rounded() / 100)),
            .init("agrees", name == Self.ownName ? .null : .text(answers.agreement(with: own))),
        ]
    }

    private static let ownName = "geoq"

    static let tableColumns: [TableColumn] = [
        TableColumn("question", field: "question"), TableColumn("by", field: "by"),
        TableColumn("queries", field: "queries", alignment: .trailing),
        TableColumn("hits", field: "hits", alignment: .trailing),
        TableColumn("µs a query", field: "microseconds", alignment: .trailing),
        TableColumn("geoq's on these", field: "geoq_microseconds", alignment: .trailing),
        TableColumn("× geoq", field: "times_geoq", alignment: .trailing),
        TableColumn("agrees", field: "agrees"),
    ]
}

/// The answers to some questions, and the time of all of them.
struct BenchAnswers {
    let duration: Duration
    let questions: Int
    let hits: Int
    /// nil when only the numbers of hits are known.
    private let ids: [[FeatureID]]?

    init(_ duration: Duration, ids: [[FeatureID]]) {
        (self.duration, self.ids) = (duration, ids)
        (questions, hits) = (ids.count, ids.reduce(0) { $0 + $1.count })
    }

    init(_ duration: Duration, questions: Int, hits: Int) {
        (self.duration, self.questions, self.hits, ids) = (duration, questions, hits, nil)
    }

    /// The time of all questions divided by their number.
    var microsecondsEach: Double { duration / .microseconds(1) / Double(questions) }

    /// Whether the answers agree, in a few words.
    func agreement(with own: BenchAnswers) -> String {
        guard let ids, let ownIDs = own.ids else {
            return hits == own.hits ? "number" : "NO: \(hits) hits, geoq \(own.hits)"
        }
        let differing = zip(ids, ownIDs).filter { $0 != $1 }
        if differing.isEmpty { return "set and order" }
        let sets = differing.filter { Set($0) != Set($1) }.count
        return sets == 0
            ? "set; order differs in \(differing.count) of \(questions)" : "NO: \(sets) of \(questions) sets differ"
    }
}

/// The store has no places.
struct BenchError: Error, CustomStringConvertible {
    let layer: Layer
    var description: String {
        "the store has no \(layer.rawValue); import some, or measure a generated store: --points 100000 --around FILE"
    }
}
