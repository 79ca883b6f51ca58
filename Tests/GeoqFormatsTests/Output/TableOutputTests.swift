import Geoq
import GeoqFormats
import GeoqIndex
import TestSupport
import Testing

@Suite("Tables for people")
struct TableOutputTests {
    private func named(_ names: [String]) -> [Feature] {
        names.map {
            Feature(id: "x", coordinate: nil, fields: [.init("name", .text($0)), .init("count", .integer(5))])
        }
    }

    private let nameAndCount = [
        TableColumn("Name", field: "name"), TableColumn("Count", field: "count", alignment: .trailing),
    ]

    @Test func columnsAreAlignedAndFormatted() throws {
        let features = [
            Feature(
                id: "a1", coordinate: try place(42.5, -76),
                fields: [
                    .init("name", .text("Heron Marsh")), .init("distance_m", .real(820.4)),
                    .init("bearing_deg", .real(-135)), .init("seen", .bool(true)),
                ]),
            Feature(
                id: "b2", coordinate: nil,
                fields: [
                    .init("name", .null), .init("distance_m", .real(12_345)), .init("bearing_deg", .null),
                    .init("seen", .bool(false)),
                ]),
        ]
        let columns = [
            TableColumn("Name", field: "name"), .distance("Distance", field: "distance_m", unit: .kilometers),
            .bearing("Bearing", field: "bearing_deg"), TableColumn("Seen", field: "seen"),
            TableColumn("Lat", field: "lat", alignment: .trailing),
        ]
        #expect(
            try written(.table, features, table: TableLayout(columns: columns))
                == """
                Name         Distance  Bearing  Seen   Lat
                Heron Marsh   0.82 km  SW 225°  yes   42.5
                              12.3 km           no

                """)
    }

    @Test func datesAreShownAsPreciselyAsTheyAreKnown() throws {
        let dates: [[String?]] = [
            ["2024-05-03", nil, "day"], ["2024-05-03", "2024-05-03", nil], ["2024-05-03", "2024-05-09", "day"],
            ["2024-05-01", "2024-05-31", "month"], ["2024-01-01", "2024-12-31", "year"],
            ["2019-01-01", "2021-12-31", "year"], ["in spring", nil, nil], [nil, nil, nil],
        ]
        let features = dates.map { values in
            let fields = zip(["date", "date_end", "date_precision"], values)
            return Feature(
                id: "x", coordinate: nil,
                fields: fields.map { .init($0, $1.map { .text($0) } ?? .null) } + [.init("n", .integer(1))])
        }
        let columns = [
            TableColumn.date("Date", field: "date", end: "date_end", precision: "date_precision"),
            TableColumn("n", field: "n"),
        ]
        #expect(
            try written(.table, features, table: TableLayout(columns: columns))
                == """
                Date                   n
                2024-05-03             1
                2024-05-03             1
                2024-05-03/2024-05-09  1
                2024-05                1
                2024                   1
                2019/2021              1
                in spring              1
                                       1

                """)
    }

    @Test func withoutColumnsAllFieldsAreShown() throws {
        let feature = Feature(
            id: "a1", coordinate: try place(1, -2),
            fields: [.init("count", .integer(12)), .init("name", .text("Heron")), .init("note", .null)])
        #expect(
            try written(.table, [feature])
                == """
                id  name   lat  lon  count  note
                a1  Heron    1   -2     12

                """)
        #expect(try written(.table, []) == "")
    }

    @Test func onlyAStyledTableHasEscapeSequences() throws {
        let layout = TableLayout(columns: nameAndCount, isStyled: true)
        #expect(try written(.table, named(["Jay"]), table: layout) == "\u{1B}[1mName  Count\u{1B}[0m\nJay       5\n")
    }

    @Test func textsAreCutToTheTerminalAndNumbersNot() throws {
        let features = named(["A very long name of a place", "鳥鳥鳥鳥鳥鳥鳥鳥鳥鳥鳥", "short"])
        #expect(
            try written(.table, features, table: TableLayout(columns: nameAndCount, terminalWidth: 20))
                == """
                Name           Count
                A very long …      5
                鳥鳥鳥鳥鳥鳥…      5
                short              5

                """)
        // Eight columns of text and the numbers remain, however narrow it is, on
        // lines of their own.
        #expect(
            try written(
                .table, features.prefix(1).map { $0 }, table: TableLayout(columns: nameAndCount, terminalWidth: 1))
                == "Name\n  Count\nA very …\n      5\n")
    }

    @Test("What is in a name cannot reach the terminal")
    func hostile() throws {
        let text = try written(.table, named(hostileNames), table: TableLayout(columns: nameAndCount))
        #expect(text.split(separator: "\n").count == hostileNames.count + 1)
        for scalar in text.unicodeScalars where scalar != "\n" {
            #expect(scalar.properties.generalCategory != .control)
            #expect(!(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value))
        }
        #expect(text.contains("␛[2J␛]0;title␇"))
    }

    @Test func recordsShowTheirIDAndPlace() throws {
        var text = ""
        let columns = [TableColumn("bird", field: "bird"), TableColumn("lat", field: "lat"), .id("id", field: "id")]
        let writer = RecordWriter(.table, table: TableLayout(columns: columns)) {
            text += String(decoding: $0, as: UTF8.self)
        }
        try writer.write([.init("id", .text("7aa0")), .init("bird", .text("Wren")), .init("lat", .real(42.5))])
        try writer.finish()
        #expect(text == "bird  lat   id\nWren  42.5  7aa0\n")
    }

    @Test func longNamesAreCutAlsoWithoutATerminal() throws {
        let name = String(repeating: "x", count: 1_000_000)
        let marks = "e" + String(repeating: "\u{301}", count: 1_000_000)
        let lines = try written(.table, named([name, marks]), table: TableLayout(columns: nameAndCount))
            .split(separator: "\n")
        #expect(lines[1] == String(repeating: "x", count: 255) + "…      5")
        #expect(lines[2].utf8.count < 3_000)
    }

    @Test func widthsAreFixedAfterTenThousandRows() throws {
        var pieces = 0
        var bytes: [UInt8] = []
        let writer = FeatureWriter(.table, table: TableLayout(columns: nameAndCount, terminalWidth: 80)) {
            pieces += 1
            bytes += $0
        }
        for _ in 0..<9_999 { try writer.write(named(["Jay"])[0]) }
        try writer.flush()
        #expect(pieces == 0)
        try writer.write(named(["Jay"])[0])
        try writer.flush()
        #expect(pieces == 1)
        try writer.write(named(["Heron"])[0])
        try writer.finish()
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 10_002)
        #expect(lines.last == "Her…      5")
    }

    @Test(
        "Widths are those of terminals",
        arguments: [
            ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("鳥", 2), ("ｱ", 1), ("Ａ", 2), ("한글", 4),
            ("ᄒ\u{1161}\u{11AB}", 2),
            ("🐦", 2), ("🐦‍⬛", 2), ("👩‍👩‍👧", 2), ("🇨🇭", 2), ("❤", 1), ("❤\u{FE0F}", 2), ("עורב", 4), ("\u{200D}", 0),
            ("\u{301}", 0),
            ("a\u{AD}b", 3),
        ])
    func widths(text: String, width: Int) {
        #expect(TerminalText.width(text) == width)
    }

    @Test(
        "Cutting leaves room for the ellipsis",
        arguments: [
            ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("abcd", 1, "…"), ("鳥鳥", 3, "鳥…"), ("鳥鳥鳥", 4, "鳥…"),
            ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
        ])
    func cutting(text: String, columns: Int, expected: String) {
        #expect(TerminalText.cut(text, to: columns) == expected)
        #expect(TerminalText.width(expected) <= columns)
    }

    @Test(
        "What cannot be seen is left out, but for joiners of scripts and pictures",
        arguments: [
            ("It\u{200B}ha\u{2060}ca\u{FEFF}", "Ithaca"), ("a\u{AD}b", "ab"), ("a\u{200D}b\u{200C}", "ab"),
            ("\u{200D}a", "a"), ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("a\u{E0041}", "a"),
            ("🏴\u{E0067}\u{E007F}", "🏴\u{E0067}\u{E007F}"), ("\u{3164}x", "x"),
        ])
    func invisible(text: String, expected: String) {
        #expect(TerminalText.neutralized(text) == expected)
    }

    @Test("Random rows never break the lines or the width", arguments: [61, 62] as [UInt64])
    func randomRows(seed: UInt64) throws {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let features = try randomFeatures(using: &generator, count: 20)
            let columns = ["name", "odd \"field\"", "place,note"].map { TableColumn($0, field: $0) }
            let layout = TableLayout(columns: columns, terminalWidth: Int.random(in: 28...60, using: &generator))
            let lines = try written(.table, features, table: layout).split(
                separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count == features.count + 2)
            #expect(lines.allSatisfy { TerminalText.width(String($0)) <= layout.terminalWidth ?? 0 })
        }
    }
}
