import Geoq

/// Areas as rows of a table (CSV, TSV) with a column of WKT, EWKT or hexadecimal WKB, as `ogr2ogr`, QGIS,
/// PostGIS and the portals of cities write them. The other columns are attributes.
enum TableAreas {
    /// Columns that hold the polygons, the best first; letters and digits count, without case.
    private static let columns: [ColumnName] = [
        "wkt", "geom", "the_geom", "geometry", "wkt_geom", "geom_wkt", "geometry_wkt", "wkb_geometry", "multipolygon",
        "polygon",
    ]

    private static let quote = UInt8(ascii: "\"")

    /// Whether a text begins with a header that has such a column, and some field below it begins as a
    /// geometry does.
    ///
    /// - Complexity: O(number of bytes).
    static func recognizes(_ head: [UInt8]) -> Bool {
        guard let table = try? TableHead(head), table.header.column(columns) != nil else { return false }
        let separators: Set<UInt8> = [table.dialect.separator, quote, UInt8(ascii: "\n"), UInt8(ascii: "\r")]
        let rows = head.drop { $0 != UInt8(ascii: "\n") }
        return rows.split { separators.contains($0) }.contains {
            // No number is as long as the WKB of a point.
            WKT.begins(Array($0.prefix(200))) || $0.count >= 42 && WKTAreas.isGeometry($0)
        }
    }

    /// Reads all rows.
    ///
    /// - Parameter head: the first bytes, with the whole header.
    /// - Throws: `FileProblem` for more rows than `AreaLimits.features`; what stream and sink throw.
    /// - Complexity: O(size of the file), in the memory of its longest row.
    static func read(_ stream: any ByteStream, head: [UInt8], into intake: AreaIntake) throws {
        var limits = DelimitedReader.Limits()
        limits.recordBytes = AreaLimits.textBytes
        let reader = DelimitedReader(stream, dialect: Dialect(firstLineOf: head), limits: limits)
        let hasHeader = try reader.next()
        let header = TableHeader(hasHeader ? reader.texts : [])
        guard let column = header.column(columns) else {
            throw FileProblem(file: intake.file, reason: "its header has no column of polygons")
        }
        while try reader.next() {
            try intake.begin()
            do {
                try take(reader, header, column.index, into: intake)
            } catch let problem as AreaProblem {
                try intake.refuse(problem, line: reader.line)
            }
        }
        if reader.latin1Lines > 0 {
            let lines = reader.latin1Lines == 1 ? "1 line was" : "\(reader.latin1Lines) lines were"
            intake.note("\(lines) not UTF-8 and read as latin-1")
        }
    }

    private static func take(
        _ reader: DelimitedReader, _ header: TableHeader, _ column: Int, into intake: AreaIntake
    ) throws {
        if let problem = reader.problem { throw AreaProblem.malformed(problem.reason) }
        let count = reader.fieldCount
        // A surplus of empty fields is allowed, as in other tables.
        guard count >= header.count, (header.count..<count).allSatisfy({ reader.text($0).isEmpty }) else {
            let below = reader.lineCount - 1
            let why =
                reader.endAtFirstLine()
                ? "a quote that is opened in it closes \(below) line\(below == 1 ? "" : "s") below"
                : "a field that holds the separator stands in quotes"
            throw AreaProblem.malformed(
                "\(count) field\(count == 1 ? "" : "s") where the header has \(header.count); \(why)")
        }
        var geometry = reader.withField(column) { Array($0) }
        // `ogr2ogr` quotes WKT between tabs, too.
        if geometry.count > 1, geometry.first == quote, geometry.last == quote {
            geometry = Array(geometry.dropFirst().dropLast())
        }
        guard !geometry.isEmpty else { return intake.skip(.noGeometry) }
        guard WKTAreas.isGeometry(geometry[...]) else {
            let shown = FieldProblem.quoted(String(decoding: geometry.prefix(200), as: UTF8.self))
            throw AreaProblem.malformed("\(shown) in column \(header.names[column]) is neither WKT nor hexadecimal WKB")
        }
        var (fields, shape) = (AreaFields(), intake.shape())
        for (index, name) in header.names.enumerated() where index != column && !name.isEmpty {
            let text = reader.text(index)
            if !text.isEmpty { fields.append(name, .text(text)) }
        }
        try WKTAreas.read(geometry, into: &shape)
        try intake.give(shape, fields, line: reader.line)
    }
}
