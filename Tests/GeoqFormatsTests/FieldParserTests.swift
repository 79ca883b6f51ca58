import TestSupport
import Testing

@testable import Geoq
@testable import GeoqFormats

@Suite("Fields")
struct FieldParserTests {
    @Test(
        arguments: [
            ("1", 1), ("-76.45", -76.45), (".583", 0.583), ("+0.5", 0.5), ("7.", 7), ("1e3", 1000), ("1.5E-3", 0.0015),
            ("42.4800000000000000000001", 42.48), ("0.1234567890123456789", 0.123_456_789_012_345_678_9),
            ("00000000000000000000012", 12), ("9007199254740993", 9_007_199_254_740_992),
        ] as [(String, Double)])
    func `decimals are read, correctly rounded`(text: String, expected: Double) {
        #expect(DecimalNumber.parse(text) == expected)
    }

    @Test(arguments: ["", "-", ".", "1e", "1e+", "0x10", "inf", "nan", "1,5", "1 2", "--1", "1.2.3", "1e999", "½"])
    func `nothing else is a number`(text: String) {
        #expect(DecimalNumber.parse(text) == nil)
    }

    @Test func `random decimals round as the standard library rounds`() {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<5000 {
            let text = String(Double.random(in: -180...180, using: &generator))
            #expect(DecimalNumber.parse(text) == Double(text), "\(text), seed \(seed)")
        }
    }

