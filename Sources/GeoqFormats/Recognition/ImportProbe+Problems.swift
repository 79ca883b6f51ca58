import Geoq

extension ImportProbe {
    /// Refuses what no format can read, such as spreadsheets and empty inputs.
    ///
    /// - Throws: `FileProblem` with one sentence.
    func refuseUnreadable() throws {
        if input.members.contains(where: { $0 == "xl/workbook.xml" || $0 == "xl/workbook.bin" }) {
            throw FileProblem(
                file: input.name, reason: "this is an Excel workbook; save the sheet as CSV and import that")
        }
        if input.members.contains("content.xml"), input.members.contains("mimetype") {
            throw FileProblem(
                file: input.name, reason: "this is an OpenDocument file; save the sheet as CSV and import that")
        }
        guard let member = members.first else {
            if !input.leftOut.isEmpty { return }
            throw FileProblem(file: input.name, reason: "there is nothing in it")
        }
        if members.count == 1, let reason = try head(of: member).unreadableReason {
            throw FileProblem(file: input.name, reason: reason)
        }
    }

    /// Whether the input is one file of a shapefile.
    var isShapefile: Bool {
        get throws { try members.count == 1 && head(of: members[0]).content == .shapefile }
    }

    /// The sentence for an input that no format recognized.
    func unknownFormat() throws -> FileProblem {
        guard members.count == 1, let head = try members.first.map({ try head(of: $0) }) else {
            return FileProblem(file: input.name, reason: "its \(members.count) files are in no format that geoq reads")
        }
        guard let table = head.table else { return FileProblem(file: input.name, reason: head.strangeReason) }
        let file = fileName(of: head.member)
        if table.header.count < 2 {
            return FileProblem(
                file: file,
                reason: "this is not a table: its first line is \(FieldProblem.quoted(table.first.first ?? ""))")
        }
        // The columns that the map names must be right before any column can be missing.
        do throws(FileProblem) { _ = try ColumnBinder(table.header, file: file, options: options) } catch {
            return error
        }
        let missing = missingColumns(of: table.header)
        let places = table.header.missingPoint(ImportOptions(kind: .hotspots)).isEmpty
        return FileProblem(
            file: file,
            .unknownTable(
                present: table.header.summary, missing: missing.map(\.words),
                fields: missing.map(\.field).filter { !$0.isEmpty },
                mayBePlaces: options.kind == .birds && places))
    }

    /// The columns that a table needs and lacks, in words and as
    /// `ImportOptions.columnMap` calls them.
    private func missingColumns(of header: TableHeader) -> [(words: String, field: String)] {
        func has(_ field: TableField) -> Bool {
            options.columnMap.keys.contains { TableField(mapped: $0) == field }
                || header.column(FieldAliases.names(of: field, in: options.kind)) != nil
        }
        switch options.kind {
        case .hotspots, .observations:
            var missing = header.missingPoint(options).map {
                (words: $0.rawValue, field: $0.rawValue)
            }
            if options.kind == .hotspots {
                if !has(.name) { missing.append((words: "name", field: "name")) }
            } else if !has(.scientificName), !has(.commonName), options.species == nil, !options.takesPlacesAlone {
                missing.append((words: "a species", field: TableField.scientificName.rawValue))
            }
            return missing
        case .birds:
            return [(words: "common_name", field: "common_name")]
        case .presence:
            var missing: [(words: String, field: String)] = []
            if options.hotspot == nil, !has(.hotspotID), !has(.place) {
                missing.append((words: "a hotspot", field: "hotspot"))
            }
            if options.species == nil, !has(.birdID), !has(.scientificName), !has(.commonName) {
                missing.append((words: "a species", field: TableField.scientificName.rawValue))
            }
            return missing
                + PresenceTable.telling.filter { !has($0) }.map { (words: $0.rawValue, field: $0.rawValue) }
        case .watchlists:
            return [(words: "what only watchlists have, such as radius_km or rule_type", field: "")]
        }
    }

    /// A note that some members were not read; nil when all were. Descriptions
    /// and legal notes hold no rows.
    func noteOfMembers(besides read: [String]) -> String? {
        let others = members.filter { member in
            !read.contains(member) && !member.hasSuffix(".xml")
                && !["rights.txt", "citations.txt"].contains(member.split(separator: "/").last.map(String.init))
        }
        return others.isEmpty ? nil : "not read: \(listing(others))"
    }

    /// At most five names, and how many more there are.
    private func listing(_ names: [String]) -> String {
        names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " and \(names.count - 5) more" : "")
    }
}

extension MemberHead {
    /// Why no format can read such bytes; nil when one might.
    var unreadableReason: String? {
        switch content {
        case .empty: "the file is empty"
        case .pdf: "this is a PDF, not a data file"
        case .html: "this is a web page (HTML), perhaps one that asks to sign in, and not the download"
        case .gzip: "its gzip cannot be unpacked: it is damaged"
        case .utf32: "this is UTF-32 text; save it as UTF-8"
        case .parquet: "this is Parquet; save it as CSV: duckdb -c \"COPY (FROM 'x.parquet') TO 'x.csv'\""
        case .sqlite: "this is an SQLite database or a GeoPackage; save its table: ogr2ogr x.geojson x.gpkg"
        case .oldExcel: "this is an Excel workbook; save the sheet as CSV and import that"
        case .shapefile: "this is a shapefile; save it as GeoJSON: ogr2ogr -t_srs EPSG:4326 x.geojson x.shp"
        case .bareReturns: "its lines end with CR alone; save it with LF or CR LF line ends"
        case .binary: "this is binary data, not text"
        case .xml: XMLReader.hasDocumentType(bytes) ? "it has \(XMLReader.documentType)" : nil
        case .table, .json, .archive: nil
        }
    }

    /// What a member is that could be read and is in no known format.
    fileprivate var strangeReason: String {
        switch content {
        case .json: "this JSON is in no format that geoq knows"
        case .xml where KMLAreas.recognizes(bytes): "this is KML; save it as GeoJSON: ogr2ogr x.geojson x.kml"
        case .xml: "this is XML, which geoq reads only as GPX and as the meta.xml of a Darwin Core archive"
        case .table:
            "its first line cannot be read as the header of a table"
                + (headerProblem.map { ": \($0)" } ?? "")
        case .archive: "this is an archive that cannot be unpacked here; unpack it first"
        default: unreadableReason ?? "this is in no format that geoq knows"
        }
    }
}
