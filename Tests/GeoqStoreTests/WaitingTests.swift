import Foundation
import GRDB
import Geoq
import GeoqFormats
import GeoqIndex
import Synchronization
import TestSupport
import Testing

@testable import GeoqStore

/// Functions that wait for files are called on threads of their own, not by the
/// tasks themselves.
@Suite struct WaitingTests {
    @Test func `no task waits for a file itself`() async throws {
        try await withFolder { folder in
            try "id,name,lat,lon\n1,A,1,2\n2,B,3,4\n".write(
                toFile: folder + "/rows.csv", atomically: true, encoding: .utf8)
            let store = try Store(path: folder + "/birds.sqlite")
            let other = try Store(path: folder + "/birds.sqlite")
            let misplaced = Mutex<[String]>([])
            try await WaitingWork.$misplaced.withValue({ name in misplaced.withLock { $0.append(name) } }) {
                try await Self.use(store, other, folder)
                #expect(misplaced.withLock { $0 } == [])
                // What is looked for is found.
                try Store.connectReader(store.path).close()
            }
            #expect(misplaced.withLock { $0 } == ["connectReader(_:)"])
        }
    }

    private static func use(_ store: Store, _ other: Store, _ folder: String) async throws {
        // Imports, with a connection that writes, and an index that is built.
        try await store.imports.run(folder + "/rows.csv", as: .hotspots)
        let here = try Coordinate(latitude: 1, longitude: 2)
        var query = Query.nearest(1, to: here)
        query.filter = try PropertyFilter(cql2Text: "name = 'B'")
        #expect(try await store.features.rows(answering: query).features.count == 1)
        // An index that is read, by a store that has none in memory.
        #expect(try await other.features.count(.nearest(2, to: here)) == 2)
        #expect(try await other.features.answer(query, method: .bruteForce).hits.count == 1)
        // Connections for reads that come at once.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask { _ = try await other.health.statistics() }
                group.addTask { _ = try await other.areas.all() }
            }
            try await group.waitForAll()
        }
        try await store.index.write()
        #expect(try await store.index.verify().comparedRows == 2)
        #expect(try await store.index.info().state == "current")
        #expect(try await store.health.checks().allSatisfy(\.isSound))
        try await store.exports.write(.hotspots, as: .csv) { _ in }
        let list = try await other.rules.addWatchlist(title: "List")
        try await other.rules.removeWatchlist(list)
        #expect(try await store.imports.removeSource("rows") == 2)
        try await mirror(store)
    }

    /// A sync's own files.
    private static func mirror(_ store: Store) async throws {
        let lock = try await store.work.run { try MirrorLock(of: store) }
        defer { withExtendedLifetime(lock) {} }
        let cursor = MirrorCursor("1")
        let staging = try await store.work.run { try MirrorStaging(of: store, for: "here", nil, cursor: cursor) }
        let reader = try await store.work.run { try MirrorReader(store, staging) }
        try await staging.clear(.bird)
        try await staging.writeGone([RecordUUID.random().description], to: .bird)
        #expect(try await reader.count(.bird, of: "here") == 0)
        reader.close()
        try await store.work.run { try staging.remove() }
    }
}
