import Geoq
import GeoqFormats
import GeoqIndex
import TestSupport
import Testing

@Suite("CSV")
struct CSVOutputTests {
    @Test func theHeaderComesFromTheFirstFeatureAndNullsDifferFromEmptyTexts() throws {
        let features = [
            Feature(
                id: "a", coordinate: try place(1.5, -2),
                fields: [
                    .init("count", .integer(-3)), .init("name", .text("Heron, \"blue\"")), .init("note", .text("")),
                ]),
            Feature(
                id: "b", coordinate: nil,
                fields: [.init("count", .null), .init("name", .text("a\nb")), .init("note", .text("=1+1"))]),
            Feature(
                id: "c", coordinate: nil,
                fields: [.init("note", .bool(true)), .init("name", .text(" x "))]),
        ]
        #expect(
            try written(.csv, features)
                == """
                id,name,lat,lon,count,note
                a,"Heron, ""blue\""",1.5,-2,-3,""
                b,"a
                b",,,,=1+1
                c, x ,,,,true

                """)
    }

    @Test func theHeaderCanBeGiven() throws {
        #expect(try written(.csv, []) == "id,lat,lon\n")
        #expect(try written(.csv, [], fields: ["count", "name"]) == "id,name,lat,lon,count\n")
        let feature = Feature(id: "a", coordinate: nil, fields: [.init("count", .integer(1))])
        #expect(try written(.csv, [feature], fields: ["note", "count"]) == "id,lat,lon,note,count\na,,,,1\n")
    }

    @Test func aFieldThatTheHeaderLacksIsAMistakeOfTheProgram() async {
        await #expect(processExitsWith: .failure) {
            let feature = Feature(id: "a", coordinate: nil, fields: [.init("count", .integer(1))])
            try FeatureWriter(.csv, fields: ["note"]) { _ in }.write(feature)
        }
    }

    /// Reads RFC 4180 back; nil is a field without quotes and text.
    private func parse(_ text: String) -> [[String?]] {
        var rows: [[String?]] = []
        var row: [String?] = []
        var field: [UInt8] = []
        var (wasQuoted, isInside) = (false, false)
        var bytes = text.utf8.makeIterator()
        var next = bytes.next()
        while let byte = next {
            next = bytes.next()
            if isInside, byte == UInt8(ascii: "\""), next == byte {
                field.append(byte)
                next = bytes.next()
            } else if byte == UInt8(ascii: "\"") {
                isInside.toggle()
                wasQuoted = true
            } else if !isInside, byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n") {
                row.append(wasQuoted || !field.isEmpty ? String(decoding: field, as: UTF8.self) : nil)
                (field, wasQuoted) = ([], false)
                if byte == UInt8(ascii: "\n") {
                    rows.append(row)
                    row = []
                }
            } else {
                field.append(byte)
            }
        }
        return rows
    }

    @Test("Random features read back the same", arguments: [51, 52, 53] as [UInt64])
    func roundTrip(seed: UInt64) throws {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let features = try randomFeatures(using: &generator, count: 200)
        let rows = parse(try written(.csv, features))
        #expect(rows.first == ["id", "name", "lat", "lon", "count", "odd \"field\"", "place,note"])
        try #require(rows.count == features.count + 1 && rows.allSatisfy { $0.count == 7 })
        for (row, feature) in zip(rows.dropFirst(), features) {
            #expect(row[0] == feature.id)
            #expect(row[2].flatMap { Double($0) } == feature.coordinate?.latitude)
            #expect(row[3].flatMap { Double($0) } == feature.coordinate?.longitude)
            for (column, name) in [(1, "name"), (4, "count"), (5, "odd \"field\""), (6, "place,note")] {
                switch try #require(feature[name]) {
                case .null: #expect(row[column] == nil)
                case .bool(let flag): #expect(row[column] == String(flag))
                case .integer(let integer): #expect(row[column] == String(integer))
                case .real(let number): #expect(row[column].flatMap { Double($0) } == number)
                case .text(let text): #expect(row[column].map { Array($0.utf8) } == Array(text.utf8))
                }
            }
        }
    }
}
