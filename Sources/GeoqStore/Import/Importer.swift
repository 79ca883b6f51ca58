import Foundation
import GRDB
import Geoq
import GeoqIndex

/// Takes the rows of one file into the store, inside one transaction.
final class Importer: ImportSink {
    private let db: Database
    private let settings: ImportSettings
    private let input: any MeasuredInput
    private let rejects: RejectsFile?
    private let progress: @Sendable (ImportProgress) -> Void
    /// Parents first.
    private var tables: [TableImport]
    private var references: ReferenceFinder
    private var registeredSources: Set<String> = []
    private(set) var report: ImportReport

    /// The rows that were added, changed or removed, by table; nil for a table
    /// of which they are many.
    var changedIDs: [(table: String, ids: [String]?)] {
        tables.map { ($0.table.name, $0.rows.changedIDs) }
    }

    /// Rows between two calls of `progress`, and two looks at cancellation.
    private static let progressStep = 5_000

    /// - Parameter reader: another connection to the same store.
    init(
        _ db: Database, before reader: DatabaseQueue, _ input: any MeasuredInput, _ settings: ImportSettings,
        progress: @escaping @Sendable (ImportProgress) -> Void
    ) throws {
        (self.db, self.settings, self.input, self.progress) = (db, settings, input, progress)
        tables = try settings.options.kind.tables.map { try TableImport(db, before: reader, $0) }
        references = try ReferenceFinder(db)
        rejects = try settings.rejectsPath.map { try RejectsFile(path: $0) }
        report = ImportReport(file: input.name)
    }

    /// Reads the whole file.
    ///
    /// - Throws: `FileProblem` when the file is refused; what reading or writing
    ///   throws. The caller rolls back.
    func run() throws {
        let format = try readImport(input, options: settings.options, into: self)
        report.format = format.format
        if report.source.isEmpty { report.source = settings.source ?? format.source ?? input.baseName }
        report.unknownColumns = format.unknownColumns
        report.notes = format.notes
        for table in tables {
            let counts = try table.counts()
            report.added += counts.added
            report.changed += counts.changed
            report.unchanged += counts.unchanged
        }
        try settle()
        for table in tables { try table.finish() }
        try rejects?.close()
        tellProgress()
    }

    func begin(format: String, source: String?) {
        report.format = format
        report.source = settings.source ?? source ?? input.baseName
    }

    func take(_ record: ImportRecord, line: Int) throws {
        let identity = record.identity
        let source = settings.source ?? identity.source ?? report.source
        try register(source)
        var found = References.none
        if case .watchlist(let row) = record {
            do throws(ReferenceProblem) {
                found = try references.references(of: row, source: source)
            } catch {
                throw RowProblem(file: input.name, line: line, column: error.column, reason: error.reason)
            }
        }
        let id =
            identity.id.flatMap { FeatureID($0) }
            ?? identity.sourceID.map { RecordUUID.derived(source: source, sourceID: $0) }
            ?? ReferenceFinder.derivedID(of: record, found, source: source)
        if let id {
            if try !write(record, found, id, source) { report.repeated += 1 }
        } else {
            try takeNameless(record, found, source)
        }
        try step()
    }

    /// A row without an id of its own is known by all its fields and, when
    /// several rows are the same, by its ordinal among them.
    private func takeNameless(_ record: ImportRecord, _ found: References, _ source: String) throws {
        let digest = RecordUUID.derived(source: source, sourceID: record.content(found))
        if try write(record, found, digest, source) { return }
        let ordinal = try tables[record.tableIndex].seen.ordinal(ofRepeated: digest)
        _ = try write(record, found, RecordUUID.derived(source: source, sourceID: "\(digest) \(ordinal)"), source)
    }

    /// - Returns: whether the row is new in this file.
    private func write(
        _ record: ImportRecord, _ found: References, _ id: FeatureID, _ source: String
    ) throws -> Bool {
        references.took(record, id)
        return try tables[record.tableIndex].write(record, found, id: id, source: source)
    }

    func refuse(_ problem: RowProblem, raw: [UInt8]) throws {
        report.rejected += 1
        if report.problems.count < ImportReport.problemLimit { report.problems.append(problem) }
        try rejects?.write(problem, raw: raw)
        try step()
    }

    func skip(_ reason: SkipReason) {
        report.skipped[reason, default: 0] += 1
    }

    private func register(_ source: String) throws {
        guard registeredSources.insert(source).inserted else { return }
        try db.execute(
            sql: "INSERT INTO geoq_source (name, kind) VALUES (?, 'file') ON CONFLICT DO NOTHING", arguments: [source])
        let kind = try String.fetchOne(db, sql: "SELECT kind FROM geoq_source WHERE name = ?", arguments: [source])
        guard kind == "file" else {
            throw FileProblem(
                file: input.name, reason: "\(source) is the name of a remote that is mirrored; choose another --source")
        }
    }

    /// Rows of the sources that the file no longer has: counted, or removed.
    private func settle() throws {
        report.missing = try tables.reduce(0) { $0 + (try $1.missing(of: registeredSources)) }
        guard settings.replace, report.missing > 0 else { return }
        if report.rejected > 0 {
            report.notes.append("nothing was removed: a row that was refused may be one that is missing")
            return
        }
        // Children first, and those of other sources with their lists.
        for source in registeredSources {
            let lists = settings.options.kind == .watchlists ? try tables[0].missingRows(of: source) : []
            for index in tables.indices.reversed() {
                var rows = try tables[index].missingRows(of: source)
                if index > 0 {
                    rows += try references.children(of: lists, in: tables[index].table.name, besides: source)
                } else if settings.options.kind == .birds {
                    rows = try references.unused(birds: rows)
                }
                try tables[index].remove(rows)
                report.removed += rows.count
            }
        }
        report.missing = try tables.reduce(0) { $0 + (try $1.missing(of: registeredSources)) }
        if report.missing > 0 { report.notes.append("some of these stay: entries of watchlists are of them") }
    }

    private func step() throws {
        let done = rowsSeen + report.repeated + report.rejected
        guard done % Self.progressStep == 0 else { return }
        try Task.checkCancellation()
        tellProgress()
    }

    private func tellProgress() {
        progress(
            ImportProgress(
                rows: rowsSeen, rejected: report.rejected, bytesRead: input.bytesRead, bytesInAll: input.bytesInAll))
    }

    private var rowsSeen: Int { tables.reduce(0) { $0 + $1.seen.count } }
}
