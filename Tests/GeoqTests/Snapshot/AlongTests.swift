import GeoqIndex
import TestSupport
import Testing

@testable import Geoq

/// Questions along a corridor: by the index, by a scan, and page by page.
///
/// A scan decides by itself which places are hits. How far along they are both ask the line (`Corridor.scannedFoot`);
/// that this is right is shown by `CorridorTests`, against samples of the edges.
@Suite struct AlongTests {
    @Test(arguments: [PointSet.clustered, .duplicates, .dateLine])
    func `the index gives what a scan gives, on every page`(_ set: PointSet) throws {
        let seed = UInt64.random(in: .min ... .max)
        print("seed \(seed), \(set)")
        var generator = SeededGenerator(seed: seed)
        let coordinates = set.coordinates(count: 250, using: &generator)
        let snapshot = try Self.snapshot(coordinates)
        for width in [0, 20.0, 300] {
            let start = coordinates.randomElement(using: &generator)!
            let stops = try [(0, 0), (0.3, 0.2), (-0.2, 0.5), (-0.4, 0.6)].map {
                try Coordinate(
                    latitude: min(max(start.latitude + $0.0, -89), 89), longitude: start.longitude + $0.1)
            }
            let corridor = try Corridor(
                segments: [[start, stops[1], start], [stops[2], stops[3]]], width: .kilometers(width))
            let query = Query.along(corridor)
            let hits = try snapshot.answer(query)
            #expect(try hits == snapshot.answer(query, method: .bruteForce))
            #expect(try snapshot.count(query) == hits.count)
            // Without a width the line's own vertices lie some nanometers beside it.
            #expect(width == 0 || hits.count >= 1)
            let feet = try hits.map { try #require(corridor.foot(of: $0.coordinate)) }
            #expect(feet.map { Distance.meters($0.offset) } == hits.map(\.distance))
            let order = zip(feet, hits).map { ($0.order.along, $0.order.offset, $1.id.key) }
            for (one, next) in zip(order, order.dropFirst()) { #expect(one < next) }
            var paged: [Hit] = []
            var page = query
            page.limit = Int.random(in: 1...7, using: &generator)
            while true {
                let part = try snapshot.answer(page)
                if paged.isEmpty { #expect(try part == snapshot.answer(page, method: .bruteForce)) }
                var rest = page
                rest.limit = nil
                #expect(try snapshot.count(rest) == hits.count - paged.count)
                paged += part
                guard part.count == page.limit, let last = part.last else { break }
                let text = page.cursor(after: last, version: snapshot.version).description
                page.after = PageCursor(text)
                #expect(page.after?.description == text)
            }
            #expect(paged == hits)
            var some = query
            some.inside = try Area([Area.Polygon(outer: Self.ring(around: stops[0]))])
            #expect(
                try snapshot.answer(some)
                    == hits.filter { hit in some.inside.map { $0.contains(hit.coordinate) } ?? false })
        }
    }

    @Test func `places straight across the line from each other come by how far from it they are`() throws {
        let far = stride(from: 171.1, to: 189, by: 0.7).map { $0 > 180 ? $0 - 360 : $0 }
        let near = [0.4, -0.1, 0.3, -0.2, 0]
        let coordinates = try far.flatMap { longitude in
            try near.map { try Coordinate(latitude: $0, longitude: longitude) }
        }
        let snapshot = try Self.snapshot(coordinates)
        let line = try [Coordinate(latitude: 0, longitude: 170), Coordinate(latitude: 0, longitude: -170)]
        var query = Query.along(try Corridor(line, width: .kilometers(60)))
        let expected = far.flatMap { longitude in near.sorted { abs($0) < abs($1) }.map { [longitude, $0] } }
        for method in [Snapshot.Method.index, .bruteForce] {
            query.limit = nil
            query.after = nil
            let hits = try snapshot.answer(query, method: method)
            #expect(hits.map { [$0.coordinate.longitude, $0.coordinate.latitude] } == expected)
            query.limit = 3
            var paged: [Hit] = []
            while case let page = try snapshot.answer(query, method: method), let last = page.last {
                paged += page
                query.after = query.cursor(after: last, version: snapshot.version)
            }
            #expect(paged == hits)
        }
    }

    @Test func `a cursor of another kind of question is refused`() throws {
        let here = try Coordinate(latitude: 1, longitude: 2)
        let snapshot = try Self.snapshot([here])
        let id = FeatureID(key: ItemKey(high: 0, low: 0))
        let corridor = try Corridor([here, Coordinate(latitude: 1, longitude: 3)], width: .kilometers(1))
        let cursors = [
            PageCursor(along: 5, distance: .meters(2), id: id, version: 1),
            PageCursor(distance: .meters(2), id: id, version: 1), PageCursor(distance: nil, id: id, version: 1),
        ]
        let questions = [
            Query.along(corridor), .near(here, within: .kilometers(1)), .inside(BoundingBox.everything),
        ]
        for (row, question) in questions.enumerated() {
            for (column, cursor) in cursors.enumerated() {
                var query = question
                query.after = cursor
                if row == column {
                    #expect(throws: Never.self) { try snapshot.answer(query) }
                    query.after?.version = 7
                    #expect(throws: QueryError.pageOutdated(7, now: 1)) { try snapshot.answer(query) }
                } else {
                    #expect(throws: QueryError.wrongCursor) { try snapshot.answer(query) }
                    #expect(throws: QueryError.wrongCursor) { try snapshot.count(query) }
                }
            }
        }
        for text in ["1~2~3,\(id),1", "1~,\(id),1", "~2,\(id),1", "-~2,\(id),1", "1~-2,\(id),1", "1~nan,\(id),1"] {
            #expect(PageCursor(text) == nil, "\(text)")
        }
    }

    @Test func `a cursor of another line is refused`() throws {
        func line(_ latitude: Double, width: Double = 5, edges: Area.Edges = .geodesic) throws -> Corridor {
            try Corridor(
                [Coordinate(latitude: 0, longitude: -0.0), Coordinate(latitude: latitude, longitude: 3)], edges: edges,
                width: .kilometers(width))
        }
        let snapshot = try Self.snapshot([Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 0, longitude: 1)])
        var query = Query.along(try line(0))
        query.limit = 1
        let hit = try #require(try snapshot.answer(query).first)
        let cursor = query.cursor(after: hit, version: 1)
        #expect(PageCursor(cursor.description) == cursor)
        #expect(cursor.line == (try line(0, width: 7).lineDigest))
        query.after = cursor
        #expect(try snapshot.answer(query).count == 1)
        for other in [try line(1e-9), try line(0, edges: .drawn)] {
            var wrong = Query.along(other)
            wrong.after = cursor
            #expect(throws: QueryError.wrongLine) { try snapshot.answer(wrong) }
            #expect(throws: QueryError.wrongLine) { try snapshot.count(wrong) }
            // As earlier versions wrote it.
            wrong.after?.line = nil
            #expect(throws: Never.self) { try snapshot.answer(wrong) }
        }
        let id = cursor.id
        for text in ["1~2~3,\(id),1", "1~2~00000000000000zz,\(id),1", "1~2~,\(id),1", "1~2~+000000000000001~3,\(id),1"]
        {
            #expect(PageCursor(text) == nil, "\(text)")
        }
    }

    @Test func `a least distance without a center is refused`() throws {
        let (here, there) = (try Coordinate(latitude: 0, longitude: 0), try Coordinate(latitude: 0, longitude: 2))
        let snapshot = try Self.snapshot([here, there])
        let ring = [here, there, try Coordinate(latitude: 2, longitude: 2), here]
        let questions: [Query] = [
            .inside(BoundingBox.everything), .inside(try Area([.init(outer: ring)])),
            .along(try Corridor([here, there], width: .kilometers(1))),
        ]
        for question in questions {
            var question = question
            #expect(try snapshot.count(question) > 0)
            question.minimum = .kilometers(1)
            #expect(throws: QueryError.minimumWithoutCenter) { try snapshot.answer(question) }
            #expect(throws: QueryError.minimumWithoutCenter) { try snapshot.count(question) }
        }
        var near = Query.near(here, within: .kilometers(900))
        near.minimum = .kilometers(1)
        #expect(try snapshot.answer(near).count == 1)
    }

    @Test func `pages by the cursor of a hit give each hit once`() throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        let places = try (0..<400).map { _ in
            try Coordinate(
                latitude: Double.random(in: -2...2, using: &generator),
                longitude: Double.random(in: -2...2, using: &generator))
        }
        let snapshot = try Self.snapshot(places)
        var query = Query.near(try Coordinate(latitude: 0, longitude: 0), within: .kilometers(300))
        let whole = try snapshot.answer(query).map(\.id)
        query.limit = 3
        var paged: [FeatureID] = []
        while let last = try { try snapshot.answer(query) }().last {
            paged += try snapshot.answer(query).map(\.id)
            query.after = query.cursor(after: last, version: snapshot.version)
        }
        #expect(paged == whole && whole.count > 100, "seed \(seed)")
    }

