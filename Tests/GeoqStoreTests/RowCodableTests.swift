import Foundation
import Geoq
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqStore

/// The typed rows as JSON: the names of the server's columns, the same value again, and no value that the library would
/// refuse.
@Suite struct RowCodableTests {
    private static let (one, two, three) = (OutboxFixture.id(1), OutboxFixture.id(2), OutboxFixture.id(3))
    private static let sync = RowSync(version: 7, seenAt: Date(timeIntervalSince1970: 1_795_680_000.123))

    private static func json(_ value: some Encodable) throws -> Data { try JSONEncoder().encode(value) }

    /// A value after it was written and read.
    private static func again<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: json(value))
    }

    private static func members(_ value: some Encodable) throws -> String {
        let object = try #require(try JSONSerialization.jsonObject(with: json(value)) as? [String: Any])
        return object.keys.sorted().joined(separator: " ")
    }

    private static func filled<Row>(_ row: Row, _ change: (inout Row) throws -> Void) rethrows -> Row {
        var row = row
        try change(&row)
        return row
    }

    private static let list = filled(
        Watchlist(
            title: "Winter \u{1F986} \"ducks\"\u{0}", type: "x", place: "Ithaca", firstDay: Day(iso: "2026-11-01"),
            lastDay: Day(number: .max),
            circle: Circle(center: try! Coordinate(latitude: 0.1 + 0.2, longitude: -180), radius: .meters(1001.1)))
    ) { (list: inout Watchlist) in (list.owner, list.isDeleted, list.sync) = (one, true, sync) }

    private static let entry = filled(WatchlistEntry(bird: one, on: two, notes: "a pair", observedAt: "2026-11-20")) {
        (entry: inout WatchlistEntry) in
        (entry.nickname, entry.status, entry.addedAt, entry.observedBy) = ("Bill", "seen", "2026-05-03T05:42:00Z", "I")
        (entry.plannedFrom, entry.plannedUntil, entry.place) = ("2026-05-03", "2026-05-04", "pond")
        (entry.coordinate, entry.priority, entry.notifies) = (list.circle?.center, .min, true)
        entry.sync = sync
    }

    private static let sighting = filled(CommunityObservation(bird: one, species: "a tern", place: "pond")) {
        (sighting: inout CommunityObservation) in
        (sighting.owner, sighting.isOfSystem, sighting.hotspot) = (two, true, three)
        (sighting.coordinate, sighting.observedAt) = (list.circle?.center, "2026-11-20T08:00:00Z")
        (sighting.notes, sighting.sync) = ("white", sync)
    }

    private static let session = filled(IdentificationSession(shapeID: "duck-like", place: "pond", isCompleted: true)) {
        (session: inout IdentificationSession) in
        (session.owner, session.sizeCategory, session.locationID) = (one, -3, "7")
        (session.observedAt, session.sync) = ("2026-11-20", sync)
    }

    private static let profile = filled(UserProfile(id: one, name: "Anna", email: "a@example.org")) {
        (profile: inout UserProfile) in (profile.gender, profile.photo, profile.sync) = ("f", "a/b.jpg?v=1", sync)
    }

    private static let photo = filled(
        EntryPhoto(
            id: one, entry: two, capturedAt: "2026-11-20T08:00:00Z", uploadedAt: "2026-11-21T08:00:00Z",
            isUploaded: true, imageName: "a.jpg", objectPath: "u/e/p.jpg")
    ) { (photo: inout EntryPhoto) in photo.sync = sync }

    private static func check<Row: Codable & Equatable>(_ row: Row, _ sync: (Row) -> RowSync) throws {
        let read = try again(row)
        #expect(read == row)
        #expect(sync(read).version == sync(row).version && sync(read).seenAt == sync(row).seenAt)
    }

    @Test func `a row is the same after JSON, with all that is known of it`() throws {
        try Self.check(Self.list) { $0.sync }
        try Self.check(Watchlist(id: Self.one)) { $0.sync }
        try Self.check(Self.entry) { $0.sync }
        try Self.check(WatchlistEntry(id: Self.one, watchlist: Self.two)) { $0.sync }
        try Self.check(Self.sighting) { $0.sync }
        try Self.check(CommunityObservation()) { $0.sync }
        try Self.check(Self.session) { $0.sync }
        try Self.check(Self.profile) { $0.sync }
        try Self.check(Self.photo) { $0.sync }
        try Self.check(EntryPhoto(id: Self.one, entry: Self.two, imageName: "a.pdf")) { $0.sync }
        for canEdit in [false, true] {
            try Self.check(WatchlistShare(of: Self.one, with: Self.two, canEdit: canEdit)) { $0.sync }
        }
        let rule = WatchlistRule(.date, #"{"start": "--11-01"}"#, on: Self.two, priority: 3)
        try Self.check(rule) { $0.sync }
        try Self.check(Self.filled(rule) { $0.priority = nil }) { $0.sync }
        try Self.check(Self.filled(rule) { ($0.isActive, $0.isDeleted, $0.parameters) = (false, true, nil) }) {
            $0.sync
        }
        for rule in [
            WatchlistRule.location(columnsOf: Self.one, latitude: 0.1, longitude: nil, radiusKilometers: 2),
            .species(columnsOf: Self.one, shapeID: "duck-like"), .dates(columnsOf: Self.one, start: nil, end: "x"),
        ] {
            try Self.check(rule) { $0.sync }
        }
        try Self.check(IdentificationMark("breast", "streaked", in: Self.one)) { $0.sync }
        try Self.check(IdentificationResult(of: Self.one)) { $0.sync }
        try Self.check(IdentificationCandidate(Self.one, of: Self.two, rank: nil, confidence: 0.1 + 0.2)) { $0.sync }
        try Self.check(Bird(id: Self.one, scientificName: "Anas", shapeID: "duck-like")) { $0.sync }
    }

    @Test func `places, radiuses, days and moments keep every bit`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let center = try Coordinate(
                strictLatitude: .random(in: -90...90, using: &random),
                longitude: .random(in: -180...180, using: &random))
            let radius = Distance.meters(.random(in: 0...2_100, using: &random))
            var list = Watchlist(title: "", circle: Circle(center: center, radius: radius))
            list.firstDay = Day(number: .random(in: -800_000...3_000_000, using: &random))
            // From the year 1 to 9999.
            let moment = Double(Int64.random(in: -62_135_596_800_000...253_402_300_799_999, using: &random)) / 1000
            list.sync = RowSync(
                version: .random(in: .min ... .max, using: &random), seenAt: Date(timeIntervalSince1970: moment))
            let read = try Self.again(list)
            #expect(read == list && read.lastSyncedAt == list.lastSyncedAt, "seed \(seed)")
            #expect(abs(try #require(list.lastSyncedAt).timeIntervalSince1970 - moment) < 0.000_5, "seed \(seed)")
        }
    }

    @Test func `a feature is the same after JSON, its values of the same kinds`() throws {
        let values: [FieldValue] = [
            .null, .bool(true), .integer(1), .integer(.max), .real(1), .real(0.1 + 0.2), .real(1e300), .text("1"),
            .text(""),
        ]
        let fields = values.enumerated().map { Feature.Field("f\(9 - $0.offset)", $0.element) }
        var feature = Feature(id: "a", coordinate: Self.list.circle?.center, fields: fields)
        feature.sync = Self.sync
        let again = try Self.again(feature)
        #expect(again == feature && again.rowVersion == Self.sync.version)
        #expect(again.lastSyncedAt == Self.sync.seenAt && again.lastSyncedAt != nil)
        #expect(try Self.again(Feature(id: "b", coordinate: nil, fields: [])).coordinate == nil)
    }

    @Test func `a draft and a conflict are the same after JSON`() throws {
        var draft = Draft(
            species: "a \u{1F986}", on: Self.one, place: "pond", coordinate: Self.list.circle?.center,
            observedAt: "2026-11-20", notes: "two")
        draft.candidates = [Self.two, Self.three]
        #expect(try Self.again(draft) == draft)
        let least = Draft(species: "gull", on: Self.one)
        #expect(try Self.again(least) == least)
        #expect(
            try Self.members(draft)
                == "candidates id lat lon notes observed_at place species watchlist_id")
        let id = #""id": "\#(Self.one)", "watchlist_id": "\#(Self.two)""#
        #expect(Self.fault(Draft.self, id) == "species")
        #expect(Self.fault(Draft.self, id + #", "species": "gull", "lat": 95, "lon": 1"#) == "lat")
        #expect(Self.fault(Draft.self, id + #", "species": "gull", "lat": 5"#) == "lon")
        let conflict = Repository.Conflict(
            OutboxConflict(
                number: 7, at: "2026-11-20T08:00:00.000Z", row: RowKey(.watchlists, Self.one), reason: .edited,
                base: [ColumnValue("title", .text("a"))], mine: [ColumnValue("title", .text("b"))],
                theirs: [ColumnValue("title", .null)], settled: nil), label: "Ducks")
        #expect(try Self.again(conflict) == conflict)
        #expect(
            try Self.members(conflict)
                == "found_at id is_deleted_here is_gone_there label mine row_id table theirs")
    }

    @Test func `the members have the names of the server's columns`() throws {
        #expect(
            try Self.members(Watchlist(id: Self.one))
                == "end_date id is_deleted last_synced_at location_display_name location_rule_enabled location_rule_lat "
                + "location_rule_lon location_rule_radius_km owner_id row_version start_date title type")
        #expect(
            try Self.members(Self.entry)
                == "added_date bird_id id last_synced_at lat location_display_name lon nickname notes notify_upcoming "
                + "observation_date observed_by priority row_version status to_observe_end_date to_observe_start_date "
                + "watchlist_id")
        #expect(
            try Self.members(WatchlistRule(.date, "{}", on: Self.one))
                == "id is_active is_deleted last_synced_at parameters_json priority row_version rule_type watchlist_id")
        #expect(
            try Self.members(Self.photo)
                == "captured_at id image_path is_uploaded last_synced_at row_version storage_url uploaded_at "
                + "watchlist_entry_id")
        #expect(
            try Self.members(Self.sighting)
                == "bird_id hotspot_id id last_synced_at lat location_display_name lon notes observed_at owner_id "
                + "row_version source_type species_text")
        #expect(
            try Self.members(Self.session)
                == "id is_completed last_synced_at location_display_name location_id observed_at owner_id row_version "
                + "shape_id size_category")
        #expect(try Self.members(Self.profile) == "email gender id last_synced_at name profile_photo row_version")
        let text = String(decoding: try Self.json(Self.profile), as: UTF8.self)
        #expect(text.contains(#""last_synced_at":"2026-11-26T08:00:00.123Z""#), "\(text)")
    }

    @Test func `a server's row is read, in camel case too, and members of other names are passed over`() throws {
        let row = """
            {"id": "\(Self.one)", "title": "Ducks", "type": null, "start_date": "2026-11-01", "owner_id": "\(Self.two)",
             "location_rule_enabled": true, "location_rule_lat": 9, "observed_count": 3, "row_version": 4,
             "last_synced_at": "2026-11-20T08:00:00.5+02:00",
             "deleted_at": "2026-11-02T00:00:00+00:00", "created_at": {"a": [1]}}
            """
        for row in [
            row,
            row.replacingOccurrences(of: "_i", with: "I").replacingOccurrences(of: "_v", with: "V")
                .replacingOccurrences(of: "last_synced_at", with: "lastSyncedAt"),
        ] {
            let decoder = JSONDecoder()
            if !row.contains("row_version") { decoder.keyDecodingStrategy = .convertFromSnakeCase }
            let list = try decoder.decode(Watchlist.self, from: Data(row.utf8))
            #expect(list.owner == Self.two && list.firstDay == Day(iso: "2026-11-01") && list.circle == nil)
            #expect(list.isDeleted && list.rowVersion == 4)
            // 2026-11-20T06:00:00.5Z
            #expect(list.lastSyncedAt?.timeIntervalSince1970 == 1_795_154_400.5)
        }
    }

    /// What decoding a text as a row is refused for: the member's name.
    private static func fault<Row: Decodable>(_ type: Row.Type, _ members: String) -> String {
        do {
            let row = try JSONDecoder().decode(type, from: Data("{\(members)}".utf8))
            return "none: \(row)"
        } catch let error as DecodingError {
            switch error {
            case .keyNotFound(let key, _): return key.stringValue
            case .dataCorrupted(let context), .typeMismatch(_, let context), .valueNotFound(_, let context):
                return context.codingPath.map(\.stringValue).joined(separator: " ")
            @unknown default: return "\(error)"
            }
        } catch {
            return "\(error)"
        }
    }

    @Test func `what no row can be is refused, and the member is named`() {
        let id = #""id": "\#(Self.one)""#
        let below = id + #", "watchlist_id": "\#(Self.two)""#
        let circle = id + #", "location_rule_enabled": true, "location_rule_lat": 1, "location_rule_radius_km": "#
        #expect(Self.fault(Watchlist.self, "") == "id")
        #expect(Self.fault(Watchlist.self, #""id": "x""#) == "id")
        #expect(Self.fault(Watchlist.self, id + #", "title": 7"#) == "title")
        #expect(Self.fault(Watchlist.self, id + #", "start_date": "2026-02-30""#) == "start_date")
        #expect(Self.fault(Watchlist.self, circle + #"1, "location_rule_lon": 181"#) == "location_rule_lon")
        #expect(Self.fault(Watchlist.self, circle + #"-1, "location_rule_lon": 1"#) == "location_rule_radius_km")
        #expect(Self.fault(Watchlist.self, circle + #"1e308, "location_rule_lon": 1"#) == "location_rule_radius_km")
        #expect(Self.fault(Watchlist.self, id + #", "last_synced_at": "2026-11-20""#) == "last_synced_at")
        #expect(Self.fault(WatchlistEntry.self, id) == "watchlist_id")
        #expect(Self.fault(WatchlistEntry.self, below + #", "lat": 90.1, "lon": 1"#) == "lat")
        #expect(Self.fault(WatchlistEntry.self, below + #", "lat": 1"#) == "lon")
        #expect(Self.fault(WatchlistEntry.self, below + #", "lon": 1"#) == "lat")
        #expect(Self.fault(WatchlistEntry.self, below + #", "row_version": "4""#) == "row_version")
        #expect(Self.fault(WatchlistRule.self, below) == "rule_type")
        #expect(
            Self.fault(WatchlistShare.self, below + #", "user_id": "\#(Self.one)", "permission": "own""#)
                == "permission")
        #expect(Self.fault(CommunityObservation.self, id + #", "source_type": "x""#) == "source_type")
        #expect(
            Self.fault(EntryPhoto.self, id + #", "watchlist_entry_id": "\#(Self.one)", "storage_url": "../a""#)
                == "storage_url")
        for text in ["x", "\(Self.one)/duck_rule", "/date_rule"] {
            let rule = #""id": "\#(text)", "watchlist_id": "\#(Self.one)", "rule_type": "date""#
            #expect(Self.fault(WatchlistRule.self, rule) == "id", "\(text)")
        }
        #expect(Self.fault(Feature.self, id + #", "fields": [{"name": "a"}, {"name": "a"}]"#) == "fields")
        #expect(Self.fault(Feature.self, id + #", "fields": [{"value": null}]"#) == "name")
    }

    @Test func `a number that is none makes no place and no confidence`() throws {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        func isRefused<Row: Decodable>(_ type: Row.Type, _ text: String) -> Bool {
            do {
                _ = try decoder.decode(type, from: Data(text.utf8))
                return false
            } catch {
                return error is DecodingError
            }
        }
        for word in ["nan", "inf", "-inf"] {
            #expect(
                isRefused(CommunityObservation.self, #"{"id": "\#(Self.one)", "lat": "\#(word)", "lon": 1}"#), "\(word)"
            )
            let candidate = #"{"id": "\#(Self.one)", "result_id": "\#(Self.one)", "bird_id": "\#(Self.one)""#
            #expect(isRefused(IdentificationCandidate.self, candidate + #", "confidence": "\#(word)"}"#), "\(word)")
        }
    }

    @Test func `when a row was last synced makes no difference to whether it is the same`() {
        let later = Self.filled(Self.list) { $0.sync.seenAt = Date(timeIntervalSince1970: 1_900_000_000) }
        #expect(later == Self.list && Set([later, Self.list]).count == 1)
        #expect(Self.filled(Self.list) { $0.sync.version += 1 } != Self.list)
    }
}
