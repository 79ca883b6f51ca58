import Geoq
import Testing

@Suite("What is said about wrong filters")
struct FilterErrorTests {
    /// The message of the error that reading `text` gives.
    private func message(_ text: String) -> String? {
        do throws(FilterError) {
            _ = try PropertyFilter(cql2Text: text)
            return nil
        } catch {
            return error.description
        }
    }

    @Test(
        "Messages name the place, what stands there and what should",
        arguments: [
            (
                "name = ",
                """
                filter, column 8: found the end, expected a value
                  name =\u{20}
                         ^
                """
            ),
            (
                "",
                """
                filter, column 1: found the end, expected a condition
                \u{20}\u{20}
                  ^
                """
            ),
            (
                "name == 'x'",
                """
                filter, column 6: found "==", expected =, as CQL2 writes it
                  name == 'x'
                       ^
                """
            ),
            (
                "name 'x'",
                """
                filter, column 6: found "'x'", expected a comparison (=, <>, <, <=, >, >=, IN, LIKE, BETWEEN, IS NULL)
                  name 'x'
                       ^
                """
            ),
            (
                "鳥 = 'a' b = 1",
                """
                filter, column 9: found "b", expected AND, OR or the end
                  鳥 = 'a' b = 1
                           ^
                """
            ),
            (
                "a = 1 AND\n(b = 2",
                """
                filter, column 17: found the end, expected AND, OR or a closing parenthesis
                  a = 1 AND (b = 2
                                  ^
                """
            ),
            (
                "a = 'it",
                """
                filter, column 5: found a text without its end, expected a closing quote (')
                  a = 'it
                      ^
                """
            ),
            (
                "\"a = 1",
                """
                filter, column 1: found a column name without its end, expected a closing quote (")
                  "a = 1
                  ^
                """
            ),
            (
                "a < 5km",
                """
                filter, column 5: found "5km", expected a number
                  a < 5km
                      ^
                """
            ),
            (
                "a != 1",
                """
                filter, column 3: found "!=", expected <>, as CQL2 writes it
                  a != 1
                    ^
                """
            ),
            (
                "a NOT = 1",
                """
                filter, column 7: found "=", expected IN, LIKE or BETWEEN after NOT
                  a NOT = 1
                        ^
                """
            ),
            (
                "a IN ()",
                """
                filter, column 7: found ")", expected a value
                  a IN ()
                        ^
                """
            ),
            (
                "a IN (1 2)",
                """
                filter, column 9: found "2", expected a comma or a closing parenthesis
                  a IN (1 2)
                          ^
                """
            ),
            (
                "a LIKE b",
                """
                filter, column 8: found "b", expected a pattern in quotes
                  a LIKE b
                         ^
                """
            ),
            (
                "5 IS NULL",
                """
                filter, column 1: found "5", expected a column before IS
                  5 IS NULL
                  ^
                """
            ),
            (
                "day > DATE('2023-02-29')",
                """
                filter, column 12: found "'2023-02-29'", expected a day as 'yyyy-mm-dd'
                  day > DATE('2023-02-29')
                             ^
                """
            ),
            (
                "S_CROSSES(a, b)",
                """
                filter, column 1: found "S_CROSSES", expected a column, a value, CASEI(…), DATE(…) or TIMESTAMP(…)
                  S_CROSSES(a, b)
                  ^
                """
            ),
            (
                "CASEI(5) = 1",
                """
                filter, column 7: found "5", expected a column or a text
                  CASEI(5) = 1
                        ^
                """
            ),
            (
                "a = 1 AND OR b = 2",
                """
                filter, column 11: found "OR", expected a condition
                  a = 1 AND OR b = 2
                            ^
                """
            ),
        ])
    func messages(text: String, expected: String) {
        #expect(message(text) == expected)
    }

