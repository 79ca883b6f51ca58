import Geoq

/// Areas in a shapefile (ESRI Shapefile Technical Description, July 1998): the
/// polygons of a `.shp`, with the attributes of the `.dbf` beside it. Heights
/// and measures are left out.
enum ShapefileAreas {
    /// The parts of a shapefile.
    struct Files {
        var shp: any ByteStream
        /// Attributes; without them areas have no names.
        var dbf: (any ByteStream)?
        /// The text of the `.prj`: which system the coordinates are in.
        var prj: [UInt8]?
        /// The text of the `.cpg`: the encoding of the `.dbf`.
        var cpg: [UInt8]?
        /// Whether the coordinates are longitude and latitude on WGS 84 when there is no `.prj`.
        var isWGS84 = false
    }

    /// Reads all records, `.shp` and `.dbf` side by side.
    ///
    /// - Throws: `FileProblem` when nothing tells the system of the coordinates, or the `.prj` names another system
    ///   than longitude and latitude on WGS 84 or one that agrees with it to about
    ///   two meters; when the `.shp` holds no polygons, is cut short, or has more
    ///   records than the `.dbf`. What streams and sink throw.
    /// - Complexity: O(size of the files), in the memory of the largest record.
    static func read(_ files: Files, into intake: AreaIntake) throws {
        let file = intake.file
        if let prj = files.prj {
            switch CoordinateSystemText.judge(String(decoding: prj, as: UTF8.self)) {
            case .wgs84: break
            case .close(let name): intake.note("coordinates on \(name), which agrees with WGS 84 to about two meters")
            case .foreign(let reason): throw FileProblem(file: file, reason: reason)
            }
        } else {
            guard files.isWGS84 else { throw FileProblem(file: file, .noCoordinateSystem) }
            intake.assumeSystem()
            intake.note("no .prj beside it: its coordinates were taken for longitude and latitude on WGS 84")
        }
        var table = try files.dbf.map { try DBaseTable($0, encoding: DBaseTable.Encoding(cpg: files.cpg), file: file) }
        if table == nil { intake.note("no .dbf beside it: the areas have no names") }
        var shapes = try ShapefileRecords(files.shp, file: file)
        var wrong = ShapefileRings.WrongWays()
        while let content = try shapes.next() {
            try intake.begin()
            let row = try table?.next()
            if table != nil, row == nil {
                throw FileProblem(
                    file: file, reason: "its .dbf ends after record \(intake.number - 1), and its .shp goes on")
            }
            if row?.isDeleted == true {
                intake.skip(.deleted)
                continue
            }
            do {
                var shape = intake.shape()
                guard try readPolygon(content, type: shapes.type, into: &shape) else {
                    intake.skip(.noGeometry)
                    continue
                }
                try shape.arrange { (rings) throws(AreaProblem) in
                    try ShapefileRings.polygons(of: rings, wrong: &wrong)
                }
                try intake.give(shape, row?.fields ?? AreaFields(), line: nil)
            } catch let problem as AreaProblem {
                try intake.refuse(problem, line: nil)
            }
        }
        if wrong.alone > 0 {
            intake.note(
                wrong.alone == 1
                    ? "1 ring that is in no other ring and counter-clockwise, as holes are, was taken for an outer ring"
                    : "\(wrong.alone) rings that are in no other ring and counter-clockwise, as holes are, were taken for outer "
                        + "rings")
        }
        if wrong.within > 0 {
            intake.note(
                wrong.within == 1
                    ? "1 ring within such a ring runs the wrong way, too, and was taken for a hole"
                    : "\(wrong.within) rings within such rings run the wrong way, too: the clockwise ones were taken for "
                        + "holes")
        }
        if let more = table?.rowsLeft, more > 0 {
            intake.note(
                "\(more) row\(more == 1 ? "" : "s") at the end of the .dbf \(more == 1 ? "has" : "have") no shape")
        }
        for note in table?.notes ?? [] { intake.note(note) }
    }

