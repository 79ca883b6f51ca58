import Geoq
import Testing

@testable import GeoqStore
@testable import GeoqSync

/// Values and names, as they are sent and as they come back.
extension ProjectWriterTests {
    @Test func `a text that is no day is not sent, and costs no other row`() async throws {
        let values = [ColumnValue("title", .text("Ducks")), ColumnValue("start_date", .text("today"))]
        let operations = [Self.operation(0), Self.operation(1, .insert, .watchlists, values), Self.operation(2)]
        let kit = PushScript.kit { _ in nil }
        for script in [kit, .tables(PushScript.json(200, "[]"))] {
            let reply = try await Self.push(operations, script)
            #expect(
                reply.answers == [
                    Self.applied,
                    .unusable(
                        "not sent: start_date of watchlists/\(Self.id(1)) is \"today\", which is no day (yyyy-mm-dd)"),
                    Self.applied,
                ])
        }
        #expect(kit.sizes == [2])
        let right = [
            "2026-02-28", "2026-05-03T05:42:00Z", "2026-05-03 05:42:00", "2026-05-03T05:42:00.123456789+02:00",
            "2026-05-03 05:42+02", "0044-03-15 BC", "-0044-03-15", "+10000-01-01T00:00:00Z", "10000-01-01", "infinity",
        ]
        for text in right { #expect(WrittenTime.isDayOrMoment(text), "\(text)") }
        let wrong = [
            "", "soon", "now", "1/2/2026", "31.12.2020", "2026-02-30", "2026-13-01", "2026-5-3", "20260503",
            "2026-05-03T25:00:00Z", "2026-05-03T05:42:00 CET", "2026-05-03x", "05:42", "1780000000",
        ]
        for text in wrong { #expect(!WrittenTime.isDayOrMoment(text), "\(text)") }
    }

    @Test func `a row of an answer has the store's forms`() async throws {
        let script = PushScript.answering { _ in
            #"""
            "status":"conflict","row_version":4,"row":{"id":"x","title":null,"row_version":4,"deleted_at":null,
            "start_date":"2026-02-28","location_rule_lat":1,"species_rule_enabled":true,"observed_count":3,
            "updated_at":"2026-05-03T07:42:00.5+02:00","edited_at":"2026-05-03T07:42:00.5+02:00",
            "edited_device":"e","of_tomorrow":1}
            """#
        }
        let operation = Self.operation(1, .update, version: 3, [ColumnValue("title", .text("Ducks"))])
        let reply = try await Self.push([operation], script)
        guard case .conflict(let row) = reply.answers[0] else {
            Issue.record("\(reply.answers)")
            return
        }
        #expect(row.version == 4 && row.deletedAt == nil && row.editedAt == "2026-05-03T05:42:00.500000Z")
        #expect(row.editedDevice == "e")
        #expect(
            row.values == [
                ColumnValue("title", .null), ColumnValue("start_date", .text("2026-02-28")),
                ColumnValue("observed_count", .integer(3)), ColumnValue("species_rule_enabled", .bool(true)),
                ColumnValue("location_rule_lat", .real(1)),
            ])
    }

    @Test func `the names of the mirror's tables and columns are those of the requests`() async throws {
        let script = PushScript.kit { _ in nil }
        let mapping = try TableMapping(json: #"{"watchlists":{"table":"lists","columns":{"title":"name"}}}"#)
        _ = try await Self.push([Self.operation(1)], script, mapping)
        let sent = try #require(script.operations.first)
        #expect(sent["table"]?.string == "lists" && sent["values"]?.object?["name"]?.string == "Ducks")
        let without = try TableMapping(json: #"{"watchlists":null}"#)
        let reply = try await Self.push([Self.operation(1)], script, without)
        guard case .refused(false, nil, _) = reply.answers[0] else {
            Issue.record("\(reply.answers)")
            return
        }
    }

    @Test func `a real keeps its bits, a number that JSON lacks is a text`() {
        let values: [(FieldValue, String)] = [
            (.real(0.1 + 0.2), "0.30000000000000004"), (.real(-0.0), "0"), (.real(.nan), "\"NaN\""),
            (.real(-.infinity), "\"-Infinity\""), (.bool(true), "true"), (.integer(.min), "\(Int64.min)"),
            (.text("a\"\u{7}"), #""a\"\u0007""#), (.null, "null"),
        ]
        for (value, text) in values { #expect(JSONValue(column: value).text == text) }
    }
}
