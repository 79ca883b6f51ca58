import Geoq
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqFormats

/// Each format gets inputs that were good before some bytes of them were
/// changed. Whatever comes of it, the reader must not crash, and what it gives
/// must keep what `AreaRecord` promises.
@Suite("Damaged files of areas never crash a reader") struct AreaFuzzTests {
    private static let rounds = Fuzz.rounds(short: 500)

    @Test(arguments: [AreaFormat.geoJSON, .wkt, .table, .kml])
    func texts(format: AreaFormat) throws {
        let text: String
        switch format {
        case .geoJSON: text = AreaSamples.geoJSON
        case .kml: text = AreaSamples.kml
        case .table: text = "name,geom\nA,\"\(AreaSamples.wkt)\"\nB,\"POLYGON((0 0,1 0,1 1,0 0))\"\n"
        default: text = "A\t\(AreaSamples.wkt)\nGEOMETRYCOLLECTION(POINT(1 2),POLYGON((0 0,1 0,1 1,0 0)))\n"
        }
        #expect(try isRead(MemoryInput("x", text: text, longestPiece: 64)), "it is read before it is damaged")
        try fuzz("\(format)") { random in
            try isRead(MemoryInput("x", Mutation.damage(Array(text.utf8), using: &random), longestPiece: 64))
        }
    }

    @Test func `parts of shapefiles`() throws {
        let whole = AreaSamples.shapefile(cpg: "UTF-8")
        #expect(try isRead(MemoryInput("x.zip", members: whole)), "it is read before it is damaged")
        try fuzz("shapefile") { random in
            var members = whole
            let victim = Int.random(in: 0..<members.count, using: &random)
            members[victim].content = Mutation.damage(members[victim].content, using: &random)
            return try isRead(MemoryInput("x.zip", members: members, longestPiece: 64))
        }
    }

    @Test func `numbers within a .shp and a .dbf`() throws {
        let whole = AreaSamples.shapefile()
        #expect(try isRead(MemoryInput("x.zip", members: whole)), "it is read before it is damaged")
        try fuzz("numbers") { random in
            var members = whole
            let victim = [0, 2].randomElement(using: &random)!
            let place = Int.random(in: 0..<(members[victim].content.count - 4), using: &random)
            let number = [0, 1, -1, 3, 100, .max, .min, 1 << 24].randomElement(using: &random)! as Int32
            members[victim].content.replaceSubrange(
                place..<(place + 4),
                with: Bool.random(using: &random) ? AreaSamples.big(number) : AreaSamples.little(number))
            return try isRead(MemoryInput("x.zip", members: members))
        }
    }

    @Test func `WKB`() throws {
        #expect(try AreaGeometry.polygons(wkb: AreaSamples.wkb) == AreaSamples.polygons)
        try fuzz("WKB") { random in
            let bytes = Mutation.damage(AreaSamples.wkb, using: &random)
            guard let polygons = try? AreaGeometry.polygons(wkb: bytes) else { return false }
            check(polygons)
            return true
        }
    }

    /// - Parameter body: reads a damaged input; whether an area came of it.
    private func fuzz(_ name: String, _ body: (inout SeededGenerator) throws -> Bool) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("AreaFuzzTests \(name) seed \(seed)")
        var random = SeededGenerator(seed: seed)
        var read = 0
        for _ in 0..<Self.rounds where try body(&random) { read += 1 }
        #expect(read >= Self.rounds / 500 && read < Self.rounds, "seed \(seed)")
    }

    /// Reads an input that may be refused, but with a sentence.
    ///
    /// - Returns: whether an area came of it.
    private func isRead(_ input: MemoryInput) throws -> Bool {
        do {
            let run = try AreaRun(input)
            for area in run.areas { check(area.polygons) }
            #expect(run.sink.messages.allSatisfy { !$0.isEmpty })
            return !run.areas.isEmpty
        } catch let problem as FileProblem {
            #expect(!problem.reason.isEmpty)
            return false
        }
    }

    private func check(_ polygons: [[[Coordinate]]]) {
        for polygon in polygons {
            #expect(!polygon.isEmpty)
            #expect(polygon.allSatisfy { $0.count >= 4 && $0.first == $0.last })
        }
    }
}
