import Geoq

/// Reads the files of one input.
struct AreaInputReader {
    /// Shapefiles are binary, also where they look like UTF-16.
    private let input: any ImportInput
    private let probe: ImportProbe
    private let sink: any AreaSink
    private let depth: Int
    private let mends: Bool
    private let transform: ShapefileTransform?
    private let srid: Int?
    /// The format of each member that can hold data. Their first bytes are not
    /// kept: an archive may have very many members.
    private var formats: [String: AreaFormat] = [:]

    /// How many archives may stand one in the other.
    private static let mostArchives = 3
    /// The longest `.prj` or `.cpg` that is read, in bytes.
    private static let longestText = 64 << 10
    private static let isAnotherForm =
        "it has the name of a shapefile and may hold the same areas; give it alone, if it holds others"

    init(
        _ input: any ImportInput, sink: any AreaSink, depth: Int, mends: Bool, _ transform: ShapefileTransform?,
        srid: Int?
    ) throws {
        (self.input, self.sink, self.depth, self.mends, self.transform) = (input, sink, depth, mends, transform)
        self.srid = srid
        // Areas have no kind; the probe's options are not asked.
        probe = ImportProbe(DecodedInput(input), options: ImportOptions(kind: .hotspots)) {
            preconditionFailure("Areas are not joined.")
        }
        for member in probe.members { formats[member] = AreaFormat.recognize(head: try head(member)) }
    }

    func read() throws -> AreaReport {
        do {
            return try readMembers()
        } catch let error as LeftOut {
            throw error.problem
        }
    }

    /// - Throws: `LeftOut` when no member is of use; `FileProblem` when areas had been given to the sink.
    private func readMembers() throws -> AreaReport {
        let members = probe.members
        let shapefiles = members.filter { formats[$0] == .shapefile }
        var report = AreaReport()
        var left: [(member: LeftOutMember, problem: FileProblem)] = []
        for member in members where !isBeside(member, shapefiles) {
            do throws(any Error) {
                report.merge(try read(member), of: members.count > 1 ? probe.fileName(of: member) : nil)
            } catch let error as LeftOut {
                let entry = LeftOutMember(name: member, reason: error.problem.reason)
                left.append((member: entry, problem: error.problem))
                // Areas may come with pictures, as in a KMZ.
                if !error.isPicture { report.leftOut.append(entry) }
            }
        }
        guard report.formats.isEmpty else {
            report.leftOut += input.leftOut
            for member in members where isBeside(member, shapefiles) && mayHoldAreas(member) {
                report.leftOut.append(LeftOutMember(name: member, reason: Self.isAnotherForm))
            }
            return report
        }
        guard let first = left.first else {
            throw LeftOut(problem: FileProblem(file: input.name, reason: "there is nothing in it"))
        }
        let count = left.count + input.leftOut.count
        if count == 1 { throw LeftOut(problem: first.problem) }
        throw LeftOut(
            problem: FileProblem(
                file: input.name,
                reason: "none of its \(count) files holds areas; \(first.member.name): \(first.problem.reason)"))
    }

    /// A file, or an archive, of which nothing was given to the sink.
    private struct LeftOut: Error {
        var problem: FileProblem
        var isPicture = false
    }

    /// How PNG, JPEG, GIF and WebP begin.
    private static let pictures: [[UInt8]] = [
        [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], Array("GIF8".utf8), Array("RIFF".utf8),
    ]

