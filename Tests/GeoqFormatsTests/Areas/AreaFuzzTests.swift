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
        try fuzz("\(format)") { random in
            try check(MemoryInput("x", Mutation.damage(Array(text.utf8), using: &random), longestPiece: 64))
        }
    }

    @Test func `parts of shapefiles`() throws {
        try fuzz("shapefile") { random in
            var members = AreaSamples.shapefile(cpg: "UTF-8")
            let victim = Int.random(in: 0..<members.count, using: &random)
            members[victim].content = Mutation.damage(members[victim].content, using: &random)
            try check(MemoryInput("x.zip", members: members, longestPiece: 64))
        }
    }

    @Test func `numbers within a .shp and a .dbf`() throws {
        try fuzz("numbers") { random in
            var members = AreaSamples.shapefile()
            let victim = [0, 2].randomElement(using: &random)!
            let place = Int.random(in: 0..<(members[victim].content.count - 4), using: &random)
            let number = [0, 1, -1, 3, 100, .max, .min, 1 << 24].randomElement(using: &random)! as Int32
            members[victim].content.replaceSubrange(
                place..<(place + 4),
                with: Bool.random(using: &random) ? AreaSamples.big(number) : AreaSamples.little(number))
            try check(MemoryInput("x.zip", members: members))
        }
    }

    @Test func `WKB`() throws {
        try fuzz("WKB") { random in
            let bytes = Mutation.damage(AreaSamples.wkb, using: &random)
            if let polygons = try? AreaGeometry.polygons(wkb: bytes) { check(polygons) }
        }
    }

    private func fuzz(_ name: String, _ body: (inout SeededGenerator) throws -> Void) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("AreaFuzzTests \(name) seed \(seed)")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<Self.rounds { try body(&random) }
    }

    /// Reads an input that may be refused, but with a sentence.
    private func check(_ input: MemoryInput) throws {
        do {
            let run = try AreaRun(input)
            for area in run.areas { check(area.polygons) }
            #expect(run.sink.messages.allSatisfy { !$0.isEmpty })
        } catch let problem as FileProblem {
            #expect(!problem.reason.isEmpty)
        }
    }

    private func check(_ polygons: [[[Coordinate]]]) {
        for polygon in polygons {
            #expect(!polygon.isEmpty)
            #expect(polygon.allSatisfy { $0.count >= 4 && $0.first == $0.last })
        }
    }
}
