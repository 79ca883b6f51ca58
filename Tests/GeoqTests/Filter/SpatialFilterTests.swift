import Geoq
import GeoqIndex
import TestSupport
import Testing

@Suite struct SpatialFilterTests {
    @Test func `a box holds the same points as a box of a question`() throws {
        let seed: UInt64 = 2_106
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let longitudes = [-180, -179.5, -10, 0, 10.25, 179.5, 180]
        let latitudes = [-90, -89.5, 0, 42.5, 90]
        var inside = 0
        for _ in 0..<3_000 {
            let south = latitudes.randomElement(using: &generator)!
            let box = try BoundingBox(
                west: longitudes.randomElement(using: &generator)!, south: south,
                east: longitudes.randomElement(using: &generator)!,
                north: latitudes.filter { $0 >= south }.randomElement(using: &generator)!)
            let filter = try PropertyFilter(
                cql2Text: "S_INTERSECTS(geom, BBOX(\(box.west), \(box.south), \(box.east), \(box.north)))")
            let place = try Coordinate(
                latitude: latitudes.randomElement(using: &generator)!,
                longitude: longitudes.randomElement(using: &generator)!)
            let isInside = filter.evaluate { column in
                column == "lat" ? .real(place.latitude) : .real(place.longitude)
            }
            if isInside == true { inside += 1 }
            #expect(isInside == box.contains(place), "\(place) in \(box)")
        }
        #expect(inside > 300)
    }

    @Test(arguments: ["S_INTERSECTS", "S_WITHIN"])
    func `a box around the Earth but for a sliver leaves the sliver out`(function: String) throws {
        let filter = try PropertyFilter(cql2Text: "\(function)(geom, BBOX(5e-15, -1, -5e-15, 1))")
        for (longitude, expected) in [(0.0, false), (1e-14, true), (-1e-14, true), (180, true)] {
            #expect(filter.evaluate { $0 == "lat" ? .real(0) : .real(longitude) } == expected, "\(longitude)")
        }
    }

    @Test func `a point is a box of one place, and either comes first`() throws {
        let expected = try PropertyFilter(cql2Text: "S_INTERSECTS(geom, BBOX(-76.5, 42, -76.5, 42))")
        for text in ["s_intersects(GEOM, POINT(1 2))", "S_INTERSECTS(geom)", "S_INTERSECTS(geom, geom)"] {
            #expect(throws: FilterError.self) { try PropertyFilter(cql2Text: text) }
        }
        for text in [
            "S_INTERSECTS(geom, POINT(-76.5 42))", "s_intersects(point (-76.5 42.0), \"geometry\")",
            "S_INTERSECTS(geometry,POINT(-76.5 42))",
        ] {
            #expect(try PropertyFilter(cql2Text: text) == expected, "\(text)")
        }
        // What is printed is read again.
        #expect(try PropertyFilter(cql2Text: expected.description) == expected)
    }

    @Test func `polygons hold what their area holds, and are printed as they are read`() throws {
        let square = "POLYGON ((-77 42, -76 42, -76 43, -77 43, -77 42), (-76.6 42.4,-76.4 42.4,-76.4 42.6,-76.6 42.4))"
        let both = "MULTIPOLYGON(((0 0,2 0,2 2,0 0)),((5 5,6 5,6 6,5 5)))"
        let cases: [(String, latitude: Double, longitude: Double, Bool)] = [
            (square, 42.1, -76.9, true), (square, 42.45, -76.45, false), (square, 42, -77, true),
            // The hole's edge belongs to the area.
            (square, 42.4, -76.5, true), (square, 44, -76.5, false),
            (both, 1, 1, true), (both, 5.2, 5.5, true), (both, 4, 4, false),
        ]
        for (shape, latitude, longitude, expected) in cases {
            let filter = try PropertyFilter(cql2Text: "S_INTERSECTS(geom, \(shape))")
            let isInside = filter.evaluate { $0 == "lat" ? .real(latitude) : .real(longitude) }
            #expect(isInside == expected, "\(latitude), \(longitude) in \(shape)")
            #expect(filter.evaluate { _ in .null } == nil)
            #expect(try PropertyFilter(cql2Text: filter.description) == filter)
            #expect(try PropertyFilter(cql2Text: "S_INTERSECTS(\(shape), geom)") == filter)
            #expect(filter.columns() == ["lat", "lon"])
        }
    }

    @Test func `heights and measures of points and boxes are left out`() throws {
        for function in ["S_INTERSECTS", "S_WITHIN"] {
            let point = try PropertyFilter(cql2Text: "\(function)(geom, POINT(-76.5 42))")
            for text in ["POINT Z (-76.5 42 9)", "pointz(-76.5 42 -3)", "POINT(-76.5 42 0)", "POINT ZM(-76.5 42 1 2)"] {
                #expect(try PropertyFilter(cql2Text: "\(function)(geom, \(text))") == point, "\(text)")
            }
            let box = try PropertyFilter(cql2Text: "\(function)(geom, BBOX(170, 42, -170, 43))")
            for heights in [("0", "100"), ("-5.5", "1e3"), ("900", "-900")] {
                let text = "BBOX(170, 42, \(heights.0), -170, 43, \(heights.1))"
                #expect(try PropertyFilter(cql2Text: "\(function)(geom, \(text))") == box, "\(text)")
            }
        }
    }

