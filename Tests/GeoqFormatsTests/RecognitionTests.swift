import TestSupport
import Testing

@testable import Geoq
@testable import GeoqFormats

@Suite("Recognising formats")
struct RecognitionTests {
    private func problem(_ bytes: some Sequence<UInt8>, as kind: ImportKind = .hotspots) throws -> String? {
        try fileProblem(MemoryInput("f", bytes), as: kind)
    }

    @Test func `what is not data is refused with one sentence`() throws {
        #expect(try problem("".utf8) == "f: the file is empty")
        #expect(try problem(" \n\n".utf8) == "f: the file is empty")
        #expect(try problem("%PDF-1.7\n…".utf8) == "f: this is a PDF, not a data file")
        #expect(
            try problem("<!DOCTYPE html><html><body>Sign in".utf8)
                == "f: this is a web page (HTML), perhaps one that asks to sign in, and not the download")
        #expect(try problem([0x89, 0x50, 0x4E, 0x47, 0, 1, 2]) == "f: this is binary data, not text")
        #expect(try problem([0x1F, 0x8B, 8, 0]) == "f: its gzip cannot be unpacked: it is damaged")
        #expect(
            try problem("PK\u{3}\u{4}rest".utf8)
                == "f: this is an archive that cannot be unpacked here; unpack it first")
        #expect(
            try problem("lat,lon,name\r1,2,A\r".utf8)
                == "f: its lines end with CR alone; save it with LF or CR LF line ends")
        #expect(
            try problem("<?xml version='1.0'?><a/>".utf8)
                == "f: this is XML, which geoq reads only as GPX and as the meta.xml of a Darwin Core archive")
    }

    @Test(arguments: [
        #"{"table":"watchlists","id":"1","status":"pendingCreate","edited":[],"values":{"title":"A"},"before":null}"#,
        #"{"table":"draft","id":"1","watchlist_id":"2","species":"Wren","lat":1,"lon":2}"#,
        #"{"table":"conflict","id":"1","of":"watchlists","mine":{"title":"A"},"theirs":{}}"#,
    ])
    func `changes that a logout exported are no rows, whatever they are imported as`(line: String) throws {
        let told = "f: these are changes that were not sent to a project, and no rows of their own"
        for text in [line, line + "\n" + line + "\n"] {
            for kind in [ImportKind.watchlists, .hotspots, .observations, .birds] {
                #expect(try problem(text.utf8, as: kind) == told, "\(kind)")
            }
            #expect {
                try knownKind(of: MemoryInput("f", text: text), options: ImportOptions(kind: .observations))
            } throws: {
                "\($0)" == told
            }
        }
        // A place may have a column of that name.
        let place = #"{"table":"7","id":"1","name":"A","lat":1,"lon":2}"#
        #expect(try problem(place.utf8) == nil)
    }

    @Test func `a document type is named, before anything is guessed`() throws {
        let text = "<?xml version='1.0'?>\n<!DOCTYPE gpx>\n<gpx><wpt lat='1' lon='2'><name>A</name></wpt></gpx>"
        let told = "f: it has a document type (<!DOCTYPE …>), which geoq does not read; take it out of the file"
        #expect(try problem(text.utf8) == told)
        #expect {
            try knownKind(of: MemoryInput("f", text: text), options: ImportOptions(kind: .observations))
        } throws: {
            "\($0)" == told
        }
    }

    @Test(arguments: [
        (#"{"errors":[{"title":"no key"}]}"#, #"f: it holds an error of the service instead of data: "no key""#),
        (#"{"message":"Invalid API key"}"#, #"f: it holds an error of the service instead of data: "Invalid API key""#),
        ("Too Many Requests", #"f: this is not a table: its first line is "Too Many Requests""#),
        (
            #"[{"name":"A","lat":1,"lon":2},{"na"#,
            "f: line 1, after object 1: the file ends inside a value: it is cut short"
        ),
        ("[1,2]", "f: this JSON is in no format that geoq knows"),
    ])
    func `what no format reads is told as such, and not asked for what its rows are`(text: String, told: String) {
        #expect {
            try knownKind(of: MemoryInput("f", text: text), options: ImportOptions(kind: .observations))
        } throws: {
            "\($0)" == told
        }
    }

    @Test func `a zip of a readme is told as such, and a long file is not called cut short`() throws {
        let readme = MemoryInput("d.zip", texts: [("README.txt", "Download of 3 May\n")])
        #expect {
            try knownKind(of: readme, options: ImportOptions(kind: .observations))
        } throws: {
            "\($0)".hasPrefix("d.zip: this is not a table: its first line is")
        }
        let places = (1...9_000).map { #"{"name":"P\#($0)","lat":1,"lon":2}"# }.joined(separator: ",")
        let texts = [
            "[\(places)]", "name,lat,lon\nA,1,2\n", "common,lat,lon\nA,1,2\n", "WKT\n\"POLYGON((0 0,1 0,1 1,0 0))\"\n",
            #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}"#,
        ]
        for text in texts {
            let wide: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            for bytes in [Array(text.utf8), wide] {
                let input = MemoryInput("f", bytes)
                #expect(
                    try knownKind(of: input, options: ImportOptions(kind: .observations)) == nil, "\(text.prefix(40))")
            }
        }
    }

    @Test func `an Excel workbook is told from other archives`() throws {
        let book = MemoryInput(
            "b.xlsx", texts: [("[Content_Types].xml", "<Types/>"), ("xl/workbook.xml", "<workbook/>")])
        #expect(
            try fileProblem(book, as: .hotspots)
                == "b.xlsx: this is an Excel workbook; save the sheet as CSV and import that")
        #expect(try fileProblem(MemoryInput("d", members: []), as: .hotspots) == "d: there is nothing in it")
        let pictures = MemoryInput("d", members: [("a.png", [0x89, 0, 1]), ("b.png", [0x89, 0, 1])])
        #expect(
            try fileProblem(pictures, as: .hotspots)
                == "d: none of its 2 files can be imported as hotspots: d/a.png: this is binary data, not text; "
                + "d/b.png: this is binary data, not text")
    }

    @Test func `unknown columns are named, with the way out`() throws {
        #expect(
            try problem("Breite,Länge,Ort\n1,2,A\n".utf8)
                == "f: no known format: found the columns Breite, Länge, Ort and miss lat, lon and name")
        #expect(
            try problem("Breite,Länge,Ort\n1,2,A\n".utf8, as: .birds)
                == "f: no known format: found the columns Breite, Länge, Ort and miss common_name")
        // Only missing columns are named, after aliases and the mapping.
        #expect(
            try problem("id,name,Breite,lon\n1,A,1,2\n".utf8)
                == "f: no known format: found the columns id, name, Breite, lon and miss lat")
        #expect(
            try problem("species,date,Breite\nA,2020-01-01,1\n".utf8, as: .observations)
                == "f: no known format: found the columns species, date, Breite and miss lat and lon")
        #expect(
            try fileProblem(
                MemoryInput("f", text: "id,Breite,name\n1,2,A\n"), as: .hotspots, map: ["lat": "Breite"])
                == "f: no known format: found the columns id, Breite, name and miss lon")
        #expect(
            try fileProblem(MemoryInput("f", text: "id,Breite\n1,2\n"), as: .hotspots, map: ["foo": "Breite"])?
                .hasPrefix("f: no field is called \"foo\"; the fields are id, lat") == true)
        #expect(
            try problem("id,name,lat,lon\n1,Place 1,1,2\n".utf8, as: .birds)
                == "f: no known format: found the columns id, name, lat, lon and miss common_name")
        #expect(
            try problem("id,name,lat,lon\n1,Place 1,1,2\n".utf8, as: .watchlists)
                == "f: no known format: found the columns id, name, lat, lon and miss what only watchlists have, "
                + "such as radius_km or rule_type")
        #expect(
            try problem("lat,lon,other\n1,2,A\n".utf8)
                == "f: no column for name among lat, lon, other")
        #expect(
            try problem("just a note\nto myself\n".utf8) == "f: this is not a table: its first line is \"just a note\"")
        let many = (0..<50).map { "c\($0)" }.joined(separator: ",")
        #expect(try problem("\(many)\n".utf8)?.contains("c11, … (50 columns)") == true)
    }

    @Test func `names of files do not matter`() throws {
        let run = try ImportRun(MemoryInput("notes.doc", text: "name\tlat\tlon\nMill\t1\t2\n"), as: .hotspots)
        #expect(run.sink.hotspots.count == 1)
    }

    @Test func `hidden files are no members, and several unknown tables are too many`() throws {
        let input = MemoryInput(
            "z.zip", texts: [("__MACOSX/._a.csv", "x"), (".DS_Store", "x"), ("a.csv", "name,lat,lon\nMill,1,2\n")])
        #expect(try ImportRun(input, as: .hotspots).sink.hotspots.count == 1)
        let two = MemoryInput("z.zip", texts: [("a.csv", "p,q\n1,2\n"), ("b.csv", "r,s\n1,2\n")])
        #expect(
            try fileProblem(two, as: .hotspots)
                == "z.zip: none of its 2 files can be imported as hotspots: "
                + "z.zip/a.csv: no known format: found the columns p, q and miss lat, lon and name; "
                + "z.zip/b.csv: no known format: found the columns r, s and miss lat, lon and name")
    }

    @Test func `a stream is opened once, so that standard input will do`() throws {
        let input = MemoryInput("-", text: "name,lat,lon\nMill,1,2\n")
        _ = try ImportRun(input, as: .hotspots)
        #expect(input.opened == ["-": 1])
    }

    @Test(arguments: [
        (
            "eventID,decimalLatitude,decimalLongitude,eventDate\nE,1,2,2020\n",
            "these are events of a Darwin Core archive"
        ),
        ("id,eventID,scientificName\n1,E,Robin\n", "these occurrences have no coordinates of their own"),
        (
            "observationID,deploymentID,observationType,scientificName,count\n1,d,animal,Robin,1\n",
            "these observations of a Camtrap DP have no coordinates of their own"
        ),
        ("deploymentID,latitude,longitude,deploymentStart\nd,1,2,2020\n", "these are the deployments of a Camtrap DP"),
        ("tag-id,animal-id,animal-taxon\n1,2,A\n", "this is Movebank's reference data"),
        ("LAT_DECIMAL_DEGREES,LON_DECIMAL_DEGREES,BANDING_DATE\n1,2,4/22/2017\n", "no column for the species among"),
        ("event-id,timestamp,location-long,location-lat\n1,2020-01-01,2,1\n", "no column for the species among"),
        ("date,lat,lon\n2020-01-01,1,2\n", "no column for the species among date, lat, lon"),
    ])
    func `sightings of nothing are refused with what to do`(text: String, words: String) throws {
        let refusal = try problem(text.utf8, as: .observations)
        #expect(refusal?.hasPrefix("f: \(words)") == true, "\(refusal ?? "taken")")
    }

    @Test func `a count of nothing is no sighting`() throws {
        let table = try ImportRun("species,count,lat,lon\nA,0,1,2\nB,X,1,2\nC,1,1,2\nD,,1,2\n", as: .observations)
        #expect(table.sink.observations.map(\.scientificName) == ["B", "C", "D"] && table.sink.skipped == [.absent: 1])
        let json = try ImportRun(
            #"[{"species":"A","count":0,"lat":1,"lon":2},{"species":"B","count":2,"lat":1,"lon":2}]"#, as: .observations
        )
        #expect(json.sink.observations.map(\.scientificName) == ["B"] && json.sink.skipped == [.absent: 1])
        let mine = try ImportRun(
            "Submission ID,Common Name,Count,Latitude,Longitude\nS1,Robin,0,1,2\nS1,Wren,X,1,2\n", as: .observations)
        #expect(mine.sink.observations.map(\.commonName) == ["Wren"] && mine.sink.skipped == [.absent: 1])
    }

    @Test func `JSON tells which feature is wrong, in a file of one line, too`() throws {
        let good = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"name":"A"}}"#
        let line = good.replacing("Point", with: "LineString")
        let run = try ImportRun(
            #"{"type":"FeatureCollection","features":[\#(good),\#(good),\#(line),{"x":}"# + "]}", as: .hotspots)
        #expect(run.sink.problems.map(\.element) == ["feature 3", "feature 4"])
        #expect(run.sink.messages[0] == "file.csv: feature 3: geometry: a LineString is not a point")
        let lines = try ImportRun("\(good)\n\(line)\n", as: .hotspots)
        #expect(lines.sink.messages == ["file.csv: line 2: geometry: a LineString is not a point"])
    }

    @Test func `names without end are refused`() throws {
        let long = String(repeating: "x", count: 1_001)
        let places = try ImportRun("name,lat,lon\n\(long),1,2\nA,1,2\n", as: .hotspots)
        #expect(places.sink.messages == ["file.csv: line 2: name has 1001 bytes; at most 1000 are taken"])
        let lists = try ImportRun(#"[{"title":"\#(long)"},{"title":"A"}]"#, as: .watchlists)
        #expect(lists.sink.messages == ["file.csv: object 1: title has 1001 bytes; at most 1000 are taken"])
        #expect(lists.sink.records.count == 1)
    }

    @Test func `a folder in a folder may be an archive among other files`() throws {
        let meta = """
            <archive><core fieldsTerminatedBy="," ignoreHeaderLines="1" rowType="x/Occurrence"><files><location>o.csv\
            </location></files><id index="0"/><field index="1" term="x/decimalLatitude"/><field index="2" \
            term="x/decimalLongitude"/><field index="3" term="x/scientificName"/></core></archive>
            """
        let input = MemoryInput(
            "all",
            texts: [
                ("dwca/meta.xml", meta), ("dwca/o.csv", "id,lat,lon,name\n1,1,2,Parus major\n"),
                ("dwca/other.csv", "a,b\n1,2\n"), ("seen.csv", "species,lat,lon\nA,1,2\nB,95,2\n"),
                ("z.txt", "nothing here"),
            ])
        let run = try ImportRun(input, as: .observations)
        #expect(run.sink.observations.map(\.scientificName) == ["Parus major", "A"])
        #expect(run.sink.messages == ["all/seen.csv: line 3: lat 95.0 out of range −90…90; did you swap lat and lon?"])
        #expect(run.report.files.map(\.name) == ["all/dwca", "all/seen.csv", "all/z.txt"])
        #expect(run.report.files.map(\.taken) == [1, 1, 0])
        #expect(run.report.notes == ["all/dwca: not read: other.csv"])
        #expect(run.report.files[2].leftOut?.description == "this is not a table: its first line is \"nothing here\"")
    }
}
