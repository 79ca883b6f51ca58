import Geoq
import TestSupport
import Testing

@Suite("Reading CQL2 text")
struct FilterParsingTests {
    private static let one = PropertyFilter.comparison(.column("a"), .equal, .literal(.integer(1)))
    private static let two = PropertyFilter.comparison(.column("b"), .equal, .literal(.integer(2)))
    private static let three = PropertyFilter.comparison(.column("c"), .equal, .literal(.integer(3)))

    @Test(
        "Every comparison operator is read",
        arguments: [
            ("=", PropertyFilter.Comparison.equal), ("<>", .notEqual), ("<", .less), ("<=", .lessOrEqual),
            (">", .greater), (">=", .greaterOrEqual),
        ])
    func comparisons(sign: String, comparison: PropertyFilter.Comparison) throws {
        let expected = PropertyFilter.comparison(.column("count"), comparison, .literal(.integer(-5)))
        #expect(try PropertyFilter(cql2Text: "count \(sign) -5") == expected)
        #expect(try PropertyFilter(cql2Text: "count\(sign)-5") == expected)
        let turned = PropertyFilter.comparison(.literal(.integer(5)), comparison, .column("count"))
        #expect(try PropertyFilter(cql2Text: "5 \(sign)\n\tcount ") == turned)
    }

    @Test(
        "AND binds closer than OR, NOT closer than AND, and parentheses closest",
        arguments: [
            ("a=1 OR b=2 AND c=3", PropertyFilter.or([one, .and([two, three])])),
            ("a=1 AND b=2 OR c=3", .or([.and([one, two]), three])),
            ("(a=1 OR b=2) AND c=3", .and([.or([one, two]), three])),
            ("NOT a=1 AND b=2", .and([.not(one), two])),
            ("NOT (a=1 AND b=2)", .not(.and([one, two]))),
            ("not NOT a=1", .not(.not(one))),
            ("a=1 AND b=2 AND c=3", .and([one, two, three])),
            ("(a=1 AND b=2) AND c=3", .and([.and([one, two]), three])),
            ("((a=1))", one),
            ("(TRUE)", .constant(true)),
            ("false or a=1", .or([.constant(false), one])),
        ])
    func precedence(text: String, expected: PropertyFilter) throws {
        #expect(try PropertyFilter(cql2Text: text) == expected)
    }

    @Test(
        "IN, LIKE, BETWEEN and IS NULL are read, each with NOT, in any case",
        arguments: [
            ("a IN (1, 2)", PropertyFilter.isIn(.column("a"), [.literal(.integer(1)), .literal(.integer(2))])),
            ("a not in ('x')", .not(.isIn(.column("a"), [.literal(.text("x"))]))),
            ("casei(a) In (CASEI('Å'))", .isIn(.foldedColumn("a"), [.foldedText("Å")])),
            ("a LIKE 'x%'", .like(.column("a"), LikePattern("x%"))),
            ("a Not Like 'x_'", .not(.like(.column("a"), LikePattern("x_")))),
            ("CASEI(a) LIKE casei('X')", .like(.foldedColumn("a"), LikePattern("X", foldsCase: true))),
            ("a BETWEEN 1 AND 2", .between(.column("a"), .literal(.integer(1)), .literal(.integer(2)))),
            (
                "a NOT BETWEEN 1 AND 2 AND a=1",
                .and([.not(.between(.column("a"), .literal(.integer(1)), .literal(.integer(2)))), one])
            ),
            ("a is null", .isNull("a")),
            ("\"a\" IS NOT NULL", .not(.isNull("a"))),
        ])
    func predicates(text: String, expected: PropertyFilter) throws {
        #expect(try PropertyFilter(cql2Text: text) == expected)
    }

