import Foundation
import GRDB
import Geoq
import GeoqFormats
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqStore

/// Presence that comes from files: for stores of guests, and as what a program
/// brings along for its first start.
@Suite struct PresenceImportTests {
    private static let chart = "ebird_L1__1900_2026_1_12_barchart.txt"

    /// A store with two hotspots and one bird, and a folder for files.
    private static func store(_ body: (Store, String) async throws -> Void) async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            try await put(
                "places.csv", "id,name,locality,lat,lon\nL1,Mill Pond,US-NY,42.4,-76.5\nL2,Hide,US-PA,42,-76\n")
            try await put("birds.csv", "common_name,scientific_name\nMallard,Anas platyrhynchos\n")
            try await store.imports.run(folder + "/places.csv", as: .hotspots)
            try await store.imports.run(folder + "/birds.csv", as: .birds)
            try await body(store, folder + "/")

            func put(_ name: String, _ text: String) async throws {
                try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
            }
        }
    }

    private static func write(_ text: String, _ path: String) throws -> String {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private static func hotspot(_ store: Store, _ name: String) async throws -> FeatureID {
        try #require(FeatureID(try await store.features.place(name).feature.id))
    }

    /// A line of a bar chart.
    private static func line(_ title: String, _ value: Double) -> String {
        title + "\t" + [String](repeating: "\(value)", count: 48).joined(separator: "\t") + "\t\n"
    }

    @Test func `a bar chart becomes presence of its hotspot, with the birds that the store lacks`() async throws {
        try await Self.store { store, folder in
            let text =
                "Frequency of observations in the selected location(s).:\n" + Self.line("Sample Size:", 9)
                + Self.line(#"Mallard (<em class="sci">Anas platyrhynchos</em>)"#, 0.5)
                + Self.line(#"Snow Goose (<em class="sci">Anser caerulescens</em>)"#, 0.25)
            let path = try Self.write(text, folder + Self.chart)
            let report = try await store.imports.run([path], ImportSettings())
            #expect(report.kind == .presence && report.rejected == 0)
            #expect(
                report.tables.map { [$0.added, $0.changed, $0.unchanged] } == [[1, 0, 0], [106, 0, 0]],
                "\(report.tables)")
            let birds = try await store.presence.birds(at: [Self.hotspot(store, "Mill Pond")], week: 20)
            #expect(
                Set(birds.map { "\($0.bird.scientificName ?? "") \($0.likelihoods[20] ?? -1)" })
                    == ["Anas platyrhynchos 0.5", "Anser caerulescens 0.25"])
            // The bird that was there is the one that presence is of.
            #expect(try await store.health.statistics().birds == 2)
            let again = try await store.imports.run([path], ImportSettings())
            #expect((again.added, again.changed, again.unchanged) == (0, 0, 106), "\(again)")
            // A newer chart with another share, and with one bird fewer.
            let newer = text.replacing("0.25\t", with: "0.75\t").replacing(/Mallard.*\n/, with: "")
            _ = try Self.write(newer, path)
            var settings = ImportSettings()
            settings.replace = true
            let third = try await store.imports.run([path], settings)
            #expect((third.added, third.changed, third.removed) == (0, 53, 53), "\(third)")
            // Birds stay: only presence is what the file has all of.
            #expect(try await store.health.statistics().birds == 2)
        }
    }

    @Test func `a chart replaces the presence of its own hotspot, and leaves that of others`() async throws {
        try await Self.store { store, folder in
            let text = Self.line("Sample Size:", 9) + Self.line("Mallard", 0.5) + Self.line("Snow Goose", 0.25)
            let charts = [folder + Self.chart, folder + "ebird_L2__1900_2026_1_12_barchart.txt"]
            for chart in charts {
                let report = try await store.imports.run([try Self.write(text, chart)], ImportSettings())
                #expect((report.added > 0, report.missing) == (true, 0), "\(report)")
            }
            // A newer chart of the second hotspot, with one bird fewer.
            _ = try Self.write(text.replacing(/Mallard.*\n/, with: ""), charts[1])
            var settings = ImportSettings()
            #expect(try await store.imports.run([charts[1]], settings).missing == 53)
            settings.replace = true
            let report = try await store.imports.run([charts[1]], settings)
            #expect((report.removed, report.missing) == (53, 0), "\(report)")
            #expect(try await store.presence.birds(at: [Self.hotspot(store, "Mill Pond")]).count == 2)
            #expect(try await store.presence.birds(at: [Self.hotspot(store, "Hide")]).count == 1)
            // A chart without any bird tells nothing of the first hotspot, and removes nothing.
            _ = try Self.write(Self.line("Sample Size:", 9), charts[1])
            let empty = try await store.imports.run([charts[1]], settings)
            #expect((empty.removed, empty.missing) == (0, 53), "\(empty)")
            // A table that names its hotspots has all presence of its source.
            let table = try Self.write("hotspot,species,week,likelihood\nHide,Mallard,1,0.5\n", folder + "weeks.csv")
            settings.source = "ebird"
            settings.kind = .presence
            #expect(try await store.imports.run([table], settings).removed == 159)
        }
    }

    @Test func `a chart of a hotspot that the store lacks is refused as a whole`() async throws {
        try await Self.store { store, folder in
            let text = Self.line("Sample Size:", 9) + Self.line("Mallard", 0.5)
            let path = try Self.write(text, folder + "ebird_L3__1900_2026_1_12_barchart.txt")
            await #expect(throws: FileProblem.self) { try await store.imports.run([path], ImportSettings()) }
            #expect(try await store.imports.sources().map(\.layer) == ["birds", "hotspots"])
            var settings = ImportSettings()
            settings.options.hotspot = "hide, US-PA"
            #expect(try await store.imports.run([path], settings).added == 53)
            #expect(try await store.presence.known(among: [Self.hotspot(store, "Hide")]).count == 1)
            // Of a folder it is left out, and the other charts are read.
            try FileManager.default.createDirectory(atPath: folder + "charts", withIntermediateDirectories: false)
            for number in 1...3 {
                _ = try Self.write(text, folder + "charts/ebird_L\(number)__1900_2026_1_12_barchart.txt")
            }
            let report = try await store.imports.run([folder + "charts"], ImportSettings())
            #expect((report.added, report.unchanged) == (53, 53), "\(report)")
            #expect(
                report.files.map(\.leftOut) == [nil, nil, .unknownHotspot("L3", count: 0)], "\(report.files)")
        }
    }

    @Test func `a bird whose scientific name has changed is found by its common name`() async throws {
        try await Self.store { store, folder in
            let text =
                Self.line("Sample Size:", 9) + Self.line(#"Mallard (<em class="sci">Anas boschas</em>)"#, 0.5)
                + Self.line("Mallard (Domestic type)", 0.25)
            let path = try Self.write(text, folder + Self.chart)
            let report = try await store.imports.run([path], ImportSettings())
            #expect(report.tables.map(\.added) == [1, 106], "\(report.tables)")
            #expect(report.notes.contains { $0.hasSuffix("not the scientific one: Mallard (Anas boschas)") })
        }
    }

    @Test func `birds that presence is of stay, and their source cannot be removed`() async throws {
        try await Self.store { store, folder in
            let weeks = try Self.write("hotspot,species,week,likelihood\nHide,Mallard,1,0.5\n", folder + "weeks.csv")
            try await store.imports.run(weeks, as: .presence)
            await #expect(throws: StoreError.inUse("birds", by: "weeks")) {
                try await store.imports.removeSource("birds")
            }
            var settings = ImportSettings(.birds)
            settings.replace = true
            let other = try Self.write("common_name\nRobin\n", folder + "birds.csv")
            let report = try await store.imports.run([other], settings)
            #expect((report.removed, report.missing) == (0, 1), "\(report)")
            #expect(report.notes.contains { $0.contains("presence") }, "\(report.notes)")
            let hotspot = try await Self.hotspot(store, "Hide")
            #expect(try await store.presence.birds(at: [hotspot]).map(\.bird.commonName) == ["Mallard"])
            #expect(try await store.imports.removeSource("weeks") == 1)
            #expect(try await store.imports.removeSource("birds") == 2)
        }
    }

    @Test func `presence of files goes with the source of its hotspots, and that of a remote stays`() async throws {
        try await Self.store { store, folder in
            let more = try Self.write("id,name,lat,lon\nL3,Weir,41,-75\n", folder + "more.csv")
            try await store.imports.run(more, as: .hotspots)
            let text = "hotspot,species,week,likelihood\nHide,Mallard,1,0.5\nMill Pond,Mallard,53,1\nWeir,Mallard,2,1\n"
            try await store.imports.run(try Self.write(text, folder + "weeks.csv"), as: .presence)
            let hide = try await Self.hotspot(store, "Hide")
            let mallard = try #require(try await store.presence.birds(at: [hide]).first?.bird.id)
            try await store.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO geoq_source (name, kind) VALUES ('server', 'remote');
                        INSERT INTO hotspot_species_presence (id, hotspot_id, bird_id, week, likelihood, source)
                            VALUES ('\(FeatureID.random())', '\(hide)', '\(mallard)', 3, 0.5, 'server');
                        """)
            }
            #expect(try await store.imports.removal(of: "places") == (2, 2))
            let left = try await store.imports.sources().filter { $0.layer == "presence" }
            #expect(left.map { "\($0.name) \($0.rows)" } == ["server 1", "weeks 1"])
            let weir = try await Self.hotspot(store, "Weir")
            #expect(try await store.presence.birds(at: [weir]).count == 1)
            #expect(try await store.imports.removeSource("more") == 1)
            #expect(try await store.imports.removeSource("birds") == 1)
        }
    }

    @Test func `presence of files goes with a hotspot that a file no longer has`() async throws {
        try await Self.store { store, folder in
            let text = "hotspot,species,week,likelihood\nHide,Mallard,1,0.5\nHide,Mallard,2,1\nMill Pond,Mallard,53,1\n"
            try await store.imports.run(try Self.write(text, folder + "weeks.csv"), as: .presence)
            let hide = try await Self.hotspot(store, "Hide")
            let mallard = try #require(try await store.presence.birds(at: [hide]).first?.bird.id)
            try await store.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO geoq_source (name, kind) VALUES ('server', 'remote');
                        INSERT INTO hotspot_species_presence (id, hotspot_id, bird_id, week, likelihood, source)
                            VALUES ('\(FeatureID.random())', '\(hide)', '\(mallard)', 3, 0.5, 'server');
                        """)
            }
            let version = try await store.read { db in
                try Int64.fetchOne(db, sql: "SELECT version FROM geoq_store") ?? 0
            }
            var settings = ImportSettings(.hotspots)
            settings.replace = true
            let one = "id,name,locality,lat,lon\nL1,Mill Pond,US-NY,42.4,-76.5\n"
            let places = try Self.write(one, folder + "places.csv")
            let report = try await store.imports.run([places], settings)
            #expect((report.removed, report.missing) == (1, 0), "\(report)")
            let note = "with the hotspots that were removed went 2 rows of presence that files had of them"
            #expect(report.notes == [note])
            let left = try await store.imports.sources().filter { $0.layer == "presence" }
            #expect(left.map { "\($0.name) \($0.rows)" } == ["server 1", "weeks 1"])
            // A reader of the log hears of it.
            let changes = try await store.read { db in
                try String.fetchAll(
                    db, sql: "SELECT DISTINCT table_name FROM geoq_change WHERE version > ? ORDER BY 1",
                    arguments: [version])
            }
            #expect(changes == ["hotspot", "hotspot_species_presence"])
        }
    }

    @Test func `rows of unknown hotspots and birds are refused, and ambiguous names`() async throws {
        try await Self.store { store, folder in
            let more = try Self.write("id,name,locality,lat,lon\nL1,Mill Pond,US-VT,44,-72\n", folder + "more.csv")
            try await store.imports.run(more, as: .hotspots)
            let text = """
                hotspot,hotspot_id,species,week,likelihood
                Hide,,Mallard,1,0.5
                Nowhere,,Mallard,1,0.5
                ,L9,Mallard,1,0.5
                Mill Pond,,Mallard,1,0.5
                "Mill Pond, US-VT",,Mallard,1,0.5
                ,L1,Mallard,1,0.5
                Hide,,Auk,1,0.5

                """
            let path = try Self.write(text, folder + "weeks.csv")
            let report = try await store.imports.run(path, as: .presence)
            #expect((report.added, report.rejected, report.withoutBird) == (2, 5, 1), "\(report.problems)")
            #expect(report.problems.map(\.line) == [3, 4, 5, 7, 8], "\(report.problems)")
            // Two sources have given the id.
            #expect(report.problems[3].column == "hotspot_id", "\(report.problems)")
            #expect(report.problems[3].reason.contains("2 hotspots of several files"), "\(report.problems)")
        }
    }

    @Test(arguments: [OutputFormat.csv, .ndjson, .json]) func `an export is read back as the same rows`(
        format: OutputFormat
    ) async throws {
        try await Self.store { store, folder in
            let text = "hotspot,species,week,likelihood\nHide,Mallard,1,0.1\nMill Pond,Mallard,53,1\n"
            try await store.imports.run(try Self.write(text, folder + "weeks.csv"), as: .presence)
            let copy = folder + "copy.\(format)"
            #expect(FileManager.default.createFile(atPath: copy, contents: nil))
            let file = try #require(FileHandle(forWritingAtPath: copy))
            #expect(
                try await store.exports.write(.presence, as: format) { try file.write(contentsOf: $0) } == 2)
            try file.close()
            let again = try await store.imports.run([copy], ImportSettings())
            #expect(again.kind == .presence)
            #expect((again.added, again.changed, again.unchanged) == (0, 0, 2), "\(again)")
            #expect(again.sources == ["weeks"])
        }
    }

    @Test func `what a program brings along is taken only while there is nothing`() async throws {
        try await Self.store { store, folder in
            var settings = ImportSettings(.presence)
            settings.onlyIfEmpty = true
            let seed = try Self.write("hotspot,species,week,likelihood\nHide,Mallard,1,0.1\n", folder + "seed.csv")
            let first = try await store.imports.run([seed], settings)
            #expect(first.isStored && first.added == 1 && !first.hasRowsAlready)
            let better = try Self.write("hotspot,species,week,likelihood\nHide,Mallard,1,0.9\n", folder + "better.csv")
            let second = try await store.imports.run([better], settings)
            #expect(!second.isStored && second.hasRowsAlready && second.added == 0)
            #expect(try await store.imports.sources().map(\.name).contains("better") == false)
            // Other layers are not asked for.
            settings.kind = .observations
            let sighting = try Self.write("species,date,lat,lon\nMallard,2026-05-01,42,-76\n", folder + "seen.csv")
            #expect(try await store.imports.run([sighting], settings).added == 1)
            // Recovery: without its rows the seed is taken again.
            #expect(try await store.imports.removeSource("seed") == 1)
            settings.kind = .presence
            #expect(try await store.imports.run([seed], settings).added == 1)
        }
    }
}
