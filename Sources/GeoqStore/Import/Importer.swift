import Foundation
import GRDB
import Geoq
import GeoqFiles
import GeoqFormats
import GeoqIndex

/// Writes the rows of files into the store, inside one transaction.
final class Importer: ImportSink {
    let db: Database
    let settings: ImportSettings
    private let inputs: [any MeasuredInput]
    /// The input that is being read.
    private(set) var input: any MeasuredInput
    /// The source of rows that name none; nil when neither the settings nor the
    /// input name one.
    private(set) var source: String?
    private let isCancelled: () -> Bool
    private let rejects: RejectsFile?
    private let progress: @Sendable (ImportProgress) -> Void
    /// Parents come before children.
    var tables: [TableImport]
    var references: ReferenceFinder
    var hotspots: HotspotFinder
    /// Birds that the store has under another scientific name, or under none.
    var knownByCommonName: Set<String> = []
    /// Sightings without a species.
    private var withoutSpecies = 0
    private(set) var registeredSources: Set<ByteText> = []
    private var localDays = LocalDays()
    /// The source of the last row.
    private var lastSource: ByteText?
    /// Rows that were taken, and that were skipped.
    private var (taken, skipped) = (0, 0)
    private var bytesBefore = 0
    /// The source of a file without rows.
    private(set) var emptySource: String?
    var report: ImportReport
    /// Rows of presence that went with the hotspots that they were of.
    var removedPresence = 0

    /// The rows that were added, changed or removed, by table; nil for a table
    /// with too many to note.
    var changedIDs: [(table: String, ids: [String]?)] {
        var changed: [(table: String, ids: [String]?)] = tables.map { ($0.table.name, $0.changedIDs) }
        if removedPresence > 0 { changed.append((table: TableSchema.speciesPresence.name, ids: nil)) }
        return changed
    }

    /// Rows between two calls of `progress`, and two looks at cancellation.
    private static let progressStep = 5_000

    /// - Parameter reader: another connection to the same store.
    init(
        _ db: Database, before reader: DatabaseQueue, _ inputs: [any MeasuredInput], _ settings: ImportSettings,
        isCancelled: @escaping () -> Bool, progress: @escaping @Sendable (ImportProgress) -> Void
    ) throws {
        (self.db, self.settings, self.inputs, self.progress) = (db, settings, inputs, progress)
        (input, self.isCancelled) = (inputs[0], isCancelled)
        tables = try settings.options.kind.tables.map { try TableImport(db, before: reader, $0) }
        references = try ReferenceFinder(db)
        hotspots = try HotspotFinder(db)
        rejects = try settings.rejectsPath.map { try RejectsFile(path: $0) }
        report = ImportReport(file: Self.title(of: inputs))
    }

    /// The names of the inputs; when there are many, the first few.
    static func title(of inputs: [any MeasuredInput]) -> String {
        inputs.prefix(3).map(\.name).joined(separator: ", ")
            + (inputs.count > 3 ? " and \(inputs.count - 3) more" : "")
    }

    /// Reads all files.
    ///
    /// - Throws: `FileProblem` when a file is refused, and what reading and
    ///   writing throw. The caller rolls back.
    func run() throws {
        for input in inputs {
            self.input = input
            source = settings.source
            try read(input)
            bytesBefore += input.bytesRead
        }
        if report.sources.isEmpty, let emptySource { report.sources = [emptySource] }
        report.notes += localDays.notes
        if !knownByCommonName.isEmpty {
            let count = knownByCommonName.count
            let birds = count == 1 ? "1 bird was" : "\(count) birds were"
            let names = knownByCommonName.sorted().prefix(5).joined(separator: ", ") + (count > 5 ? ", …" : "")
            report.notes.append("\(birds) found by the common name, not the scientific one: \(names)")
        }
        if withoutSpecies > 0 {
            let rows = withoutSpecies == 1 ? "1 row has" : "\(withoutSpecies) rows have"
            report.notes.append("\(rows) no species: kept, and found by no question for a species")
        }
        for table in tables {
            let counts = try table.counts()
            report.tables.append(
                ImportReport.TableCounts(
                    table: table.table.name, added: counts.added, changed: counts.changed,
                    unchanged: counts.unchanged))
            report.added += counts.added
            report.changed += counts.changed
            report.unchanged += counts.unchanged
        }
        try settle()
        for table in tables { try table.finish() }
        report.unsentSources = try unsentSources()
        try rejects?.close()
        tellProgress()
    }

