import TestSupport
import Testing

/// Areas that are given as WKT, and positions beyond ±180°.
extension AreaExchangeTests {
    @Test(arguments: [
        "POLYGON Z ((-77 42 7,-76 42 7,-76 43 7,-77 43 7,-77 42 7))", "polygonz((-77 42 7,-76 42 7,-76 43 7,-77 42 7))",
        "POLYGON M ((-77 42 7,-76 42 7,-76 43 7,-77 43 7,-77 42 7))",
        "SRID=4326;POLYGON((-77 42,-76 42,-76 43,-77 43,-77 42))",
        "SRID=4326; MULTIPOLYGON ZM (((-77 42 7 8,-76 42 7 8,-76 43 7 8,-77 43 7 8,-77 42 7 8)))",
        // From 0 to 360.
        "POLYGON((283 42,284 42,284 43,283 43,283 42))",
    ])
    func `WKT with heights, an SRID or longitudes up to 360 is taken`(text: String) async throws {
        try await Self.with { folder in
            let found = try folder.geoq("near", "--area", text, "-f", "ids")
            #expect(found.status == 0 && Self.ids(found) == 1, "\(found.errors)")
        }
    }

    @Test(arguments: [
        ("SRID=3857;POLYGON((0 0,1 0,1 1,0 0))", 64, "--area: at character 1: found SRID 3857, expected longitude"),
        ("POLYGON((0 0,1 0,x 1,0 0))", 64, "--area: at character 18: found \"x\""),
        ("POLYGON((0 0,2 2,2 0,0 2,0 0))", 64, "--area: polygon 1, ring 1 crosses itself"),
        ("POLYGON((0 0,1 1,2 2,0 0))", 64, "--area: polygon 1, ring 1 has no area: it is one place, or goes there"),
        ("POLYGON((0 80,120 80,-120 80,0 80))", 64, "with --pole north or --pole south"),
        ("POLYGON((0 0,359 0,359 1,0 1,0 0))", 64, "steps 359.0 degrees; put positions between"),
        ("POLYGON((0 0,361 0,361 1,0 0))", 64, "out of range"),
    ])
    func `what is wrong with WKT is said of --area, and of no filter`(text: String, code: Int32, part: String)
        async throws
    {
        try await Self.with { folder in
            let run = try folder.geoq("near", "--area", text)
            #expect(run.status == code && run.errors.contains(part), "\(run.status) \(run.errors)")
            #expect(!run.errors.contains("filter"), "\(run.errors)")
        }
    }

    @Test func `a pole is said of WKT, too`() async throws {
        try await Self.with { folder in
            let cap = "POLYGON((0 80,120 80,-120 80,0 80))"
            let found = try folder.geoq("near", "--area", cap, "--pole", "south", "-f", "ids")
            #expect(Self.ids(found) == 4, "\(found.errors)")
            let plain = try folder.geoq("near", "--area", "POLYGON((0 0,1 0,1 1,0 0))", "--pole", "south")
            #expect(
                plain.status == 64 && plain.errors.contains("--pole south: no ring of the polygon leaves open"),
                "\(plain.errors)")
        }
    }

    @Test func `rings beyond 180 degrees keep their edges, and are counted`() async throws {
        try await Self.with { folder in
            func polygon(_ name: String, _ ring: String) -> String {
                """
                {"type":"Feature","properties":{"name":"\(name)"},\
                "geometry":{"type":"Polygon","coordinates":[[\(ring)]]}}
                """
            }
            // Across the line, in 0…360 and in −360…0; and a half of the Earth that is shifted as a whole.
            let file = try folder.write(
                """
                {"type":"FeatureCollection","features":[
                \(polygon("A", "[170,0],[190,0],[190,1],[170,1],[170,0]")),
                \(polygon("B", "[-170,0],[-190,0],[-190,1],[-170,1],[-170,0]")),
                \(polygon("C", "[180,0],[360,0],[360,1],[180,1],[180,0]")),
                \(polygon("D", "[9,9],[11,9],[11,11],[9,11],[9,9]"))]}
                """, to: "wide.geojson")
            let added = try folder.geoq("areas", "add", file)
            #expect(added.status == 0, "\(added.errors)")
            #expect(
                added.errors.contains("3 rings beyond ±180° of longitude taken to the same places within it"),
                "\(added.errors)")
            for (name, count) in [("A", 2), ("B", 2), ("C", 1), ("D", 1)] {
                let found = try folder.geoq("near", "--area", name, "-f", "ids")
                #expect(Self.ids(found) == count, "\(name): \(found.errors)")
            }
            let wide = try folder.write(
                #"{"type":"Polygon","coordinates":[[[0,0],[359,0],[359,1],[0,1],[0,0]]]}"#, to: "wider.geojson")
            let refused = try folder.geoq("areas", "add", wide)
            #expect(
                refused.status == 65 && refused.errors.contains("feature 1, ring 1: the ring runs beyond ±180°"),
                "\(refused.errors)")
        }
    }
}
