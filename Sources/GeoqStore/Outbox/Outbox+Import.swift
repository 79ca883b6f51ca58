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
    /// Lines that were not taken: the store does not have a row that the line needs (a sync may bring it, or it is
    /// deleted), this user may not write the row any more, or the line has a value that no server takes.
    package var left: [OutboxImportProblem] = []
    /// Lines of which the store has everything already.
    package var unchanged = 0
    /// Conflicts, of which nothing is taken: a person reads them in the file.
    package var conflicts = 0
    /// Rows that were changed again after the change in the file, which is among the store's conflicts now.
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
    /// that was deleted is deleted. A row that is as the line says stays, so a file may be imported twice.
    ///
    /// A line is left, and the others are taken, when it needs a row that is not here (the list of an entry or a
    /// draft, or the row that was changed), when `Lists` would refuse its values, or when this user may not write the
    /// row. A file in which a line is no exported change, or is another user's row, is refused as a whole.
    ///
    /// Nothing is overwritten unseen. A line says on which values of the server a change was made. Where the row has
    /// other values now, it was changed since: these values stay, and those of the line are kept among the conflicts. A
    /// line that deletes a row deletes it even so, and the later changes of that row are kept among the conflicts. A
    /// draft that the store has with other values stays. Rows are changed before others are deleted, so that an entry
    /// that was moved out of a list lives when the list is deleted.
    ///
    /// - Parameter lines: as `export` and the `json` of drafts and conflicts give them; empty ones are passed over,
    ///   and conflicts counted.
    /// - Throws: `OutboxImportProblem` for a line that refuses the file; `StoreError`.
    /// - Complexity: O(*lines* · log *n*).
    package func importLines(_ lines: [String]) async throws -> OutboxImportReport {
        try await write { db in
            let account = try Row.fetchOne(db, sql: "SELECT remote, user_id FROM geoq_account").map(WrittenRow.init)
            guard let account, let remote = account[0], let user = account[1]
            else { throw OutboxImportProblem(line: 1, reason: "changes are an account's; log in first") }
            var taking = OutboxImporting(db: db, merging: try Merging(db, remote: remote), user: user)
            var left: [OutboxImportProblem] = []
            let written = lines.enumerated().filter { !$0.element.allSatisfy(\.isWhitespace) }
            let ordered = written.map { (turn: OutboxImporting.turn($0.element), number: $0.offset, line: $0.element) }
                .sorted { ($0.turn, $0.number) < ($1.turn, $1.number) }
            for (_, number, line) in ordered {
                let before = taking.report
                do {
                    // What a line wrote before it was found to be wrong is undone.
                    try db.inSavepoint {
                        try taking.take(line)
                        return .commit
                    }
                } catch {
                    guard let problem = OutboxImporting.Problem(error) else { throw error }
                    let told = OutboxImportProblem(line: number + 1, reason: problem.reason)
                    guard problem.isLeft else { throw told }
                    taking.report = before
                    left.append(told)
                }
            }
            taking.report.left = left.sorted { $0.line < $1.line }
            return taking.report
        }
    }
}

extension OutboxImporting.Problem {
    /// Why a line cannot be taken; nil for an error that is not the line's.
    fileprivate init?(_ error: any Error) {
        switch error {
        case let problem as OutboxImporting.Problem:
            self = problem
        case let error as StoreError:
            switch error {
            case .invalidValue, .noRow, .mirrored, .ofAnother: self.init(reason: "\(error)", isLeft: true)
            default: self.init(reason: "\(error)")
            }
        case let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT:
            self.init(reason: "the store does not take it: \(error.message ?? "a constraint")", isLeft: true)
        default:
            return nil
        }
    }
}
