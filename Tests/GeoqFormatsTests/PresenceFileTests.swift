import Geoq
import TestSupport
import Testing

@testable import GeoqFormats

/// Files that tell how likely birds are at hotspots, week by week.
@Suite struct PresenceFileTests {
    /// A bar chart as eBird writes it: lines without a table, the months, the
    /// numbers of checklists, and a line for each taxon, which ends with a tab.
    static func barChart(checklists: [Double], _ taxa: [(name: String, shares: [Double])]) -> String {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        func line(_ title: String, _ numbers: [Double]) -> String {
            title + "\t" + numbers.map { "\($0)" }.joined(separator: "\t") + "\t\n"
        }
        return "\n\n\nFrequency of observations in the selected location(s).:\nNumber of taxa: \t\(taxa.count)\n\n\t"
            + months.joined(separator: "\t\t\t\t") + "\t\t\t\t\n" + line("Sample Size:", checklists) + "\n"
            + taxa.map { line($0.name, $0.shares) }.joined()
    }

    private static let file = "ebird_L99381__1900_2026_1_12_barchart.txt"
    private static let quarters = (0..<48).map { Double($0) / 64 }

    private static func rows(_ reading: Reading) -> [PresenceRecord] {
        reading.sink.records.compactMap { if case .presence(let row) = $0 { row } else { nil } }
    }

    @Test func `a bar chart gives each week the value of its quarter of a month`() throws {
        var checklists = [Double](repeating: 7, count: 48)
        checklists[47] = 0
        let text = Self.barChart(
            checklists: checklists,
            [
                (#"Canada Goose (<em class="sci">Branta canadensis</em>)"#, Self.quarters),
                ("duck sp.", [Double](repeating: 0, count: 48)),
            ])
        let reading = try Reading(MemoryInput(Self.file, text: text, longestPiece: 11), as: .presence)
        #expect(reading.report.format == "ebird-barchart" && reading.report.source == "ebird")
        #expect(reading.sink.problems.isEmpty, "\(reading.sink.problems)")
        let rows = Self.rows(reading)
        // The last quarter has no checklist: the weeks 52 and 53 are not known.
        #expect(rows.count == 2 * 51)
        #expect(rows.allSatisfy { $0.hotspot == .ofFile("L99381") })
        let goose = rows.filter { $0.bird == .name("Branta canadensis") }
        #expect(goose.map(\.week) == Array(1...51))
        #expect(goose[0].newBird?.commonName == "Canada Goose")
        // Thursdays of 2018, which begins with a Monday: 4 January, 11 January, 1 February, 20 December.
        #expect([1, 2, 5, 51].map { goose[$0 - 1].likelihood } == [0, 1, 4, 46].map { Self.quarters[$0] })
        #expect(rows.last?.newBird?.scientificName == nil && rows.last?.bird == .name("duck sp."))
        #expect((reading.report.notes.count, reading.report.commonNotes.count) == (0, 1))
    }

    @Test func `each week has the quarter of its Thursday, in any year that begins with a Monday`() throws {
        // 2018 and 2029 begin with a Monday, and have 52 weeks of their own.
        for year in [2018, 2029] {
            for week in 1...52 {
                let first = try #require(Day(iso: "\(year)-01-04"))
                let (_, month, dayOfMonth) = Day.components(of: Int(first.number) + 7 * (week - 1))
                #expect(
                    EBirdBarChart.quarter(ofWeek: week) == 4 * (month - 1) + min((dayOfMonth - 1) / 7, 3), "\(week)")
            }
        }
        #expect(EBirdBarChart.quarter(ofWeek: 53) == 47)
    }

