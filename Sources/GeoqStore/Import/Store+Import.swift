import GRDB
public import Geoq

extension Store {
    /// Imports a file, a folder or an archive, in one transaction.
    ///
    /// - Parameters:
    ///   - path: the file; `-` for standard input.
    ///   - kind: what its rows become.
    /// - Returns: what was added, changed, left as it was and refused.
    /// - Throws: `FileProblem` when the file as a whole is refused, `StoreError`
    ///   when it cannot be read or the store not be written. Nothing is stored
    ///   then.
    /// - Complexity: O(rows · log *n*); memory does not grow with the file.
    @discardableResult
    public func importFile(_ path: String, as kind: ImportKind) async throws -> ImportReport {
        try await importFile(path, ImportSettings(kind))
    }

    /// The same, with everything that can be said about it.
    ///
    /// - Parameter progress: called now and then, from another thread.
    @discardableResult
    public func importFile(
        _ path: String, _ settings: ImportSettings,
        progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
    ) async throws -> ImportReport {
        do {
            let reader = reader
            return try await writer().writeWithoutTransaction { db in
                var report = ImportReport(file: path)
                try db.inTransaction(.immediate) {
                    report = try Self.importFile(db, before: reader, path, settings, progress)
                    let isWanted = !settings.dryRun && !(settings.strict && report.rejected > 0)
                    report.isStored = isWanted
                    return isWanted ? .commit : .rollback
                }
                db.releaseMemory()
                return report
            }
        } catch {
            throw Self.described(error, path: self.path)
        }
    }

    private static func importFile(
        _ db: Database, before reader: DatabaseQueue, _ path: String, _ settings: ImportSettings,
        _ progress: @escaping @Sendable (ImportProgress) -> Void
    ) throws -> ImportReport {
        let input = try openInput(path)
        return try BulkWrite.run(db) {
            let importer = try Importer(db, before: reader, input, settings, progress: progress)
            try importer.run()
            let report = importer.report
            let hasChanged = report.added + report.changed + report.removed > 0
            guard hasChanged else { return (report, .nothing) }
            try log(db, report, settings.options.kind)
            return (report, .several(importer.changedIDs))
        }
    }

    private static func log(_ db: Database, _ report: ImportReport, _ kind: ImportKind) throws {
        try db.execute(
            sql: """
                INSERT INTO geoq_import
                    (source, layer, file, format, imported_at, added, changed, unchanged, rejected)
                SELECT name, ?2, ?3, ?4, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?5, ?6, ?7, ?8
                FROM geoq_source WHERE name = ?1
                """,
            arguments: [
                report.source, kind.rawValue, report.file, report.format, report.added, report.changed,
                report.unchanged, report.rejected,
            ])
    }
}
