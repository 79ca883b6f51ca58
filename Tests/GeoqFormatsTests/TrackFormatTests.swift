import GeoqIndex
import TestSupport
import Testing

@testable import Geoq
@testable import GeoqFormats

@Suite("iNaturalist export")
struct INaturalistExportTests {
    @Test func `descriptions hold line ends, private places are passed over`() throws {
        let text = [
            "id,observed_on,time_observed_at,quality_grade,license,place_guess,latitude,longitude,positional_accuracy,"
                + "coordinates_obscured,common_name,scientific_name,description",
            "900000001,2026-05-03,2026-05-03 11:42:00 UTC,research,CC-BY,\"Mill Pond, Example\",42.48,-76.45,61,false,"
                + "Great Tit,Parus major,\"two lines\r\nof text\"",
            "900000002,2026-05-03,,research,,,,,,true,Great Tit,Parus major,",
            "900000003,2026-05-03,2026-05-04 02:10:00 UTC,research,CC0,Example,42.4,-76.4,61,true,Great Tit,Parus "
                + "major,",
            "900000004,,2026-05-04 02:10:00 UTC,research,CC0,Example,42.4,,61,true,Great Tit,Parus major,",
            "",
        ].joined(separator: "\r\n")
        let run = try ImportRun(text, as: .observations, name: "observations.csv")
        #expect(run.report.format == "inaturalist" && run.report.source == "inaturalist")
        #expect(run.sink.skipped == [.noCoordinates: 1])
        #expect(run.sink.lines == [2, 5])
        let (open, obscured) = (run.sink.observations[0], run.sink.observations[1])
        #expect(open.identity.sourceID == "900000001" && open.place == "Mill Pond, Example" && open.license == "CC-BY")
        #expect(open.uncertaintyMeters == 61 && open.withheld == nil && open.time == "11:42:00Z")
        #expect(obscured.withheld == "coordinates obscured")
        #expect(obscured.uncertaintyMeters == ObscuredCell.longestDiagonal)
        // The observer's day stays; the day of the time in UTC is given beside
        // it.
        #expect(obscured.date?.exactDay == Day(iso: "2026-05-03") && obscured.time == "02:10:00Z")
        #expect(open.dayInUTC == Day(iso: "2026-05-03") && obscured.dayInUTC == Day(iso: "2026-05-04"))
        #expect(run.report.notes.isEmpty)
        #expect(run.sink.messages == ["observations.csv: line 6: lat without lon"])
    }

    @Test func `the public accuracy is that of an obscured place`() throws {
        let text = """
            id,latitude,longitude,positional_accuracy,public_positional_accuracy,geoprivacy,taxon_geoprivacy,\
            coordinates_obscured,species_guess
            1,42.4,-76.4,5,28123,obscured,open,true,tit
            2,42.4,-76.4,5,5,,open,false,tit
            3,42.4,-76.4,,7,,,false,tit

            """
        let run = try ImportRun(text, as: .observations)
        #expect(run.sink.observations.map(\.uncertaintyMeters) == [28123, 5, 7])
        #expect(run.sink.observations.map(\.withheld) == ["coordinates obscured, geoprivacy=obscured", nil, nil])
        #expect(run.sink.observations.map(\.commonName) == ["tit", "tit", "tit"])
    }

    @Test func `without a column for the species the user is asked`() throws {
        let input = MemoryInput("o.csv", text: "id,observed_on,latitude,longitude\n1,2026-05-03,42.48,-76.45\n")
        #expect(
            try fileProblem(input, as: .observations)
                == "o.csv: no column for the species among id, observed_on, latitude, longitude")
        let run = try ImportRun(input, as: .observations, species: "Parus major")
        #expect(run.sink.observations.map(\.scientificName) == ["Parus major"])
    }
}

