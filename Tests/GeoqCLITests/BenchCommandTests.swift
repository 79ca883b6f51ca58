import Foundation
import TestSupport
import Testing

/// `geoq bench`: what it says about agreement, never about time.
@Suite(.waits, .serialized) struct BenchCommandTests {
    private struct Record: Decodable {
        let question, agrees: String
        let queries, hits, compared: Int
        let microseconds: Double
    }

    /// Places at the date line and near a pole, where boxes of degrees go wrong.
    private static func hardPlaces(_ count: Int) -> String {
        let places: [(Double, Double)] = [(-17, 179.99), (-17, -179.99), (89.5, 10), (42, -76)]
        return (0..<count).reduce(into: "name,lat,lon\n") { table, number in
            let (latitude, longitude) = places[number % 4]
            let (row, column) = (Double(number / 4 % 20) - 10, Double(number / 80) - 10)
            table += "\(number),\(latitude + row / 50),\(longitude + column / 100_000)\n"
        }
    }

    private static func imported(_ table: String, _ folder: String) throws -> String {
        let (path, db) = (folder + "/places.csv", folder + "/own.sqlite")
        try table.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try GeoqProcess(["import", path, "--as", "hotspots", "--db", db, "-q"]).status == 0)
        return db
    }

    @Test func `brute force finds what geoq finds, also where boxes go wrong`() async throws {
        try await withFolder { folder in
            let db = try Self.imported(Self.hardPlaces(1600), folder)
            let run = try GeoqProcess(["bench", "--db", db, "--queries", "100", "--rounds", "1", "--json"])
            #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
            let records = try JSONDecoder().decode([Record].self, from: Data(run.output.utf8))
            #expect(records.count == 6)
            for record in records {
                #expect(record.agrees == "set and order" && record.compared == 20, "\(record)")
                #expect(record.microseconds > 0 && record.queries == 100)
            }
            #expect(records.first { $0.question == "nearest 10" }?.hits == 1000)
            #expect(records.first { $0.question == "near 50 km" }.map { $0.hits > 1000 } == true)
        }
    }

    @Test func `the same seed asks at the same places, another one at others`() async throws {
        try await withFolder { folder in
            let db = try Self.imported(Self.hardPlaces(1600), folder)
            func hits(_ seed: String) throws -> [Int] {
                let run = try GeoqProcess([
                    "bench", "--db", db, "--queries", "50", "--rounds", "1", "--seed", seed, "--json",
                ])
                return try JSONDecoder().decode([Record].self, from: Data(run.output.utf8)).map(\.hits)
            }
            #expect(try hits("1") == hits("1"))
            #expect(try hits("1") != hits("2"))
        }
    }

    @Test func `a store of one's own is asked, and stays as it is`() async throws {
        try await withFolder { folder in
            let db = try Self.imported(Self.hardPlaces(4), folder)
            let before = try GeoqProcess(["export", "--db", db]).output
            let run = try GeoqProcess(["bench", "--db", db, "--queries", "10", "-f", "csv"])
            #expect(run.status == 0 && run.lines.count == 1 + 6)
            #expect(run.lines[0] == "question,queries,hits,microseconds,compared,agrees")
            #expect(try GeoqProcess(["export", "--db", db]).output == before)
        }
    }

    @Test func `what cannot be measured is refused`() async throws {
        try await withFolder { folder in
            let db = folder + "/empty.sqlite"
            #expect(
                try GeoqProcess(["import", "-", "--as", "birds", "--db", db], input: "common_name\nRobin\n").status == 0
            )
            let empty = try GeoqProcess(["bench", "--db", db])
            #expect(empty.status == 66 && empty.errors.contains("has no hotspots"))
            #expect(try GeoqProcess(["bench", "--db", folder + "/none.sqlite"]).status == 66)
            #expect(try GeoqProcess(["bench", "--against", "redis"]).status == 64)
            #expect(try GeoqProcess(["bench", "--points", "10"]).status == 64)
            #expect(try GeoqProcess(["bench", "--queries", "0"]).status == 64)
        }
    }
}