    @Test func `coordinates out of range are refused with the values`() {
        func reason(_ latitude: Double?, _ longitude: Double?) -> String? {
            do {
                _ = try CoordinateFields.coordinate(latitude: latitude, longitude: longitude)
                return nil
            } catch {
                return error.at(line: 4099, of: "f").description
            }
        }
        #expect(
            reason(42.5, 196.2)
                == "f: line 4099: lon 196.2 out of range −180…180; longitudes from 0 to 360? subtract 360 from those above 180"
        )
        #expect(reason(-120.5, 42.5) == "f: line 4099: lat -120.5 out of range −90…90; did you swap lat and lon?")
        #expect(reason(95, 120) == "f: line 4099: lat 95.0 out of range −90…90")
        #expect(reason(42, nil) == "f: line 4099: lat without lon")
        #expect(reason(nil, 42) == "f: line 4099: lon without lat")
        #expect(reason(nil, nil) == nil)
        #expect(reason(-90, 180) == nil)
    }

    @Test(arguments: [("3", 3), ("0", 0), ("3.0", 3), ("X", nil), ("x", nil), ("--", nil), ("", nil), ("NA", nil)])
    func `a count is a number, or an animal was there`(text: String, expected: Int?) throws {
        #expect(try CountField.parse(text) == expected)
    }

    @Test(arguments: [
        ("many", "count \"many\" is not a number or X"), ("-3", "count -3 is negative"),
        ("2.5", "count 2.5 is not a whole number"), ("1e300", "count 1e300 is too large"),
    ])
    func `other counts are refused`(text: String, reason: String) {
        #expect(throws: FieldProblem(value: text, reason: reason)) { try CountField.parse(text) }
    }

    @Test(arguments: [
        ("2001-09-14", "2001-09-14 2001-09-14 day"), ("2001-9-4", "2001-09-04 2001-09-04 day"),
        ("2001/09/14", "2001-09-14 2001-09-14 day"), ("1963", "1963-01-01 1963-12-31 year"),
        ("1964-02", "1964-02-01 1964-02-29 month"), ("4/22/2017", "2017-04-22 2017-04-22 day"),
        ("10-18-2014", "2014-10-18 2014-10-18 day"), ("2001-09-14T00:00:00", "2001-09-14 2001-09-14 day 00:00:00"),
        ("2026-05-09 14:59:05.000", "2026-05-09 2026-05-09 day 14:59:05"),
        ("2019-08-12T10:05Z", "2019-08-12 2019-08-12 day 10:05Z"),
        ("4/22/2017 7:42", "2017-04-22 2017-04-22 day 07:42"),
        ("2011-02-25/2011-03-01", "2011-02-25 2011-03-01 day"), ("2007-11-13/15", "2007-11-13 2007-11-15 day"),
        ("2007-11/12", "2007-11-01 2007-12-31 month"), ("1900/1909", "1900-01-01 1909-12-31 year"),
        ("2007-11-13/12-02", "2007-11-13 2007-12-02 day"), ("2007/2008-03", "2007-01-01 2008-03-31 year"),
        ("2011-02-25T10:00:00/2011-02-25T11:30:00", "2011-02-25 2011-02-25 day 10:00:00"),
        ("4/22/2017/4/30/2017", "2017-04-22 2017-04-30 day"),
    ])
    func `dates are read as they are written`(text: String, expected: String) throws {
        let field = try DateField.parse(text, .monthFirst)
        let time = field.time.map { " " + $0 } ?? ""
        #expect("\(field.date.first) \(field.date.last) \(field.date.precision)\(time)" == expected)
    }

    @Test(arguments: [
        "", "spring", "2001-02-30", "2001-13", "4/22/2017x", "2017-4-22-1", "20170422", "4/22/17", "2001-09-14Tnoon",
        "1963-00-00", "2001-09-14/", "/2001-09-14", "1900/10", "2017 07:42", "2001-09-14T", "0000-01-01",
    ])
    func `what is no date is refused, never guessed`(text: String) {
        let problem = FieldProblem(value: text, reason: "date \"\(text)\" is unreadable", hint: "write yyyy-mm-dd")
        #expect(throws: problem) { try DateField.parse(text) }
    }

    @Test func `a day before the month is refused and explained`() {
        #expect(
            throws: FieldProblem(
                value: "22/4/2017", reason: "date \"22/4/2017\" is unreadable",
                hint: "the month comes first, or write yyyy-mm-dd")
        ) { try DateField.parse("22/4/2017", .monthFirst) }
        #expect(throws: FieldProblem.self) { try DateField.parse("22/4/2017") }
        #expect(throws: FieldProblem.self) { try DateField.parse("4/22/2017", .dayFirst) }
    }

    @Test func `points stand between the numbers only where the day comes first`() throws {
        let field = try DateField.parse("5.12.2020 7:42", .dayFirst)
        #expect("\(field.date.first) \(field.time ?? "")" == "2020-12-05 07:42")
        let range = try DateField.parse("31.12.2020/02.01.2021", .dayFirst)
        #expect("\(range.date.first) \(range.date.last)" == "2020-12-31 2021-01-02")
        for order in [DateOrder.monthFirst, .yearFirst] {
            #expect(throws: FieldProblem.self) { try DateField.parse("05.12.2020", order) }
        }
        for text in ["5.12-2020", "5.12", "31.12.20", "5.12.2020.", "12.31.2020"] {
            #expect(throws: FieldProblem.self) { try DateField.parse(text, .dayFirst) }
        }
    }

    @Test func `a range must not end before it starts`() {
        #expect(
            throws: FieldProblem(
                value: "2011-03-01/2011-02-25", reason: "date \"2011-03-01/2011-02-25\" ends before it starts")
        ) { try DateField.parse("2011-03-01/2011-02-25") }
    }

    @Test(arguments: [
        ("07:42", "07:42"), ("7:42:00", "07:42:00"), ("09:27 AM", "09:27"), ("9:27PM", "21:27"), ("12:05 AM", "00:05"),
        ("12:05 PM", "12:05"), ("14:59:05.000", "14:59:05"), ("10:05:00Z", "10:05:00Z"), ("10:05+0200", "10:05+02:00"),
        ("10:05-05", "10:05-05:00"), ("21:21:00 UTC", "21:21:00Z"), ("10:05:00 +02:00", "10:05:00+02:00"),
        ("7:42:00 AM", "07:42:00"), ("T10:05", "10:05"),
    ])
    func `times have one form`(text: String, expected: String) {
        #expect(TimeField.parse(text) == expected)
    }

    @Test(arguments: [
        "", "noon", "24:00", "7", "0742", "07:60", "13:00 PM", "0:30 AM", "07:42 XYZ", "07:42+2", "07:42:",
    ])
    func `what is no time is nil`(text: String) {
        #expect(TimeField.parse(text) == nil)
    }

    @Test(arguments: [
        ("Parus major Linnaeus, 1758", "Parus major"), ("Parus Linnaeus, 1758", "Parus"),
        ("Vireo olivaceus (Linnaeus, 1766)", "Vireo olivaceus"), ("Haematopus ostralegus", "Haematopus ostralegus"),
        ("Vireo (Vireo) olivaceus (Linnaeus, 1766)", "Vireo olivaceus"),
        ("Motacilla alba yarrellii Gould, 1837", "Motacilla alba yarrellii"), ("Larus sp.", "Larus sp."),
        ("Anas platyrhynchos × Anas acuta", "Anas platyrhynchos × Anas acuta"),
        ("Melospiza melodia (A.Wilson, 1810)", "Melospiza melodia"),
        ("Lagopus lagopus subsp. variegata Salomonsen", "Lagopus lagopus subsp. variegata"),
        ("Upupa epops van Someren, 1922", "Upupa epops"), ("Passeriformes", "Passeriformes"),
    ])
    func `a scientific name is cut before its author`(name: String, expected: String) {
        #expect(ScientificName.withoutAuthor(name) == expected)
    }

    @Test func `a name of very many hybrids is left as it is, and ends`() {
        let name = Array(repeating: "Anas", count: 200_000).joined(separator: " x ")
        #expect(ScientificName.withoutAuthor(name) == name)
    }

    @Test func `an author of its own column is cut off`() {
        #expect(ScientificName.withoutAuthor("Parus major d'Orbigny", author: "d'Orbigny") == "Parus major")
    }

    @Test(arguments: [
        "GLOBAL.UNIQUE.IDENTIFIER", "ï..GLOBAL.UNIQUE.IDENTIFIER", #"\xef..GLOBAL.UNIQUE.IDENTIFIER"#,
        "\u{FEFF}Global Unique Identifier", "ï»¿global_unique-identifier", "X.U.FEFF.GLOBAL.UNIQUE.IDENTIFIER",
    ])
    func `names of columns are compared without case, blanks and byte order marks`(name: String) {
        #expect(ColumnName(name) == "GLOBAL UNIQUE IDENTIFIER")
    }
}
