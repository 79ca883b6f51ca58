import ArgumentParser
import Geoq
import GeoqFiles
import GeoqFormats
import GeoqIndex
import GeoqStore

/// The areas of a file, or of a table.
struct AreaFile {
    /// As the store takes them; those without a name are called by the file's name
    /// and their number, or by the table's name and their row's key.
    let areas: [NewArea]
    /// Of which source each is, as geoq's own export says; nil for those of the file.
    let sources: [String?]
    /// How many of them had no name.
    let nameless: Int
    /// Whether they are rows of a table with a key.
    let haveKeys: Bool
    let report: AreaReport
    /// What was mended of the rings. Their direction is mended always.
    let mending: AreaMending
    /// The features of which nothing was left when they were mended, by their rows' keys or by their numbers.
    let lost: [String]
    /// The file's name without its folder and ending.
    let name: String
    /// The file's name.
    let file: String
    /// Whether GDAL has read it.
    private(set) var isByGDAL = false
    /// What the file says of edges and poles, where the user has not said it.
    let sayings: AreaSayings

    /// Reads the areas of a file, a folder, an archive or a pipe, on a thread that may wait
    /// for it and for GDAL.
    ///
    /// - Parameter mends: whether rings that are not closed or cross themselves are mended.
    /// - Throws: `InputError`, `FileProblem`, `AreaRefusal`; `AreaRingProblem` for
    ///   rings that are no boundary.
    static func read(_ path: String, _ options: AreaReading, mends: Bool = false) async throws -> AreaFile {
        try await work.run { try AreaFile(path, options, mends: mends) }
    }

    private static let work = WaitingWork("geoq.areas")

    private init(_ path: String, _ options: AreaReading, mends: Bool) throws {
        if let converted = try GDALConversion(path, srid: options.srid) {
            defer { converted.remove() }
            let original = try openInput(path)
            // GDAL writes nothing of tables without rows.
            guard let size = FileStream.size(converted.path), size > 0 else {
                throw FileProblem(file: original.name, reason: "there is no area in it")
            }
            try self.init(
                try readAreas(FileInput(path: converted.path, name: original.name), mends: mends),
                name: original.sourceName ?? path, file: original.name, options, mends: mends)
            isByGDAL = true
            if let srid = options.srid, !converted.isOfGivenSystem {
                throw AreaReading.needless(srid: srid, for: file)
            }
        } else {
            let input = try openAreas(path, Terminal.patience)
            let conversions = ShapefileConversions(srid: options.srid)
            defer { conversions.remove() }
            try self.init(
                try readAreas(input, mends: mends, transform: conversions.transform, srid: options.srid),
                name: input.sourceName ?? "standard input", file: input.name,
                options, mends: mends)
            if let srid = options.srid, report.withoutSystem == 0 {
                throw AreaReading.needless(srid: srid, for: file)
            }
        }
    }

