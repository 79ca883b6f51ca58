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
    private var rows: RowWriter
    /// Sees the store as it was before the transaction.
    private let reader: DatabaseQueue
    /// Rows of the table before, and the last one's number.
    private let before: Int
    private let lastBefore: Int64
    private var seen: SeenRows
    /// Rows that were added or changed, perhaps back again.
    private var written = RowSet()
    private var registeredSources: Set<String> = []
    private(set) var report: ImportReport

    /// The rows that were added, changed or removed; nil when they are many.
    var changedIDs: [String]? { rows.changedIDs }

    /// Rows between two calls of `progress`, and two looks at cancellation.
    private static let progressStep = 5_000

    /// - Parameter reader: another connection to the same store.
    init(
        _ db: Database, before reader: DatabaseQueue, _ input: any MeasuredInput, _ settings: ImportSettings,
        progress: @escaping @Sendable (ImportProgress) -> Void
    ) throws {
        (self.db, self.reader, self.settings, self.input, self.progress) = (db, reader, settings, input, progress)
        before = try Self.count(db, "SELECT count(*) FROM \(settings.options.kind.table)")
        lastBefore = try Int64.fetchOne(db, sql: "SELECT max(fid) FROM \(settings.options.kind.table)") ?? 0
        rows = try RowWriter(db, settings.options.kind, count: before)
        seen = try SeenRows(db)
        rejects = try settings.rejectsPath.map { try RejectsFile(path: $0) }
        report = ImportReport(file: input.name)
    }

    /// Reads the whole file.
    ///
    /// - Throws: `FileProblem` when the file is refused; what reading or writing
    ///   throws. The caller rolls back.
    func run() throws {
        let table = settings.options.kind.table
        let format = try readImport(input, options: settings.options, into: self)
        report.format = format.format
        if report.source.isEmpty { report.source = settings.source ?? format.source ?? input.baseName }
        report.unknownColumns = format.unknownColumns
        report.notes = format.notes
        let added = try Self.count(db, "SELECT count(*) FROM \(table)") - before
        report.added = added
        report.changed = max(0, written.count - added - (try changedBack(table)))
        report.unchanged = seen.count - report.added - report.changed
        try settle(table)
        try rows.finish(count: before + added)
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
        if let id = identity.id.flatMap({ FeatureID($0) })
            ?? identity.sourceID.map({ RecordUUID.derived(source: source, sourceID: $0) })
        {
            if try !write(record, id, source) { report.repeated += 1 }
        } else {
            try takeNameless(record, source)
        }
        try step()
    }

    /// A row without an id of its own is known by all its fields and, when
    /// several rows are the same, by its ordinal among them.
    private func takeNameless(_ record: ImportRecord, _ source: String) throws {
        let digest = RecordUUID.derived(source: source, sourceID: record.content)
        if try write(record, digest, source) { return }
        let ordinal = try seen.ordinal(ofRepeated: digest)
        _ = try write(record, RecordUUID.derived(source: source, sourceID: "\(digest) \(ordinal)"), source)
    }

    /// - Returns: whether the row is new in this file.
    private func write(_ record: ImportRecord, _ id: FeatureID, _ source: String) throws -> Bool {
        let outcome = try rows.write(record, id: id, source: source)
        if outcome.hasWritten { written.insert(outcome.row) }
        return seen.insert(outcome.row)
    }

    /// How many rows came more than once in the file, were changed, and are in
    /// the end what they were before: these have not changed.
    private func changedBack(_ table: String) throws -> Int {
        let sql = "SELECT * FROM \(table) WHERE fid = ?"
        var count = 0
        for row in seen.repeated.intersection(written, through: lastBefore) {
            let former = try reader.read { try Row.fetchOne($0, sql: sql, arguments: [row]) }
            if try former == Row.fetchOne(db, sql: sql, arguments: [row]) { count += 1 }
        }
        return count
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
    private func settle(_ table: String) throws {
        var stored = 0
        for source in registeredSources {
            stored += try Self.count(db, "SELECT count(*) FROM \(table) WHERE source = ?", [source])
        }
        report.missing = max(0, stored - seen.count)
        guard settings.replace, report.missing > 0 else { return }
        if report.rejected > 0 {
            report.notes.append("nothing was removed: a row that was refused may be one that is missing")
            return
        }
        let delete = try PreparedStatement(db, "DELETE FROM \(table) WHERE fid = ?1")
        for source in registeredSources {
            let stored = try Int64.fetchAll(db, sql: "SELECT fid FROM \(table) WHERE source = ?", arguments: [source])
            for row in stored where !seen.contains(row) {
                try rows.remove(row, with: delete)
                report.removed += 1
            }
        }
        report.missing = 0
    }

    private func step() throws {
        let done = seen.count + report.repeated + report.rejected
        guard done % Self.progressStep == 0 else { return }
        try Task.checkCancellation()
        tellProgress()
    }

    private func tellProgress() {
        progress(
            ImportProgress(
                rows: seen.count, rejected: report.rejected, bytesRead: input.bytesRead, bytesInAll: input.bytesInAll))
    }

    private static func count(_ db: Database, _ sql: String, _ arguments: StatementArguments = []) throws -> Int {
        try Int.fetchOne(db, sql: sql, arguments: arguments) ?? 0
    }
}

extension ImportKind {
    var table: String {
        switch self {
        case .hotspots: "hotspot"
        case .observations: "observation"
        case .birds: "bird"
        }
    }
}