@Suite("Movebank track")
struct MovebankTrackTests {
    @Test func `the longitude comes first, times are UTC, outliers are passed over`() throws {
        let text = [
            "event-id,visible,timestamp,location-long,location-lat,location-error-numerical,sensor-type,"
                + "individual-taxon-canonical-name,tag-local-identifier,individual-local-identifier,study-name",
            "990000000001,true,2026-05-09 00:00:00.000,-76.4500000,42.4800000,5.3,\"gps\",\"Haematopus ostralegus\","
                + "\"TAG1\",\"BIRD1\",\"Example study, Mill Pond\"",
            "990000000002,false,2026-05-09 14:59:05.000,-76.45,42.48,,\"gps\",\"Haematopus ostralegus\",\"T\",\"B\","
                + "\"E\"",
            "990000000003,true,2026-05-09 14:59:05.000,,,,\"gps\",\"Haematopus ostralegus\",\"T\",\"B\",\"E\"",
            "990000000004,true,2026-05-09 14:59:05.000,-76.45,142.48,,\"gps\",\"Haematopus ostralegus\",\"T\",\"B\","
                + "\"E\"",
            "990000000005,no,2026-05-09 15:00:00.000,-76.45,42.48,,\"gps\",\"Haematopus ostralegus\",\"T\",\"B\",\"E\"",
            "",
        ].joined(separator: "\r\n")
        let run = try ImportRun(text, as: .observations, name: "gps.csv")
        #expect(run.report.source == "movebank")
        let fix = try #require(run.sink.observations.first)
        #expect(run.sink.observations.count == 1)
        #expect(fix.coordinate == (try Coordinate(latitude: 42.48, longitude: -76.45)))
        #expect(fix.identity.sourceID == "990000000001" && fix.scientificName == "Haematopus ostralegus")
        #expect(fix.time == "00:00:00Z" && fix.date?.exactDay == Day(iso: "2026-05-09") && fix.uncertaintyMeters == 5.3)
        #expect(run.sink.skipped == [.notVisible: 2, .noCoordinates: 1])
        let local = try ImportRun(
            "event-id,timestamp,location-long,location-lat,study-local-timestamp\n"
                + "1,2026-05-09 02:00:00.000,-76.45,42.48,2026-05-08 22:00:00.000\n", as: .observations,
            species: "Haematopus ostralegus")
        #expect(local.sink.observations.first?.date?.exactDay == Day(iso: "2026-05-08"))
        #expect(local.sink.observations.first?.time == "22:00:00")
        #expect(run.sink.messages == ["gps.csv: line 5: lat 142.48 out of range −90…90; did you swap lat and lon?"])
    }
}

@Suite("Bird bandings")
struct BandingRecordsTests {
    @Test func `centres of blocks have an uncertainty, names may be latin-1`() throws {
        let bytes =
            Array(
                ("\"\",\"LAT_DECIMAL_DEGREES\",\"LON_DECIMAL_DEGREES\",\"COORD_PRECISION\",\"BANDING_DATE\","
                    + "\"SPECIES_NAME\"\n"
                    + "\"1\",42.41667,-76.41667,10,\"4/22/2017\",\"Cassin").utf8) + [0xB4]
            + Array(
                ("s Auklet\"\n\"2\",42.41667,-76.41667,NA,\"10/3/1975\",NA\n\"3\",42.4,-76.4,0,NA,\"Great Tit\"\n"
                    + "\"4\",42.4,-76.4,60,\"22/4/2017\",\"Great Tit\"\n\"5\",NA,NA,10,NA,\"Great Tit\"\n").utf8)
        let run = try ImportRun(MemoryInput("bandings.csv", bytes, longestPiece: 9), as: .observations)
        let bandings = run.sink.observations
        #expect(bandings.map(\.commonName) == ["Cassin´s Auklet", nil, "Great Tit"])
        #expect(bandings.map(\.uncertaintyMeters) == [13_150, 13_150, nil])
        #expect(bandings.map { $0.date?.exactDay } == [Day(iso: "2017-04-22"), Day(iso: "1975-10-03"), nil])
        #expect(run.report.latin1Lines == 1)
        #expect(
            run.sink.messages == [
                "bandings.csv: line 5: date \"22/4/2017\" is unreadable; the month comes first, or write yyyy-mm-dd",
                "bandings.csv: line 6: no coordinates",
            ])
    }
}

