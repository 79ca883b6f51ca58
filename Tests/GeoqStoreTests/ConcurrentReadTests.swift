import Foundation
import GRDB
import Geoq
import GeoqFormats
import GeoqIndex
import Synchronization
import TestSupport
import Testing

@testable import GeoqStore

/// Reads of one store do not wait for each other.
@Suite struct ConcurrentReadTests {
    private static let rows = 5_000

    @Test(arguments: [1, 3]) func `other reads answer while exports are held up`(exports: Int) async throws {
        try await withFolder { folder in
            let store = try await Self.store(folder)
            let snapshot = try await store.snapshot()
            let gate = Gate()
            let lines = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<exports {
                    group.addTask {
                        let lines = Atomic<Int>(0)
                        try await store.exports.write(.hotspots, as: .ndjson) { bytes in
                            gate.wait()
                            lines.add(bytes.count { $0 == UInt8(ascii: "\n") }, ordering: .relaxed)
                        }
                        return lines.load(ordering: .relaxed)
                    }
                }
                await gate.arrivals(exports)

                // Rows by their ids, a search through all rows, a count, and
                // another export.
                var query = Query.nearest(3, to: try Coordinate(latitude: 10, longitude: 10))
                query.filter = try PropertyFilter(cql2Text: "name LIKE '%7'")
                let (answer, features) = try await store.features.rows(answering: query)
                #expect(answer.hits.count == 3 && features.count == 3)
                #expect(try await store.features.rows(of: answer.hits, at: snapshot.stamp).count == 3)
                #expect(try await store.health.statistics().hotspots == Self.rows)
                let birds = Atomic<Int>(0)
                try await store.exports.write(.birds, as: .ndjson) { birds.add($0.count, ordering: .relaxed) }
                #expect(birds.load(ordering: .relaxed) == 0)
                // And a write.
                _ = try await store.rules.addWatchlist(title: "Meanwhile")
                #expect(try await store.rules.all().watchlists.count == 1)

                #expect(!gate.isOpen, "None of these waited for the exports.")
                gate.open()
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(lines == Array(repeating: Self.rows, count: exports))
            try store.close()
        }
    }

    @Test func `many reads at once are all of one moment`() async throws {
        try await withFolder { folder in
            let store = try await Self.store(folder)
            let gate = Gate()
            let counts = try await withThrowingTaskGroup(of: [Int].self) { group in
                for _ in 0..<3 {
                    group.addTask {
                        try await store.read(.scan) { db in
                            let count = "SELECT count(*) FROM watchlists"
                            let first = try Int.fetchOne(db, sql: count) ?? -1
                            gate.wait()
                            return [first, try Int.fetchOne(db, sql: count) ?? -1]
                        }
                    }
                }
                await gate.arrivals(3)
                _ = try await store.rules.addWatchlist(title: "Meanwhile")
                #expect(try await store.rules.all().watchlists.count == 1)
                #expect(!gate.isOpen, "The write did not wait for the reads.")
                gate.open()
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(counts == Array(repeating: [0, 0], count: 3), "The second statement sees what the first one saw.")
        }
    }

    @Test func `many reads and writes at once all end`() async throws {
        try await withFolder { folder in
            let store = try await Self.store(folder)
            let counts = try await withThrowingTaskGroup(of: Int?.self) { group in
                for _ in 0..<40 {
                    group.addTask {
                        try await store.read(.scan) { db in
                            try Int.fetchOne(db, sql: "SELECT count(*) FROM watchlists")
                        }
                    }
                    group.addTask {
                        _ = try await store.rules.addWatchlist(title: "List")
                        return nil
                    }
                }
                return try await group.reduce(into: [Int]()) { if let count = $1 { $0.append(count) } }
            }
            #expect(counts.count == 40 && counts.allSatisfy { (0...40).contains($0) })
            #expect(try await store.rules.all().watchlists.count == 40)
        }
    }

    @Test func `a store that was replaced is noticed by all its connections`() async throws {
        try await withFolder { folder in
            let store = try await Self.store(folder)
            let path = store.path
            let gate = Gate()
            let export = Task {
                try await store.exports.write(.hotspots, as: .ndjson) { _ in gate.wait() }
            }
            await gate.arrivals(1)
            // A second connection is open, and idle.
            _ = try await store.health.statistics()
            try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
            try FileManager.default.copyItem(atPath: path + ".old", toPath: path)
            await #expect(throws: StoreError.replaced(path: path)) { try await store.health.statistics() }
            await #expect(throws: StoreError.replaced(path: path)) { try await store.areas.all() }
            await #expect(throws: StoreError.replaced(path: path)) { try await store.rules.addWatchlist(title: "") }
            gate.open()
            _ = try await export.value
            await #expect(throws: StoreError.replaced(path: path)) { try await store.health.statistics() }
        }
    }

    private static func store(_ folder: String) async throws -> Store {
        let text = (0..<rows).reduce(into: "id,name,locality,lat,lon\n") {
            $0 += "\($1),a place of some name \($1),a locality,\($1 % 80),\($1 % 170)\n"
        }
        try text.write(toFile: folder + "/rows.csv", atomically: true, encoding: .utf8)
        let store = try Store.blank(folder + "/birds.sqlite")
        try await store.imports.run(folder + "/rows.csv", as: .hotspots)
        return store
    }
}

/// Holds up threads that come to it.
private final class Gate: Sendable {
    private let state = Mutex((isOpen: false, arrived: 0))
    private let opened = DispatchSemaphore(value: 0)

    /// Whether it was opened, or a thread went on because it had waited too
    /// long.
    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Waits until the gate is open, or for fifteen minutes: then a read that waits
    /// for this thread goes on, and the test fails instead of hanging.
    func wait() {
        let isOpen = state.withLock { state in
            state.arrived += 1
            return state.isOpen
        }
        if isOpen { return }
        _ = opened.wait(timeout: .now() + 900)
        open()
    }

    func open() {
        state.withLock { $0.isOpen = true }
        opened.signal()
    }

    /// Suspends the task until so many threads wait.
    func arrivals(_ count: Int) async {
        while state.withLock({ $0.arrived < count && !$0.isOpen }) { try? await Task.sleep(for: .milliseconds(5)) }
    }
}