    @Test func `empty members of a multipolygon are left out`() throws {
        let whole = try PropertyFilter(cql2Text: "S_INTERSECTS(geom, MULTIPOLYGON(((0 0,2 0,2 2,0 0))))")
        for members in ["EMPTY, ((0 0,2 0,2 2,0 0))", "((0 0,2 0,2 2,0 0)),empty", "EMPTY,((0 0,2 0,2 2,0 0)),EMPTY"] {
            #expect(try PropertyFilter(cql2Text: "S_INTERSECTS(geom, MULTIPOLYGON(\(members)))") == whole)
            #expect(try Area(wkt: "MULTIPOLYGON Z(\(members))").polygons.count == 1)
        }
        let error = #expect(throws: AreaTextError.self) { try Area(wkt: "MULTIPOLYGON(EMPTY, EMPTY)") }
        #expect(error?.description == #"at character 1: found "MULTIPOLYGON", expected an area with positions"#)
    }

    @Test func `what lies within is inside and on no edge`() throws {
        let square = "POLYGON((-77 42,-76 42,-76 43,-77 43,-77 42),(-76.6 42.4,-76.4 42.4,-76.4 42.6,-76.6 42.4))"
        let world = "BBOX(-180, -30, 180, 30)"
        let cases: [(String, latitude: Double, longitude: Double, Bool)] = [
            (square, 42.1, -76.9, true), (square, 42, -76.5, false), (square, 42, -77, false),
            (square, 42.4, -76.5, false), (square, 42.45, -76.45, false), (square, 44, -76.5, false),
            ("MULTIPOLYGON(((0 0,2 0,2 2,0 0)),((1 -1,3 -1,3 3,1 -1)))", 0, 1.7, true),
            ("POLYGON((170 -5,-170 -5,-170 5,170 5,170 -5))", 0, -180, true),
            ("POLYGON((170 -5,180 -5,180 5,170 5,170 -5))", 0, -180, false),
            ("POLYGON((0 60,120 60,-120 60,0 90,0 60))", 90, 50, false),
            ("BBOX(1, 2, 3, 4)", 3, 2, true), ("BBOX(1, 2, 3, 4)", 3, 3, false), ("BBOX(1, 2, 3, 4)", 2, 2, false),
            ("BBOX(170, -5, -170, 5)", 0, 180, true), ("BBOX(170, -5, -170, 5)", 0, -170, false),
            ("BBOX(170, -5, -180, 5)", 0, 180, false), ("BBOX(170, -5, 180, 5)", 0, 180, false),
            ("BBOX(170, -5, -180, 5)", 0, 175, true), ("BBOX(180, -5, -170, 5)", 0, -180, false),
            ("BBOX(180, -5, -170, 5)", 0, -175, true), (world, 0, 180, true), (world, 30, 0, false),
            ("BBOX(0, 0, 10, 90)", 90, 5, false),
            ("POINT(1 2)", 2, 1, true), ("POINT(1 2)", 2, 1.0000001, false),
        ]
        for (shape, latitude, longitude, expected) in cases {
            let filter = try PropertyFilter(cql2Text: "S_WITHIN(geom, \(shape))")
            let isInside = filter.evaluate { $0 == "lat" ? .real(latitude) : .real(longitude) }
            #expect(isInside == expected, "\(latitude), \(longitude) in \(shape)")
            #expect(filter.evaluate { _ in .null } == nil)
            #expect(try PropertyFilter(cql2Text: filter.description) == filter)
            #expect(throws: FilterError.self) { try PropertyFilter(cql2Text: "S_WITHIN(\(shape), geom)") }
        }
    }

    @Test(
        "what is no box says so",
        arguments: [
            "S_INTERSECTS(geom, BBOX(1, 2, 3))", "S_INTERSECTS(geom, BBOX(1, 9, 3, 4))",
            "S_INTERSECTS(geom, BBOX(1, 2, 300, 4))", "S_INTERSECTS(geom, BBOX(1, 2, 0, 3, 4))",
            "S_INTERSECTS(geom, BBOX(1, 2, 0, 3, 4, 0, 0))", "S_INTERSECTS(geom, BBOX(1, 2, 0, 300, 4, 0))",
            "S_INTERSECTS(geom, BBOX(1, 2, a, 3, 4, 0))", "S_INTERSECTS(geom, POINT Z(1))",
            "S_INTERSECTS(geom, POINT(1 2 3 4 5))", "S_INTERSECTS(geom, POINT Q(1 2))",
            "S_INTERSECTS(geom, POINT(1, 2))", "S_INTERSECTS(geom, POLYGON((0 0, 1 1, 1 0)))",
            "S_INTERSECTS(geom, POLYGON((0 0, 1 1, 1 0, 0 1)))", "S_INTERSECTS(geom, POLYGON(0 0, 1 1, 1 0, 0 0))",
            "S_INTERSECTS(geom, POLYGON((0 0, 2 2, 2 0, 0 2, 0 0)))",
            "S_INTERSECTS(geom, POLYGON((0 0, 1 91, 1 0, 0 0)))",
            "S_INTERSECTS(name, POINT(1 2))", "S_INTERSECTS = 1", "S_INTERSECTS(BBOX(1,2,3,4), BBOX(1,2,3,4))",
            "S_INTERSECTS(geom, BBOX('a', 2, 3, 4))", "S_WITHIN(geom, geom)", "S_WITHIN(geom)", "S_WITHIN = 1",
        ])
    func mistakes(text: String) {
        let error = #expect(throws: FilterError.self) { try PropertyFilter(cql2Text: text) }
        #expect(error?.picture != nil)
    }
}