@Suite("MAPPPD")
struct PenguinCountsTests {
    private let sites = (
        path: "sites.csv",
        text: "site_id,site_name,region,ccamlr_id,latitude,longitude\n"
            + "MILL,Mill Pond Rookery,Example Coast,48.9,-64.5000,-63.2000\nLOST,Lost Rock,Example Coast,48.9,,\n"
    )
    private let counts = (
        path: "data/penguin_obs.csv",
        text: "site_id,species_id,citekey,month,day,doy,date,year,season,type,presence,count,accuracy,vantage\n"
            + "MILL,GEPE,example2026,12,14,348,2026-12-14,2026,2026,nests,1,120,2,ground\n"
            + "MILL,GEPE,example2026,,,,,1993,1993,nests,1,,2,\nMILL,GEPE,example2026,1,,,,1994,1993,nests,1,5,2,\n"
            + "MILL,GEPE,example2026,,,,,1995,1995,nests,0,0,2,\nNONE,GEPE,example2026,,,,,1996,1995,nests,1,7,2,\n"
            + "MILL,XXPE,example2026,,,,,1996,1995,nests,1,7,2,\nLOST,GEPE,example2026,,,,,1996,1995,nests,1,7,2,\n"
    )
    private let species = (
        path: "species.csv",
        text: "species_id,common_name,genus,species\nGEPE,gentoo penguin,Pygoscelis,papua\nUNPE,unknown penguin,,\n"
    )

    @Test func `sites are hotspots, from the folder or alone`() throws {
        for input in [
            MemoryInput("mapppd", texts: [sites, counts, species]), MemoryInput("sites.csv", text: sites.text),
        ] {
            let run = try ImportRun(input, as: .hotspots)
            #expect(run.report.format == "mapppd" && run.report.source == "mapppd")
            #expect(run.sink.hotspots.map(\.name) == ["Mill Pond Rookery"])
            #expect(
                run.sink.hotspots[0].identity.sourceID == "MILL" && run.sink.hotspots[0].locality == "Example Coast")
            #expect(run.sink.problems.map(\.reason) == ["no coordinates"])
        }
    }

    @Test func `counts are observations at their sites`() throws {
        let run = try ImportRun(MemoryInput("mapppd.zip", texts: [counts, sites, species]), as: .observations)
        let sightings = run.sink.observations
        #expect(sightings.map(\.count) == [120, nil, 5])
        #expect(
            sightings.map(\.date) == [
                ObservedDate(Day(iso: "2026-12-14")!), ObservedDate(year: 1993), ObservedDate(year: 1994, month: 1),
            ])
        #expect(sightings[0].scientificName == "Pygoscelis papua" && sightings[0].commonName == "gentoo penguin")
        #expect(sightings[0].place == "Mill Pond Rookery")
        #expect(sightings[0].coordinate == (try Coordinate(latitude: -64.5, longitude: -63.2)))
        #expect(run.sink.skipped == [.notPresent: 1])
        #expect(
            run.sink.messages == [
                "mapppd.zip/data/penguin_obs.csv: line 6: site \"NONE\" is not in sites.csv",
                "mapppd.zip/data/penguin_obs.csv: line 7: species \"XXPE\" is not in species.csv",
                "mapppd.zip/data/penguin_obs.csv: line 8: site \"LOST\" has no coordinates in sites.csv",
            ])
    }

    @Test func `counts alone have no place`() throws {
        let input = MemoryInput("penguin_obs.csv", text: counts.text)
        #expect(
            try fileProblem(input, as: .observations)
                == "penguin_obs.csv: these counts have no coordinates of their own; "
                + "give the folder or archive with sites.csv and species.csv beside them")
        #expect(
            try fileProblem(MemoryInput("sites.csv", text: sites.text), as: .birds)
                == "sites.csv: of MAPPPD's tables this has hotspots; for birds give species.csv")
    }

    @Test func `species are birds`() throws {
        let run = try ImportRun(MemoryInput("species.csv", text: species.text), as: .birds)
        #expect(run.sink.birds.map(\.commonName) == ["gentoo penguin", "unknown penguin"])
        #expect(run.sink.birds.map(\.scientificName) == ["Pygoscelis papua", nil])
        #expect(run.sink.birds.map(\.identity.sourceID) == ["GEPE", "UNPE"])
    }
}
