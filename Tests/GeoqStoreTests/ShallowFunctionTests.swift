import Geoq
import Testing

@testable import GeoqStore

/// Kept values of rows whose JSON nests deeper than SQLite reads.
@Suite struct ShallowFunctionTests {
    @Test(
        arguments: [
            (#"{}"#, #"{}"#), (#" { "a" : 1 , "b":"x" } "#, #"{"a":1,"b":"x"}"#),
            (#"{"a":[1, [2, "] \" ,"]],"b":true}"#, #"{"a":"[1,[2,\"] \\\" ,\"]]","b":true}"#),
            (#"{"a\"}":{"b":{}},"c":null,"d":-1.50e400}"#, #"{"a\"}":"{\"b\":{}}","c":null,"d":-1.50e400}"#),
            ("", nil), ("null", nil), ("[1]", nil), ("{", nil), (#"{"a""#, nil), (#"{"a":"#, nil), (#"{"a":1"#, nil),
            (#"{"a":[1"#, nil), (#"{"a":["\"#, nil), (#"{"a":1 "b":2}"#, nil), (#"{"a":1} x"#, nil), (#"{,}"#, nil),
        ] as [(String, String?)])
    func `arrays and objects of an object become texts`(object: String, shallow: String?) {
        #expect(ShallowFunction.shallow(of: object) == shallow)
    }

    @Test(arguments: [900, 1_100, 3_000, 100_000])
    func `a value that nests deeply costs its row no other value`(levels: Int) throws {
        let deep =
            String(repeating: #"[{"a":"#, count: levels / 2) + "null" + String(repeating: "}]", count: levels / 2)
        let columns = [
            LayerTable.Column("text", .text), LayerTable.Column("json", .text), LayerTable.Column("integer", .integer),
            LayerTable.Column("real", .real), LayerTable.Column("huge", .real), LayerTable.Column("boolean", .boolean),
            LayerTable.Column("date", .date), LayerTable.Column("none", .text), LayerTable.Column("null", .text),
        ]
        let kept = """
            {"text":"one \\"two\\"","json":\(deep),"integer":9007199254740993,"real":5.50,"huge":1e400,"boolean":true,\
            "date":"2026-05-01","null":null}
            """
        let values = try #require(try KeptValues(columns).read([kept]).first)
        #expect(
            values == [
                "text": .text(#"one "two""#), "json": .text(deep), "integer": .integer(9_007_199_254_740_993),
                "real": .real(5.5), "huge": .text("1e400"), "boolean": .bool(true), "date": .text("2026-05-01"),
                "none": .null, "null": .null,
            ])
    }
}
