import GRDB
import Geoq

/// What an import of exported changes has done.
package struct OutboxImportReport: Hashable, Sendable {
    /// Rows that were made, changed and removed.
    package var made = 0
    package var changed = 0
    package var removed = 0
    /// Drafts that were added.
    package var drafts = 0
    /// Drafts that are here and were changed since. They stay; a person reads in the file what they were.
    package var keptDrafts = 0
    /// Lines that were not taken, because a row that they need is not here: a sync may bring it, or it is deleted.
    package var left: [OutboxImportProblem] = []
    /// Lines of which the store has everything already.
    package var unchanged = 0
    /// Conflicts, of which nothing is taken: a person reads them in the file.
    package var conflicts = 0
    /// Rows of which a change met a later one, and is among the store's conflicts now.
    package var lost = 0
    /// Changes of which the line does not say on which values they were made, because an earlier geoq wrote it:
    /// they were taken as made on the rows as they are.
    package var withoutBefore = 0
}

/// A line of exported changes that cannot be taken.
package struct OutboxImportProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    package var line: Int
    package var reason: String

    package var description: String { "line \(line): \(reason)" }
}

extension Store.Outbox {
    /// Makes changes again that `export` has written, as its user would; the next push sends them.
    ///
    /// A row that was new is made, with the same id; of one that was changed, the changed columns are written; one
    /// that was deleted is deleted. A row that is as the line says stays, so a file may be imported twice. All
    /// lines are taken, or none, but for those that need a row that is not here: the list of an entry or a draft, or
    /// the row that was changed. They are left, and the others are taken. What this user may not write is refused,
    /// as `Lists` does.
    ///
    /// Nothing is overwritten unseen. A line says on which values of the server a change was made. Where the row has
    /// others now, it was changed since: they stay, and those of the line are kept among the conflicts. A row that
    /// is deleted by its line is deleted all the same, and what was changed of it since is among the conflicts. A
    /// draft that is here as something else stays.
    ///
    /// - Parameter lines: as `export` and the `json` of drafts and conflicts give them; empty ones are passed over,
    ///   and conflicts counted.
    /// - Throws: `OutboxImportProblem` for the first line that cannot be taken; `StoreError`.
    /// - Complexity: O(*lines* · log *n*).
    package func importLines(_ lines: [String]) async throws -> OutboxImportReport {
        try await write { db in
            guard let account = try Row.fetchOne(db, sql: "SELECT remote, user_id FROM geoq_account") else {
                throw OutboxImportProblem(line: 1, reason: "changes are an account's; log in first")
            }
            let merging = try Merging(db, remote: account["remote"])
            var taking = OutboxImporting(db: db, merging: merging, user: account["user_id"])
            for (number, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
                do {
                    try taking.take(line)
                } catch let problem as OutboxImporting.Problem where problem.isLeft {
                    taking.report.left.append(OutboxImportProblem(line: number + 1, reason: problem.reason))
                } catch let problem as OutboxImporting.Problem {
                    throw OutboxImportProblem(line: number + 1, reason: problem.reason)
                } catch let error as StoreError {
                    throw OutboxImportProblem(line: number + 1, reason: "\(error)")
                } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                    throw OutboxImportProblem(
                        line: number + 1, reason: "the store does not take it: \(error.message ?? "a constraint")")
                }
            }
            return taking.report
        }
    }
}
