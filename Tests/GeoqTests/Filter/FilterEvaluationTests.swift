import Geoq
import TestSupport
import Testing

@Suite("Holding a filter against a row")
struct FilterEvaluationTests {
    private func answer(_ text: String, _ row: [String: FieldValue] = [:]) throws -> Bool? {
        try PropertyFilter(cql2Text: text).evaluate { row[$0] ?? .null }
    }

    /// A condition with the value, made of a column that is null or 1.
    private static func condition(_ value: Bool?) -> String {
        switch value {
        case true?: "one = 1"
        case false?: "one = 2"
        case nil: "missing = 1"
        }
    }

    @Test("AND, OR and NOT follow the truth tables of SQL")
    func truthTables() throws {
        let row: [String: FieldValue] = ["one": .integer(1)]
        let values: [Bool?] = [true, nil, false]
        let and: [[Bool?]] = [[true, nil, false], [nil, nil, false], [false, false, false]]
        let or: [[Bool?]] = [[true, true, true], [true, nil, nil], [true, nil, false]]
        for (i, left) in values.enumerated() {
            let leftText = Self.condition(left)
            #expect(try answer("NOT \(leftText)", row) == left.map { !$0 })
            for (j, right) in values.enumerated() {
                let rightText = Self.condition(right)
                #expect(try answer("\(leftText) AND \(rightText)", row) == and[i][j])
                #expect(try answer("\(leftText) OR \(rightText)", row) == or[i][j])
            }
        }
    }

    @Test(
        "Nulls, lists and ranges",
        arguments: [
            ("x IS NULL", .null, true), ("x IS NOT NULL", .null, false), ("x IS NULL", .integer(0), false),
            ("x IS NULL", .real(.nan), true), ("x IS NULL", .text(""), false),
            ("x IN (1, 2)", .integer(2), true), ("x IN (1, 2)", .integer(3), false), ("x IN (1, 2)", .null, nil),
            ("x IN (1, missing)", .integer(1), true), ("x IN (1, missing)", .integer(3), nil),
            ("x NOT IN (1, missing)", .integer(3), nil), ("x NOT IN (1, 2)", .integer(3), true),
            ("x BETWEEN 1 AND 3", .integer(1), true), ("x BETWEEN 1 AND 3", .integer(3), true),
            ("x BETWEEN 1 AND 3", .real(3.5), false), ("x BETWEEN 3 AND 1", .integer(2), false),
            ("x BETWEEN 5 AND missing", .integer(4), false), ("x BETWEEN 1 AND missing", .integer(4), nil),
            ("x NOT BETWEEN 1 AND 3", .null, nil), ("x <> 1", .null, nil), ("x = x", .null, nil),
        ] as [(String, FieldValue, Bool?)])
    func nulls(text: String, value: FieldValue, expected: Bool?) throws {
        #expect(try answer(text, ["x": value]) == expected)
    }

    @Test(
        "Values compare within their kind, numbers exactly, texts by bytes",
        arguments: [
            ("x = 1", .bool(true), true), ("x = TRUE", .integer(1), true), ("x < TRUE", .bool(false), true),
            ("x = 1", .real(1), true), ("x > 1", .real(1.5), true),
            ("x = 9007199254740993", .real(0x1p53), false), ("x < 9007199254740993", .real(0x1p53), true),
            ("x < 9223372036854775807", .real(0x1p63), false), ("x >= 9223372036854775808.0", .integer(.max), false),
            ("x = -9223372036854775808.0", .integer(.min), true), ("x > -1.5", .integer(-1), true),
            ("x < -1.5", .integer(-2), true), ("x = 0", .real(-0.0), true), ("x < 1", .real(-.infinity), true),
            ("x > 5", .text("X"), nil), ("x <> 5", .text("5"), nil), ("x = '5'", .integer(5), nil),
            ("x = 'é'", .text("e\u{301}"), false), ("x < 'a'", .text("B"), true), ("x < '鳥'", .text("é"), true),
            ("x = 'a'", .text("a "), false), ("x >= DATE('2024-05-01')", .text("2024-05-01"), true),
            ("x > DATE('2024-05-01')", .text("2023-12-31"), false), ("x = y", .text("a"), nil),
        ] as [(String, FieldValue, Bool?)])
    func comparisons(text: String, value: FieldValue, expected: Bool?) throws {
        #expect(try answer(text, ["x": value, "y": .integer(1)]) == expected)
    }

    @Test(
        "LIKE heeds case, wildcards and escapes",
        arguments: [
            ("abc", "abc", true), ("abc", "ABC", false), ("abc", "a%", true), ("abc", "%c", true), ("abc", "%b%", true),
            ("abc", "a_c", true), ("abc", "a_", false), ("", "%", true), ("", "_", false), ("", "", true),
            ("a", "", false), ("鳥b", "_b", true), ("e\u{301}", "__", true), ("100%", #"100\%"#, true),
            ("100x", #"100\%"#, false), ("a_c", #"a\_c"#, true), (#"a\c"#, #"a\\c"#, true), ("axb", #"a\xb"#, true),
            (#"a\"#, #"a\"#, true), ("a*b", "a*b", true), ("axb", "a*b", false), ("[a]", "[a]", true),
            ("a", "[a]", false), ("aaab", "%a_b", true), ("mississippi", "m%iss%ip%", true),
            ("mississippi", "m%iss%iz%", false), ("a\nb", "a%b", true), ("ab\u{0}c", "ab", true),
        ])
    func like(text: String, pattern: String, expected: Bool) {
        #expect(LikePattern(pattern).matches(text) == expected)
    }

    @Test func likeOfWhatIsNoTextIsUnknown() throws {
        #expect(try answer("x LIKE '5'", ["x": .integer(5)]) == nil)
        #expect(try answer("x NOT LIKE '5'", ["x": .null]) == nil)
    }

    @Test func aPatternOfManyWildcardsTakesTimeInProportion() {
        // Trying every way would never end.
        let pattern = LikePattern(String(repeating: "%a", count: 1_000) + "%b")
        #expect(!pattern.matches(String(repeating: "a", count: 10_000)))
    }

    @Test(
        "CASEI takes the case away, beyond ASCII too",
        arguments: [
            ("HERON", "heron"), ("ÉVORA", "évora"), ("Straße", "STRASSE"), ("ΟΔΟΣ", "οδος"), ("οδος", "οδοσ"),
            ("ﬁnch", "FINCH"),
        ])
    func caseFolding(left: String, right: String) throws {
        #expect(try answer("CASEI(x) = CASEI('\(right)')", ["x": .text(left)]) == true)
        #expect(try answer("CASEI(x) LIKE CASEI('\(right)%')", ["x": .text(left + "!")]) == true)
        #expect(try answer("x = '\(right)'", ["x": .text(left)]) == false)
    }

    @Test func caseiOfAccentsAndNumbers() throws {
        #expect(try answer("CASEI(x) = CASEI('evora')", ["x": .text("Évora")]) == false)
        #expect(try answer("CASEI(x) = CASEI('5')", ["x": .integer(5)]) == nil)
        #expect(PropertyFilter.foldCase(.integer(5)) == .null)
        #expect(PropertyFilter.foldCase(.text("Å")) == .text("å"))
    }
}
