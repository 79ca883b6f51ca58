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
            "Only what lies inside an area: a file of polygons, WKT such as \"POLYGON ((...))\", or else one that the store has, by name or id.",
            valueName: "name or file"), completion: .file())
    var areas: [String] = []

    @OptionGroup var edges: EdgeOptions

    /// The file, WKT or name that was given.
    var area: String? { areas.first }

    func validate() throws {
        if areas.count > 1 {
            throw ValidationError(
                "--area is given \(areas.count) times; give one file, which may have several areas, or one name.")
        }
        if let area, area.allSatisfy(\.isWhitespace) { throw ValidationError("--area needs a name or a file.") }
        if area == nil, edges.edges != nil { throw ValidationError("--edges says how the edges of --area run.") }
        if area == nil, edges.pole != nil { throw ValidationError("--pole says which pole --area holds.") }
    }

    /// Whether only a store knows the area: it is neither a file that is there nor WKT.
    var isOfStore: Bool {
        guard let area else { return false }
        return !Self.isFile(area) && !Self.isText(area)
    }

    static func isFile(_ area: String) -> Bool { area == "-" || FileManager.default.fileExists(atPath: area) }

    private static func isText(_ area: String) -> Bool {
        // With PostGIS's SRID before it, and the mark of heights and measures behind.
        let words = /\s*(srid\s*=\s*\d+\s*;\s*)?(multi)?polygon\s*(z|m|zm)?\s*\(.*/
        return area.wholeMatch(of: words.ignoresCase().dotMatchesNewlines()) != nil
    }

    /// The area; nil when none was asked for. A file that is there is taken before
    /// an area of the store.
    ///
    /// - Parameter store: opened only for an area that it must know.
    func chosen(in store: @autoclosure () throws -> Store) async throws -> Area? {
        try await named(in: try store())?.area
    }

    /// The area, and what it is called: as the store has it, or as the file is.
    func named(in store: @autoclosure () throws -> Store) async throws -> (area: Area, name: String)? {
        guard let area else { return nil }
        if Self.isFile(area) {
            let file = try AreaFile(area, edges)
            if let sentence = file.sentence { Terminal.say(sentence) }
            return (try file.together(), file.name)
        }
        if Self.isText(area) {
            return (try Area(wkt: area, edges: edges.chosen, pole: edges.pole), "the polygon")
        }
        let found: StoredArea
        do {
            found = try await store().areas.area(area)
        } catch AreaNameError.unknown(let name, nil) where name.contains("/") || name.contains(".") {
            throw InputError.missing(name)
        }
        if found.name != area, FeatureID(area) != found.id {
            Terminal.say("in \(TerminalText.neutralized(found.name, limit: 200))")
        }
        if edges.edges == nil, edges.pole == nil { return (found.area, found.name) }
        let other = try Area(
            found.area.polygons, edges: edges.edges ?? found.area.edges, pole: edges.pole ?? found.area.pole)
        return (other, found.name)
    }
}

/// What an area's positions do not tell: how edges run between them, and which
/// pole is inside.
struct EdgeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How edges run: drawn (straight in longitude and latitude, RFC 7946; the default) or geodesic.",
            valueName: "drawn|geodesic"))
    var edges: Area.Edges?

    @Option(
        help: ArgumentHelp(
            "Which pole an area holds whose ring runs round the Earth's axis; else a feature's property pole says so.",
            valueName: "north|south"))
    var pole: Area.Pole?

    var chosen: Area.Edges { edges ?? .drawn }
}

/// The areas of a file.
struct AreaFile {
    /// As the store takes them; those without a name are called by the file's name
    /// and their number.
    let areas: [NewArea]
    /// Of which source each is, as geoq's own export says; nil for those of the file.
    let sources: [String?]
    /// How many of them had no name.
    let nameless: Int
    let report: AreaReport
    /// What was mended of the rings; how they run is always.
    let mending: AreaMending
    /// Features of which nothing was left when they were mended.
    let lost: Int
    /// The file's name without its folder and ending.
    let name: String
    /// The file's name.
    private let file: String
    /// Whether GDAL has read it.
    private(set) var isByGDAL = false
    /// Whether the user has said how edges run.
    private let isEdgesChosen: Bool

