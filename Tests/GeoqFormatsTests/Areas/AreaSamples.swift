import Geoq
import GeoqIndex
import TestSupport

@testable import GeoqFormats

/// Keeps all that a reader of areas gives.
final class AreaCollection: AreaSink {
    private(set) var areas: [AreaRecord] = []
    private(set) var refusals: [AreaRefusal] = []

    func take(_ area: AreaRecord) { areas.append(area) }
    func refuse(_ refusal: AreaRefusal) { refusals.append(refusal) }

    var messages: [String] { refusals.map(\.description) }
}

/// What a reader made of an input.
struct AreaRun {
    let sink = AreaCollection()
    let report: AreaReport

    init(_ input: any ImportInput) throws {
        report = try readAreas(input, into: sink)
    }

    init(_ text: String, name: String = "a", longestPiece: Int = 7) throws {
        try self.init(MemoryInput(name, text: text, longestPiece: longestPiece))
    }

    var areas: [AreaRecord] { sink.areas }
}

/// One area with a hole and an island, in all formats.
enum AreaSamples {
    /// Two polygons, of which the first has a hole; outer rings counter-clockwise.
    static let polygons: [[[Coordinate]]] = [
        [
            ring([(-76.6, 42.3), (-76.3, 42.3), (-76.3, 42.6), (-76.6, 42.6)]),
            ring([(-76.5, 42.4), (-76.5, 42.5), (-76.4, 42.5), (-76.4, 42.4)]),
        ],
        [ring([(-76.48, 42.42), (-76.42, 42.42), (-76.45, 42.48)])],
    ]

    /// A closed ring of longitudes and latitudes.
    static func ring(_ positions: [(Double, Double)]) -> [Coordinate] {
        (positions + [positions[0]]).map { try! Coordinate(strictLatitude: $0.1, longitude: $0.0) }
    }

    private static func text(
        _ separators: (position: String, number: String), _ open: String, _ close: String, _ rings: [[Coordinate]]
    ) -> String {
        rings.map { ring in
            open
                + ring.map { "\($0.longitude)\(separators.number)\($0.latitude)" }.joined(
                    separator: separators.position)
                + close
        }.joined(separator: ",")
    }

    static var geoJSONGeometry: String {
        let all = polygons.map { "[" + text(("],[", ","), "[[", "]]", $0) + "]" }.joined(separator: ",")
        return #"{"type":"MultiPolygon","coordinates":[\#(all)]}"#
    }

    static var geoJSON: String {
        #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":\#(geoJSONGeometry),"#
            + #""properties":{"NAME":"Mill Pond","type":"reserve","hectares":12.5}}]}"#
    }

    static var wkt: String {
        "MULTIPOLYGON(" + polygons.map { "(" + text((", ", " "), "(", ")", $0) + ")" }.joined(separator: ",") + ")"
    }

