import GeoqIndex
import TestSupport
import Testing

@testable import Geoq
@testable import GeoqFormats

/// One undamaged input of a format, small enough to be damaged often.
struct TableSeed: CustomTestStringConvertible, Sendable {
    let format: any ImportFormat.Type
    let kind: ImportKind
    let members: [String]

    var name: String { format.name }

    var testDescription: String { name }

    static let all: [TableSeed] = [
        TableSeed(
            format: EBirdHotspotList.self, kind: .hotspots,
            members: [
                "L9,XX,XX-AA,XX-AA-001,42.48,-76.45,\"Mill, \"\"Old\"\"\",2026-05-03 07:42,118\nL8,XX,XX-AA,,42.5,"
                    + "-76.4,Heron’s\n"
            ]),
        TableSeed(
            format: EBirdBasicDataset.self, kind: .observations,
            members: [
                "GLOBAL UNIQUE IDENTIFIER\tCOMMON NAME\tOBSERVATION COUNT\tLOCALITY\tLATITUDE\tLONGITUDE\tOBSERVATION DATE\t"
                    + "TIME OBSERVATIONS STARTED\tGROUP IDENTIFIER\t\nOBS1\tTit\tX\tMill "
                    + "\"Old\"\t42.48\t-76.45\t2026-05-03\t07:42:00\tG1\t\n"
            ]),
        TableSeed(
            format: EBirdPersonalExport.self, kind: .observations,
            members: [
                "Submission ID,Common Name,Scientific Name,Count,Location,Latitude,Longitude,Date,Time,Protocol\n"
                    + "S9,Great Tit,Parus major,X,\"Mill, north\",42.48,-76.45,10-18-2014,07:42 AM\nS8,Crane,Grus "
                    + "grus,14,Marsh,42.51,-76.4,2014-10-18\n"
            ]),
        TableSeed(
            format: DarwinCoreTable.self, kind: .observations,
            members: [
                "gbifID,decimalLatitude,decimalLongitude,coordinateUncertaintyInMeters,eventDate,eventTime,year,month,"
                    + "day,scientificName,individualCount\n"
                    + "9,42.48,-76.45,50,2011-02-25/2011-03-01,10:05/11:25,2011,2,25,\"Parus (Parus) major Linnaeus, "
                    + "1758\",3\n8,1,2,,,,2011,2,,Parus × x,\n"
            ]),
        TableSeed(
            format: INaturalistExport.self, kind: .observations,
            members: [
                "id,observed_on,time_observed_at,latitude,longitude,positional_accuracy,coordinates_obscured,"
                    + "scientific_name,description\r\n"
                    + "9,2026-05-03,2026-05-03 11:42:00 UTC,42.48,-76.45,61,true,Parus major,\"two\r\nlines\"\r\n"
            ]),
        TableSeed(
            format: MovebankTrack.self, kind: .observations,
            members: [
                "event-id,visible,timestamp,location-long,location-lat,individual-taxon-canonical-name,study-name\r\n"
                    + "99,true,2026-05-09 14:59:05.000,-76.45,42.48,\"Haematopus ostralegus\",\"Example, Mill\"\r\n98,"
                    + "false,,,,,\r\n"
            ]),
        TableSeed(
            format: BandingRecords.self, kind: .observations,
            members: [
                "\"\",\"LAT_DECIMAL_DEGREES\",\"LON_DECIMAL_DEGREES\",\"COORD_PRECISION\",\"BANDING_DATE\","
                    + "\"SPECIES_NAME\"\n\"1\",42.4,-76.4,10,\"4/22/2017\",\"Cassin\u{B4}s\"\n"
            ]),
        TableSeed(
            format: PenguinCounts.self, kind: .observations,
            members: [
                "site_id,species_id,month,date,year,presence,count\nMILL,GEPE,12,2026-12-14,2026,1,120\nMILL,GEPE,1,,"
                    + "1993,1,\n",
                "site_id,site_name,region,latitude,longitude\nMILL,Mill,Coast,-64.5,-63.2\n",
                "species_id,common_name,genus,species\nGEPE,gentoo,Pygoscelis,papua\n",
            ]),
        TableSeed(
            format: GeoNamesPlaces.self, kind: .hotspots,
            members: [
                "geonameid,name,latitude,longitude,country_code,admin1_code\n99,Mill Pönds,42.5,1.5,AD,08\n98,East,"
                    + "66.1,179.9,NA,\n"
            ]),
        TableSeed(
            format: Airports.self, kind: .hotspots,
            members: [
                "\"icao\",\"iata\",\"name\",\"city\",\"subd\",\"country\",\"lat\",\"lon\"\n\"XX01\",\"\",\"Mill, N\","
                    + "\"M\",\"E\",\"XX\",42.48,-76.45\n"
            ]),
        TableSeed(
            format: PlaceTable.self, kind: .hotspots,
            members: [
                "id,source,source_id,name,locality,lat,lon\n0b6f0a3e-0000-5000-8000-00000000000a,ebird,L9,\"Mill, "
                    + "\"\"Old\"\"\",XX,42.48,-76.45\n"
            ]),
        TableSeed(
            format: SightingTable.self, kind: .observations,
            members: [
                "id;date;date_end;date_precision;time;lat;lon;count;species\n"
                    + "9;1963-04-01;1963-04-30;month;07:42Z;42.48;-76.45;3;\"Parus;\nmajor\"\n"
            ]),
        TableSeed(
            format: BirdTable.self, kind: .birds,
            members: [
                "species_code\tcommon_name\tscientific_name\tfamily\ngretit1\tGreat Tit\tParus "
                    + "major\tParidae\n"
            ]),
    ]
}

