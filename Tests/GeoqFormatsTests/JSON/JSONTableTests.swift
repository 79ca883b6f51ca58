import GeoqIndex
import TestSupport
import Testing

@testable import Geoq
@testable import GeoqFormats

@Suite("Tables as JSON: arrays of objects, and one object a line")
struct JSONTableTests {
    static let place = try! Coordinate(strictLatitude: 42.48, longitude: -76.45)

    @Test(
        "A place is read in every way in which databases write it",
        arguments: [
            #"{"name":"A","lat":42.48,"lon":-76.45}"#,
            #"{"name":"A","latitude":"42.480","lng":" -76.45 "}"#,
            #"{"name":"A","location":"0101000020E6100000CDCCCCCCCC1C53C03D0AD7A3703D4540"}"#,
            #"{"name":"A","geom":"POINT(-76.45 42.48)"}"#,
            #"{"name":"A","geom":"SRID=4326;POINT(-76.45 42.48)","lat":null,"lon":null}"#,
            #"{"name":"A","location":{"type":"Point","coordinates":[-76.45,42.48]}}"#,
            #"{"name":"A","location":{"type":"Point","crs":{"type":"name","properties":{"name":"EPSG:4326"}},"coordinates":[-76.45,42.48]}}"#,
            #"{"name":"A","geometry":{"type":"Point","coordinates":[-76.45,42.48]}}"#,
            #"{"name":"A","lat":42.48,"lon":-76.45,"location":"by the mill"}"#,
        ])
    func places(row: String) throws {
        let reading = try Reading("[\(row)]", as: .hotspots)
        #expect(reading.sink.messages == [])
        #expect(reading.sink.hotspots.map(\.coordinate) == [JSONTableTests.place])
        #expect(reading.report.format == "json")
    }

