import Geoq
import TestSupport
import Testing

@Suite("Filters as SQL")
struct FilterSQLTests {
    @Test(
        "The text holds keywords and quoted columns, the values are arguments",
        arguments: [
            ("TRUE", "1", []),
            (
                "name = 'x'", #"CASE WHEN typeof("name") = 'text' THEN +"name" COLLATE BINARY = ? END"#,
                [.text("x")]
            ),
            (
                "5 <= count",
                #"CASE WHEN typeof("count") IN ('integer', 'real') THEN ? COLLATE BINARY <= +"count" END"#,
                [.integer(5)]
            ),
            (
                "a < b",
                #"CASE WHEN (typeof("a") = 'text') = (typeof("b") = 'text') THEN +"a" COLLATE BINARY < +"b" END"#, []
            ),
            ("'a' = 5", "NULL", []),
            ("1 = TRUE", "? COLLATE BINARY = ?", [.integer(1), .integer(1)]),
            (
                "day IN (DATE('2024-05-01'), 'x')",
                #"CASE WHEN typeof("day") = 'text' THEN +"day" COLLATE BINARY IN (?, ?) END"#,
                [.text("2024-05-01"), .text("x")]
            ),
            (
                "name NOT LIKE '50\\%*%_'",
                #"NOT (CASE WHEN typeof("name") = 'text' THEN +"name" GLOB ? END)"#, [.text("50%[*]*?")]
            ),
            (
                "CASEI(name) = CASEI('X')", #"geoq_casefold("name") COLLATE BINARY = ?"#, [.text("x")]
            ),
            (
                "a IS NULL OR b IS NOT NULL OR c IS NULL",
                #"("a" IS NULL OR (NOT ("b" IS NULL) OR "c" IS NULL))"#, []
            ),
            (
                "x BETWEEN 1 AND 2.5",
                #"(CASE WHEN typeof("x") IN ('integer', 'real') THEN +"x" COLLATE BINARY >= ? END AND "#
                    + #"CASE WHEN typeof("x") IN ('integer', 'real') THEN +"x" COLLATE BINARY <= ? END)"#,
                [.integer(1), .real(2.5)]
            ),
        ] as [(String, String, [FieldValue])])
    func texts(text: String, sql: String, arguments: [FieldValue]) throws {
        let result = try PropertyFilter(cql2Text: text).sql(naming: [:])
        #expect(result.text == sql)
        #expect(result.arguments == arguments)
    }

    @Test(
        "What a user writes never becomes SQL",
        arguments: [
            "x'; DROP TABLE hotspot; --", "' OR '1'='1", "\"; DELETE FROM hotspot; --", "\\'; SELECT 1; --", "?1",
            ":name",
            "/* */",
        ])
    func injection(hostile: String) throws {
        let text = PropertyFilter.Operand.literal(.text(hostile)).description
        let filter = try PropertyFilter(cql2Text: "name = \(text) AND name IN (\(text)) AND name LIKE \(text)")
        let harmless = try PropertyFilter(cql2Text: "name = 'x' AND name IN ('x') AND name LIKE 'x'")
        #expect(filter.sql(naming: [:]).text == harmless.sql(naming: [:]).text)
        #expect(filter.sql(naming: [:]).arguments.count == 3)
        // As a column it stays one quoted name.
        let quoted = "\"" + hostile.replacing("\"", with: "\"\"") + "\""
        #expect(PropertyFilter.isNull(hostile).sql(naming: [:]).text == "\(quoted) IS NULL")
        // As a filter it is refused.
        #expect(throws: FilterError.self) { try PropertyFilter(cql2Text: "name = 'a" + hostile) }
    }

    @Test("There is an argument for each ? outside of names", arguments: [21, 22] as [UInt64])
    func argumentCounts(seed: UInt64) {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<1_000 {
            let sql = RandomFilter.filter(using: &generator).sql(naming: [:])
            #expect(sql.text.utf8.count { $0 == UInt8(ascii: "?") } == sql.arguments.count)
        }
    }

    @Test("Filters made for the columns fit them", arguments: [31] as [UInt64])
    func typedFilters(seed: UInt64) throws {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<1_000 {
            let filter = RandomFilter.filter(using: &generator, isTyped: true)
            try filter.validate(columns: RandomFilter.columns, of: "rows")
        }
    }

    @Test("The largest filter stays within the limits of SQLite")
    func largest() throws {
        let list = repeatElement("1", count: PropertyFilter.Limits.listElements).joined(separator: ",")
        let text = repeatElement("a IN (\(list))", count: 32).joined(separator: " OR ")
        let sql = try PropertyFilter(cql2Text: text).sql(naming: [:])
        #expect(sql.arguments.count < 32_766)
        let many = repeatElement("aaaaaaaaaa=bbbbbbbbbbbb", count: PropertyFilter.Limits.conditions)
        let longest = try PropertyFilter(cql2Text: many.joined(separator: " OR ")).sql(naming: [:]).text.utf8
        #expect(longest.count < 1_000_000)
        // A chain of 1,000 would be 1,000 deep; halves are 10.
        var (depth, deepest) = (0, 0)
        for byte in longest {
            depth += byte == UInt8(ascii: "(") ? 1 : byte == UInt8(ascii: ")") ? -1 : 0
            deepest = max(deepest, depth)
        }
        #expect(deepest <= 13)
    }
}
