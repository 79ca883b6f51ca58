import Testing

@testable import Geoq
@testable import GeoqFormats

@Suite("JSON is read strictly by RFC 8259")
struct JSONParserTests {
    static let accepted: [(String, JSONValue)] = [
        ("null", .null),
        (" \t\r\ntrue ", .bool(true)),
        ("false", .bool(false)),
        ("0", .integer(0)),
        ("-0", .integer(0)),
        ("-12", .integer(-12)),
        ("9223372036854775807", .integer(.max)),
        ("-9223372036854775808", .integer(.min)),
        ("9223372036854775808", .digits("9223372036854775808")),
        ("42.48", .number(42.48)),
        ("-76.45", .number(-76.45)),
        ("-0.0", .number(0)),
        ("1e2", .number(100)),
        ("1E+2", .number(100)),
        ("25e-1", .number(2.5)),
        ("0.1000000000000000055511151231257827", .number(0.1)),
        ("-100000000000000000000", .digits("-100000000000000000000")),
        ("5e-324", .number(.leastNonzeroMagnitude)),
        ("1e-400", .number(0)),
        (#""""#, .string("")),
        (#""Heron’s Landing""#, .string("Heron’s Landing")),
        (#""a\"b\\c\/d\b\f\n\r\t""#, .string("a\"b\\c/d\u{8}\u{c}\n\r\t")),
        (#""\u0041\u00e9\u20AC""#, .string("Aé€")),
        (#""\ud83d\udc26""#, .string("🐦")),
        (#""x\u0000y""#, .string("x\0y")),
        ("\"\u{7f}\"", .string("\u{7f}")),
        ("[]", .array([])),
        ("[ ]", .array([])),
        ("[1,[2],{}]", .array([.integer(1), .array([.integer(2)]), .object(JSONObject())])),
        (
            #"{"b":1,"a":null}"#,
            .object(JSONObject([JSONObject.Member("b", .integer(1)), JSONObject.Member("a", .null)]))
        ),
        (#"{"":{}}"#, .object(JSONObject([JSONObject.Member("", .object(JSONObject()))]))),
    ]

    @Test("The grammar's texts have their values", arguments: accepted)
    func accepts(text: String, value: JSONValue) throws {
        #expect(try JSONValue(parsing: text) == value)
    }

    static let rejected: [(String, String)] = [
        ("", "column 1: the text ends where a value is expected"),
        ("  ", "column 3: the text ends where a value is expected"),
        ("[1,]", "column 4: no JSON value begins like this"),
        ("[1", "column 3: a comma or ] is expected after an element"),
        ("[1 2]", "column 4: a comma or ] is expected after an element"),
        ("[,1]", "column 2: no JSON value begins like this"),
        (#"{"a":1,}"#, "column 8: a member's name in quotes is expected"),
        (#"{"a" 1}"#, "column 6: a colon is expected after a member's name"),
        (#"{"a":}"#, "column 6: no JSON value begins like this"),
        (#"{"a":1"#, "column 7: a comma or } is expected after a member"),
        ("{a:1}", "column 2: a member's name in quotes is expected"),
        ("{'a':1}", "column 2: a member's name in quotes is expected"),
        ("{\n\"a\":\n x}", "line 3, column 2: no JSON value begins like this"),
        ("1 2", "column 3: more text after the end of the value"),
        ("[1]]", "column 4: more text after the end of the value"),
        ("01", "column 1: a number must not begin with 0"),
        ("-", "column 2: a digit is expected"),
        ("+1", "column 1: no JSON value begins like this"),
        (".5", "column 1: no JSON value begins like this"),
        ("1.", "column 3: a digit is expected after the decimal point"),
        ("1.e1", "column 3: a digit is expected after the decimal point"),
        ("1e", "column 3: a digit is expected in the exponent"),
        ("1e+", "column 4: a digit is expected in the exponent"),
        ("0x1F", "column 2: more text after the end of the value"),
        ("1e999", "column 1: a number beyond the range of a double"),
        ("-1e999", "column 1: a number beyond the range of a double"),
        ("NaN", "column 1: no JSON value begins like this"),
        ("Infinity", "column 1: no JSON value begins like this"),
        ("-Infinity", "column 2: a digit is expected"),
        ("True", "column 1: no JSON value begins like this"),
        ("tru", "column 1: no JSON value begins like this"),
        ("nulll", "column 5: more text after the end of the value"),
        ("// no\n1", "column 1: no JSON value begins like this"),
        ("\u{FEFF}1", "column 1: no JSON value begins like this"),
        ("\u{A0}1", "column 1: no JSON value begins like this"),
        (#""abc"#, "column 5: the text ends inside a string"),
        (#""abc\"#, "column 6: the text ends inside a string"),
        ("\"a\tb\"", "column 3: a control character inside a string; write it as \\u00xx"),
        ("\"a\nb\"", "column 3: a control character inside a string; write it as \\u00xx"),
        (#""\x41""#, "column 2: no escape begins like this"),
        (#""\u12""#, "column 2: four hexadecimal digits are expected after \\u"),
        (#""\u12G4""#, "column 2: four hexadecimal digits are expected after \\u"),
        (#""\ud83d""#, "column 8: half of a surrogate pair"),
        (#""\ud83dx""#, "column 8: half of a surrogate pair"),
        (#""\ud83d\u0041""#, "column 14: half of a surrogate pair"),
        (#""\udc26""#, "column 8: half of a surrogate pair"),
        ("[\"é\", x]", "column 7: no JSON value begins like this"),
    ]

    @Test("Everything else is refused, with the place", arguments: rejected)
    func refuses(text: String, message: String) {
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
        #expect(problem(Array(text.utf8))?.description == message)
    }

    @Test(
        "Text that is not UTF-8 is refused",
        arguments: [[0xE9], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82]] as [[UInt8]])
    func refusesOtherEncodings(bytes: [UInt8]) {
        #expect(problem([UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")])?.reason == "text that is not UTF-8")
        let escaped = Array(#""\n"#.utf8) + bytes + [UInt8(ascii: "\"")]
        #expect(problem(escaped)?.reason == "text that is not UTF-8")
    }

    @Test("64 levels are read, 65 are not")
    func boundsDepth() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        var value = try JSONValue(parsing: nested(64))
        for _ in 1..<64 { value = try #require(value.array?.first) }
        #expect(value == .array([]))
        #expect(problem(Array(nested(65).utf8))?.reason == "nested more than 64 deep")
        #expect(problem(Array(String(repeating: #"{"a":"#, count: 100_000).utf8))?.offset == 64 * 5)
    }

    @Test("Half a million values are read, more are not")
    func boundsValues() throws {
        func zeros(_ count: Int) -> [UInt8] {
            Array(("[" + String(repeating: "0,", count: count - 1) + "0]").utf8)
        }
        #expect(try JSONValue(parsing: zeros(499_999)).array?.count == 499_999)
        #expect(problem(zeros(500_000))?.reason == "more than 500000 values")
    }

    @Test("Of a name that comes twice the last counts")
    func lastNameCounts() throws {
        let object = try #require(JSONValue(parsing: #"{"a":1,"b":2,"a":3}"#).object)
        #expect(object["a"] == .integer(3))
        #expect(object.members.map(\.name) == ["a", "b", "a"])
        #expect(object["c"] == nil)
    }

    private func problem(_ bytes: [UInt8]) -> JSONSyntaxError? {
        do {
            _ = try JSONValue(parsing: bytes)
            return nil
        } catch {
            return error
        }
    }
}
