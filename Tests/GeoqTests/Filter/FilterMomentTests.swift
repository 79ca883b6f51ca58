import Testing

@testable import Geoq

/// Times of any zone that are compared with a column of moments.
@Suite struct FilterMomentTests {
    @Test(
        arguments: [
            ("2024-01-01", "2024-01-01T00:00:00+00:00"), ("2024-01-01T00:30:00Z", "2024-01-01T00:30:00+00:00"),
            ("2024-01-01 00:30+02", "2023-12-31T22:30:00+00:00"),
            ("2024-02-28T23:30:00.2500-01:00", "2024-02-29T00:30:00.25+00:00"),
            ("2024-01-01t05:15:00+0545", "2023-12-31T23:30:00+00:00"),
            ("2024-01-01T10:00:00", "2024-01-01T10:00:00+00:00"),
            ("2023-12-31T22:30:00.000001+00:00", "2023-12-31T22:30:00.000001+00:00"),
            ("2024-01-01T24:00:00Z", "2024-01-02T00:00:00+00:00"), ("2024-01-01 24:00+01", "2024-01-01T23:00:00+00:00"),
            ("2024-12-31T23:59:60Z", "2025-01-01T00:00:00+00:00"),
            ("9999-12-31T24:00:00Z", "9999-12-31T24:00:00+00:00"),
            ("9999-12-31T23:30:00.5-05:00", "9999-12-31T24:00:00+00:00"),
            ("9999-12-31T23:59:59.5Z", "9999-12-31T23:59:59.5+00:00"),
            ("2024-01-01T10:00:60.5+00:00", "2024-01-01T10:01:00.5+00:00"), ("2024-01-01T24:00:01Z", nil),
            ("2024-01-01T24:00:00.5Z", nil), ("2024-01-01T24:01Z", nil), ("2024-01-01T25:00Z", nil),
            ("2024-01-01T10:00:61Z", nil), ("2024-01-01T10:60Z", nil),
            ("yesterday", nil), ("2024-02-30", nil), ("2024-01-01T10:00:00 CET", nil),
            ("2024-01-01T1:00:00Z", nil), ("2024-01-01T10:00:00.Z", nil), ("2024-01-01Z", nil),
        ] as [(String, String?)])
    func `a moment is written in UTC`(written: String, text: String?) {
        #expect(WrittenMoment(written)?.text == text)
    }

    @Test(
        arguments: [
            ("seen > '2024-01-01T01:00:00+02:00'", true), ("seen = '2023-12-31T23:30:00Z'", true),
            ("'2024-01-01 00:30+01' = seen", true), ("seen < DATE('2024-01-01')", true),
            ("NOT (seen >= TIMESTAMP('2024-01-01T00:00:00Z') OR seen IN ('2024-01-01T00:30:00+02:00'))", true),
            ("seen BETWEEN '2023-12-31T18:00:00-05:00' AND DATE('2024-01-01')", true),
            ("seen IN ('never', '2024-01-01T00:30:00+01:00')", true), ("seen < '2024-01-01T00:30:00+01:00'", false),
            ("seen < TIMESTAMP('9999-12-31T24:00:00Z')", true), ("seen >= '9999-12-31T23:00:00-02:00'", false),
            ("note = '2024-01-01T00:30:00+01:00'", true), ("seen LIKE '2023-12-31T23:30%'", true),
        ])
    func `times of any zone are compared with moments`(filter: String, holds: Bool) throws {
        let row = ["seen": "2023-12-31T23:30:00+00:00", "note": "2024-01-01T00:30:00+01:00"]
        let written = try PropertyFilter(cql2Text: filter).writingMoments(of: ["seen"])
        try written.validate(columns: ["seen": .text, "note": .text], of: "hotspots")
        #expect(written.evaluate { row[$0].map { .text($0) } ?? .null } == holds, "\(written)")
        #expect(written.writingMoments(of: ["seen"]) == written)
    }

    @Test(
        arguments: [
            ("seen = '2023-12-31 23:30'", true), ("seen = '2023-12-31T23:30:00.000+05:00'", true),
            ("seen < DATE('2024-01-01')", true), ("DATE('2023-12-31') <= seen", true),
            ("seen BETWEEN '2023-12-31' AND '2023-12-31 24:00'", true), ("seen > '2023-12-31 23:30'", false),
            ("seen IN ('2023-12-31T23:29:60')", true), ("seen > TIMESTAMP('2023-12-31T23:29:59Z')", true),
        ])
    func `times without a zone are compared as they are written`(filter: String, holds: Bool) throws {
        let written = try PropertyFilter(cql2Text: filter).writingMoments(of: [], local: ["seen"])
        try written.validate(columns: ["seen": .text], of: "hotspots")
        #expect(written.evaluate { $0 == "seen" ? .text("2023-12-31T23:30:00") : .null } == holds, "\(written)")
        #expect(written.writingMoments(of: [], local: ["seen"]) == written)
    }
}