    @Test func `a bar chart without its hotspot is refused, and takes one that is said`() throws {
        let text = Self.barChart(
            checklists: [Double](repeating: 1, count: 48), [("Canada Goose", Self.quarters)])
        for name in ["chart.txt", "ebird_US-NY-109__1900_2026_1_12_barchart.txt"] {
            #expect(Reading.problem(MemoryInput(name, text: text), as: .presence)?.contains("of which hotspot") == true)
            let reading = try Reading(MemoryInput(name, text: text), as: .presence, hotspot: "Stewart Park")
            #expect(Self.rows(reading).first?.hotspot == .ofFile("Stewart Park"))
        }
        #expect(Reading.problem(MemoryInput(Self.file, text: text), as: .birds)?.contains("holds presence") == true)
        #expect(
            try knownKind(of: MemoryInput(Self.file, text: text), options: ImportOptions(kind: .birds)) == .presence)
    }

    @Test func `the hotspot is told by the name of a chart, also in a folder or an archive`() throws {
        for name in ["ebird_L99381__1900_2026_1_12_barchart.txt", "a/b/ebird_L99381__1900_2026_1_12_barchart (1).txt"] {
            #expect(EBirdBarChart.hotspot(in: name) == "L99381")
        }
        // A county, and several hotspots.
        for name in ["US-NY-109__1900", "L1_L2__1900", "L1__L2__1900", "L1,L2__1900"] {
            #expect(EBirdBarChart.hotspot(in: "ebird_\(name)_2026_1_12_barchart.txt") == nil, "\(name)")
        }
        let text = Self.barChart(checklists: [Double](repeating: 1, count: 48), [("Mallard", Self.quarters)])
        let one = try Reading(MemoryInput("charts", texts: [(Self.file, text)]), as: .presence)
        #expect(Self.rows(one).first?.hotspot == .ofFile("L99381"))
        let several = MemoryInput(
            "charts", texts: [(Self.file, text), ("ebird_L1__1900_2026_1_12_barchart.txt", text)])
        let both = try Reading(several, as: .presence)
        #expect(Set(Self.rows(both).map(\.hotspot.text)) == ["L99381", "L1"])
        #expect((both.report.notes.count, both.report.commonNotes.count) == (0, 1))
        let other = try Reading(MemoryInput(Self.file, text: text), as: .presence, hotspot: "Stewart Park")
        #expect(other.report.notes == ["taken as presence of Stewart Park, though its name tells L99381"])
    }

    @Test(
        arguments: [
            (#"Canada Goose (<em class="sci">Branta canadensis</em>)"#, "Canada Goose", "Branta canadensis"),
            ("Canada Goose (<i>Branta canadensis</i>)", "Canada Goose", "Branta canadensis"),
            (
                #"Muscovy Duck (Domestic type) (<em class="sci">Cairina moschata (Domestic type)</em>)"#,
                "Muscovy Duck (Domestic type)", "Cairina moschata (Domestic type)"
            ),
            ("Cooper&#39;s &amp; Sharp-shinned Hawk", "Cooper's & Sharp-shinned Hawk", nil),
            ("Mallard (<em></em>)", "Mallard (<em></em>)", nil), ("Mallard (<em</em>)", "Mallard (<em</em>)", nil),
            ("Gr&#xE9;be &quot;A&quot; &amp;lt; &none; &#0; &", "Gr\u{E9}be \"A\" &lt; &none; &#0; &", nil),
        ] as [(String, String, String?)])
    func `a taxon has a common name, and often a scientific one`(taxon: String, common: String, scientific: String?) {
        let bird = EBirdBarChart.bird(taxon)
        #expect((bird.commonName, bird.scientificName) == (common, scientific))
    }

    @Test func `a line of a megabyte is refused, and does not take hours`() throws {
        for taxon in ["a" + String(repeating: " ", count: 1 << 20) + "b", String(repeating: "a (<i>", count: 1 << 18)] {
            let text = Self.barChart(checklists: [Double](repeating: 1, count: 48), [(taxon, Self.quarters)])
            let reading = try Reading(MemoryInput(Self.file, text: text), as: .presence)
            #expect(reading.sink.records.isEmpty)
            #expect(reading.sink.problems.first?.reason.contains("at most 1000") == true)
        }
    }

    @Test func `two charts in one file are refused, one without checklists, and a line without a taxon`() throws {
        let text = Self.barChart(checklists: [Double](repeating: 1, count: 48), [("Mallard", Self.quarters)])
        let problem = Reading.problem(MemoryInput(Self.file, text: text + text), as: .presence)
        #expect(problem?.contains("several bar charts") == true, "\(problem ?? "")")
        let unsized = text.replacing("Sample Size:\t1.0\t", with: "Sample Size:\t")
        #expect(unsized != text)
        let lacking = Reading.problem(MemoryInput(Self.file, text: unsized), as: .presence)
        #expect(lacking?.contains("numbers of checklists cannot be read") == true, "\(lacking ?? "")")
        let wide = text.replacing("Sample Size:\t", with: "Sample Size:\t1.0\t1.0\t")
        let unread = Reading.problem(MemoryInput(Self.file, text: wide), as: .presence)
        #expect(unread?.contains("line of checklists") == true, "\(unread ?? "")")
        let nameless = text.replacing("Mallard\t", with: "\t") + "\t\t\n\n"
        let reading = try Reading(MemoryInput(Self.file, text: nameless), as: .presence)
        #expect(reading.sink.records.isEmpty)
        #expect(reading.sink.problems.map(\.reason) == ["no taxon"])
    }

    @Test(arguments: ["1.5", "-0.1", "x", ""]) func `a line with a bad number is refused, the others come`(
        bad: String
    ) throws {
        let good = Self.barChart(
            checklists: [Double](repeating: 1, count: 48),
            [("Mallard", Self.quarters), ("Canada Goose", Self.quarters)])
        let text = good.replacing("Mallard\t0.0\t", with: "Mallard\t\(bad)\t")
        #expect(text != good)
        let reading = try Reading(MemoryInput(Self.file, text: text), as: .presence)
        #expect(reading.sink.problems.map(\.line) == [10])
        #expect(Self.rows(reading).count == 53)
    }

    @Test func `a table names hotspots and birds by ids or names`() throws {
        let text = """
            hotspot,loc_id,species,week,frequency
            Stewart Park,,Branta canadensis,20,0.25
            ,L99381,Anas platyrhynchos,53,1

            """
        let reading = try Reading(text, as: .presence, name: "x.csv")
        #expect(
            Self.rows(reading) == [
                PresenceRecord(
                    hotspot: .name("Stewart Park"), bird: .name("Branta canadensis"), week: 20, likelihood: 0.25),
                PresenceRecord(hotspot: .id("L99381"), bird: .name("Anas platyrhynchos"), week: 53, likelihood: 1),
            ])
        #expect(try knownKind(of: MemoryInput("x.csv", text: text), options: ImportOptions(kind: .birds)) == .presence)
    }

    @Test(arguments: ["species", "common_name", "bird", "bird_id"]) func `a table tells that it is of presence`(
        column: String
    ) throws {
        let options = ImportOptions(kind: .birds)
        let text = "hotspot,\(column),week,likelihood\nMill Pond,Mallard,20,0.5\n"
        #expect(try knownKind(of: MemoryInput("x.csv", text: text), options: options) == .presence)
        let export = "id,lat,lon,hotspot_id,bird_id,week,likelihood,source,source_id\n"
        #expect(try knownKind(of: MemoryInput("x.csv", text: export), options: options) == .presence)
        let sightings = "id,\(column),lat,lon,week,frequency\n1,Mallard,42,-76,20,0.5\n"
        #expect(try knownKind(of: MemoryInput("x.csv", text: sightings), options: options) == nil)
    }

    @Test(
        arguments: [
            ("week", "0"), ("week", "54"), ("week", "1.5"), ("week", "2026-W05"), ("week", ""), ("likelihood", "1.01"),
            ("likelihood", "-0.1"), ("likelihood", "25%"), ("likelihood", ""), ("hotspot", ""), ("species", ""),
        ])
    func `a row with a bad value is refused by its column`(column: String, value: String) throws {
        var cells = ["hotspot": "Mill Pond", "species": "Anas crecca", "week": "20", "likelihood": "0.5"]
        cells[column] = value
        let sorted = cells.sorted { $0.key < $1.key }
        let table = sorted.map(\.key).joined(separator: ",") + "\n" + sorted.map(\.value).joined(separator: ",") + "\n"
        let reading = try Reading(table, as: .presence, name: "x.csv")
        #expect(reading.sink.records.isEmpty && reading.sink.problems.count == 1, "\(reading.sink.records)")
        let name = column == "hotspot" ? "hotspot_id" : column
        #expect(reading.sink.problems.first?.column == name, "\(reading.sink.problems)")
        // No hint is about degrees.
        if let hint = reading.sink.problems.first?.hint { #expect(hint.contains("1"), "\(hint)") }
    }

    @Test func `a table without what is needed is told what it lacks`() {
        let problem = Reading.problem(MemoryInput("x.csv", text: "hotspot,week\nA,1\n"), as: .presence)
        #expect(problem?.contains("miss a species and likelihood") == true, "\(problem ?? "")")
        let placeless = Reading.problem(
            MemoryInput("x.csv", text: "species,week,likelihood\nA,1,0.5\n"), as: .presence)
        #expect(placeless == "x.csv: it does not tell of which hotspot it is")
        #expect(
            (try? Reading(
                MemoryInput("x.csv", text: "id,name,lat,lon\n1,A,1,2\n"), as: .hotspots, hotspot: "A")) == nil)
    }
}