    @Test(
        "A place that cannot be used is refused",
        arguments: [
            (#"{"name":"A"}"#, "lat", "no coordinates"),
            (#"{"name":"A","latitude":"NA","lon":""}"#, "latitude", "no coordinates"),
            (
                #"{"name":"A","lat":"42,48","lon":1}"#, "lat",
                #"lat "42,48" is not a number; write decimals with a point"#
            ),
            (
                #"{"name":"A","lat":"42.48 S","lon":1}"#, "lat",
                #"lat "42.48 S" is not a number; write degrees as a plain number, south and west with a minus: -76.5"#
            ),
            (#"{"name":"A","lat":true,"lon":1}"#, "lat", #"lat "true" is not a number"#),
            (#"{"name":"A","lat":[1],"lon":1}"#, "lat", #"lat "[1]" is not a number"#),
            (#"{"name":"A","lat":"0x10","lon":1}"#, "lat", #"lat "0x10" is not a number"#),
            (
                #"{"name":"A","location":"0101000020110F0000CDCCCCCCCC1C53C03D0AD7A3703D4540"}"#, "location",
                "location: coordinates in SRID 3857; convert them to 4326 first"
            ),
            (#"{"name":"A","geom":"POINT EMPTY"}"#, "geom", "geom: an empty point"),
            (#"{"name":"A","geom":"POINT Z(1 2 3)"}"#, "geom", "geom: a point with Z or M; only lon and lat are read"),
            (#"{"lat":1,"lon":2}"#, "name", "no name"),
            (#"{"lat":1,"lon":2,"name":"  "}"#, "name", "no name"),
        ])
    func refusesPlaces(row: String, column: String, message: String) throws {
        let reading = try Reading(row, as: .hotspots)
        #expect(reading.sink.messages == ["x.json: line 1: \(message)"])
        #expect(reading.sink.problems.map(\.column) == [column])
    }

    @Test(
        "An answer of a service is told as what it is",
        arguments: [
            (#"{"offset":0,"count":1,"results":[{"name":"A","lat":1,"lon":2}]}"#, #""results""#),
            (#"{"data":{"total":1,"items":[{"name":"A","lat":1,"lon":2}]}}"#, #""items" of "data""#),
            (
                "{\n  \"version\": 0.6,\n  \"elements\": [\n {\"type\":\"node\",\"id\":1,\"lat\":1,\"lon\":2}\n]\n}\n",
                #""elements""#
            ),
            (#"{"message":"ok","facets":[{"a":1}],"results":[{"id":1},{"id":2}]}"#, #""results""#),
        ])
    func envelope(text: String, place: String) {
        for kind in [ImportKind.hotspots, .observations, .birds] {
            #expect(Reading.problem(text, as: kind) == "x.json: its rows are in \(place); save that array alone")
        }
    }

    @Test(
        "An error of a service is told in its words",
        arguments: [
            (#"{"message":"Invalid API key"}"#, "Invalid API key"),
            (#"{"status":404,"error":"Not Found"}"#, "Not Found"),
            (#"{"error":{"code":403,"message":"Forbidden"}}"#, "Forbidden"),
            (#"{"errors":[{"code":"E7"}],"status":400}"#, "E7"),
        ])
    func serviceError(text: String, words: String) {
        #expect(
            Reading.problem(text, as: .observations)
                == "x.json: it holds an error of the service instead of data: \"\(words)\"")
    }

    @Test("A row that has an array, or a message, is judged as a row where there are others or it has a place")
    func rowsWithArrays() throws {
        let lines = try Reading(
            """
            {"name":"A","photos":[{"id":1}]}
            {"name":"B","lat":1,"lon":2,"photos":[{"id":1}],"message":"hello"}
            """, as: .hotspots)
        #expect(lines.sink.messages == ["x.json: line 1: no coordinates"])
        #expect(lines.sink.hotspots.map(\.name) == ["B"])
        let alone = try Reading(#"{"name":"B","lat":1,"lon":2,"photos":[{"id":1}],"error":"none"}"#, as: .hotspots)
        #expect(alone.sink.hotspots.map(\.name) == ["B"])
    }

    @Test("Rows that are no objects are refused")
    func refusesValues() throws {
        let reading = try Reading(#"[{"name":"A","lat":1,"lon":2}, 1, "a", [2], null]"#, as: .hotspots)
        let tail = ", where an object with names and values is expected"
        #expect(
            reading.sink.messages == [
                "x.json: object 2: a number\(tail)", "x.json: object 3: a string\(tail)",
                "x.json: object 4: an array\(tail)", "x.json: object 5: null\(tail)",
            ])
        #expect(reading.sink.hotspots.count == 1)
        // An array that does not begin with an object is no table at all.
        #expect(Reading.problem("[1,2]", as: .hotspots) == "x.json: this JSON is in no format that geoq knows")
    }

    @Test("Observations, with all that they may have")
    func observations() throws {
        let reading = try Reading(
            """
            {"id":7,"scientific_name":"Parus major","common_name":"Great Tit","count":3,"date":"2026-05-03","time":"07:42","lat":42.48,"lon":-76.45,"uncertainty_m":31451,"place":"Mill Pond","license":"CC0-1.0","withheld":"moved to protect it"}
            {"species":"Grus grus","lat":42.48,"lon":-76.45,"date":"1963"}
            {"common_name":null,"lat":42.48,"lon":-76.45}
            {"lat":42.48,"lon":-76.45}
            {"species":"Grus grus","lat":42.48,"lon":-76.45,"time":"noon"}
            {"species":"Grus grus","lat":42.48,"lon":-76.45,"uncertainty_m":"far"}
            """, as: .observations)
        let first = try #require(reading.sink.observations.first)
        var expected = ObservationRecord(identity: RecordIdentity(sourceID: "7"), coordinate: JSONTableTests.place)
        expected.scientificName = "Parus major"
        expected.commonName = "Great Tit"
        expected.count = 3
        expected.date = Day(iso: "2026-05-03").flatMap { ObservedDate($0) }
        expected.time = "07:42"
        expected.uncertaintyMeters = 31451
        expected.place = "Mill Pond"
        expected.license = "CC0-1.0"
        expected.withheld = "moved to protect it"
        #expect(first == expected)
        #expect(reading.sink.observations.map(\.scientificName) == ["Parus major", "Grus grus", nil, "Grus grus"])
        #expect(reading.sink.observations.map(\.time) == ["07:42", nil, nil, nil])
        #expect(reading.report.notes == ["a time that could not be read was left out (line 5)"])
        #expect(reading.sink.observations[1].date == ObservedDate(year: 1963))
        #expect(
            reading.sink.messages == [
                "x.json: line 4: no species; name the member that holds it, or the species of all rows",
                "x.json: line 6: uncertainty \"far\" is not a number of meters",
            ])
        #expect(reading.sink.problems.map(\.column) == ["scientific_name", "uncertainty_m"])
        #expect(reading.report.format == "ndjson")
        let named = try Reading(#"[{"lat":42.48,"lon":-76.45}]"#, as: .observations, species: "Parus major")
        #expect(named.sink.observations.map(\.scientificName) == ["Parus major"])
    }

    @Test("Birds")
    func birds() throws {
        let reading = try Reading(
            """
            [{"id":"b1","common_name":"Great Tit","scientific_name":"Parus major","family":"Paridae","order_name":"Passeriformes","shape_id":"s1","description_text":"yellow","conservation_status":"LC"},
            {"scientific_name":"Grus grus"}]
            """, as: .birds)
        var expected = BirdRecord(identity: RecordIdentity(sourceID: "b1"), commonName: "Great Tit")
        expected.scientificName = "Parus major"
        expected.family = "Paridae"
        expected.orderName = "Passeriformes"
        expected.shapeID = "s1"
        expected.descriptionText = "yellow"
        expected.conservationStatus = "LC"
        #expect(reading.sink.birds == [expected])
        #expect(reading.sink.messages == ["x.json: object 2 (line 2): no common name"])
    }

    @Test("a mapping names members")
    func map() throws {
        let rows = #"[{"Y":42.48,"X Axis":-76.45,"N":"A","key":"k1","lat":1,"lon":2,"name":"wrong"}]"#
        let reading = try Reading(
            rows, as: .hotspots, map: ["lat": "Y", "lon": "X Axis", "name": "N", "id": "key"])
        #expect(
            reading.sink.hotspots == [
                HotspotRecord(
                    identity: RecordIdentity(sourceID: "k1"), name: "A", coordinate: JSONTableTests.place)
            ])
        #expect(
            Reading.problem(rows, as: .hotspots, map: ["lat": "Z"])
                == "x.json: nothing in the file has a member \"Z\" for lat")
        #expect(
            Reading.problem(rows, as: .hotspots, map: ["colour": "N"])?.hasPrefix(
                "x.json: no field is called \"colour\"") == true)
        #expect(
            Reading.problem(rows, as: .hotspots, map: ["count": "N"])?.hasPrefix("x.json: count has no use here")
                == true)
    }

    @Test("geoq's own exports come back with id and source")
    func ownExports() throws {
        let id = "0b9e1f5a-7c56-5d0e-9a9f-0123456789ab"
        let hotspots = try Reading(
            #"{"id":"\#(id)","source":"ebird","source_id":"L900000001","name":"Mill Pond","locality":null,"lat":42.48,"lon":-76.45}"#,
            as: .hotspots)
        #expect(
            hotspots.sink.hotspots == [
                HotspotRecord(
                    identity: RecordIdentity(sourceID: "L900000001", id: id, source: "ebird"), name: "Mill Pond",
                    coordinate: JSONTableTests.place)
            ])
        #expect(hotspots.report.unknownColumns == [])

        let observation = try Reading(
            #"{"type":"Feature","id":"\#(id)","geometry":{"type":"Point","coordinates":[-76.45,42.48]},"properties":{"source":"gbif","source_id":null,"scientific_name":null,"common_name":null,"count":null,"date":"2001-09-01","date_end":"2001-09-30","date_precision":"month","time":null,"uncertainty_m":31451.0,"place":null,"license":null,"withheld":null}}"#,
            as: .observations)
        let sighting = try #require(observation.sink.observations.first)
        #expect(sighting.identity == RecordIdentity(sourceID: nil, id: id, source: "gbif"))
        #expect(sighting.date == ObservedDate(year: 2001, month: 9))
        #expect(sighting.uncertaintyMeters == 31451)
        #expect(observation.report.unknownColumns == [])

        let range = try Reading(
            #"{"scientific_name":"Grus grus","lat":1,"lon":2,"date":"2001-09-01","date_end":"2001-09-03","date_precision":"day"}"#,
            as: .observations)
        #expect(range.sink.observations.first?.date?.last == Day(iso: "2001-09-03"))
        #expect(range.sink.observations.first?.date?.precision == .day)
        let backwards = try Reading(
            #"{"scientific_name":"Grus grus","lat":1,"lon":2,"date":"2001-09-01","date_end":"2001-08-03"}"#,
            as: .observations)
        #expect(backwards.sink.messages == ["x.json: line 1: date ends 2001-08-03, before it starts (2001-09-01)"])
    }

    @Test("An own export keeps every text as it is, and its id must be a UUID")
    func verbatim() throws {
        let id = "0B9E1F5A-7C56-5D0E-9A9F-0123456789AB"
        let reading = try Reading(
            """
            {"id":"\(id)","source":" s ","source_id":"NA","name":" NA ","locality":"","lat":1,"lon":2}
            {"id":"x","source":"s","source_id":"1","name":"A","lat":1,"lon":2}
            {"id":null,"source":"s","source_id":"1","name":"A","lat":1,"lon":2}
            """, as: .hotspots)
        let hotspot = try #require(reading.sink.hotspots.first)
        #expect(hotspot.identity == RecordIdentity(sourceID: "NA", id: id.lowercased(), source: " s "))
        #expect(hotspot.name == " NA ")
        #expect(hotspot.locality == "")
        #expect(
            reading.sink.messages == [
                "x.json: line 2: id \"x\" is not a UUID; leave out source and source_id if the file is not geoq's own export",
                "x.json: line 3: no id",
            ])
    }

    @Test(
        "An id that comes without source and source_id is the source's own",
        arguments: [
            #"{"id":"0b9e1f5a-7c56-5d0e-9a9f-0123456789ab","source_id":"1","name":"A","lat":1,"lon":2}"#,
            #"{"id":"0b9e1f5a-7c56-5d0e-9a9f-0123456789ab","source":"s","name":" A ","lat":1,"lon":2}"#,
        ])
    func foreignIDs(row: String) throws {
        let reading = try Reading(row, as: .hotspots)
        let hotspot = try #require(reading.sink.hotspots.first)
        #expect(hotspot.identity == RecordIdentity(sourceID: "0b9e1f5a-7c56-5d0e-9a9f-0123456789ab"))
        #expect(hotspot.name == "A")
    }

    @Test("A date may stand in three members, and be known to its month or year only")
    func dates() throws {
        let reading = try Reading(
            """
            {"lat":1,"lon":2,"year":2001,"month":9,"day":14}
            {"lat":1,"lon":2,"year":2001,"month":9,"day":null}
            {"lat":1,"lon":2,"date":"2001-09-01T00:00:00","date_precision":"month"}
            {"lat":1,"lon":2,"date":"2001-09-01","date_precision":"year"}
            {"lat":1,"lon":2,"date":"2001-09-01","date_precision":"week"}
            """, as: .observations, species: "Parus major")
        #expect(
            reading.sink.observations.map(\.date) == [
                Day(iso: "2001-09-14").flatMap { ObservedDate($0) }, ObservedDate(year: 2001, month: 9),
                ObservedDate(year: 2001, month: 9), ObservedDate(year: 2001),
            ])
        #expect(reading.sink.observations.allSatisfy { $0.time == nil })
        #expect(
            reading.sink.messages == ["x.json: line 5: date precision \"week\" is not day, month or year"])
    }

    @Test("Names that no column can have are not remembered")
    func boundsNames() throws {
        let long = String(repeating: "x", count: 10_000)
        var rows = "{\"\(long)lat\":1,\"name\":\"A\",\"lat\":1,\"lon\":2}\n"
        for number in 0..<5000 { rows += "{\"name\":\"A\",\"lat\":1,\"lon\":2,\"k\(number)\":1}\n" }
        let reading = try Reading(MemoryInput("x.json", text: rows), as: .hotspots)
        #expect(reading.sink.hotspots.count == 5001)
        #expect(reading.report.unknownColumns.count == 4096)
        #expect(reading.report.unknownColumns.prefix(2) == ["k0", "k1"])
    }

    @Test("Members go by the same names as columns of tables", arguments: ImportKind.allCases)
    func sameNamesAsColumns(kind: ImportKind) throws {
        let values: [TableField: String] = [
            .lat: "42.48", .lon: "-76.45", .count: "3", .date: "2026-05-03", .time: "07:42", .uncertainty: "50",
            .week: "20", .likelihood: "0.5",
        ]
        for (field, names) in FieldAliases.table(for: kind) {
            for name in names {
                var cells = ["lat": "42.48", "lon": "-76.45", "common_name": "Great Tit"]
                if kind == .hotspots { cells = ["lat": "42.48", "lon": "-76.45", "name": "Mill Pond"] }
                if kind == .presence {
                    cells = ["hotspot": "Mill Pond", "common_name": "Great Tit", "week": "20", "likelihood": "0.5"]
                }
                // The field under its other name only.
                switch field {
                case .lat: cells["lat"] = nil
                case .lon: cells["lon"] = nil
                case .commonName: cells["common_name"] = nil
                case .name: cells["name"] = nil
                case .place where kind == .presence: cells["hotspot"] = nil
                case .week: cells["week"] = nil
                case .likelihood: cells["likelihood"] = nil
                default: break
                }
                // A name alone is no bird.
                if kind == .birds, name == "name" { cells["scientific_name"] = "Parus major" }
                cells[name.key] = values[field] ?? "some text"
                let sorted = cells.sorted { $0.key < $1.key }
                let table = sorted.map(\.key).joined(separator: ",") + "\n" + sorted.map(\.value).joined(separator: ",")
                let members = sorted.map { JSONObject.Member($0.key, .string($0.value)) }
                let fromTable = try Reading(table, as: kind, name: "x.csv").sink
                let fromJSON = try Reading(JSONValue.object(JSONObject(members)).text, as: kind).sink
                #expect(fromJSON.records == fromTable.records, "\(field) as \(name.key)")
                #expect(fromJSON.records.count == 1, "\(field) as \(name.key)")
            }
        }
    }
}