    static var kml: String {
        let all = polygons.map { rings in
            let boundaries = rings.enumerated().map { index, ring in
                let element = index == 0 ? "outerBoundaryIs" : "innerBoundaryIs"
                let positions = ring.map { "\($0.longitude),\($0.latitude),0" }.joined(separator: "\n ")
                return "<\(element)><LinearRing><coordinates> \(positions) </coordinates></LinearRing></\(element)>"
            }
            return "<Polygon>\(boundaries.joined())</Polygon>"
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>All</name><Folder>
            <Placemark><name>Mill Pond</name><ExtendedData><Data name="type"><value>reserve</value></Data>\
            <SchemaData><SimpleData name="hectares">12.5</SimpleData></SchemaData></ExtendedData>
            <MultiGeometry>\(all.joined())</MultiGeometry></Placemark></Folder></Document></kml>
            """
    }

    static var wkb: [UInt8] {
        var bytes: [UInt8] = [1] + little(UInt32(6)) + little(UInt32(polygons.count))
        for polygon in polygons {
            bytes += [1] + little(UInt32(3)) + little(UInt32(polygon.count))
            for ring in polygon {
                bytes += little(UInt32(ring.count))
                for place in ring { bytes += number(place.longitude) + number(place.latitude) }
            }
        }
        return bytes
    }

    // MARK: - Shapefiles

    static let prj =
        #"GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],"#
        + #"PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]"#

    /// The parts of a shapefile with one record; rings run as the format wants.
    static func shapefile(
        rings: [[Coordinate]] = polygons.flatMap { $0 }.map { $0.reversed() }, type: Int32 = 5,
        name: [UInt8] = Array("Mill Pond".utf8), prj: String? = prj, cpg: String? = nil, driver: UInt8 = 0
    ) -> [(path: String, content: [UInt8])] {
        var members: [(path: String, content: [UInt8])] = [
            ("parks/Areas.shp", shp([record(rings, type: type)], type: type)),
            ("parks/Areas.shx", shx),
            ("parks/Areas.dbf", dbf([(name: name, type: "reserve")], driver: driver)),
        ]
        if let prj { members.append(("parks/Areas.PRJ", Array(prj.utf8))) }
        if let cpg { members.append(("parks/Areas.cpg", Array(cpg.utf8))) }
        return members
    }

    static func record(_ rings: [[Coordinate]], type: Int32 = 5) -> [UInt8] {
        var content = little(type) + [UInt8](repeating: 0, count: 32) + little(Int32(rings.count))
        content += little(Int32(rings.reduce(0) { $0 + $1.count }))
        var start = 0
        for ring in rings {
            content += little(Int32(start))
            start += ring.count
        }
        for place in rings.joined() { content += number(place.longitude) + number(place.latitude) }
        // The range of Z or M and a value for each position.
        if type != 5 { content += [UInt8](repeating: 0, count: (type == 15 ? 2 : 1) * (16 + 8 * start)) }
        return content
    }

    static func shp(_ records: [[UInt8]], type: Int32 = 5) -> [UInt8] {
        var body: [UInt8] = []
        for (index, record) in records.enumerated() {
            body += big(Int32(index + 1)) + big(Int32(record.count / 2)) + record
        }
        return big(Int32(9994)) + [UInt8](repeating: 0, count: 20) + big(Int32((100 + body.count) / 2))
            + little(Int32(1000)) + little(type) + [UInt8](repeating: 0, count: 64) + body
    }

    /// The index of a file with one record: it begins at word 50.
    static var shx: [UInt8] {
        big(Int32(9994)) + [UInt8](repeating: 0, count: 20) + big(Int32(54)) + little(Int32(1000)) + little(Int32(5))
            + [UInt8](repeating: 0, count: 64) + big(Int32(50)) + big(Int32(100))
    }

    /// - Parameter driver: the number of the table of letters.
    static func dbf(
        _ rows: [(name: [UInt8], type: String)], deleted: Set<Int> = [], driver: UInt8 = 0
    ) -> [UInt8] {
        let fields: [(name: String, type: Character, width: Int)] = [
            ("NAME", "C", 20), ("TYPE", "C", 10), ("HECTARES", "N", 8), ("SINCE", "D", 8), ("OPEN", "L", 1),
        ]
        let width = 1 + fields.reduce(0) { $0 + $1.width }
        var bytes: [UInt8] = [3, 126, 1, 1] + little(UInt32(rows.count))
        bytes += little(UInt16(33 + 32 * fields.count)) + little(UInt16(width)) + [UInt8](repeating: 0, count: 20)
        bytes[29] = driver
        for field in fields {
            bytes += padded(Array(field.name.utf8), 11, with: 0) + [field.type.asciiValue!, 0, 0, 0, 0]
            bytes += [UInt8(field.width)] + [UInt8](repeating: 0, count: 15)
        }
        bytes.append(0x0D)
        for (index, row) in rows.enumerated() {
            bytes.append(deleted.contains(index) ? UInt8(ascii: "*") : 0x20)
            bytes += padded(row.name, 20, with: 0x20) + padded(Array(row.type.utf8), 10, with: 0x20)
            bytes += Array("    12.5".utf8) + Array("19990531".utf8) + Array("T".utf8)
        }
        return bytes + [0x1A]
    }

    private static func padded(_ bytes: [UInt8], _ count: Int, with byte: UInt8) -> [UInt8] {
        bytes + [UInt8](repeating: byte, count: count - bytes.count)
    }

    static func little(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }

    static func big(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }

    static func number(_ value: Double) -> [UInt8] { little(value.bitPattern) }
}
