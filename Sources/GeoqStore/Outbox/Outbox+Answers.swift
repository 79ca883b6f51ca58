import GRDB
package import Geoq

extension Store.Outbox {
    /// Applies the answers, all in one transaction. An answer to an operation
    /// that is not there any more is ignored.
    ///
    /// - Parameter jitter: a factor of the wait after a transient fault, 0.75 to
    ///   1.25.
    /// - Complexity: O(answers · log *n*).
    @discardableResult
    package func apply(
        _ answers: [(operation: FeatureID, answer: OperationAnswer)], policy: ConflictPolicy = .server, now: Double,
        jitter: Double = .random(in: 0.75...1.25)
    ) async throws -> AnswerReport {
        try await write { db in
            guard let remote = try Store.Account.remote(db) else {
                return AnswerReport()
            }
            return try CaptureTriggers.resting(db) {
                try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
                let known = try Self.known(answers.map { $0.operation.description }, db)
                var application = AnswerApplication(
                    merging: try Merging(db, remote: remote, policy: policy), now: now, jitter: jitter, known: known)
                for (id, answer) in answers { try application.apply(answer, to: id.description) }
                application.report.conflicts = application.merging.conflicts
                CrashPoint.answersApplied.reached()
                return application.report
            }
        }
    }

    /// Which of some operations are there.
    private static func known(_ ids: [String], _ db: Database) throws -> Set<String> {
        let statement = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM geoq_operation WHERE op_id = ?)")
        return Set(try ids.filter { try Bool.fetchOne(statement, arguments: [$0]) == true })
    }
}
