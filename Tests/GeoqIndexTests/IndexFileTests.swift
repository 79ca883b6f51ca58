import Foundation
import Synchronization
import TestSupport
import Testing

@testable import GeoqIndex

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

    @Test func `a file that is no index is refused before there is memory for it`() async throws {
        try await withFolder { folder in
            let path = folder + "/holes"
            try Data("SQLite format 3".utf8).write(to: URL(filePath: path))
            let file = try FileHandle(forWritingTo: URL(filePath: path))
            try file.truncate(atOffset: 1 << 40)
            try file.close()
            #expect(throws: IndexError.notAnIndex(reason: "other first bytes")) { try IndexFile(reading: path) }
            let (sample, _) = try Self.writeSample(folder, count: 10)
            let longer = try FileHandle(forWritingTo: URL(filePath: sample))
            let size = try longer.seekToEnd()
            try longer.truncate(atOffset: 1 << 40)
            try longer.close()
            #expect(throws: IndexError.damaged(offset: 48, expected: "\(size) bytes", found: "\(1 << 40) bytes")) {
                try IndexFile(reading: sample)
            }
        }
    }

    @Test func `a file of a machine with another order of bytes is refused`() async throws {
        try await withFolder { folder in
            let (path, _) = try Self.writeSample(folder, count: 10)
            var bytes = try Data(contentsOf: URL(filePath: path))
            let order = Array(bytes[12..<16])
            #expect(order == withUnsafeBytes(of: UInt32(0x0102_0304)) { Array($0) }, "as this machine has it")
            bytes.replaceSubrange(12..<16, with: order.reversed())
            try bytes.write(to: URL(filePath: path))
            #expect(throws: IndexError.notAnIndex(reason: "other byte order")) { try IndexFile(opening: path) }
        }
    }

    @Test func `a link that stands where the next file is made is not followed`() async throws {
        try await withFolder { folder in
            let victim = folder + "/victim"
            try Data("mine".utf8).write(to: URL(filePath: victim))
            // Other tests write as well.
            let next = IndexFile.writeCount.load(ordering: .relaxed) + 1
            for number in next..<next + 300 {
                try FileManager.default.createSymbolicLink(
                    atPath: "\(folder)/sample.\(getpid()).\(number).tmp", withDestinationPath: victim)
            }
            let (path, _) = try Self.writeSample(folder, count: 10)
            #expect(try Data(contentsOf: URL(filePath: victim)) == Data("mine".utf8))
            try IndexFile(reading: path).verifyAll()
        }
    }

    @Test func `a file that names sites and nodes that it does not have is refused`() async throws {
        let seed: UInt64 = 53
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        // The last leaf has one site, and each last node one child, but for the root.
        let coordinates = PointSet.uniform.coordinates(count: 2049, using: &generator)
        let sound = PackedTree.build(coordinates: coordinates, keys: ascendingKeys(2049)).tree
        #expect(sound.siteCount == 2049 && sound.shape.levels.map(\.nodeCount) == [257, 17, 2])
        let layout = TreeLayout(shape: sound.shape, itemCount: 2049)
        let (fanOut, stride) = (TreeShape.fanOut, TreeShape.groupStride)
        try await withFolder { folder in
            func tree(_ change: (UnsafeMutableBufferPointer<Double>, UnsafeMutableBufferPointer<Float>) -> Void) throws
                -> PackedTree
            {
                let section = Self.section(of: sound, layout, change)
                let path = folder + "/hostile"
                try IndexFile.write([section], stamp: Self.stamp, to: path)
                #expect(throws: Never.self) { try IndexFile(opening: path).verifyAll() }
                return try #require(try IndexFile(reading: path).sections[Self.treeID]).tree()
            }
            #expect(throws: IndexError.self) { try tree { points, _ in points[256 * 24 + 1] = 0 } }
            for (number, level) in sound.shape.levels.enumerated() {
                let group = level.firstGroup + (level.nodeCount - 1) / fanOut
                #expect(throws: IndexError.self, "level \(number)") {
                    try tree { _, boxes in boxes[group * stride + 2 * fanOut + 15] = 0 }
                }
            }
            let query = NeighborQuery(origin: try sound.coordinate(at: 0), limit: 3)
            #expect(try tree { _, _ in }.neighbors(query) == sound.neighbors(query))
            // Without numbers in the boxes of all first children the way down goes to a node that is missing.
            let withoutFirst = try tree { _, boxes in Self.clear(0, of: boxes) }
            #expect(throws: IndexError.self) { try withoutFirst.neighbors(query) }
            let withoutTwo = try tree { _, boxes in
                for lane in 0..<2 { Self.clear(lane, of: boxes) }
            }
            // What is found then, if it is not refused, is of the file's own sites.
            let found = try? withoutTwo.neighbors(query)
            #expect(found?.allSatisfy { (0..<2049).contains($0.position) } ?? true)
        }
    }

    /// A tree's section with some of its points or boxes changed.
    private static func section(
        of tree: PackedTree, _ layout: TreeLayout,
        _ change: (UnsafeMutableBufferPointer<Double>, UnsafeMutableBufferPointer<Float>) -> Void
    ) -> Section {
        let section = Section(treeID, tree: tree)
        let region = MemoryRegion(byteCount: section.byteCount)
        region.withMutableColumn(of: UInt8.self, at: 0, count: section.byteCount) { bytes in
            section.withBytes { _ = bytes.update(fromContentsOf: $0) }
        }
        region.withMutableColumn(of: Double.self, at: layout.pointsOffset, count: tree.points.count) { points in
            region.withMutableColumn(of: Float.self, at: layout.boxesOffset, count: tree.boxes.count) { boxes in
                change(points, boxes)
            }
        }
        return Section(
            id: treeID, counts: section.counts, region: region, offset: 0, byteCount: section.byteCount)
    }

    /// Takes the numbers out of one child's box in each group that has the child.
    private static func clear(_ lane: Int, of boxes: UnsafeMutableBufferPointer<Float>) {
        for index in stride(from: lane, to: boxes.count, by: TreeShape.fanOut) where boxes[index].isFinite {
            boxes[index] = .nan
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
