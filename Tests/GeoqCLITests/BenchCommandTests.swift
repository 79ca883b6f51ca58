import Foundation
import TestSupport
import Testing

/// `geoq bench`: what it says about agreement, never about time.
@Suite(.serialized) struct BenchCommandTests {
    private struct Record: Decodable {
        let question, by: String
        let agrees: String?
        let queries, hits: Int
        let microseconds, timesGeoq: Double

        enum CodingKeys: String, CodingKey {
            case question, by, agrees, queries, hits, microseconds
            case timesGeoq = "times_geoq"
        }
    }

    /// Places at the date line and near a pole, where boxes of degrees go wrong.
    private static let hardPlaces = "name,lat,lon\na,-17,179.99\nb,-17,-179.99\nc,89.5,10\nd,42,-76\n"

    @Test func `SpatiaLite and brute force find what geoq finds, also where boxes go wrong`() async throws {
        try await withFolder { folder in
            let centers = folder + "/centers.csv"
            try Self.hardPlaces.write(toFile: centers, atomically: true, encoding: .utf8)
            let run = try GeoqProcess([
                "bench", "--points", "2000", "--around", centers, "--queries", "100", "--rounds", "1",
                "--against", "spatialite,brute", "--json",
            ])
            #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
            let records = try JSONDecoder().decode([Record].self, from: Data(run.output.utf8))
            #expect(records.count == 6 * 3)
            for record in records {
                #expect(record.agrees == (record.by == "geoq" ? nil : "set and order"), "\(record)")
                #expect(record.microseconds > 0 && record.queries > 0 && record.timesGeoq > 0)
            }
            let mine = records.filter { $0.by == "geoq" }
            #expect(mine.first { $0.question == "nearest 10" }?.hits == 1000)
            #expect(mine.first { $0.question == "near 50 km" }.map { $0.hits > 1000 } == true)
        }
    }

    @Test func `a store of one's own is asked, and stays as it is`() async throws {
        try await withFolder { folder in
            let (table, db) = (folder + "/places.csv", folder + "/own.sqlite")
            try Self.hardPlaces.write(toFile: table, atomically: true, encoding: .utf8)
            #expect(try GeoqProcess(["import", table, "--as", "hotspots", "--db", db, "-q"]).status == 0)
            let before = try GeoqProcess(["export", "--db", db]).output
            let run = try GeoqProcess(["bench", "--db", db, "--queries", "10", "-f", "csv", "--against", "spatialite"])
            #expect(run.status == 0 && run.lines.count == 1 + 6 * 2)
            #expect(run.lines[0] == "question,by,queries,hits,microseconds,geoq_microseconds,times_geoq,agrees")
            #expect(try GeoqProcess(["export", "--db", db]).output == before)
        }
    }

    @Test func `a PostGIS that cannot be reached is skipped with a word`() async throws {
        try await withFolder { folder in
            let centers = folder + "/centers.csv"
            try Self.hardPlaces.write(toFile: centers, atomically: true, encoding: .utf8)
            let run = try GeoqProcess(
                [
                    "bench", "-n", "50", "--around", centers, "--queries", "5", "--rounds", "1", "--against",
                    "postgis", "-f", "ndjson",
                ], environment: ["PGHOST": folder])
            #expect(run.status == 0 && run.lines.count == 6)
            #expect(run.errors.contains("postgis is skipped: "))
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
