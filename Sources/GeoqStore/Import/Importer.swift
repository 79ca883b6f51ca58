import Foundation
import GRDB
import Geoq
import GeoqFiles
import GeoqFormats
import GeoqIndex

/// Writes the rows of files into the store, inside one transaction.
final class Importer: ImportSink {
    private let db: Database
    private let settings: ImportSettings
    private let inputs: [any MeasuredInput]
    /// The input that is being read.
    private var input: any MeasuredInput
    /// The source of rows that name none; nil when neither the settings nor the
    /// input name one.
    private var source: String?
    private let isCancelled: () -> Bool
    private let rejects: RejectsFile?
    private let progress: @Sendable (ImportProgress) -> Void
    /// Parents come before children.
    private var tables: [TableImport]
    private var references: ReferenceFinder
    private var hotspots: HotspotFinder
    /// Birds that the store has under another scientific name, or under none.
    private var knownByCommonName: Set<String> = []
    private var registeredSources: Set<String> = []
    private var localDays = LocalDays()
    /// The source of the last row.
    private var lastSource: String?
    /// Rows that were taken, and that were skipped.
    private var (taken, skipped) = (0, 0)
    private var bytesBefore = 0
    /// The source of a file without rows.
    private var emptySource: String?
    private(set) var report: ImportReport

    /// The rows that were added, changed or removed, by table; nil for a table
    /// with too many to note.
    var changedIDs: [(table: String, ids: [String]?)] {
        tables.map { ($0.table.name, $0.changedIDs) }
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

    func check(_ hotspot: HotspotReference, source: String?, file: String) throws {
        guard let source = settings.source ?? source ?? input.sourceName else { return }
        try hotspots.check(hotspot, source: source, file: file)
    }

    func take(_ record: ImportRecord, line: Int) throws {
        let identity = record.identity
        guard let source = settings.source ?? identity.source ?? self.source else {
            throw InputError.nameless(input.name)
        }
        if source != lastSource {
            try register(source)
            lastSource = source
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
        try step()
    }

    /// The row with the ids of its hotspot and bird; a bird that the row brings along is added
    /// when there is none of its scientific or its common name.
    ///
    /// - Throws: `FieldProblem` when there is no such hotspot or bird; `FileProblem`.
    private func resolved(_ record: PresenceRecord, _ source: String) throws -> PresenceRecord {
        var record = record
        do {
            record.hotspot = .id(
                try hotspots.id(record.hotspot, source: source, file: input.name).description)
            record.bird = .id(try bird(of: record, source).description)
            return record
        } catch let error as ReferenceProblem {
            if error.lacksBird { report.withoutBird += 1 }
            throw FieldProblem(column: error.column, reason: error.reason)
        }
    }

    private func bird(of record: PresenceRecord, _ source: String) throws -> FeatureID {
        do {
            return try references.bird(record.bird, source)
        } catch let error as ReferenceProblem where error.lacksBird {
            guard let bird = record.newBird else { throw error }
            // A genus is renamed more often than a bird.
            if let name = bird.scientificName, let known = try references.bird(called: bird.commonName) {
                knownByCommonName.insert("\(bird.commonName) (\(name))")
                return known
            }
            let id = RecordUUID.derived(source: source, sourceID: "bird \(record.bird.text.foldedName)")
            _ = try write(.bird(bird), .none, id, source)
            references.added(bird, id)
            return id
        }
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
    private func write(
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
        guard registeredSources.insert(source).inserted else { return }
        report.sources.append(source)
        try db.execute(
            sql: "INSERT INTO geoq_source (name, kind) VALUES (?, 'file') ON CONFLICT DO NOTHING", arguments: [source])
        let kind = try String.fetchOne(db, sql: "SELECT kind FROM geoq_source WHERE name = ?", arguments: [source])
        guard kind == "file" else {
            throw StoreError.nameOfRemote(source, file: input.name)
        }
    }

    /// Counts, or removes, the rows of the sources that the file no longer has.
    private func settle() throws {
        // Of a file of which no row was taken the source is known as well.
        let isEmpty = registeredSources.isEmpty && report.rejected == 0
        let sources = isEmpty ? Set([emptySource].compactMap(\.self)) : registeredSources
        report.missing = try missing(of: sources)
        guard settings.replace, report.missing > 0 else { return }
        if isEmpty {
            // It may have been cut off behind its header.
            report.notes.append("nothing was removed: no row was taken of what was read")
            return
        }
        if report.rejected > 0 {
            report.notes.append("nothing was removed: a row that was refused may be one that is missing")
            return
        }
        // Children first. Children from other sources are removed with their
        // lists.
        for source in registeredSources {
            let lists = settings.options.kind == .watchlists ? try tables[0].missingRows(of: source) : []
            for index in settled.reversed() {
                var rows = try tables[index].missingRows(of: source, at: hotspots.hotspots(ofFilesFrom: source))
                if settings.options.kind == .watchlists, index > 0 {
                    rows += try references.children(of: lists, in: tables[index].table.name, besides: source)
                } else if settings.options.kind == .birds {
                    rows = try references.unused(birds: rows)
                }
                try tables[index].remove(rows)
                report.removed += rows.count
            }
        }
        report.missing = try missing(of: registeredSources)
        if report.missing > 0 {
            report.notes.append("some of these stay: entries of watchlists, or presence, are of them")
        }
    }

    private func missing(of sources: Set<String>) throws -> Int {
        try settled.reduce(0) { count, index in
            try count + tables[index].missing(of: sources) { hotspots.hotspots(ofFilesFrom: $0) }
        }
    }

    /// The indexes of the tables whose rows the file is to have all of. It has birds only because its
    /// presence is of them.
    private var settled: Range<Int> { settings.options.kind == .presence ? 1..<2 : tables.indices }

    /// The sources that have rows of lists, when the store has an account.
    private func unsentSources() throws -> [String] {
        guard settings.options.kind == .watchlists,
            try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM geoq_account WHERE state = 'active')") == true
        else { return [] }
        return try report.sources.filter { source in
            try tables.contains { table in
                try Bool.fetchOne(
                    db, sql: "SELECT EXISTS (SELECT 1 FROM \(table.table.name) WHERE source = ?)", arguments: [source])
                    == true
            }
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
