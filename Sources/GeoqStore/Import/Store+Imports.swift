import GRDB
import Geoq
import GeoqFiles
public import GeoqFormats
import Synchronization

extension Store {
    /// Files that become rows of a store.
    ///
    ///     let report = try await store.imports.run("hotspots.csv", as: .hotspots)
    public struct Imports: StoreFacet {
        let store: Store
    }

    /// Files that become rows.
    public var imports: Imports { Imports(store: self) }
}

extension Store.Imports {
    /// Imports a file, a folder or an archive, in one transaction.
    ///
    /// - Parameters:
    ///   - path: the file; `-` for standard input.
    ///   - kind: what its rows become.
    /// - Returns: how many rows were added, changed, left alone and refused.
    /// - Throws: `FileProblem` when the file as a whole is refused, `InputError`
    ///   when it cannot be read, `StoreError` when the store cannot be written,
    ///   `CancellationError` when the task is cancelled. Nothing is stored then.
    /// - Complexity: O(rows · log *n*); memory does not grow with the file.
    @discardableResult
    public func run(_ path: String, as kind: ImportKind) async throws -> ImportReport {
        try await run(path, ImportSettings(kind))
    }

    /// The same, with all settings.
    ///
    /// - Parameter progress: called now and then, from another thread.
    /// - Complexity: as `run(_:as:)`.
    @discardableResult
    public func run(
        _ path: String, _ settings: ImportSettings,
        progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
    ) async throws -> ImportReport {
        try await run([path], settings, progress: progress)
    }

    /// Imports several files, folders or archives in one transaction: all of
    /// them or none. Rows of one source in different files are counted
    /// together.
    ///
    /// - Parameters:
    ///   - paths: at least one.
    ///   - progress: called now and then, from another thread.
    /// - Precondition: `paths` is not empty.
    /// - Throws: as `run(_:as:)`; `StoreError.unknownKind` when neither
    ///   the settings nor the formats tell what the rows are;
    ///   `StoreError.severalKinds` when the formats tell different kinds;
    ///   `StoreError.invalidValue` for the name of a source with U+0000, and for
    ///   rejected rows that would be written over a file that is read, or the store.
    /// - Complexity: as `run(_:as:)`.
    @discardableResult
    public func run(
        _ paths: [String], _ settings: ImportSettings,
        progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
    ) async throws -> ImportReport {
        precondition(!paths.isEmpty, "An import is of one file at least.")
        try WrittenText.check(settings.source, of: "source")
        if let rejects = settings.rejectsPath, FileStream.isFile(rejects),
            (paths + [store.path]).contains(where: { FileStream.areOne($0, rejects) })
        {
            let what = FileStream.areOne(store.path, rejects) ? "the store" : "a file that is read"
            throw StoreError.invalidValue(column: "rejects", reason: "\(rejects) is \(what); name another file")
        }
        do {
            let reader = try await store.work.run { [store] in try Store.connectReader(store.path) }
            let result: Result<ImportReport, any Error>
            do {
                result = .success(try await write(paths, settings, before: reader, progress))
            } catch {
                result = .failure(error)
            }
            // Before the caller goes on: a store that another connection has
            // open cannot be discarded.
            try? await store.work.run { try reader.close() }
            return try result.get()
        } catch {
            throw Store.described(error, path: store.path)
        }
    }

    /// - Parameter reader: shows the rows that were there before.
    private func write(
        _ paths: [String], _ settings: ImportSettings, before reader: DatabaseQueue,
        _ progress: @escaping @Sendable (ImportProgress) -> Void
    ) async throws -> ImportReport {
        let flag = CancellationFlag()
        let report = try await withTaskCancellationHandler {
            try await writing { db in
                // No other writer waits while a pipe gives nothing yet.
                let patience = InputPatience(onWait: settings.onWait) { flag.isRaised }
                let inputs = try paths.map { try openInput($0, patience) }
                let prepared = try PreparedImport(inputs, settings, isCancelled: { flag.isRaised }, progress)
                var report = ImportReport(file: "")
                try db.inTransaction(.immediate) {
                    report = try db.withPageCache(kibibytes: Database.largePageCache) {
                        try prepared.run(db, before: reader)
                    }
                    let isBad = settings.strict && report.rejected > 0
                    report.isStored = !report.hasRowsAlready && !settings.dryRun && !isBad
                    // An import is long: its rows would go into a file that the name does not lead to any more.
                    if report.isStored { try store.checkFile() }
                    return report.isStored ? .commit : .rollback
                }
                db.releaseMemory()
                return report
            }
        } onCancel: {
            flag.raise()
        }
        // The import is stored, whatever becomes of the files: the next sweep removes what this one leaves.
        if report.isStored, report.hadPictures { _ = try? await store.photos.sweepDeleted() }
        return report
    }
}

