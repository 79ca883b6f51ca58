import Geoq

/// MAPPPD, the Antarctic penguin counts: sites, counts at them, and species,
/// each a table of its own.
///
/// `sites.csv` alone is hotspots, and `species.csv` alone is birds; the counts
/// are observations and need the other two beside them. A count of a whole year
/// has no date: it gets the year (and the month, if it has one).
enum PenguinCounts: ImportFormat {
    static let name = "mapppd"

    /// The three tables.
    private enum Role: CaseIterable {
        case sites, counts, species

        var kind: ImportKind {
            switch self {
            case .sites: .hotspots
            case .counts: .observations
            case .species: .birds
            }
        }

        /// The name under which it is published.
        var file: String {
            switch self {
            case .sites: "sites.csv"
            case .counts: "penguin_obs.csv"
            case .species: "species.csv"
            }
        }

        func matches(_ header: TableHeader) -> Bool {
            switch self {
            case .sites: header.has("site_id", "site_name", "latitude", "longitude")
            case .counts: header.has("site_id", "species_id", "presence", "year")
            case .species: header.has("species_id", "common_name", "genus", "species")
            }
        }
    }

    /// The counts, the sites and the species among some files of one folder;
    /// empty unless all three are there.
    ///
    /// - Parameter header: gives the names of a file's columns.
    static func tables(among files: [String], header: (String) throws -> TableHeader?) rethrows -> [String] {
        var found: [Role: String] = [:]
        for file in files {
            guard let header = try header(file) else { continue }
            for role in Role.allCases where found[role] == nil && role.matches(header) { found[role] = file }
        }
        return found.count == Role.allCases.count ? files.filter { file in found.values.contains(file) } : []
    }

    static func knownKind(of probe: ImportProbe) throws -> ImportKind? {
        let members = try members(of: probe)
        if members[.counts] != nil { return .observations }
        return members.count == 1 ? members.keys.first?.kind : nil
    }

    static func recognizes(_ probe: ImportProbe) throws -> Bool {
        try !members(of: probe).isEmpty
    }

    static func read(_ probe: ImportProbe, into sink: any ImportSink) throws -> FormatReport {
        let members = try members(of: probe)
        let wanted = Role.allCases.first { $0.kind == probe.options.kind }
        guard let wanted, let member = members[wanted] else {
            let kinds = Role.allCases.filter { members[$0] != nil }.map(\.kind.rawValue).joined(separator: " and ")
            throw FileProblem(
                file: probe.input.name,
                reason: "of MAPPPD's tables this has \(kinds); for \(probe.options.kind.rawValue) "
                    + "give \(wanted?.file ?? "the folder")")
        }
        if !probe.options.columnMap.isEmpty {
            throw FileProblem(file: probe.input.name, .columnsAreKnown("the columns of MAPPPD are known"))
        }
        var report = FormatReport(format: name, source: name)
        sink.begin(format: name, source: name)
        var read = [member]
        let table = try probe.openTable(member)
        switch wanted {
        case .sites: try readSites(table, options: probe.options, into: sink)
        case .species: try readSpecies(table, options: probe.options, into: sink)
        case .counts:
            guard let sites = members[.sites], let species = members[.species] else {
                throw FileProblem(
                    file: probe.input.name,
                    reason: "these counts have no coordinates of their own; "
                        + "give the folder or archive with sites.csv and species.csv beside them")
            }
            read += [sites, species]
            let others = try [probe.openTable(sites), probe.openTable(species)]
            try readCounts(table, sites: others[0], species: others[1], probe: probe, into: sink)
            report.latin1Lines = others.map(\.latin1Lines).reduce(0, +)
        }
        report.latin1Lines += table.latin1Lines
        if let note = probe.noteOfMembers(besides: read) { report.notes.append(note) }
        return report
    }

    private static func members(of probe: ImportProbe) throws -> [Role: String] {
        var members: [Role: String] = [:]
        for (member, table) in try probe.tables() {
            for role in Role.allCases where members[role] == nil && role.matches(table.header) {
                members[role] = member
            }
        }
        return members
    }
}

// MARK: - The three tables

extension PenguinCounts {
    private static func readSites(_ table: DelimitedTable, options: ImportOptions, into sink: any ImportSink) throws {
        let site = SiteColumns(table.header)
        try table.importRows(into: sink, options: options) { row in
            let coordinate = try row.requiredCoordinate(latitude: site.latitude, longitude: site.longitude)
            let id = try required(row, site.id)
            return .take(
                .hotspot(
                    HotspotRecord(
                        identity: RecordIdentity(sourceID: id), name: row.literal(site.name) ?? id,
                        locality: row.text(site.region), coordinate: coordinate)))
        }
    }

