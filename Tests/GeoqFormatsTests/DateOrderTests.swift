import TestSupport
import Testing

@testable import Geoq
@testable import GeoqFormats

/// Dates that may begin with the month or with the day.
@Suite struct DateOrderTests {
    private static func table(_ dates: [String]) -> String {
        "id,scientific_name,date,lat,lon\n"
            + dates.enumerated().map { "\($0),Parus major,\($1),42.4,-76.5\n" }.joined()
    }

    private static func days(_ run: ImportRun) -> [String] {
        run.sink.records.map {
            if case .observation(let sighting) = $0 { return sighting.date.map { "\($0)" } ?? "" }
            return ""
        }
    }

    private static func run(_ text: String, name: String = "file.csv", _ order: DateOrder? = nil) throws -> [String] {
        var options = ImportOptions(kind: .observations)
        options.dateOrder = order
        let sink = CollectingSink()
        _ = try readImport(MemoryInput(name, text: text, longestPiece: 5), options: options, into: sink)
        return sink.records.map {
            if case .observation(let sighting) = $0 { return sighting.date.map { "\($0)" } ?? "" }
            return ""
        }
    }

    @Test func `all dates of a file tell the order, also those behind the first`() throws {
        #expect(
            try Self.run(Self.table(["2020-05-03", "01/02/2020", "13/02/2020", "25/12/2020"]))
                == ["2020-05-03", "2020-02-01", "2020-02-13", "2020-12-25"])
        #expect(try Self.run(Self.table(["01-02-2020", "12-31-2020"])) == ["2020-01-02", "2020-12-31"])
        #expect(try Self.run(Self.table(["01/01/2020", "2/2/2020 07:30"])) == ["2020-01-01", "2020-02-02"])
        let lines = ["01/02/2020", "13/02/2020"].map {
            #"{"scientific_name":"Parus major","date":"\#($0)","lat":1,"lon":2}"#
        }
        #expect(try Self.run(lines.joined(separator: "\n"), name: "a.ndjson") == ["2020-02-01", "2020-02-13"])
        #expect(try Self.run("[\(lines.joined(separator: ","))]", name: "a.json") == ["2020-02-01", "2020-02-13"])
    }

    @Test func `what is not clear is refused as a whole, until the order is said`() throws {
        let open = Self.table(["2020-05-03", "01/02/2020", "03/04/2020"])
        #expect(throws: UnclearDates(file: "file.csv", example: "01/02/2020", reason: .undecided)) {
            try Self.run(open)
        }
        #expect(try Self.run(open, .dayFirst) == ["2020-05-03", "2020-02-01", "2020-04-03"])
        #expect(try Self.run(open, .monthFirst) == ["2020-05-03", "2020-01-02", "2020-03-04"])
        #expect(try Self.run(open, .yearFirst) == ["2020-05-03"])
        let both = Self.table(["12/25/2020", "25/12/2020"])
        #expect(throws: UnclearDates(file: "file.csv", example: "12/25/2020", reason: .contradictory("25/12/2020"))) {
            try Self.run(both)
        }
        #expect(try Self.run(both, .dayFirst) == ["2020-12-25"])
        let line = #"{"scientific_name":"Parus major","date":"01/02/2020","lat":1,"lon":2}"#
        #expect(throws: UnclearDates.self) { try Self.run(line, name: "a.ndjson") }
    }

    @Test func `dates with points are read when the day comes first`() throws {
        #expect(try Self.run(Self.table(["01.02.2020", "31.12.2020 07:30"])) == ["2020-02-01", "2020-12-31"])
        let open = Self.table(["1.2.2020", "2020-05-03"])
        #expect(throws: UnclearDates(file: "file.csv", example: "1.2.2020", reason: .undecided)) {
            try Self.run(open)
        }
        #expect(try Self.run(open, .dayFirst) == ["2020-02-01", "2020-05-03"])
        #expect(try Self.run(open, .monthFirst) == ["2020-05-03"])
        // A spreadsheet that wrote the dates anew has changed their order.
        let personal = """
            Submission ID,Common Name,Scientific Name,Count,Location,Latitude,Longitude,Date,Time
            S1,Great Tit,Parus major,1,Here,42.4,-76.5,01.02.2018,07:42 AM
            S2,Great Tit,Parus major,1,Here,42.4,-76.5,2018-02-03,07:42 AM

            """
        #expect(throws: UnclearDates.self) { try ImportRun(personal, as: .observations) }
        #expect(try Self.run(personal, .dayFirst) == ["2018-02-01", "2018-02-03"])
    }

    @Test func `a format that says its order keeps it`() throws {
        let text = """
            Submission ID,Common Name,Scientific Name,Count,Location,Latitude,Longitude,Date,Time
            S1,Great Tit,Parus major,1,Here,42.4,-76.5,01-02-2018,07:42 AM

            """
        #expect(try Self.days(ImportRun(text, as: .observations)) == ["2018-01-02"])
    }

    @Test func `dates of a stream are not guessed`() throws {
        final class Stream: ImportInput {
            let input: MemoryInput
            init(_ input: MemoryInput) { self.input = input }
            var name: String { input.name }
            var members: [String] { input.members }
            var canBeReadAgain: Bool { false }
            func open(_ member: String) throws -> any ByteStream { try input.open(member) }
            func peek(_ member: String, count: Int) throws -> [UInt8] { try input.peek(member, count: count) }
        }
        let text = Self.table(["2020-05-03", "13/02/2020"])
        let sink = CollectingSink()
        #expect(throws: UnclearDates(file: "s", example: "13/02/2020", reason: .stream)) {
            try readImport(
                Stream(MemoryInput("s", text: text)), options: ImportOptions(kind: .observations), into: sink)
        }
        #expect(sink.records.count == 1)
    }
}