/// Whether a task was cancelled, for code that runs outside of it.
private final class CancellationFlag: Sendable {
    private let value = Atomic<Bool>(false)

    var isRaised: Bool { value.load(ordering: .relaxed) }

    func raise() {
        value.store(true, ordering: .relaxed)
    }
}

/// An import whose inputs are open and whose kind is known.
private struct PreparedImport {
    let inputs: [any MeasuredInput]
    let settings: ImportSettings
    let isCancelled: () -> Bool
    let progress: @Sendable (ImportProgress) -> Void

    /// - Throws: `StoreError.unknownKind` and `.severalKinds`; what the inputs throw.
    init(
        _ inputs: [any MeasuredInput], _ settings: ImportSettings, isCancelled: @escaping () -> Bool,
        _ progress: @escaping @Sendable (ImportProgress) -> Void
    ) throws {
        var settings = settings
        settings.options.kind = try settings.kind ?? Self.knownKind(of: inputs, settings.options)
        (self.inputs, self.settings, self.isCancelled, self.progress) = (inputs, settings, isCancelled, progress)
    }

    /// The kind that the formats give, when they agree.
    private static func knownKind(of inputs: [any MeasuredInput], _ options: ImportOptions) throws -> ImportKind {
        let kinds = try inputs.map { input in
            guard let kind = try GeoqFormats.knownKind(of: input, options: options) else {
                throw StoreError.unknownKind(file: input.name)
            }
            return kind
        }
        if let other = kinds.firstIndex(where: { $0 != kinds[0] }) {
            throw StoreError.severalKinds(
                file: inputs[0].name, kind: kinds[0], otherFile: inputs[other].name, otherKind: kinds[other])
        }
        return kinds[0]
    }

    func run(_ db: Database, before reader: DatabaseQueue) throws -> ImportReport {
        if settings.onlyIfEmpty, try hasRows(db) {
            var report = ImportReport(file: Importer.title(of: inputs))
            (report.kind, report.hasRowsAlready) = (settings.options.kind, true)
            return report
        }
        return try BulkWrite.run(db) {
            let pictures = try BulkRemovedPictures(db)
            let importer = try Importer(
                db, before: reader, inputs, settings, isCancelled: isCancelled, progress: progress)
            try importer.run()
            var report = importer.report
            (report.kind, report.isKindKnownByFormat) = (settings.options.kind, settings.kind == nil)
            report.hadPictures = try report.removed > 0 && pictures.forgetGone(db)
            let hasChanged = report.added + report.changed + report.removed > 0
            guard hasChanged else { return (report, .nothing) }
            for source in report.sources { try log(db, report, source) }
            return (report, .several(importer.changedIDs))
        }
    }

    /// Whether the store has rows of the kind, deleted ones among them.
    private func hasRows(_ db: Database) throws -> Bool {
        // The name is a literal of `TableSchema`.
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM \(settings.options.kind.table.name))") == true
    }

    /// Logs the counts of the whole import.
    private func log(_ db: Database, _ report: ImportReport, _ source: String) throws {
        try db.execute(
            sql: """
                INSERT INTO geoq_import
                    (source, layer, file, format, imported_at, added, changed, unchanged, rejected)
                SELECT name, ?2, ?3, ?4, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?5, ?6, ?7, ?8
                FROM geoq_source WHERE name = ?1
                """,
            arguments: [
                source, report.kind.rawValue, report.file, report.format, report.added, report.changed,
                report.unchanged, report.rejected,
            ])
    }
}
