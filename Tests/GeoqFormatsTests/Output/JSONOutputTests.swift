import Foundation
import Geoq
import GeoqFormats
import GeoqIndex
import TestSupport
import Testing

@Suite("JSON, NDJSON and GeoJSON")
struct JSONOutputTests {
    private func heron() throws -> Feature {
        Feature(
            id: "a1", coordinate: try place(42.5, -76.25),
            fields: [
                .init("locality", .null), .init("name", .text("Heron \"Marsh\"\n")), .init("count", .integer(3)),
                .init("weight", .real(2)), .init("seen", .bool(true)),
            ])
    }

    private let nowhere = Feature(id: "b2", coordinate: nil, fields: [])

    @Test func jsonIsAnArrayOfFlatObjects() throws {
        #expect(
            try written(.json, [heron(), nowhere])
                == """
                [
                {"id":"a1","name":"Heron \\"Marsh\\"\\n","lat":42.5,"lon":-76.25,"locality":null,"count":3,"weight":2,"seen":true},
                {"id":"b2","lat":null,"lon":null}
                ]

                """)
        #expect(try written(.json, []) == "[]\n")
    }

    @Test func ndjsonIsOneObjectALine() throws {
        #expect(
            try written(.ndjson, [nowhere, heron()])
                == """
                {"id":"b2","lat":null,"lon":null}
                {"id":"a1","name":"Heron \\"Marsh\\"\\n","lat":42.5,"lon":-76.25,"locality":null,"count":3,"weight":2,"seen":true}

                """)
        #expect(try written(.ndjson, []) == "")
    }

    @Test func geoJSONIsAFeatureCollection() throws {
        #expect(
            try written(.geojson, [heron(), nowhere])
                == """
                {"type":"FeatureCollection","features":[
                {"type":"Feature","id":"a1","geometry":{"type":"Point","coordinates":[-76.25,42.5]},\
                "properties":{"locality":null,"name":"Heron \\"Marsh\\"\\n","count":3,"weight":2,"seen":true}},
                {"type":"Feature","id":"b2","geometry":null,"properties":{}}
                ]}

                """)
        #expect(try written(.geojson, []) == "{\"type\":\"FeatureCollection\",\"features\":[]}\n")
    }

    @Test func geoJSONSequencesSeparateRecords() throws {
        let record = #"{"type":"Feature","id":"b2","geometry":null,"properties":{}}"#
        #expect(try written(.geojsonseq, [nowhere, nowhere]) == "\u{1E}\(record)\n\u{1E}\(record)\n")
        #expect(try written(.geojsonseq, []) == "")
    }

    @Test func idsAreOneALine() throws {
        #expect(try written(.ids, [heron(), nowhere]) == "a1\nb2\n")
        #expect(try written(.ids, []) == "")
    }

    @Test(
        "Numbers are as short as they can be",
        arguments: [
            (0, "0"), (-0.0, "0"), (1, "1"), (-2.5, "-2.5"), (0.1, "0.1"), (1e15, "1000000000000000"),
            (1e300, "1e+300"),
            (.leastNonzeroMagnitude, "5e-324"), (0.30000000000000004, "0.30000000000000004"), (1e-7, "1e-07"),
            (100, "100"),
        ])
    func numbers(number: Double, text: String) throws {
        let feature = Feature(id: "x", coordinate: nil, fields: [.init("v", .real(number))])
        #expect(try written(.ndjson, [feature]) == "{\"id\":\"x\",\"lat\":null,\"lon\":null,\"v\":\(text)}\n")
        #expect(try written(.csv, [feature]) == "id,lat,lon,v\nx,,,\(text)\n")
        #expect(Double(text) == number)
    }

    @Test(
        "Strings escape what JSON and terminals would obey",
        arguments: [
            ("\"\\/", #""\"\\/""#), ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#), ("\u{0}\u{1F}", #""\u0000\u001f""#),
            ("\u{1B}[31m", #""\u001b[31m""#),
            ("\u{7F}\u{80}\u{9B}\u{9F}\u{A0}", "\"\\u007f\\u0080\\u009b\\u009f\u{A0}\""),
            ("é鳥🐦\u{2028}", "\"é鳥🐦\u{2028}\""),
        ])
    func strings(text: String, json: String) throws {
        #expect(
            try written(.ndjson, [Feature(id: text, coordinate: nil, fields: [])])
                == "{\"id\":\(json),\"lat\":null,\"lon\":null}\n")
    }

    /// A value as Foundation's decoder reads it.
    private enum Decoded: Decodable, Equatable {
        case null
        case bool(Bool)
        case integer(Int64)
        case real(Double)
        case text(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let flag = try? container.decode(Bool.self) {
                self = .bool(flag)
            } else if let integer = try? container.decode(Int64.self) {
                self = .integer(integer)
            } else if let number = try? container.decode(Double.self) {
                self = .real(number)
            } else {
                self = .text(try container.decode(String.self))
            }
        }

        /// Whether this is what a value becomes in JSON: 2.0 is 2.
        func isSame(as value: FieldValue) -> Bool {
            switch (self, value) {
            case (.null, .null): true
            case (.bool(let left), .bool(let right)): left == right
            case (.integer(let left), .integer(let right)): left == right
            case (.integer(let left), .real(let right)): Double(left) == right
            case (.real(let left), .real(let right)): left == right
            case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
            default: false
            }
        }
    }

    private struct DecodedGeometry: Decodable {
        var type: String
        var coordinates: [Double]
    }

    private struct DecodedFeature: Decodable {
        var type: String
        var id: String
        var geometry: DecodedGeometry?
        var properties: [String: Decoded]
    }

    private struct DecodedCollection: Decodable {
        var type: String
        var features: [DecodedFeature]
    }

    private func expectSame(_ decoded: DecodedFeature, _ feature: Feature) {
        #expect(decoded.type == "Feature" && decoded.id == feature.id)
        #expect(decoded.geometry?.type == feature.coordinate.map { _ in "Point" })
        #expect(decoded.geometry?.coordinates == feature.coordinate.map { [$0.longitude, $0.latitude] })
        #expect(decoded.properties.count == feature.fields.count)
        for field in feature.fields {
            #expect(decoded.properties[field.name]?.isSame(as: field.value) == true, "\(field)")
        }
    }

    @Test("Random features read back the same from every kind of JSON", arguments: [41, 42, 43] as [UInt64])
    func roundTrip(seed: UInt64) throws {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let features = try randomFeatures(using: &generator, count: 200)
        let decoder = JSONDecoder()
        let collection = try decoder.decode(DecodedCollection.self, from: Data(written(.geojson, features).utf8))
        #expect(collection.type == "FeatureCollection" && collection.features.count == features.count)
        for (decoded, feature) in zip(collection.features, features) { expectSame(decoded, feature) }

        let records = try written(.geojsonseq, features).utf8.split(separator: 0x1E)
        #expect(records.count == features.count)
        for (record, feature) in zip(records, features) {
            #expect(record.last == UInt8(ascii: "\n"))
            expectSame(try decoder.decode(DecodedFeature.self, from: Data(record)), feature)
        }

        let array = try decoder.decode([[String: Decoded]].self, from: Data(written(.json, features).utf8))
        let lines = try written(.ndjson, features).utf8.split(separator: UInt8(ascii: "\n"))
        #expect(lines.count == features.count)
        for (index, feature) in features.enumerated() {
            let object = try decoder.decode([String: Decoded].self, from: Data(lines[index]))
            #expect(object == array[index])
            #expect(object["id"] == .text(feature.id))
            #expect(object["lat"]?.isSame(as: feature.coordinate.map { .real($0.latitude) } ?? .null) == true)
            #expect(object["lon"]?.isSame(as: feature.coordinate.map { .real($0.longitude) } ?? .null) == true)
            for field in feature.fields { #expect(object[field.name]?.isSame(as: field.value) == true) }
        }
    }

    @Test("Numbers are as short as Swift's own texts of them", arguments: [51, 52] as [UInt64])
    func numbersAreShort(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var wrong: [String] = []
        func check(_ number: Double) {
            var bytes: [UInt8] = []
            bytes.appendShortest(number)
            var expected = "\(number + 0)"
            if expected.hasSuffix(".0") { expected.removeLast(2) }
            let text = String(decoding: bytes, as: UTF8.self)
            if text != expected { wrong.append("\(text), not \(expected)") }
        }
        for number in [
            0, -0.0, 0.1, 0.0001, 0.00009999999, 1e-5, 1e-7, 5e-324, 99_999_999.9999999, 1e8, 123_456_789, 1e15, 1e16,
            1e300, -180, 180, 179.9999999, 0.3, 0.1 + 0.2, 1e22, .pi, 4_503_599_627_370_497.5,
        ] {
            check(number)
            check(-number)
            check(number.nextUp)
        }
        for _ in 0..<20_000 {
            // Decimals of up to nine places, and their neighbors; then any double.
            let places = Double.random(in: 0...9, using: &generator).rounded()
            let number = (Double.random(in: -1e9...1e9, using: &generator)).rounded() / pow(10, places)
            check(number)
            check(number.nextUp)
            check(number.nextDown)
            let any = Double(bitPattern: generator.next())
            if any.isFinite { check(any) }
        }
        #expect(wrong.isEmpty, "seed \(seed): \(wrong.prefix(5))")
    }

    @Test func anIDIsItsText() throws {
        let text = "00112233-4455-6677-8899-aabbccddeeff"
        let id = try #require(FeatureID(text))
        var bytes: [UInt8] = []
        bytes.appendJSON(id)
        #expect(String(decoding: bytes, as: UTF8.self) == "\"\(text)\"" && id.description == text)
    }

    @Test func nothingThatATerminalObeysIsInJSON() throws {
        let features = hostileNames.map { Feature(id: "x", coordinate: nil, fields: [.init("name", .text($0))]) }
        for format in [OutputFormat.json, .ndjson, .geojson] {
            let text = try written(format, features)
            #expect(!text.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
        }
    }

    @Test func outputComesInPiecesAndStopsWithTheReader() throws {
        struct Closed: Error {}
        let feature = Feature(id: String(repeating: "x", count: 1_000), coordinate: nil, fields: [])
        var sizes: [Int] = []
        let writer = FeatureWriter(.ids) { bytes in
            sizes.append(bytes.count)
            if sizes.count == 3 { throw Closed() }
        }
        try writer.flush()
        #expect(sizes.isEmpty)
        try writer.write(feature)
        #expect(sizes.isEmpty)
        try writer.flush()
        #expect(sizes == [1_001])
        #expect(throws: Closed.self) { for _ in 0..<1_000 { try writer.write(feature) } }
        #expect(sizes.dropFirst().allSatisfy { (64 * 1024..<66 * 1024).contains($0) })
    }

    @Test func aNameOfAMegabyteIsWrittenWhole() throws {
        let name = String(repeating: "é\"", count: 500_000)
        let feature = Feature(id: "x", coordinate: nil, fields: [.init("name", .text(name))])
        let line = try written(.ndjson, [feature])
        let object = try JSONDecoder().decode([String: Decoded].self, from: Data(line.utf8))
        #expect(object["name"] == .text(name))
    }
}