    private static func readSpecies(_ table: DelimitedTable, options: ImportOptions, into sink: any ImportSink) throws {
        let columns = SpeciesColumns(table.header)
        try table.importRows(into: sink, options: options) { row in
            var bird = BirdRecord(
                identity: RecordIdentity(sourceID: try required(row, columns.id)),
                commonName: try required(row, columns.commonName))
            bird.scientificName = columns.scientificName(row)
            return .take(.bird(bird))
        }
    }

    private static func readCounts(
        _ table: DelimitedTable, sites: DelimitedTable, species: DelimitedTable, probe: ImportProbe,
        into sink: any ImportSink
    ) throws {
        let (places, names) = (try probe.makeSpool(), try probe.makeSpool())
        let site = SiteColumns(sites.header)
        // A bad site does not make a count bad; the row is refused when a count
        // needs the site.
        let silent = SilentSink()
        while let row = try sites.nextRow(refusingInto: silent) {
            guard let id = row.text(site.id) else { continue }
            try places.put(id, [row.text(site.latitude), row.text(site.longitude), row.literal(site.name)])
        }
        let bird = SpeciesColumns(species.header)
        while let row = try species.nextRow(refusingInto: silent) {
            guard let id = row.text(bird.id) else { continue }
            try names.put(id, [bird.scientificName(row), row.text(bird.commonName)])
        }
        let header = table.header
        let columns = (
            site: header.column("site_id"), species: header.column("species_id"), date: header.column("date"),
            year: header.column("year"), month: header.column("month"), presence: header.column("presence"),
            count: header.column("count")
        )
        try table.importRows(into: sink, options: probe.options) { row in
            if try row.number(columns.presence) == 0 { return .skip(.notPresent) }
            let siteID = try required(row, columns.site)
            guard let place = try places.get(siteID), place.count == 3 else {
                throw unknown(siteID, columns.site, "site", Role.sites.file)
            }
            let speciesID = try required(row, columns.species)
            guard let name = try names.get(speciesID), name.count == 2 else {
                throw unknown(speciesID, columns.species, "species", Role.species.file)
            }
            let coordinate = try CoordinateFields.coordinate(
                latitude: place[0].flatMap { DecimalNumber.parse($0) },
                longitude: place[1].flatMap { DecimalNumber.parse($0) })
            guard let coordinate else {
                throw FieldProblem(
                    column: columns.site?.name, value: siteID,
                    reason: "site \(FieldProblem.quoted(siteID)) has no coordinates in \(Role.sites.file)")
            }
            var observation = ObservationRecord(identity: RecordIdentity(), coordinate: coordinate)
            observation.place = place[2]
            (observation.scientificName, observation.commonName) = (name[0], name[1])
            observation.count = try row.count(columns.count)
            observation.date =
                try row.date(columns.date)?.date
                ?? DateField.date(year: row.text(columns.year), month: row.text(columns.month), day: nil)
            return .take(.observation(observation))
        }
    }

    private static func required(_ row: DelimitedRow, _ column: Column?) throws -> String {
        if let text = row.text(column) { return text }
        throw FieldProblem(column: column?.name, reason: "no \(column?.name ?? "id")")
    }

    private static func unknown(_ id: String, _ column: Column?, _ what: String, _ file: String) -> FieldProblem {
        FieldProblem(column: column?.name, value: id, reason: "\(what) \(FieldProblem.quoted(id)) is not in \(file)")
    }
}

private struct SiteColumns {
    let id, name, region, latitude, longitude: Column?

    init(_ header: TableHeader) {
        (id, name, region) = (header.column("site_id"), header.column("site_name"), header.column("region"))
        (latitude, longitude) = (header.column("latitude"), header.column("longitude"))
    }
}

private struct SpeciesColumns {
    let id, commonName, genus, species: Column?

    init(_ header: TableHeader) {
        (id, commonName) = (header.column("species_id"), header.column("common_name"))
        (genus, species) = (header.column("genus"), header.column("species"))
    }

    func scientificName(_ row: DelimitedRow) -> String? {
        guard let genus = row.text(genus) else { return nil }
        return row.text(species).map { "\(genus) \($0)" } ?? genus
    }
}

/// Drops everything; for tables that are only used for look-ups.
private final class SilentSink: ImportSink {
    func take(_ record: ImportRecord, line: Int) {}
    func refuse(_ problem: RowProblem, raw: [UInt8]) {}
    func skip(_ reason: SkipReason) {}
}