    @Test(
        "Literals keep their kind and value",
        arguments: [
            ("'Heron'", PropertyFilter.Literal.text("Heron")),
            ("''", .text("")),
            ("'it''s'", .text("it's")),
            (#"'it\'s'"#, .text("it's")),
            (#"'a\b\n'"#, .text(#"a\b\n"#)),
            (#"'a\\'"#, .text(#"a\"#)),
            (#"'a\\\'b'"#, .text(#"a\'b"#)),
            (#"'\\\\'"#, .text(#"\\"#)),
            ("'鳥 -- 🐦'", .text("鳥 -- 🐦")),
            ("0", .integer(0)), ("+7", .integer(7)), ("-007", .integer(-7)),
            ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", .real(0x1p63)),
            ("1.5", .real(1.5)), ("1.", .real(1)), (".5", .real(0.5)), ("-.5", .real(-0.5)),
            ("1e3", .real(1000)), ("1.5E-2", .real(0.015)), ("1E+2", .real(100)), ("1e-400", .real(0)),
            ("TRUE", .bool(true)), ("False", .bool(false)),
        ])
    func literals(text: String, expected: PropertyFilter.Literal) throws {
        let filter = PropertyFilter.comparison(.column("a"), .equal, .literal(expected))
        #expect(try PropertyFilter(cql2Text: "a = \(text)") == filter)
        #expect(try PropertyFilter(cql2Text: "a=\(text) ") == filter)
    }

    @Test func aDateIsADay() throws {
        let day = try #require(Day(year: 2024, month: 2, day: 29))
        let filter = PropertyFilter.comparison(.column("seen"), .greaterOrEqual, .literal(.date(day)))
        #expect(try PropertyFilter(cql2Text: "seen >= DATE('2024-02-29')") == filter)
        #expect(try PropertyFilter(cql2Text: "seen >= date ( '2024-02-29' )") == filter)
    }

    @Test(
        "Columns are plain or quoted",
        arguments: [
            ("a", "a"), ("_x:y.z9", "_x:y.z9"), ("Größe", "Größe"), ("種", "種"), ("date", "date"),
            ("\"and\"", "and"), ("\"two words\"", "two words"), ("\"a\"\"b\"", "a\"b"), ("\"'\"", "'"),
        ])
    func columnNames(text: String, name: String) throws {
        #expect(try PropertyFilter(cql2Text: "\(text) IS NULL") == .isNull(name))
    }

    @Test func aTextOfManyConditionsIsOneLevelDeep() throws {
        let text = repeatElement("a=1", count: PropertyFilter.Limits.conditions).joined(separator: " OR ")
        guard case .or(let filters) = try PropertyFilter(cql2Text: text) else {
            Issue.record("not an OR")
            return
        }
        #expect(filters.count == PropertyFilter.Limits.conditions)
    }

    /// Why a text is refused, if it is.
    private func kind(_ text: String) -> FilterError.Kind? {
        do throws(FilterError) {
            _ = try PropertyFilter(cql2Text: text)
            return nil
        } catch {
            return error.kind
        }
    }

    @Test("The limits themselves are still read, and one more is refused as too large")
    func limits() {
        typealias Limits = PropertyFilter.Limits
        func nested(_ depth: Int) -> String {
            String(repeating: "(", count: depth) + "a=1" + String(repeating: ")", count: depth)
        }
        func list(_ count: Int) -> String {
            "a IN (" + repeatElement("1", count: count).joined(separator: ",") + ")"
        }
        func conditions(_ count: Int) -> String {
            repeatElement("a=1", count: count).joined(separator: " AND ")
        }
        func pattern(_ count: Int) -> String { "a LIKE '" + String(repeating: "x", count: count) + "'" }
        #expect(kind(nested(Limits.depth)) == nil)
        #expect(kind(nested(Limits.depth + 1)) == .tooLarge)
        #expect(kind(String(repeating: "NOT ", count: Limits.depth) + "a=1") == nil)
        #expect(kind(String(repeating: "NOT ", count: Limits.depth + 1) + "a=1") == .tooLarge)
        #expect(kind("a = " + String(repeating: "CASEI(", count: 10_000)) == .tooLarge)
        #expect(kind(list(Limits.listElements)) == nil)
        #expect(kind(list(Limits.listElements + 1)) == .tooLarge)
        #expect(kind(conditions(Limits.conditions)) == nil)
        #expect(kind(conditions(Limits.conditions + 1)) == .tooLarge)
        #expect(kind(pattern(Limits.patternBytes)) == nil)
        #expect(kind(pattern(Limits.patternBytes + 1)) == .tooLarge)
        #expect(kind("a=1" + String(repeating: " ", count: Limits.textBytes - 3)) == nil)
        #expect(kind("a=1" + String(repeating: " ", count: Limits.textBytes - 2)) == .tooLarge)
        #expect(kind("a=1e999") == .tooLarge)
    }

    @Test("Printing and reading gives the same filter", arguments: [1, 2, 3, 4] as [UInt64])
    func roundTrip(seed: UInt64) throws {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<1_000 {
            let filter = RandomFilter.filter(using: &generator, depth: 5)
            let text = filter.description
            let read = try PropertyFilter(cql2Text: text)
            #expect(read == filter, "\(text)")
            // Texts that are canonically equivalent count as equal in Swift.
            #expect(Array(read.description.utf8) == Array(text.utf8))
        }
    }

    @Test(
        "What is printed is as short as people would write it",
        arguments: [
            ("((a)) = 1", nil), ("(a = 1)", "a = 1"), ("not a in ( 1,2 )", "a NOT IN (1, 2)"),
            ("a=1 and (b=2 and c=3)", "a = 1 AND (b = 2 AND c = 3)"),
            ("(a=1 and b=2) or c=3", "a = 1 AND b = 2 OR c = 3"), ("\"plain\" is null", "plain IS NULL"),
            ("\"or\" is not null", "\"or\" IS NOT NULL"), ("not (not a=1)", "NOT (NOT a = 1)"),
            (
                "a between date('2024-01-01') and DATE('2024-12-31')",
                "a BETWEEN DATE('2024-01-01') AND DATE('2024-12-31')"
            ),
        ] as [(String, String?)])
    func printing(text: String, expected: String?) throws {
        #expect((try? PropertyFilter(cql2Text: text))?.description == expected)
    }

    @Test("Mutated filters are read or refused, never a crash", arguments: [11, 12] as [UInt64])
    func fuzz(seed: UInt64) {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let samples = (0..<50).map { _ in Array(RandomFilter.filter(using: &generator).description.utf8) }
        let pieces = [
            "(", ")", "'", "\"", "\\", "NOT ", " AND ", " IN ", "CASEI(", "DATE(", "=", "<", "1e", ",", "\u{0}", "é",
            "-", ".",
        ]
        var (readCount, refusedCount) = (0, 0)
        for _ in 0..<50_000 {
            var bytes = samples.randomElement(using: &generator) ?? []
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0...bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes.insert(contentsOf: (pieces.randomElement(using: &generator) ?? "").utf8, at: place)
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + 3))
                case 2: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
                default: bytes.removeSubrange(place...)
                }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            do throws(FilterError) {
                let filter = try PropertyFilter(cql2Text: text)
                readCount += 1
                let again = try? PropertyFilter(cql2Text: filter.description)
                #expect(again == filter, "\(text)")
            } catch {
                refusedCount += 1
                #expect(error.offset.map { (0...text.utf8.count).contains($0) } ?? true)
                #expect(!error.description.isEmpty)
            }
        }
        // Both happen often, or the mutations are no test.
        #expect(readCount > 1_000 && refusedCount > 10_000, "\(readCount) read, \(refusedCount) refused")
    }
}
