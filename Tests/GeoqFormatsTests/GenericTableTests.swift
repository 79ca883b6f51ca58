import GeoqIndex
import TestSupport
import Testing

@testable import Geoq
@testable import GeoqFormats

@Suite("Tables of places")
struct PlaceTableTests {
    @Test func `GeoNames places have their codes, Namibia's too`() throws {
        let text = """
            geonameid,name,latitude,longitude,country_code,admin1_code,population,timezone
            990001,Mill Ponds,42.5,1.5,AD,08,15000,Europe/Andorra
            990002,Ôtjiwarongo,-20.5,16.6,NA,,15000,Africa/Windhoek
            990003,East Cape,66.1,179.9,NA,01,1,Asia/Anadyr

            """
        let run = try ImportRun(text, as: .hotspots)
        #expect(run.report.source == "geonames")
        #expect(run.sink.hotspots.map(\.locality) == ["AD-08", "NA", "NA-01"])
        #expect(run.sink.hotspots.map(\.identity.sourceID) == ["990001", "990002", "990003"])
        #expect(run.sink.hotspots[1].name == "Ôtjiwarongo")
    }

    @Test func `airports have their ICAO code`() throws {
        let text = """
            "icao","iata","name","city","subd","country","elevation","lat","lon","tz","lid"
            "XX01","","Mill Pond Field, North","Mill","Example","XX",100.0,42.48,-76.45,"America/New_York",""

            """
        let run = try ImportRun(text, as: .hotspots)
        #expect(run.report.source == "airports")
        let airport = try #require(run.sink.hotspots.first)
        #expect(airport.name == "Mill Pond Field, North" && airport.locality == "Mill, Example, XX")
        #expect(airport.identity.sourceID == "XX01")
    }

    @Test(arguments: [
        "lat,lon,name,admin1,admin2,cc\n42.48,-76.45,\"Mill, Old\",Example,,XX\n",
        "Name;Longitude;Latitude;Region\n\"Mill, Old\";-76.45;42.48;Example\n",
        "\u{FEFF}site_name\tLNG\tLAT\tstate\r\nMill, Old\t-76.45\t42.48\tExample\r\n",
        "\"\",\"Loc.Name\",\"Y\",\"X\",\"Locality\"\n\"1\",\"Mill, Old\",42.48,-76.45,\"Example\"\n",
    ])
    func `any order of columns will do`(text: String) throws {
        let run = try ImportRun(text, as: .hotspots)
        #expect(run.report.format == "places" && run.report.source == nil)
        #expect(
            run.sink.hotspots == [
                HotspotRecord(
                    identity: RecordIdentity(), name: "Mill, Old", locality: "Example",
                    coordinate: try Coordinate(latitude: 42.48, longitude: -76.45))
            ])
    }

    @Test func `a mapping says what columns mean`() throws {
        let text = "code,A,B,C\n7,42.48,-76.45,Mill\n"
        let run = try ImportRun(text, as: .hotspots, map: ["latitude": "A", "lon": "b", "name": "C", "id": "code"])
        #expect(run.sink.hotspots.map(\.identity.sourceID) == ["7"])
        #expect(run.sink.hotspots.map(\.name) == ["Mill"])
        #expect(run.report.unknownColumns.isEmpty)
    }

    @Test func `a mapping overrides what is recognised`() throws {
        let text = "id,lat,lon,name,title\n7,42.48,-76.45,Mill,Pond\n"
        let run = try ImportRun(text, as: .hotspots, map: ["name": "title"])
        #expect(run.sink.hotspots.map(\.name) == ["Pond"])
        #expect(run.report.unknownColumns == ["name"])
    }

    @Test func `a mapping that does not fit is refused`() throws {
        let input = MemoryInput("f.csv", text: "lat,lon,name\n42.48,-76.45,Mill\n")
        #expect(
            try fileProblem(input, as: .hotspots, map: ["lat": "Y"])
                == "f.csv: there is no column \"Y\" for lat; there are lat, lon, name")
        #expect(
            try fileProblem(input, as: .hotspots, map: ["colour": "name"])?.hasPrefix(
                "f.csv: no field is called \"colour\"; the fields are id, lat, lon, name") == true)
        #expect(
            try fileProblem(input, as: .hotspots, map: ["count": "name"])
                == "f.csv: count has no use here; columns can be named for geometry, id, lat, locality, lon, name")
    }

    @Test func `a place without a name is refused, and so is a short row`() throws {
        let run = try ImportRun("lat,lon,name\n42.48,-76.45,\n42.48,-76.45\n1,2,A,\n1,2,A,B\n", as: .hotspots)
        #expect(
            run.sink.messages == [
                "file.csv: line 2: no name", "file.csv: line 3: 2 fields where the header has 3",
                "file.csv: line 5: 4 fields where the header has 3; does a field hold the separator without being "
                    + "quoted?",
            ])
        #expect(run.sink.hotspots.count == 1)
    }

    @Test func `a quote that swallows rows costs one line`() throws {
        let run = try ImportRun(
            "lat,lon,name\n1,2,\"open\n3,4,B\n5,6,\"C\"\n7,8,D\n9,10,\"E\nF\"\n", as: .hotspots)
        #expect(run.sink.hotspots.map(\.name) == ["B", "C", "D", "E\nF"])
        #expect(
            run.sink.messages == [
                "file.csv: line 2: text after a closing quote; a quote inside of quotes is written twice (\"\")"
            ])
        let swallowed = try ImportRun("name,lat,lon\n\"open,1,2\nB,3,4\nC,5,6,\"\nD,7,8\n", as: .hotspots)
        #expect(swallowed.sink.hotspots.map(\.name) == ["B", "D"])
        #expect(
            swallowed.sink.messages == [
                "file.csv: line 2: 1 field where the header has 3; a quote that is opened in it closes 2 lines below",
                "file.csv: line 4: a quote is opened and never closed; the lines after it are read on their own",
            ])
    }
}

