import ArgumentParser
import Foundation
import Geoq
import GeoqFiles
import GeoqFormats
import GeoqIndex
import GeoqStore

/// The area to ask inside of.
struct AreaOptions: ParsableArguments {
    @Option(
        name: .customLong("area"),
        help: ArgumentHelp(
            "Only what lies inside an area: a file of polygons, WKT such as \"POLYGON ((...))\", GeoJSON, hexadecimal WKB, or else one that the store has, by name or id.",
            valueName: "name or file"), completion: .file())
    var areas: [String] = []

    @Option(help: EdgeOptions.edgesHelp)
    var edges: Area.Edges?

    @Option(help: EdgeOptions.poleHelp)
    var pole: Area.Pole?

    private var reading: AreaReading { AreaReading(edges: edges, pole: pole) }

    /// The file, geometry or name that was given.
    var area: String? { areas.first }

    func validate() throws {
        if areas.count > 1 {
            throw ValidationError(
                "--area is given \(areas.count) times; give one file, which may have several areas, or one name.")
        }
        if let area, area.allSatisfy(\.isWhitespace) { throw ValidationError("--area needs a name or a file.") }
        if area == nil, edges != nil { throw ValidationError("--edges says how the edges of --area run.") }
        if area == nil, pole != nil { throw ValidationError("--pole says which pole --area holds.") }
    }

    /// Whether only a store knows the area: it is neither a file that is there nor a geometry.
    var isOfStore: Bool {
        guard let area else { return false }
        return !Self.isFile(area) && !Self.isText(area)
    }

    static func isFile(_ area: String) -> Bool { area == "-" || FileManager.default.fileExists(atPath: area) }

    private static func isText(_ area: String) -> Bool {
        if Area.isGeoJSON(area) || Area.isHexWKB(area) { return true }
        // With PostGIS's SRID before it, and the mark of heights and measures behind.
        let words = /\s*(srid\s*=\s*\d+\s*;\s*)?(multi)?polygon\s*(z|m|zm)?\s*\(.*/
        return area.wholeMatch(of: words.ignoresCase().dotMatchesNewlines()) != nil
    }

    /// The area; nil when none was asked for. A file that is there is taken before
    /// an area of the store.
    ///
    /// - Parameter store: opened only for an area that it must know.
    func chosen(in store: @autoclosure () async throws -> Store) async throws -> Area? {
        try await named(in: try await store())?.area
    }

    /// The area, and what it is called: as the store has it, or as the file is.
    ///
    /// - Parameter quiet: whether what was guessed or left out is not told.
    func named(
        in store: @autoclosure () async throws -> Store, quiet: Bool = false
    ) async throws -> (area: Area, name: String)? {
        guard let area else { return nil }
        if Self.isFile(area) {
            do {
                let file = try await AreaFile.read(area, reading)
                if !quiet, let sentence = file.sentence { Terminal.say(sentence) }
                return (try file.together(), file.name)
            } catch let problem as FileProblem where !area.contains("/") {
                // A folder that is called as a county is, perhaps.
                guard let kept = try? await store().areas.area(area) else { throw problem }
                throw FileProblem(
                    file: problem.file,
                    reason: "\(problem.reason); to ask inside the area of this name that the store has, give its id: "
                        + "\(kept.id)")
            }
        }
        if Self.isText(area) {
            if let pole, (try? Area(written: area, edges: reading.chosen)) != nil {
                throw AreaReading.needless(pole, for: "the polygon")
            }
            return (try Area(written: area, edges: reading.chosen, pole: pole), "the polygon")
        }
        let found: StoredArea
        do {
            found = try await store().areas.area(area)
        } catch let error as AreaNameError {
            throw error.ofOption()
        }
        if !quiet, found.name != area, FeatureID(area) != found.id {
            Terminal.say("in \(TerminalText.neutralized(found.name, limit: 200))")
        }
        if edges == nil, pole == nil { return (found.area, found.name) }
        let other = try Area.holding(
            pole ?? found.area.pole, found.area.polygons, edges: edges ?? found.area.edges)
        if let pole, other.pole == nil { throw AreaReading.needless(pole, for: found.name) }
        return (other, found.name)
    }
}
