import Geoq
import GeoqIndex

/// Packages of camera traps (Camtrap DP 1.0, https://camtrap-dp.tdwg.org): the
/// animals of `observations.csv` at the places of `deployments.csv`.
///
/// The same animal may be there once for each picture (`media`) and once for
/// the whole encounter (`event`). Of a deployment that has events, only these
/// are read; of any other its media. Blanks, vehicles and people are left out,
/// and counted.
enum CamtrapDP: ImportFormat {
    static let name = "camtrap-dp"

    static func recognizes(_ probe: ImportProbe) throws -> Bool {
        try CamtrapPackage(in: probe.input) != nil
    }

    static func knownKind(of probe: ImportProbe) throws -> ImportKind? {
        try recognizes(probe) ? .observations : nil
    }

    static func read(_ probe: ImportProbe, into sink: any ImportSink) throws -> FormatReport {
        guard let package = try CamtrapPackage(in: probe.input) else {
            throw FileProblem(file: probe.input.name, reason: "it has no datapackage.json with deployments")
        }
        try probe.expect(.observations, in: "a Camtrap DP")
        guard probe.options.columnMap.isEmpty else {
            throw FileProblem(file: probe.input.name, .columnsAreKnown("the columns' names are fixed"))
        }
        for member in [package.deployments, package.observations] where !probe.input.members.contains(member) {
            throw FileProblem(
                file: probe.input.name, reason: "its datapackage.json names \(member), which is not there")
        }
        let deployments = try CamtrapDeployments(package, probe)
        let table = try probe.openTable(package.observations)
        let columns = try CamtrapColumns(table)
        if columns.scientificName == nil, probe.options.species == nil, !probe.options.takesPlacesAlone {
            throw FileProblem(
                file: table.file, .noSpecies(wanted: "scientificName", mayBeNamed: false, mayBePlaces: false))
        }
        sink.begin(format: name, source: package.name)
        try table.importRows(into: sink, options: probe.options) { row in
            try outcome(of: row, columns, deployments, license: package.license)
        }
        var report = FormatReport(format: name, source: package.name)
        report.unknownColumns = columns.unknown
        report.latin1Lines = table.latin1Lines + deployments.latin1Lines
        report.notes = deployments.notes
        let read = probe.members.filter {
            [package.deployments, package.observations].contains($0) || $0.hasSuffix("datapackage.json")
        }
        if let note = probe.noteOfMembers(besides: read) { report.notes.append(note) }
        return report
    }

    private static func outcome(
        of row: DelimitedRow, _ columns: CamtrapColumns, _ deployments: CamtrapDeployments, license: String?
    ) throws -> RowOutcome {
        let species = row.text(columns.scientificName)
        let type = row.text(columns.observationType)
        if type == "human" || species == "Homo sapiens" { return .skip(.person) }
        guard type == "animal" else { return .skip(.notAnAnimal) }
        guard let id = row.text(columns.deploymentID) else {
            throw FieldProblem(column: columns.deploymentID.name, reason: "no deploymentID")
        }
        if row.text(columns.observationLevel) == "media", try deployments.hasEvents(id) { return .skip(.otherLevel) }
        guard let deployment = try deployments.deployment(id) else {
            throw FieldProblem(
                column: columns.deploymentID.name, value: id,
                reason: "deployment \(FieldProblem.quoted(id)) is not in the table of deployments")
        }
        guard let place = try deployment.coordinate() else { return .skip(.noCoordinates) }
        var record = ObservationRecord(
            identity: RecordIdentity(sourceID: row.text(columns.observationID)), coordinate: place)
        record.scientificName = species
        record.count = try row.count(columns.count)
        if record.count == 0 { return .skip(.absent) }
        let start = try row.date(columns.eventStart)
        let end = try row.date(columns.eventEnd)
        (record.date, record.time) = (start?.date, start?.time)
        // An encounter over midnight has two days.
        if let start, let end, let days = ObservedDate(start.date.first, through: end.date.last) {
            (record.date, record.endTime) = (days, end.time)
        }
        record.uncertaintyMeters = try deployment.uncertaintyMeters()
        record.place = deployment.place
        record.license = license
        return .take(.observation(record))
    }
}

/// The columns of `observations.csv`.
struct CamtrapColumns {
    let deploymentID: Column
    let observationType: Column
    let observationLevel: Column
    let observationID: Column?
    let scientificName: Column?
    let count: Column?
    let eventStart: Column?
    let eventEnd: Column?
    /// Names of columns that geoq does not use.
    let unknown: [String]

    /// - Throws: `FileProblem` when a column is missing without which rows
    ///   cannot be told apart.
    init(_ table: DelimitedTable) throws(FileProblem) {
        let header = table.header
        deploymentID = try table.required("deploymentID")
        observationType = try table.required("observationType")
        observationLevel = try table.required("observationLevel")
        observationID = header.column("observationID")
        scientificName = header.column("scientificName")
        count = header.column("count")
        eventStart = header.column("eventStart")
        eventEnd = header.column("eventEnd")
        let known = [
            deploymentID, observationType, observationLevel, observationID, scientificName, count, eventStart, eventEnd,
        ].compactMap { $0?.index }
        unknown = header.names.enumerated().filter { !known.contains($0.offset) }.map(\.element)
    }
}

extension DelimitedTable {
    /// A column that the table must have.
    ///
    /// - Throws: `FileProblem` that lists the columns that the table has.
    func required(_ name: String) throws(FileProblem) -> Column {
        guard let column = header.column(ColumnName(name)) else {
            throw FileProblem(file: file, reason: "no column \(name) among \(header.summary)")
        }
        return column
    }
}