@Suite("Tables of sightings and birds")
struct SightingTableTests {
    @Test func `sightings are read by the usual names`() throws {
        let text = """
            Species,English name,How many,Date,Time,Lat,Long,Site
            Parus major,Great Tit,X,2026-05-03,07:42,42.48,-76.45,Mill Pond
            Grus grus,Common Crane,14,4/22/2017 9:27 AM,,42.48,-76.45,Mill Pond

            """
        let run = try ImportRun(text, as: .observations)
        #expect(run.report.format == "sightings")
        let sightings = run.sink.observations
        #expect(sightings.map(\.scientificName) == ["Parus major", "Grus grus"])
        #expect(sightings.map(\.commonName) == ["Great Tit", "Common Crane"])
        #expect(sightings.map(\.count) == [nil, 14] && sightings.map(\.time) == ["07:42", "09:27"])
        #expect(sightings[1].date?.exactDay == Day(iso: "2017-04-22") && sightings[1].place == "Mill Pond")
    }

    @Test func `places alone are no sightings`() throws {
        let problem = try fileProblem(MemoryInput("f.csv", text: "lat,lon,name\n1,2,A\n"), as: .observations)
        #expect(
            problem == "f.csv: no column for the species among lat, lon, name")
    }

    @Test func `geoq's own export of sightings comes back whole`() throws {
        let text = """
            id,source,source_id,scientific_name,common_name,count,date,date_end,date_precision,time,lat,lon,\
            uncertainty_m,place,license,withheld
            0B6F0A3E-0000-5000-8000-00000000000A,gbif,9000000001,Parus major,,3,1963-04-01,1963-04-30,month,,42.48,\
            -76.45,31451," NA ",CC0_1_0,obscured
            0b6f0a3e-0000-5000-8000-00000000000b,,,Parus major,NA,,2011-02-25,2011-03-01,day,10:05:00Z,42.48,-76.45,,,,
            0b6f0a3e-0000-5000-8000-00000000000c,,,Parus major,,,1963-01-01,,year,,42.48,-76.45,,,,
            not-a-uuid,,,Parus major,,,,,,,42.48,-76.45,,,,
            0b6f0a3e-0000-5000-8000-00000000000d,,,Parus major,,,1963-01-02,1963-01-01,day,,42.48,-76.45,,,,
            0b6f0a3e-0000-5000-8000-00000000000d,,,Parus major,,,1963-01-02,,week,,42.48,-76.45,,,,

            """
        let run = try ImportRun(text, as: .observations)
        let sightings = run.sink.observations
        #expect(
            sightings[0].identity
                == RecordIdentity(sourceID: "9000000001", id: "0b6f0a3e-0000-5000-8000-00000000000a", source: "gbif"))
        #expect(sightings[1].identity == RecordIdentity(id: "0b6f0a3e-0000-5000-8000-00000000000b"))
        #expect(
            sightings.map(\.date) == [
                ObservedDate(year: 1963, month: 4),
                ObservedDate(Day(iso: "2011-02-25")!, through: Day(iso: "2011-03-01")), ObservedDate(year: 1963),
            ])
        #expect(sightings[0].place == " NA " && sightings[0].withheld == "obscured" && sightings[1].commonName == "NA")
        #expect(sightings[1].time == "10:05:00Z" && sightings[0].uncertaintyMeters == 31451)
        #expect(
            run.sink.problems.map(\.reason) == [
                "id \"not-a-uuid\" is not a UUID", "date ends 1963-01-01, before it starts (1963-01-02)",
                "date precision \"week\" is not day, month or year",
            ])
        #expect(run.report.unknownColumns.isEmpty)
    }

    @Test(arguments: ["%", "#", "?", "-"])
    func `a last column whose name has no letter is a column`(name: String) throws {
        let run = try ImportRun("name,lat,lon,\(name),\nMill,42.48,-76.45,50,\n", as: .hotspots)
        #expect(run.sink.hotspots.map(\.name) == ["Mill"] && run.sink.problems.isEmpty)
        #expect(run.report.unknownColumns == [name])
    }

    @Test func `geoq's own export of hotspots comes back whole`() throws {
        let text = """
            id,source,source_id,name,locality,lat,lon
            0b6f0a3e-0000-5000-8000-00000000000a,ebird,L900000001,"Mill, ""Old"" Pond",XX-AA,42.48,-76.45
            0b6f0a3e-0000-5000-8000-00000000000b,,,\u{FEFF}Odd,,42.48,-76.45

            """
        let run = try ImportRun(text, as: .hotspots)
        #expect(run.sink.hotspots.map(\.name) == ["Mill, \"Old\" Pond", "\u{FEFF}Odd"])
        #expect(run.sink.hotspots.map(\.identity.source) == ["ebird", nil])
        #expect(run.sink.hotspots.map(\.identity.sourceID) == ["L900000001", nil])
    }

    @Test func `birds are read by the usual names, and from geoq's own export`() throws {
        let run = try ImportRun(
            "species_code,common_name,sci_name,family,order\ngretit1,Great Tit,Parus major,Paridae,Passeriformes\nx,,,"
                + ",\n",
            as: .birds)
        var tit = BirdRecord(identity: RecordIdentity(sourceID: "gretit1"), commonName: "Great Tit")
        (tit.scientificName, tit.family, tit.orderName) = ("Parus major", "Paridae", "Passeriformes")
        #expect(run.sink.birds == [tit])
        #expect(run.sink.problems.map(\.reason) == ["no common name"])
        // In eBird's taxonomy TAXON_ORDER is a number.
        let taxonomy = try ImportRun(
            "TAXON_ORDER,CATEGORY,SPECIES_CODE,PRIMARY_COM_NAME,SCI_NAME,ORDER1,FAMILY\n"
                + "20000,species,gretit1,Great Tit,Parus major,Passeriformes,Paridae\n",
            as: .birds)
        #expect(taxonomy.sink.birds == [tit])
        let own = try ImportRun(
            """
            id,source,source_id,common_name,scientific_name,family,order_name,shape_id,description_text,\
            conservation_status
            0b6f0a3e-0000-5000-8000-00000000000a,,,Great Tit,Parus major,,,song-bird,"black cap,
            white cheek",LC

            """, as: .birds)
        let bird = try #require(own.sink.birds.first)
        #expect(bird.shapeID == "song-bird" && bird.descriptionText == "black cap,\nwhite cheek")
        #expect(bird.conservationStatus == "LC" && bird.identity.id == "0b6f0a3e-0000-5000-8000-00000000000a")
        #expect(own.report.unknownColumns.isEmpty)
    }
}
