import Foundation
import TestSupport
import Testing

/// Presence from files, for a guest who has no project.
@Suite(.waits) struct PresenceImportCommandTests {
    /// A line of a bar chart.
    private static func line(_ title: String, _ value: Double) -> String {
        title + "\t" + [String](repeating: "\(value)", count: 48).joined(separator: "\t") + "\t\n"
    }

    @Test func `a bar chart of eBird gives a guest presence`() async throws {
        try await withFolder { folder in
            func run(_ words: String...) throws -> GeoqProcess {
                try GeoqProcess(words, environment: ["HOME": folder, "GEOQ_DB": folder + "/birds.sqlite"])
            }
            func write(_ text: String, _ name: String) throws -> String {
                let path = "\(folder)/\(name)"
                try text.write(toFile: path, atomically: true, encoding: .utf8)
                return path
            }
            let places = try write("id,name,lat,lon\nL1,Far Pond,43.6,-77.9\n", "places.csv")
            #expect(try run("import", places, "--as", "hotspots").status == 0)
            #expect(try run("presence", "--at", "Far Pond").errors.contains("geoq import"))
            let text =
                Self.line("Sample Size:", 9) + Self.line(#"Snowy Owl (<em class="sci">Bubo scandiacus</em>)"#, 0.5)
                + Self.line("Mallard", 0.75)
            let nameless = try write(text, "chart.txt")
            let untold = try run("import", nameless)
            #expect(untold.status == 65 && untold.errors.contains("--hotspot NAME"), "\(untold.errors)")
            let weeks = try write("species,week,likelihood\nMallard,1,0.5\n", "weeks.csv")
            let columnless = try run("import", weeks, "--as", "presence")
            #expect(columnless.errors.contains("--map hotspot=COLUMN"), "\(columnless.errors)")
            let unknown = try run("import", nameless, "--hotspot", "Near Pond")
            #expect(unknown.status == 65 && unknown.errors.contains("Near Pond"), "\(unknown.errors)")
            let taken = try run("import", try write(text, "ebird_L1__1900_2026_1_12_barchart.txt"))
            #expect(taken.status == 0 && taken.errors.contains("birds: 2 added"), "\(taken.errors)")
            #expect(taken.errors.contains("weeks: 106 added"), "\(taken.errors)")
            #expect(taken.errors.contains("its Thursday"), "\(taken.errors)")
            let presence = try run("presence", "--at", "Far Pond", "--week", "20", "-f", "csv")
            #expect(presence.lines.count == 3, "\(presence.output)")
            #expect(presence.output.contains("Mallard") && presence.output.contains("Bubo scandiacus"))
            let again = try run("import", nameless, "--hotspot", "Far Pond", "--if-empty")
            #expect(again.status == 0 && again.errors.contains("has presence already"), "\(again.errors)")
            let other = try run("import", places, "--as", "hotspots", "--hotspot", "x")
            #expect(other.status == 65 && other.errors.contains("--hotspot is for presence"), "\(other.errors)")
            let exported = try run("export", "presence", "-f", "csv")
            #expect(exported.status == 0 && exported.lines.count == 107, "\(exported.errors)")
        }
    }
}
