import Geoq
import TestSupport
import Testing

@testable import GeoqPostgres

/// What holds for a column of numbers itself, beside the exact comparison of its `float8`.
@Suite(.waits) struct NumberColumnTests {
    @Test func `a column beside places has room, and its rows without a number are in every range`() throws {
        let column = try #require(NumberColumn(beside: Self.found("numeric")))
        let sql = column.isBetween(1, 2) { "\($0)" }
        #expect(
            sql == """
                (t."lon" BETWEEN 0.9999::pg_catalog.numeric AND 2.0001::pg_catalog.numeric OR t."lon" IS NULL)
                """)
        #expect(try NumberColumn(beside: Self.found("text")) == nil)
    }

    private static func found(_ type: String) throws -> TableDescription.Column {
        let item: [JSONValue] = [
            .string("lon"), .string(type), .bool(true), .integer(1), .integer(-1), .bool(false), .string(""),
            .bool(false), .null,
        ]
        return try #require(TableDescription.Column(.array(item)))
    }

    /// Decimals of as many digits as a `float8` needs and of more, at bounds of as many.
    @Test(arguments: ["numeric", "float4", "int4"])
    func `no row that is in range by its float8 is left out by its column`(type: String) async throws {
        let seed: UInt64 = 20_261_126
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let column = try #require(NumberColumn(Self.found(type)))
        var questions: [String] = []
        for _ in 0..<200 {
            let center = (Double.random(in: -180...180, using: &random) * 1e6).rounded() / 1e6
            let widths: [Double] = [0, 1e-13, 1e-9, 1e-3, 20]
            let width = widths.randomElement(using: &random) ?? 0
            let (low, high) = (max(-180, center - width), min(180, center + width))
            // Each bound and its neighbors, as the server reads them, and a hair beside.
            let hairs = [0, 1e-17, -1e-17, 3e-14, -3e-14, 4e-13, -4e-13, 1]
            let near = [low, high].flatMap { bound in
                hairs.map { "\(SQLText.number(bound))::text::numeric + \($0)" }
            }
            questions.append(
                """
                SELECT count(*) FILTER (WHERE t.lon::float8 BETWEEN \(SQLText.number(low)) AND \(SQLText.number(high))),
                    count(*) FILTER (WHERE t.lon::float8 BETWEEN \(SQLText.number(low)) AND \(SQLText.number(high))
                        AND NOT \(column.isBetween(low, high, SQLText.number)))
                FROM (SELECT unnest(ARRAY[\(near.joined(separator: ", "))])::\(type) AS lon) AS t
                """)
        }
        try await SyncFixture.run(.empty) { fixture in
            let all = questions.map { "(\($0))" }.joined(separator: " UNION ALL ")
            let sums = try fixture.sql("SELECT sum(hits) > 20, sum(lost) FROM (\(all)) AS found (hits, lost)")
            #expect(sums == "t|0", "\(sums)")
        }
    }
}
