import Foundation
import GeoqIndex
import TestSupport
import Testing

/// The file beside a store: what was written is read back, and every damage is
/// found.
@Suite struct IndexFileTests {
    private static let stamp = IndexStamp(store: ItemKey(high: 1, low: 2), version: 42)
    private static let treeID = SectionID(group: 1, kind: 1)
    private static let columnID = SectionID(group: 1, kind: 2)

    @Test func `a file gives back what was written`() async throws {
        try await withFolder { folder in
            let (path, tree) = try Self.writeSample(folder, count: 3000)
            let file = try IndexFile(opening: path)
            #expect(file.stamp == Self.stamp)
            try file.verifyAll()
            let read = try #require(file.sections[Self.treeID]).tree()
            try read.checkInvariants()
            let column = try #require(file.sections[Self.columnID]).column(of: UInt32.self)
            #expect(column.count == 3000)
            #expect(try column.value(at: 2999) == 2999)
            let query = NeighborQuery(origin: try tree.coordinate(at: 0), limit: 20)
            #expect(try read.neighbors(query) == (try tree.neighbors(query)))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1, "no temporary file stays")
        }
    }

    @Test func `an empty tree is a file, too`() async throws {
        try await withFolder { folder in
            let path = folder + "/empty"
            let tree = PackedTree.build(coordinates: [], keys: []).tree
            try IndexFile.write([Section(Self.treeID, tree: tree)], stamp: Self.stamp, to: path)
            let read = try #require(try IndexFile(opening: path).sections[Self.treeID]).tree()
            #expect(read.count == 0)
            #expect(
                try read.neighbors(NeighborQuery(origin: try Coordinate(latitude: 0, longitude: 0), limit: 3)).isEmpty)
        }
    }

    @Test func `300 flipped bytes are each found`() async throws {
        let seed: UInt64 = 51
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        try await withFolder { folder in
            let (path, tree) = try Self.writeSample(folder, count: 5000)
            let bytes = try Data(contentsOf: URL(filePath: path))
            var foundByQuestion = 0
            for _ in 0..<300 {
                var damaged = bytes
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                damaged[place] ^= UInt8.random(in: 1...255, using: &generator)
                let outcome = try Self.ask(damaged, folder, tree, &generator)
                #expect(outcome.isRight, "byte \(place)")
                #expect(outcome.wasVerified, "byte \(place) was not found")
                if outcome.wasRefused { foundByQuestion += 1 }
            }
            #expect(foundByQuestion > 0)
        }
    }

    @Test func `a file that was cut short is refused`() async throws {
        let seed: UInt64 = 52
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        try await withFolder { folder in
            let (path, _) = try Self.writeSample(folder, count: 5000)
            let bytes = try Data(contentsOf: URL(filePath: path))
            for _ in 0..<100 {
                let length = Int.random(in: 0..<bytes.count, using: &generator)
                let cut = folder + "/cut"
                try bytes.prefix(length).write(to: URL(filePath: cut))
                #expect(throws: IndexError.self, "\(length) of \(bytes.count) bytes") { try IndexFile(opening: cut) }
            }
        }
    }

    @Test func `what is no index is refused with its reason`() async throws {
        try await withFolder { folder in
            let path = folder + "/other"
            #expect(throws: IndexError.unreadable(path: path, reason: "No such file or directory")) {
                try IndexFile(opening: path)
            }
            try Data("SQLite format 3".utf8 + [UInt8](repeating: 0, count: 100_000)).write(to: URL(filePath: path))
            #expect(throws: IndexError.notAnIndex(reason: "other first bytes")) { try IndexFile(opening: path) }
            #expect(throws: IndexError.unreadable(path: folder, reason: "not a file")) {
                try IndexFile(opening: folder)
            }
        }
    }

    private struct Outcome {
        /// Whether all answers were those of the undamaged tree.
        var isRight = true
        /// A question or the opening refused the file.
        var wasRefused = false
        /// Whether the damage was found, at the latest by `verifyAll`.
        var wasVerified = false
    }

    private static func ask(
        _ bytes: Data, _ folder: String, _ sound: PackedTree, _ generator: inout SeededGenerator
    ) throws -> Outcome {
        let path = folder + "/damaged"
        try bytes.write(to: URL(filePath: path))
        var outcome = Outcome()
        do {
            let file = try IndexFile(opening: path)
            guard file.stamp == stamp, let section = file.sections[treeID] else {
                return Outcome(wasRefused: true, wasVerified: true)
            }
            let tree = try section.tree()
            for _ in 0..<4 {
                let origin = Coordinate.random(using: &generator)
                let query = NeighborQuery(origin: origin, limit: 5, radius: .kilometers(3000))
                do {
                    let answer = try tree.neighbors(query)
                    let isSame = answer == (try sound.neighbors(query))
                    outcome.isRight = outcome.isRight && isSame
                } catch {
                    outcome.wasRefused = true
                }
            }
            do { try file.verifyAll() } catch { outcome.wasVerified = true }
        } catch {
            outcome.wasRefused = true
            outcome.wasVerified = true
        }
        return outcome
    }

    private static func writeSample(_ folder: String, count: Int) throws -> (path: String, tree: PackedTree) {
        var generator = SeededGenerator(seed: 50)
        let coordinates = PointSet.uniform.coordinates(count: count, using: &generator)
        let tree = PackedTree.build(coordinates: coordinates, keys: ascendingKeys(count)).tree
        let path = folder + "/sample"
        let sections = [Section(treeID, tree: tree), Section(columnID, elements: (0..<UInt32(count)).map { $0 })]
        try IndexFile.write(sections, stamp: stamp, to: path)
        return (path, tree)
    }
}
