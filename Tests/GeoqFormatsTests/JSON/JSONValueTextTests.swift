import TestSupport
import Testing

@testable import Geoq
@testable import GeoqFormats

@Suite("JSON is written so that it reads back the same")
struct JSONValueTextTests {
    static let texts: [(JSONValue, String)] = [
        (.null, "null"),
        (.bool(false), "false"),
        (.integer(.min), "-9223372036854775808"),
        (.number(42.48), "42.48"),
        (.number(0.1 + 0.2), "0.30000000000000004"),
        (.number(7), "7"),
        (.number(-0.0), "0"),
        (.number(1e-7), "1e-07"),
        (.number(1e300), "1e+300"),
        (.number(.nan), "null"),
        (.number(-.infinity), "null"),
        (.string("a\"\\/\u{8}\n\r\t\u{1f}\u{7f}é🐦"), "\"a\\\"\\\\/\\b\\n\\r\\t\\u001f\\u007fé🐦\""),
        (.array([.integer(1), .string("x"), .array([])]), #"[1,"x",[]]"#),
        (
            .object(JSONObject([JSONObject.Member("b\"", .null), JSONObject.Member("a", .object(JSONObject()))])),
            #"{"b\"":null,"a":{}}"#
        ),
    ]

    @Test("Values have this text", arguments: texts)
    func writes(value: JSONValue, text: String) {
        #expect(value.text == text)
    }

    @Test("Random values come back from their text")
    func roundTrips() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("JSONValueTextTests.roundTrips seed \(seed)")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let value = randomValue(depth: 4, &random)
            #expect(try JSONValue(parsing: value.text) == value)
        }
    }

    private func randomValue(depth: Int, _ random: inout SeededGenerator) -> JSONValue {
        switch Int.random(in: depth > 0 ? 0...6 : 0...4, using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .integer(Int64(truncatingIfNeeded: random.next()))
        case 3:
            let number = Double(bitPattern: random.next())
            // Whole numbers come back as integers.
            return .number(number.isFinite && number != number.rounded() ? number : 0.5)
        case 4: return .string(randomText(&random))
        case 5:
            let count = Int.random(in: 0...4, using: &random)
            return .array((0..<count).map { _ in randomValue(depth: depth - 1, &random) })
        default:
            let members = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                JSONObject.Member(randomText(&random), randomValue(depth: depth - 1, &random))
            }
            return .object(JSONObject(members))
        }
    }

    private func randomText(_ random: inout SeededGenerator) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...8, using: &random) {
            let limit: UInt32 = [0x20, 0x80, 0x3000, 0x11_0000].randomElement(using: &random)!
            text.append(Unicode.Scalar(UInt32.random(in: 0..<limit, using: &random)) ?? "x")
        }
        return String(text)
    }
}
