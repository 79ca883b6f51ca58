import Testing

@testable import GeoqStore

/// Tables for joins, larger than memory.
@Suite struct SpoolTableTests {
    @Test func `any text is found again, by its bytes`() throws {
        let spool = try SpoolTable()
        let odd = ["a\u{0}b", "a", "a\u{0}c", "\u{0}", "", "\u{E9}", "e\u{301}", "7:-", "\u{301}"]
        let keys = odd + (0..<2_500).map { "key \($0)" }
        func bytes(_ value: [String?]?) -> [[UInt8]?]? { value?.map { $0.map { Array($0.utf8) } } }
        func value(of key: String) -> [String?] { [key, nil, "\u{0}\(key)\u{0}", "", "\(key)é"] }
        for key in keys { try spool.put(key, value(of: key)) }
        // The last ones are written, too.
        for number in 0..<2_000 { try spool.put("more \(number)", []) }
        let wrong = try keys.filter { try bytes(spool.get($0)) != bytes(value(of: $0)) }
        #expect(wrong.isEmpty)
        #expect(try spool.get("more 7") == [] && spool.get("a\u{0}d") == nil && spool.get("key") == nil)
        try spool.put("a\u{0}b", ["new"])
        for number in 0..<2_000 { try spool.put("again \(number)", []) }
        #expect(try spool.get("a\u{0}b") == ["new"] && spool.get("a")?.first == "a")
    }
}