    /// - Throws: `LeftOut`; `FileProblem` when areas had been given to the sink.
    private func read(_ member: String) throws -> AreaReport {
        let file = probe.fileName(of: member)
        guard let format = formats[member] else {
            let head = MemberHead(member, bytes: try head(member))
            guard head.content == .archive, let archive = try probe.input.archive(in: member) else {
                throw LeftOut(
                    problem: FileProblem(file: file, reason: unknownReason(head)),
                    isPicture: Self.pictures.contains { head.bytes.starts(with: $0) })
            }
            guard depth < Self.mostArchives else {
                throw LeftOut(problem: FileProblem(file: file, reason: "an archive within \(depth) others"))
            }
            return try AreaInputReader(archive, sink: sink, depth: depth + 1, mends: mends, transform, srid: srid)
                .readMembers()
        }
        let intake = AreaIntake(sink, file: file, mends: mends)
        do {
            switch format {
            case .geoJSON: try GeoJSONAreas.read(try probe.input.open(member), into: intake)
            case .wkt: try WKTAreas.read(try probe.input.open(member), into: intake)
            case .table:
                let first = try head(member)
                try TableAreas.read(try probe.input.open(member), head: first, into: intake)
            case .kml: try KMLAreas.read(try probe.input.open(member), into: intake)
            case .shapefile: try readShapefile(member, into: intake)
            }
        } catch let problem as FileProblem where !intake.hasHandedOn {
            throw LeftOut(problem: problem)
        }
        return intake.finish(format)
    }

    private func head(_ member: String) throws -> [UInt8] {
        try probe.input.peek(member, count: ImportProbe.headBytes)
    }

    private func unknownReason(_ head: MemberHead) -> String {
        if head.content == .shapefile { return "it is the index of a shapefile (.shx), without its .shp" }
        return head.unreadableReason
            ?? "it holds no areas that are known: GeoJSON, WKT, a table with a column of WKT, KML, KMZ, or a shapefile"
    }

    // MARK: - Shapefiles

    private func readShapefile(_ member: String, into intake: AreaIntake) throws {
        let prj = try part("prj", of: member).map { try input.peek($0, count: Self.longestText) }
        guard let transform, let system = foreignSystem(prj) else {
            let files = ShapefileAreas.Files(
                shp: try input.open(member), dbf: try part("dbf", of: member).map { try input.open($0) }, prj: prj,
                cpg: try part("cpg", of: member).map { try input.peek($0, count: Self.longestText) },
                isWGS84: srid == Self.wgs84)
            return try ShapefileAreas.read(files, into: intake)
        }
        let parts = try ["shp", "shx", "dbf", "prj", "cpg"].compactMap { ending in
            try (ending == "shp" ? member : part(ending, of: member)).map { (ending, try input.open($0)) }
        }
        try GeoJSONAreas.read(try transform(intake.file, parts), into: intake)
        if prj == nil { intake.assumeSystem() }
        intake.note("transformed from \(system) to WGS 84 by GDAL")
    }

    /// The SRID of longitude and latitude on WGS 84.
    private static let wgs84 = 4_326

    /// The system that coordinates have to be transformed from; nil for none.
    private func foreignSystem(_ prj: [UInt8]?) -> String? {
        if let prj { return CoordinateSystemText.foreignName(String(decoding: prj, as: UTF8.self)) }
        guard let srid, srid != Self.wgs84 else { return nil }
        return "SRID \(srid)"
    }

    /// The parts of a shapefile have the same name with other endings, which may differ
    /// in case.
    private func part(_ ending: String, of member: String) -> String? {
        let name = Self.stem(member) + ending
        return input.members.first { $0.lowercased() == name }
    }

    /// Whether a file has the name of a shapefile, and is not its `.shp`.
    private func isBeside(_ member: String, _ shapefiles: [String]) -> Bool {
        !shapefiles.contains(member)
            && shapefiles.contains { member.lowercased().hasPrefix(Self.stem($0)) }
    }

    /// Whether a file may hold areas by itself, as no part of a shapefile does.
    private func mayHoldAreas(_ member: String) -> Bool {
        formats[member] != nil || [".zip", ".kmz"].contains { member.lowercased().hasSuffix($0) }
    }

    /// The path up to the last point, in lower case.
    private static func stem(_ member: String) -> String {
        let lower = member.lowercased()
        return lower.lastIndex(of: ".").map { String(lower[...$0]) } ?? lower + "."
    }
}
