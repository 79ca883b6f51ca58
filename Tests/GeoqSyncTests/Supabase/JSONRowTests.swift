import Geoq
import GeoqStore
import Testing

@testable import GeoqSync

/// What a server writes into JSON becomes what the same row is over a
/// connection to the database.
@Suite struct JSONRowTests {
    @Test(arguments: [
        ("+20226-05-03", "20226-05-03"), ("-0043-03-15", "0044-03-15 BC"), ("0000-01-01", "0001-01-01 BC"),
        ("-0043-03-15T12:00:00Z", "0044-03-15T12:00:00Z BC"), ("+10000-01-01T00:00:00Z", "10000-01-01T00:00:00Z"),
        ("2026-05-03", "2026-05-03"), ("2026-05-03T05:42:00-04:00", "2026-05-03T05:42:00-04:00"),
        ("infinity", "infinity"),
    ])
    func `years beyond four digits and before the first travel as PostgreSQL reads them`(kept: String, sent: String) {
        #expect(WrittenTime.withoutSign(kept) == sent)
    }

    @Test(arguments: [
        ("2026-05-03T05:42:00+00:00", "2026-05-03T05:42:00Z"),
        ("2026-05-03T05:42:00.1+00:00", "2026-05-03T05:42:00.100000Z"),
        ("2026-05-03T05:42:00.000001+02:00", "2026-05-03T03:42:00.000001Z"),
        ("2026-05-03T00:12:00-03:30", "2026-05-03T03:42:00Z"),
        ("2026-01-01T00:30:00+05:45", "2025-12-31T18:45:00Z"),
        ("1883-11-18T12:00:00-04:56:02", "1883-11-18T16:56:02Z"),
        ("0044-03-15T12:00:00+00:00 BC", "-0043-03-15T12:00:00Z"),
        ("10000-01-01T00:00:00+00:00", "+10000-01-01T00:00:00Z"), ("2026-05-03T05:42:00", "2026-05-03T05:42:00Z"),
        ("2026-05-03T24:00:00Z", "2026-05-04T00:00:00Z"), ("2026-05-03T23:59:60Z", "2026-05-04T00:00:00Z"),
        ("2026-05-03 05:42:00.5Z", "2026-05-03T05:42:00.500000Z"), ("infinity", "infinity"),
        ("-infinity", "-infinity"), ("294276-12-31T23:59:59.999999+00:00", "+294276-12-31T23:59:59.999999Z"),
    ])
    func `a time`(text: String, stored: String) {
        #expect(JSONTime.timestamp(text) == stored)
    }

    @Test(arguments: [
        "", "now", "2026-05-03", "2026-05-03T05:42", "2026-13-03T05:42:00Z", "2026-05-03T05:42:00+",
        "2026-05-03T05:42:00.Z", "2026-05-03T25:00:00Z", "2026-05-03T05:60:00Z", "2026-05-03T05:42:061Z",
        "2026-05-03T05:42:00.1234567Z", "2026-05-03T05:42:00ZZ", "999999999999-01-01T00:00:00Z", " BC",
        "0000-01-01T00:00:00Z", "294276-01-01T00:00:00 BC",
    ])
    func `no time`(text: String) {
        #expect(JSONTime.timestamp(text) == nil)
    }

    @Test(arguments: [
        ("2026-05-03", "2026-05-03"), ("0044-03-15 BC", "-0043-03-15"), ("infinity", "infinity"),
        ("-infinity", "-infinity"), ("2026-05-03T23:00:00-02:00", "2026-05-04"), ("1999-12-31T23:00:00Z", "1999-12-31"),
    ])
    func `a day`(text: String, stored: String) {
        #expect(JSONTime.date(text) == stored)
    }

    private static func row(_ table: MirrorTable, _ json: String) throws -> MirrorRow {
        var reader = JSONRowReader(table, TableMapping.Table(table: table.rawValue))
        let object = try #require(try JSONValue(parsing: json).object)
        return try reader.row(object, token: 7)
    }

    private static func value(_ row: MirrorRow, _ table: MirrorTable, _ name: String) -> FieldValue? {
        table.columns.firstIndex { $0.name == name }.map { row.values[$0] }
    }

    private static let id = #""id":"C0000000-0000-4000-8000-000000000001""#

    @Test(arguments: [
        ("1", 1), ("-0", 0), ("0.1", 0.1), ("5e-324", Double.leastNonzeroMagnitude),
        ("1.7976931348623157e+308", 1.797_693_134_862_315_7e308),
        ("0.30000000000000004", 0.1 + 0.2), (#""NaN""#, Double.nan), (#""-Infinity""#, -Double.infinity),
        ("123456789012345678901234567890", 123_456_789_012_345_677_877_719_597_056),
    ])
    func `a number keeps its bits`(json: String, number: Double) throws {
        let row = try Self.row(.hotspot, "{\(Self.id),\"name\":\"n\",\"lat\":\(json),\"lon\":0}")
        #expect(row.id.description == "c0000000-0000-4000-8000-000000000001" && row.token == 7 && row.problem == nil)
        guard case .real(let value) = Self.value(row, .hotspot, "lat") else {
            Issue.record("\(row)")
            return
        }
        #expect(value.bitPattern == number.bitPattern)
    }

    @Test func `lists, texts and truth`() throws {
        let row = try Self.row(
            .bird,
            """
            {"valid_months":[3,null,-2147483648],"valid_locations":["a\\"\\\\\\n","é\\u007f",null],\(Self.id),
            "common_name":"x","size_category":-5,"row_version":null,"updated_at":"2026-01-01T00:00:00+00:00"}
            """)
        #expect(row.problem == nil)
        #expect(Self.value(row, .bird, "valid_months") == .text("[3,null,-2147483648]"))
        #expect(Self.value(row, .bird, "valid_locations") == .text("[\"a\\\"\\\\\\u000a\",\"é\u{7f}\",null]"))
        #expect(Self.value(row, .bird, "size_category") == .integer(-5))
        #expect(Self.value(row, .bird, "row_version") == .null)
        #expect(Self.value(row, .bird, "family") == .null, "A column that can be missing is NULL.")
    }

    @Test(arguments: [
        (#""lat":"north""#, "lat: a string cannot become real"),
        (#""name":["n"]"#, "name: an array cannot become text"),
        (#""row_version":1.5"#, "row_version: a number cannot become integer"),
        (#""updated_at":"today""#, "updated_at: a string cannot become timestamp"),
    ])
    func `a value of another kind is the row's problem`(member: String, problem: String) throws {
        let row = try Self.row(.hotspot, "{\(member),\"name\":\"n\",\"lat\":1,\"lon\":0,\(Self.id)}")
        #expect(row.problem == problem && row.values.isEmpty)
    }

    @Test func `a column that is needed and missing stops the table`() {
        #expect(throws: SyncError.schema("hotspot has no column lon, which hotspot needs", remedy: .column)) {
            try Self.row(.hotspot, "{\(Self.id),\"name\":\"n\",\"lat\":1}")
        }
        #expect(throws: SyncError.self) { try Self.row(.hotspot, #"{"id":5,"name":"n","lat":1,"lon":0}"#) }
    }

    @Test func `a row that is marked is gone`() throws {
        let row = try Self.row(.hotspot, "{\(Self.id),\"deleted_at\":\"2026-01-01T00:00:00+00:00\"}")
        #expect(row.isGone && row.values.isEmpty)
    }
}