    /// - Parameters:
    ///   - name: what areas without a name are called, with their number.
    ///   - file: what messages call it.
    init(
        _ read: (areas: [AreaRecord], report: AreaReport), name: String, file: String, _ options: AreaReading,
        mends: Bool
    ) throws {
        let (records, report) = read
        (self.name, self.file, self.report) = (name, file, report)
        var areas: [NewArea] = []
        var sources: [String?] = []
        var uses: [String: Int] = [:]
        var (mending, lost, sayings): (AreaMending, [String], AreaSayings) = (report.mending, [], AreaSayings())
        for record in records {
            var polygons = record.uncutPolygons ?? Self.polygons(record.polygons)
            let edges = options.edges ?? sayings.edges(of: record) ?? .drawn
            let pole = options.pole ?? sayings.pole(of: record)
            let area: Area
            do {
                if mends, edges == .geodesic {
                    // Where geodesics cross is another place than where drawn edges do.
                    polygons = polygons.compactMap { $0.closed(&mending) }
                } else if mends {
                    var mended: [Area.Polygon] = []
                    for polygon in polygons { mended += try polygon.mended(&mending) }
                    polygons = mended
                }
                // An export has the rings as the store has them.
                if record.exported == nil { polygons = polygons.map { $0.wound(&mending.turned) } }
                if polygons.isEmpty {
                    lost.append(record.key?.value ?? "\(record.number)")
                    continue
                }
                area = try Area.holding(pole, polygons, edges: edges)
                try Area.checkRings(of: polygons, edges: edges)
            } catch {
                throw AreaRingProblem(
                    file: file, feature: record.number, key: record.key, problem: error, isMended: mends, edges: edges)
            }
            if pole != nil, options.pole == nil, area.pole == nil { sayings.noteNeedlessPole() }
            let title = record.name ?? "\(name) \(record.shortKey ?? "\(record.number)")"
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
        (self.mending, self.lost, self.sayings) = (mending, lost, sayings)
        if let pole = options.pole, !areas.isEmpty, areas.allSatisfy({ $0.area.pole == nil }) {
            throw AreaReading.needless(pole, for: file)
        }
        (nameless, haveKeys) = (records.count { $0.name == nil }, records.first?.key != nil)
    }

    fileprivate static func polygons(_ rings: [[[Coordinate]]]) -> [Area.Polygon] {
        rings.compactMap { rings in
            rings.first.map { Area.Polygon(outer: $0, holes: Array(rings.dropFirst())) }
        }
    }

    /// All areas as one.
    ///
    /// - Throws: `FileProblem` when there is none, or when they differ in what an area
    ///   has once; `AreaError`.
    func together() throws -> Area {
        guard let first = areas.first?.area else { throw noAreas }
        // Rings that leave no pole open have none, and go with others.
        let poles = Set(areas.compactMap(\.area.pole))
        guard poles.count < 2, areas.allSatisfy({ $0.area.edges == first.edges }) else {
            throw FileProblem(
                file: file, reason: "its areas have edges or poles of several kinds; --edges and --pole decide")
        }
        return try Area(areas.flatMap(\.area.polygons), edges: first.edges, pole: poles.first)
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
}

extension AreaRecord {
    /// The key of its row, if a name can end with it.
    fileprivate var shortKey: String? {
        guard let value = key?.value, !value.isEmpty, value.utf8.count <= 200 else { return nil }
        return value
    }

    /// The polygons of an area that geoq has exported, as they were before they were cut at ±180°; nil for any
    /// other, and when another program has changed the cut ones since.
    fileprivate var uncutPolygons: [Area.Polygon]? {
        guard exported != nil, let uncut else { return nil }
        let whole = AreaFile.polygons(uncut)
        let edges = text("edges").flatMap(Area.Edges.init(rawValue:)) ?? .drawn
        let pole = text("pole").flatMap(Area.Pole.init(rawValue:))
        guard Area.cutAtDateLine(whole, edges: edges, pole: pole) == AreaFile.polygons(polygons) else { return nil }
        return whole
    }

    /// The source of an area that geoq has exported, and its id there; nil for any other. The
    /// area's own id follows from the two, so no other file says both by chance.
    fileprivate var exported: (source: String, sourceID: String)? {
        guard let source = text("source"), let sourceID = text("source_id"),
            let id = text("id").flatMap(FeatureID.init), !source.isEmpty,
            NewArea.id(source: source, sourceID: sourceID) == id
        else { return nil }
        return (source, sourceID)
    }
}

/// The rings of a feature are no boundary of an area.
struct AreaRingProblem: Error, CustomStringConvertible {
    let file: String
    /// Its number in the file, from 1.
    let feature: Int
    /// The key of the row that it is; nil for a feature of a file.
    let key: AreaKey?
    let problem: AreaError
    /// Whether --mend has tried to mend it.
    let isMended: Bool
    /// How the feature's edges run.
    var edges = Area.Edges.drawn

    var description: String {
        let place = key.map { "\($0)" } ?? "feature \(feature)"
        return "\(TerminalText.neutralized(file, limit: 200)), \(place): \(reason)"
    }

    private var reason: String {
        guard isMended, edges == .drawn, case .selfCrossing = problem else { return "\(problem)" }
        return "its crossings cannot be taken out: they are too many, or so near to each other that roundings make new "
            + "ones; simplify its rings first"
    }
}
