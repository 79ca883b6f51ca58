import Geoq
import GeoqFormats
import TestSupport
import Testing

/// Which columns a narrow terminal shows.
@Suite struct TableFitTests {
    private static let columns =
        [
            TableColumn("far", field: "far", alignment: .trailing), TableColumn("name", field: "name"),
            TableColumn("date", field: "date", yields: .never),
            TableColumn("place", field: "place", yields: .leavesLast(1)),
        ] + TableColumn.placeAndID

    private static func table(_ width: Int?) throws -> (lines: [String], omitted: [String]) {
        let features = ["A very long name of a bird", "Jay"].map {
            Feature(
                id: "5f5572c1-19f9-53cc-9e8c-0c6b5eaf20bd", coordinate: nil,
                fields: [
                    .init("far", .text("12.5 km")), .init("name", .text($0)), .init("date", .text("2024-05-03")),
                    .init("place", .text("A marsh with a long name")),
                ])
        }
        var bytes: [UInt8] = []
        let writer = FeatureWriter(.table, table: TableLayout(columns: columns, terminalWidth: width)) { bytes += $0 }
        for feature in features { try writer.write(feature) }
        try writer.finish()
        return (String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init), writer.omittedColumns)
    }

    @Test func `the id leaves first, then the coordinates, then texts are cut, then columns leave`() throws {
        #expect(try Self.table(nil).omitted == [])
        #expect(try Self.table(200).omitted == [])
        let some = try Self.table(90)
        #expect(some.omitted == ["id"] && !some.lines.joined().contains("…"))
        let fewer = try Self.table(76)
        #expect(fewer.omitted == ["lat", "lon", "id"] && !fewer.lines.joined().contains("…"))
        let cut = try Self.table(60)
        #expect(cut.omitted == ["lat", "lon", "id"] && cut.lines.joined().contains("…"))
        #expect(try Self.table(44).omitted == ["place", "lat", "lon", "id"])
    }

    @Test func `dates and numbers stay whole at any width, on several lines if need be`() throws {
        for width in 1...100 {
            let (lines, _) = try Self.table(width)
            #expect(lines.count { $0.contains("2024-05-03") } == 2, "\(width)")
            #expect(lines.count { $0.contains("12.5 km") } == 2, "\(width)")
            if width >= 12 { #expect(lines.allSatisfy { TerminalText.width($0) <= width }, "\(width): \(lines)") }
        }
        #expect(try Self.table(20).lines.count == 6, "two lines a row")
        #expect(try Self.table(20).lines[3].hasPrefix("  2024-05-03"))
    }
}