    /// - Parameter mends: whether rings that are not closed or cross themselves are mended.
    /// - Throws: `InputError`, `FileProblem`, `AreaRefusal`; `AreaRingProblem` for
    ///   rings that are no boundary.
    init(_ path: String, _ options: EdgeOptions, mends: Bool = false) throws {
        if let converted = try GDALConversion(path) {
            defer { converted.remove() }
            let original = try openInput(path)
            try self.init(
                try readAreas(try openInput(converted.path), mends: mends), name: original.sourceName ?? path,
                file: original.name, options, mends: mends)
            isByGDAL = true
        } else {
            let input = try openAreas(path)
            let conversions = ShapefileConversions()
            defer { conversions.remove() }
            try self.init(
                try readAreas(input, mends: mends, transform: conversions.transform),
                name: input.sourceName ?? "standard input", file: input.name,
                options, mends: mends)
        }
    }

    /// - Parameters:
    ///   - name: what areas without a name are called, with their number.
    ///   - file: what messages call it.
    init(
        _ read: (areas: [AreaRecord], report: AreaReport), name: String, file: String, _ options: EdgeOptions,
        mends: Bool
    ) throws {
        let (records, report) = read
        (self.name, self.file, self.report) = (name, file, report)
        isEdgesChosen = options.edges != nil
        var areas: [NewArea] = []
        var sources: [String?] = []
        var uses: [String: Int] = [:]
        var (mending, lost) = (report.mending, 0)
        for record in records {
            var polygons = record.polygons.compactMap { rings in
                rings.first.map { Area.Polygon(outer: $0, holes: Array(rings.dropFirst())) }
            }
            let edges = options.edges ?? record.said("edges") ?? .drawn
            let area: Area
            do {
                if mends {
                    var mended: [Area.Polygon] = []
                    for polygon in polygons { mended += try polygon.mended(&mending) }
                    polygons = mended
                }
                // An export has the rings as the store has them.
                if record.exported == nil { polygons = polygons.map { $0.wound(&mending.turned) } }
                if polygons.isEmpty {
                    lost += 1
                    continue
                }
                area = try Area(polygons, edges: edges, pole: options.pole ?? record.said("pole"))
                try Area.checkRings(of: polygons, edges: edges)
            } catch {
                throw AreaRingProblem(file: file, feature: record.number, problem: error)
            }
            let title = record.name ?? "\(name) \(record.number)"
            sources.append(record.exported?.source)
            if let own = record.exported {
                areas.append(NewArea(name: title, kind: record.kind, area: area, sourceID: own.sourceID))
                continue
            }
            // The same name again is another area: its number tells them apart.
            uses[title, default: 0] += 1
            let use = uses[title] ?? 1
            areas.append(
                NewArea(
                    name: title, kind: record.kind, area: area, sourceID: use == 1 ? title : "\(title)\n\(use)"))
        }
        (self.areas, self.sources) = (areas, sources)
        (self.mending, self.lost) = (mending, lost)
        nameless = records.count { $0.name == nil }
    }

    /// All areas as one.
    ///
    /// - Throws: `FileProblem` when there is none, or when they differ in what an area
    ///   has once; `AreaError`.
    func together() throws -> Area {
        guard let first = areas.first?.area else { throw noAreas }
        guard areas.allSatisfy({ $0.area.edges == first.edges && $0.area.pole == first.pole }) else {
            throw FileProblem(
                file: file, reason: "its areas have edges or poles of several kinds; --edges and --pole decide")
        }
        return try Area(areas.flatMap(\.area.polygons), edges: first.edges, pole: first.pole)
    }