    @Test func aLongFilterIsShownAroundThePlace() {
        let start = repeatElement("name = 'x' AND ", count: 10).joined()
        #expect(
            message(start + "count > > 5 AND weight < 1 OR seen = TRUE")
                == """
                filter, column 159: found ">", expected a value
                  …me = 'x' AND name = 'x' AND count > > 5 AND weight < 1 OR seen = TRUE
                                                       ^
                """)
    }

    @Test func escapeSequencesInAFilterDoNotReachTheTerminal() throws {
        let text = try #require(message("a = '\u{1B}[2J' \u{9B}31m"))
        #expect(!text.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
    }

    @Test func theOffsetCountsBytesAndTheColumnCharacters() {
        do throws(FilterError) {
            _ = try PropertyFilter(cql2Text: "鳥 = 🐦 !")
            Issue.record("the ! was read")
        } catch {
            #expect(error.offset == 11)
            #expect(error.column == 7)
            #expect(error.kind == .syntax)
        }
    }

    private static let columns: [String: ColumnType] = [
        "name": .text, "count": .integer, "weight": .real, "seen": .boolean, "day": .date,
    ]

    private func misfit(_ text: String) throws -> String? {
        let filter = try PropertyFilter(cql2Text: text)
        do throws(FilterError) {
            try filter.validate(columns: FilterErrorTests.columns, of: "hotspots")
            return nil
        } catch {
            return error.description
        }
    }

    @Test(
        "What does not fit the layer is refused with what would",
        arguments: [
            (
                "nam = 'x'",
                "filter: no column \"nam\" in hotspots; did you mean name? columns: count, day, name, seen, weight"
            ),
            (
                "Name IS NULL",
                "filter: no column \"Name\" in hotspots; did you mean name? columns: count, day, name, seen, weight"
            ),
            ("rowid > 1", "filter: no column \"rowid\" in hotspots; columns: count, day, name, seen, weight"),
            ("\"\" = 1", "filter: no column \"\" in hotspots; columns: count, day, name, seen, weight"),
            (
                "name > 5",
                "filter: \"name\" (text) and the number 5 can't be compared; write a text in quotes, such as 'Heron'"
            ),
            (
                "'many' = count",
                "filter: the text \"many\" and \"count\" (whole numbers) can't be compared; "
                    + "write a number without quotes, such as 5"
            ),
            (
                "count IN (1, 'X')",
                "filter: \"count\" (whole numbers) and the text \"X\" can't be compared; "
                    + "write a number without quotes, such as 5"
            ),
            (
                "seen = 1",
                "filter: \"seen\" (TRUE or FALSE) and the number 1 can't be compared; write TRUE or FALSE"
            ),
            (
                "day > '1 May'",
                "filter: \"day\" (dates) and the text \"1 May\" can't be compared; "
                    + "write a day, such as DATE('2024-05-01')"
            ),
            (
                "NOT (day BETWEEN DATE('2024-01-01') AND weight)",
                "filter: \"day\" (dates) and \"weight\" (numbers) can't be compared; "
                    + "write a day, such as DATE('2024-05-01')"
            ),
            (
                "count LIKE '1%'",
                "filter: \"count\" (whole numbers); LIKE takes text; use a comparison such as = or >"
            ),
            (
                "CASEI(count) = CASEI('x')",
                "filter: \"count\" holds whole numbers; CASEI takes text; leave CASEI away"
            ),
        ])
    func misfits(text: String, expected: String) throws {
        #expect(try misfit(text) == expected)
    }

    @Test(
        "What fits is let through",
        arguments: [
            "TRUE", "name LIKE 'x%' OR CASEI(name) = CASEI('x')", "count > 1.5 AND weight = 2 AND count < weight",
            "seen = TRUE", "day > '2024-05-01' AND '2024-05-01' <= day AND day LIKE '2024-%'",
            "day IN (DATE('2024-05-01'))", "count IS NULL AND NOT seen IS NULL", "1 = 1.0",
        ])
    func fits(text: String) throws {
        #expect(try misfit(text) == nil)
    }

    @Test func theColumnsAreThoseThatAreNamedAnywhere() throws {
        let text = "a = b AND c IN (d, CASEI(e)) OR NOT (f BETWEEN g AND h AND i LIKE 'j' AND CASEI(k) IS NULL)"
        #expect(throws: FilterError.self) { try PropertyFilter(cql2Text: text) }
        let filter = try PropertyFilter(cql2Text: text.replacing("CASEI(k)", with: "k"))
        #expect(filter.columns() == Set("abcdefghik".map(String.init)))
        #expect(PropertyFilter.constant(true).columns().isEmpty)
    }
}