    /// Reads the content of one record.
    ///
    /// - Returns: false for a null shape.
    private static func readPolygon(
        _ content: [UInt8], type: Int32, into shape: inout AreaShape
    ) throws(AreaProblem) -> Bool {
        var reader = ByteReader(content)
        guard let own = reader.integer(Int32.self) else { throw .malformed("a record without a type") }
        if own == 0 { return false }
        guard own == type else { throw .malformed("a record of shape type \(own) in a file of type \(type)") }
        guard reader.skip(4 * 8), let ringCount = reader.integer(Int32.self), let count = reader.integer(Int32.self)
        else { throw .malformed("a record that is cut short") }
        guard count <= AreaLimits.positions else { throw .tooManyPositions }
        guard reader.has(Int(ringCount), of: 4) else {
            throw .malformed("\(ringCount) rings in a record of \(content.count) bytes")
        }
        var starts: [Int] = []
        for _ in 0..<ringCount { if let start = reader.integer(Int32.self) { starts.append(Int(start)) } }
        guard reader.has(Int(count), of: 16) else {
            throw .malformed("\(count) positions in a record of \(content.count) bytes")
        }
        guard starts.first ?? 0 == 0, zip(starts, starts.dropFirst()).allSatisfy({ $0 <= $1 }),
            starts.last ?? 0 <= count
        else { throw .malformed("its rings do not begin one after the other") }
        shape.beginPolygon()
        for (index, start) in starts.enumerated() {
            let end = index + 1 < starts.count ? starts[index + 1] : Int(count)
            shape.beginRing()
            for _ in start..<end {
                guard let longitude = reader.double(), let latitude = reader.double() else { break }
                try shape.add(longitude: longitude, latitude: latitude)
            }
            try shape.endRing()
        }
        shape.endPolygon(isArranged: false)
        // The least and the greatest Z, or M; numbers below −10³⁸ say that there is none.
        if type != 5 {
            for _ in 0..<2 {
                if let edge = reader.double(), edge > -1e38 { shape.leaveOut(height: edge) }
            }
        }
        return true
    }
}

/// The records of a `.shp`, one after the other.
struct ShapefileRecords {
    /// The type of all shapes that are not null: 5, 15 or 25.
    let type: Int32

    private let stream: any ByteStream
    private let file: String
    /// What the head says is still to come, in bytes.
    private var left: Int
    private var number = 0

    /// How a `.shp` and a `.shx` begin.
    static let mark: [UInt8] = [0, 0, 0x27, 0x0A]
    private static let headerBytes = 100
    /// Types with polygons: without more, with Z and M, with M.
    private static let polygonTypes: Set<Int32> = [5, 15, 25]
    /// Page 4 of the description.
    private static let names: [Int32: String] = [
        0: "nothing but null shapes", 1: "points", 3: "lines", 8: "multipoints", 11: "points", 13: "lines",
        18: "multipoints", 21: "points", 23: "lines", 28: "multipoints", 31: "multipatches",
    ]
    /// The largest record, in bytes: positions with Z and M.
    private static let longestRecord = 32 * AreaLimits.positions + (64 << 20)

    /// - Throws: `FileProblem` when it is no `.shp` of polygons; what the stream
    ///   throws.
    init(_ stream: any ByteStream, file: String) throws {
        let head = try stream.bytes(upTo: Self.headerBytes)
        var sizes = ByteReader(head, at: 24)
        var types = ByteReader(head, at: 32)
        guard head.count == Self.headerBytes, head.starts(with: Self.mark),
            let words = sizes.integer(Int32.self, isLittleEndian: false), let type = types.integer(Int32.self)
        else { throw FileProblem(file: file, reason: "its .shp is no shapefile, or is cut short") }
        guard Self.polygonTypes.contains(type) else {
            let holds = Self.names[type] ?? "shapes that are not known"
            throw FileProblem(file: file, reason: "it holds \(holds) (shape type \(type)), not polygons")
        }
        (self.stream, self.file, self.type) = (stream, file, type)
        left = max(0, Int(words) * 2 - Self.headerBytes)
    }

    /// The content of the next record; nil after the last.
    ///
    /// - Throws: `FileProblem` when the file ends within the record, or the record
    ///   is longer than any can be.
    mutating func next() throws -> [UInt8]? {
        guard left > 0 else { return nil }
        number += 1
        var head = ByteReader(try stream.bytes(upTo: 8))
        guard head.skip(4), let words = head.integer(Int32.self, isLittleEndian: false) else { throw cutShort }
        let count = Int(words) * 2
        guard count >= 4, count <= Self.longestRecord else {
            throw FileProblem(file: file, reason: "record \(number) of its .shp has a length of \(count) bytes")
        }
        let content = try stream.bytes(upTo: count)
        guard content.count == count else { throw cutShort }
        left -= 8 + count
        return content
    }

    private var cutShort: FileProblem {
        FileProblem(file: file, reason: "its .shp ends within record \(number): it is cut short")
    }
}