    @Test func `a cursor of another center is refused`() throws {
        let center = try Coordinate(latitude: 0, longitude: -0.0)
        let snapshot = try Self.snapshot([Coordinate(latitude: 0, longitude: 1), Coordinate(latitude: 0, longitude: 2)])
        var query = Query.near(center, within: .kilometers(900))
        query.limit = 1
        let hit = try #require(try snapshot.answer(query).first)
        let cursor = query.cursor(after: hit, version: 1)
        #expect(cursor.center != nil && PageCursor(cursor.description) == cursor)
        query.after = cursor
        #expect(try snapshot.answer(query).count == 1)
        // Another radius goes on in the same order, and -0 is 0.
        let zero = try Coordinate(latitude: 0, longitude: 0)
        for same in [Query.near(center, within: .kilometers(800)), .nearest(9, to: zero)] {
            var next = same
            next.after = cursor
            #expect(try snapshot.answer(next).count == 1)
        }
        var wrong = Query.near(try Coordinate(latitude: 1e-9, longitude: 0), within: .kilometers(900))
        wrong.after = cursor
        #expect(throws: QueryError.wrongCenter) { try snapshot.answer(wrong) }
        #expect(throws: QueryError.wrongCenter) { try snapshot.count(wrong) }
        // As earlier versions wrote it.
        wrong.after = PageCursor("\(cursor.distance?.meters ?? 0),\(cursor.id),1")
        #expect(throws: Never.self) { try snapshot.answer(wrong) }
        for text in ["1~~2", "1~~00000000000000zz", "~~0000000000000001", "-~~0000000000000001", "1~~"] {
            #expect(PageCursor("\(text),\(cursor.id),1") == nil, "\(text)")
        }
    }

    private static func snapshot(_ coordinates: [Coordinate]) throws -> Snapshot {
        var builder = SnapshotBuilder()
        for (number, coordinate) in coordinates.enumerated() {
            let id = FeatureID(key: ItemKey(high: 7, low: UInt64(number * 7919 % 1009)))
            builder.add(id, LayerRow(coordinate: coordinate, name: "\(number)"), to: .hotspots)
        }
        return Snapshot(builder, stamp: IndexStamp(store: ItemKey(high: 1, low: 2), version: 1))
    }

    private static func ring(around place: Coordinate) throws -> [Coordinate] {
        let latitude = min(max(place.latitude, -80), 80)
        let longitude = min(max(place.longitude, -170), 170)
        return try [(-5.0, -5.0), (-5, 5), (5, 5), (5, -5), (-5, -5)].map {
            try Coordinate(latitude: latitude + $0.0, longitude: longitude + $0.1)
        }
    }
}