@Suite("Damaged tables")
struct TableFuzzTests {
    /// How many damaged inputs of each format; together with the short pieces
    /// that they come in, every place of a seed is cut and changed many times.
    private static let rounds = Fuzz.rounds(short: 4_000)

    @Test(arguments: TableSeed.all)
    func `a seed is read whole before it is damaged`(seed: TableSeed) throws {
        let run = try ImportRun(input(seed.members.map { Array($0.utf8) }, seed: 1, piece: 3), as: seed.kind)
        #expect(run.report.format == seed.name)
        #expect(!run.sink.records.isEmpty && run.sink.problems.isEmpty)
    }

    @Test(arguments: TableSeed.all)
    func `nothing crashes a reader, and what it takes is sound`(seed: TableSeed) throws {
        let random = UInt64.random(in: .min ... .max)
        print("\(seed.name): seed \(random)")
        var generator = SeededGenerator(seed: random)
        let members = seed.members.map { Array($0.utf8) }
        for round in 0..<Self.rounds {
            var damaged = members
            let victim = Int.random(in: 0..<members.count, using: &generator)
            damaged[victim] = Mutation.damage(members[victim], using: &generator)
            let pieces = Int.random(in: 1...200, using: &generator)
            var lines = 1
            for member in damaged {
                lines += 1
                for byte in member where byte == 0x0A { lines += 1 }
            }
            let sink = CheckingSink(lines: lines)
            var options = ImportOptions(kind: seed.kind)
            if round % 16 == 0 { options.columnMap = ["lat": "lat", "name": "date"] }
            let input = input(damaged, seed: UInt64(round), piece: pieces)
            do {
                if round % 4 == 0 {
                    _ = try readImport(input, options: options, into: sink)
                } else {
                    // Inputs that would not be recognized any more are given to
                    // the reader all the same.
                    _ = try seed.format.read(ImportProbe(input, options: options) { MemorySpool() }, into: sink)
                }
            } catch let problem as FileProblem {
                try #require(!problem.reason.isEmpty, "\(seed.name), seed \(random), round \(round)")
            }
            try #require(sink.complaint == nil, "\(seed.name), seed \(random), round \(round)")
        }
    }

    private func input(_ members: [[UInt8]], seed: UInt64, piece: Int) -> MemoryInput {
        MemoryInput(
            "fuzz", members: members.enumerated().map { ("m\($0)", $1) }, longestPiece: piece, seed: seed)
    }
}

/// Looks at each row and keeps none.
private final class CheckingSink: ImportSink {
    private let lines: Int
    private var rows = 0
    /// What was wrong with a row.
    private(set) var complaint: String?

    init(lines: Int) {
        self.lines = lines
    }

    func take(_ record: ImportRecord, line: Int) {
        count(line)
        if case .observation(let sighting) = record, let count = sighting.count, count < 0 {
            complaint = "count \(count)"
        }
        if case .hotspot(let hotspot) = record, hotspot.name.isEmpty { complaint = "a hotspot without a name" }
        if case .bird(let bird) = record, bird.commonName.isEmpty { complaint = "a bird without a name" }
    }

    func refuse(_ problem: RowProblem, raw: [UInt8]) {
        count(problem.line)
        if problem.reason.isEmpty { complaint = "a refusal without a reason" }
        if problem.value.map({ $0.count > 100 }) == true { complaint = "a value without end" }
    }

    func skip(_ reason: SkipReason) {
        count(1)
    }

    /// No row may be invented or come twice.
    private func count(_ line: Int) {
        rows += 1
        if !(1...lines).contains(line) { complaint = "line \(line) of \(lines)" }
        if rows > lines { complaint = "\(rows) rows of \(lines) lines" }
    }
}