    private func read(_ input: any MeasuredInput) throws {
        let before = (taken: taken, refused: report.rejected, skipped: skipped)
        let format = try readImport(input, options: settings.options, into: self) { try SpoolTable() }
        report.format =
            report.format.isEmpty || report.format == format.format ? format.format : "several formats"
        for column in format.unknownColumns where !report.unknownColumns.contains(column) {
            report.unknownColumns.append(column)
        }
        report.unintelligibleRules += format.unintelligibleRules
        report.unreadLines += format.unreadLines
        report.notes += inputs.count == 1 ? format.notes : format.notes.map { "\(input.name): \($0)" }
        for note in format.commonNotes where !report.notes.contains(note) { report.notes.append(note) }
        report.files += format.files
        // A file without rows has a source, too.
        emptySource = emptySource ?? source ?? format.source ?? input.sourceName
        guard inputs.count > 1, format.files.isEmpty else { return }
        var file = FileReport(name: input.name)
        file.format = format.format
        file.taken = taken - before.taken
        (file.refused, file.skipped) = (report.rejected - before.refused, skipped - before.skipped)
        report.files.append(file)
    }

    func begin(format: String, source: String?) {
        self.source = settings.source ?? source ?? input.sourceName
    }

    func take(_ record: ImportRecord, line: Int) throws {
        let identity = record.identity
        guard let source = settings.source ?? identity.source ?? self.source else {
            throw InputError.nameless(input.name)
        }
        if ByteText(source) != lastSource {
            // SQL ends a text at this character: the row would name a source that there is not.
            guard !source.utf8.contains(0) else {
                throw FieldProblem(column: "source", reason: "source has the character U+0000")
            }
            try register(source)
            lastSource = ByteText(source)
        }
        var found = References.none
        var record = record
        if case .presence(let row) = record { record = .presence(try resolved(row, source)) }
        if case .watchlist(let row) = record {
            do {
                found = try references.references(of: row, source: source)
            } catch let error as ReferenceProblem {
                if error.lacksBird { report.withoutBird += 1 }
                throw RowProblem(file: input.name, line: line, column: error.column, reason: error.reason)
            }
        }
        let id =
            identity.id.flatMap { FeatureID($0) }
            ?? identity.sourceID.map { RecordUUID.derived(source: source, sourceID: $0) }
            ?? ReferenceFinder.derivedID(of: record, found, source: source)
        let stored = localDays.localized(record)
        if let id {
            if try !write(stored, found, id, source) { report.repeated += 1 }
        } else {
            try takeNameless(record, as: stored, found, source)
        }
        taken += 1
        if case .observation(let row) = record, row.scientificName == nil, row.commonName == nil { withoutSpecies += 1 }
        try step()
    }

    /// A row without an id of its own is identified by all its fields as the
    /// file has them, even those that the store does not keep; equal rows are
    /// told apart by their ordinal.
    private func takeNameless(
        _ record: ImportRecord, as stored: ImportRecord, _ found: References, _ source: String
    ) throws {
        let digest = RecordUUID.derived(source: source, sourceID: record.content(found))
        if try write(stored, found, digest, source) { return }
        let ordinal = try tables[record.tableIndex].seen.ordinal(ofRepeated: digest)
        _ = try write(stored, found, RecordUUID.derived(source: source, sourceID: "\(digest) \(ordinal)"), source)
    }

    /// - Returns: whether the row is new in this file.
    /// - Throws: `FieldProblem` for the id of a row of a remote: the reader refuses the row.
    func write(
        _ record: ImportRecord, _ found: References, _ id: FeatureID, _ source: String
    ) throws -> Bool {
        references.took(record, id)
        do {
            return try tables[record.tableIndex].write(record, found, id: id, source: source)
        } catch let row as MirroredRow {
            throw FieldProblem(reason: "\(row.id) is a row of \(row.remote), which is mirrored; no file changes it")
        }
    }

    func refuse(_ problem: RowProblem, raw: [UInt8]) throws {
        report.rejected += 1
        if report.problems.count < ImportReport.problemLimit { report.problems.append(problem) }
        try rejects?.write(problem, raw: raw)
        try step()
    }

    func skip(_ reason: SkipReason) {
        report.skipped[reason, default: 0] += 1
        skipped += 1
    }

    private func register(_ source: String) throws {
        guard registeredSources.insert(ByteText(source)).inserted else { return }
        report.sources.append(source)
        try Store.Imports.register(source, db)
        let kind = try String.fetchOne(db, sql: "SELECT kind FROM geoq_source WHERE name = ?", arguments: [source])
        guard kind == "file" else {
            throw StoreError.nameOfRemote(source, file: input.name)
        }
    }

    private func step() throws {
        let done = rowsSeen + report.repeated + report.rejected
        guard done % Self.progressStep == 0 else { return }
        if isCancelled() { throw CancellationError() }
        tellProgress()
    }

    private func tellProgress() {
        progress(
            ImportProgress(
                rows: rowsSeen, rejected: report.rejected, bytesRead: bytesBefore + input.bytesRead,
                bytesInAll: bytesInAll))
    }

    /// nil when one of the inputs does not know its size.
    private var bytesInAll: Int? {
        let sizes = inputs.compactMap(\.bytesInAll)
        return sizes.count == inputs.count ? sizes.reduce(0, +) : nil
    }

    private var rowsSeen: Int { tables.reduce(0) { $0 + $1.seen.count } }
}
