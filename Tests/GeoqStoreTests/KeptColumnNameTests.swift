import Geoq
import Testing

@testable import GeoqStore

/// The names under which columns of a relation are kept.
@Suite struct KeptColumnNameTests {
    @Test(arguments: [
        ("amenity", "amenity"), ("addr:street", "addr:street"), ("Höhe", "Höhe"), ("it's", "it's"),
        ("source", "kept_source"), ("LAT", "kept_LAT"), ("distance_m", "kept_distance_m"), ("kept", "kept_kept"),
        ("a\"b", "a_b"), ("back\\slash", "back_slash"), ("line\nfeed", "line_feed"), ("rowid", "kept_rowid"),
    ])
    func `a name stays unless geoq has it, or it would have to be escaped`(name: String, kept: String) {
        #expect(KeptColumns.name(for: name, in: .hotspot, besides: []) == kept)
        #expect(KeptColumns.isFree(kept, in: .hotspot))
    }

    @Test func `a condition finds a column in either spelling of an accent`() throws {
        let (composed, apart) = ("gr\u{f6}\u{df}e", "gro\u{308}\u{df}e")
        for (kept, written) in [(composed, apart), (apart, composed), (composed, composed), (apart, apart)] {
            let columns = [LayerTable.Column(kept, .integer)]
            let filter = try PropertyFilter(cql2Text: "\"\(written)\" > 1").fitted(to: .hotspots, keeping: columns)
            // SQLite has the name as it is kept.
            let text = filter.sql(keeping: columns).text
            #expect(text.unicodeScalars.contains("\u{308}") == (kept.unicodeScalars.contains("\u{308}")), "\(text)")
        }
        #expect(throws: FilterError.self) {
            try PropertyFilter(cql2Text: "grosse > 1").fitted(
                to: .hotspots, keeping: [LayerTable.Column(composed, .integer)])
        }
    }

    @Test func `a mark in a name ends no text of SQL, with an accent behind it or without`() {
        #expect(KeptColumns.sql(LayerTable.Column("it's", .text)).contains(#"'$."it''s"')"#))
        #expect(KeptColumns.sql(LayerTable.Column("it'\u{301}s", .text)).contains("'$.\"it''\u{301}s\"')"))
    }

    @Test(
        arguments: [
            (#""5.50""#, "5.50"), ("5.50", "5.50"), ("true", "true"), (#""true""#, "true"), ("1e400", "1e400"),
            ("12345678901234567890123", "12345678901234567890123"), (#"{"a":[1,null]}"#, #"{"a":[1,null]}"#),
            ("null", nil),
        ] as [(String, String?)])
    func `a column of texts has what else stands there as JSON has it`(json: String, text: String?) throws {
        let values = try KeptValues([LayerTable.Column("it's", .text)]).read([#"{"it's":\#(json)}"#, "{}", "no JSON"])
        let expected = text.map { FieldValue.text($0) } ?? FieldValue.null
        #expect(values.map { $0["it's"] ?? FieldValue.null } == [expected, FieldValue.null, FieldValue.null])
    }

    @Test(
        arguments: [
            ("5.50", .real(5.5)), ("7", .integer(7)), ("-1e308", .real(-1e308)), ("1e400", .text("1e400")),
            ("-1e400", .text("-1e400")), (#""NaN""#, .text("NaN")), (#""Infinity""#, .text("Infinity")),
            (#""1e400""#, .text("1e400")), ("null", .null),
        ] as [(String, FieldValue)])
    func `a number that no double holds is the text of its digits`(json: String, value: FieldValue) throws {
        let values = try KeptValues([LayerTable.Column("it's", .real)]).read([#"{"it's":\#(json)}"#, "{}", "no JSON"])
        #expect(values.map { $0["it's"] ?? FieldValue.null } == [value, FieldValue.null, FieldValue.null])
    }

    @Test func `no two columns are kept under one name, whatever their case`() {
        var taken: [String] = []
        for name in ["Kind", "kind", "KIND", "kind"] {
            let next = KeptColumns.name(for: name, in: .observation, besides: taken)
            #expect(KeptColumns.isFree(next, in: .observation, besides: taken))
            taken.append(next)
        }
        #expect(taken == ["Kind", "kept_kind", "kept_KIND_2", "kept_kind_3"])
        var naming = KeptColumns.Naming(.observation)
        #expect(["Kind", "kind", "KIND", "kind"].map { naming.name(for: $0) } == taken)
        // A table of PostgreSQL has at most 1,600 columns.
        var many = KeptColumns.Naming(.observation, besides: taken)
        let names = (0..<1600).map { many.name(for: $0 % 2 == 0 ? "c\($0)" : "C\($0 - 1)") }
        #expect(Set(names).count == 1600 && names[1599] == "kept_C1598")
        #expect(!KeptColumns.isFree("", in: .hotspot) && !KeptColumns.isFree("count", in: .observation))
    }
}