    /// That nothing of the file is an area, and what became of it.
    var noAreas: FileProblem {
        FileProblem(
            file: file, reason: (["there is no area in it"] + mended + Self.skipped(report)).joined(separator: "; "))
    }

    /// Why areas that are not in the file may be in it after all; nil when it was
    /// read whole.
    var reasonNotToReplace: String? {
        if areas.isEmpty { return "there is no area in it" }
        return report.leftOut.first.map { "\($0.name) could not be read (\($0.reason))" }
    }

    /// What a reader of an answer should know of the file; nil when there is
    /// nothing to say.
    var sentence: String? {
        var parts: [String] = []
        if isByGDAL { parts.append("read by GDAL") }
        if areas.count > 1 { parts.append("\(areas.count) areas together") }
        parts += told
        parts += mended
        parts += Self.skipped(report)
        return parts.isEmpty ? nil : "\(TerminalText.neutralized(file, limit: 200)): \(parts.joined(separator: ", "))"
    }

    /// What the file itself says of edges, in words.
    var told: [String] {
        let count = areas.count { $0.area.edges == .geodesic }
        return count > 0 && !isEdgesChosen ? ["geodesic edges, as the file says"] : []
    }

    /// That some areas have parts that overlap, in words. They hold the same places; edges inside of them
    /// count as edges.
    ///
    /// - Complexity: O(*n* log *n*).
    var overlapping: [String] {
        let count = areas.count { $0.area.hasOverlappingParts }
        if count == 0 { return [] }
        return [
            "\(count) with parts that overlap, or share a border whose vertices differ; their edges count inside of \(count == 1 ? "it" : "them")"
        ]
    }

    /// What was mended, in words.
    var mended: [String] {
        func counted(_ count: Int, _ one: String, _ more: String) -> String? {
            count == 0 ? nil : "\(count) \(count == 1 ? one : more)"
        }
        return [
            counted(mending.closed, "ring closed", "rings closed"),
            counted(mending.crossings, "crossing taken out", "crossings taken out"),
            counted(mending.flat, "ring without an area left out", "rings without an area left out"),
            counted(lost, "feature without an area left out", "features without an area left out"),
            counted(mending.strays, "hole outside of its polygon left out", "holes outside of their polygons left out"),
            counted(
                mending.regrouped, "polygon put together anew from its rings",
                "polygons put together anew from their rings"),
            counted(mending.turned, "ring that ran the wrong way turned", "rings that ran the wrong way turned"),
        ].compactMap { $0 }
    }

    /// What was left out, in words.
    static func skipped(_ report: AreaReport) -> [String] {
        report.skipped.map { "\($0.value) skipped (\($0.key))" }.sorted()
            + report.leftOut.map { "\($0.name) left out (\($0.reason))" } + report.notes
    }
}

extension AreaRecord {
    /// The source of an area that geoq has exported, and its id there; nil for any other. The
    /// area's own id follows from the two, so no other file says both by chance.
    fileprivate var exported: (source: String, sourceID: String)? {
        guard let source: String = text("source"), let sourceID: String = text("source_id"),
            let id = text("id").flatMap(FeatureID.init), !source.isEmpty,
            NewArea.id(source: source, sourceID: sourceID) == id
        else { return nil }
        return (source, sourceID)
    }

    private func text(_ property: String) -> String? {
        for own in properties where own.name == property { if case .text(let text) = own.value { return text } }
        return nil
    }

    /// What `geoq areas show` writes of an area beside its positions.
    fileprivate func said<Value: RawRepresentable<String>>(_ property: String) -> Value? {
        for own in properties where own.name == property {
            if case .text(let word) = own.value { return Value(rawValue: word) }
        }
        return nil
    }
}

/// The rings of a feature are no boundary of an area.
struct AreaRingProblem: Error, CustomStringConvertible {
    let file: String
    /// Its number in the file, from 1.
    let feature: Int
    let problem: AreaError

    var description: String { "\(TerminalText.neutralized(file, limit: 200)), feature \(feature): \(problem)" }
}
