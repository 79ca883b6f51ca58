public import Foundation
public import Geoq
public import GeoqFormats

/// What can go wrong with a store.
public enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no file at the path.
    case missing(path: String)
    /// The file is not a store of geoq's.
    case notAStore(path: String, reason: String)
    /// The store was written by a newer geoq; nothing was touched.
    case newer(path: String, schema: Int, known: Int)
    /// The store was written by an older geoq, and cannot be brought up to date
    /// in its place.
    case older(path: String, schema: Int, known: Int)
    /// A step that brings the store up to date failed. When it was restored, it
    /// is what it was before, and can be read.
    case migrationFailed(path: String, step: String, reason: String, restored: Bool)
    /// The file was deleted since it was opened, or another one is in its place:
    /// open the store anew.
    case replaced(path: String)
    /// This program has closed the store: open it anew.
    case closed(path: String)
    /// Another process is writing and did not finish in time.
    case busy(path: String)
    /// Another sync of the store runs.
    case syncRuns(path: String, owner: String)
    /// Another agent keeps the store in step with its project.
    case agentRuns(path: String, owner: String)
    /// SpatiaLite cannot be used on this machine.
    case spatialiteUnavailable(reason: String)
    /// The rows of some hits have changed since the snapshot was taken.
    case snapshotOutdated
    /// The store changes faster than the question can be answered.
    case tooManyChanges
    /// There is no such source.
    case noSuchSource(String)
    /// No watchlist has the title or id; with the most similar title, if there
    /// is one.
    case unknownWatchlist(String, suggestion: String?)
    /// Several watchlists have the title; each with its id.
    case ambiguousWatchlist(String, [String])
    /// No bird has the id or name; with the most similar name, if there is one.
    case unknownBird(String, suggestion: String?)
    /// Several birds have the name.
    case ambiguousBird(String)
    /// There is no such rule.
    case unknownRule(String)
    /// There is no conflict of the number.
    case noSuchConflict(Int64)
    /// A row that is named, or that another one belongs to, is not there.
    case noRow(String)
    /// A value that the server would refuse: of which column, and why.
    case invalidValue(column: String, reason: String)
    /// Columns have other values by now than those that were to be changed.
    case changedMeanwhile(columns: [String], now: [FieldValue])
    /// The row is mirrored from a remote, which would bring it back.
    case mirrored(String, source: String)
    /// The row is another user's, or came with the data: its user may read it only.
    case ofAnother(String)
    /// A logout from the project of this address has begun and was not finished.
    case leaving(url: String)
    /// Neither the caller nor the format of a file decides what its rows are.
    case unknownKind(file: String)
    /// The formats of two files decide that their rows are of different kinds.
    case severalKinds(file: String, kind: ImportKind, otherFile: String, otherKind: ImportKind)
    /// A file's source has the name of a remote that is mirrored.
    case nameOfRemote(String, file: String)
    /// Rows of another source, such as entries of watchlists or presence, are of a
    /// source's birds.
    case inUse(String, by: String)
    /// The source is the account's remote: its rows go with a logout.
    case ofAccount(String)
    /// The index and the rows differ: how many differences, and the first ones
    /// in words.
    case indexDiffers(path: String, count: Int, examples: [String])
    /// The system refuses to open the file or to write to it: no room (ENOSPC), a limit for the user or the process (EDQUOT,
    /// EFBIG), no more open files (EMFILE), no right (EACCES), or another number of the system's; with its reason in words.
    case refusedBySystem(path: String, code: POSIXErrorCode, reason: String)
    /// Reading or writing failed; the reason is the system's or SQLite's.
    case failed(path: String, reason: String)

    public var description: String {
        switch self {
        case .missing(let path):
            "no store at \(path)"
        case .notAStore(let path, let reason):
            "\(path) is not a store of geoq: \(reason)"
        case .newer(let path, let schema, let known):
            "\(path) was written by a newer geoq (schema \(schema), this one knows \(known)); update geoq"
        case .older(let path, let schema, let known):
            "\(path) was written by an older geoq (schema \(schema) of \(known)) and must be brought up to date once, "
                + "by a user who may write to it and its folder"
        case .migrationFailed(let path, let step, let reason, let restored):
            "\(path) could not be brought up to date (\(step)): \(reason); "
                + (restored
                    ? "it is as it was before, and can only be read"
                    : "it is damaged: put its copy back, \(Migrator.copy(of: path))")
        case .replaced(let path):
            "\(path) was deleted, replaced or written to while it was open; start again"
        case .closed(let path):
            "\(path) was closed by this program, and cannot be read or written any more; open the store anew"
        case .busy(let path):
            "another process is writing to \(path); try again when it is done"
        case .syncRuns(let path, let owner):
            "\(path) is being synced by \(owner); wait for it, or end it"
        case .agentRuns(let path, let owner):
            "an agent of \(path) runs already (\(owner))"
        case .spatialiteUnavailable(let reason):
            "SpatiaLite cannot be used: \(reason)"
        case .snapshotOutdated:
            "rows have changed since the snapshot was taken; take a new one and ask again"
        case .tooManyChanges:
            "the store changes faster than the question can be answered; try again when the import is done"
        case .noSuchSource(let name):
            "no source named \(name)"
        case .unknownWatchlist(let name, let suggestion):
            "no watchlist is called \(name)" + (suggestion.map { "; did you mean \($0)?" } ?? "")
        case .ambiguousWatchlist(let name, let lists):
            "more than one watchlist is called \(name): \(lists.joined(separator: "; ")); use an id"
        case .unknownBird(let name, let suggestion):
            "the store has no bird called \(name)" + (suggestion.map { "; did you mean \($0)?" } ?? "")
        case .ambiguousBird(let name): "the store has no single bird called \(name)"
        case .unknownRule(let id): "there is no rule \(id)"
        case .noSuchConflict(let number): "there is no conflict \(number)"
        case .noRow(let row): "the store has no \(row)"
        case .invalidValue(let column, let reason): "\(column): \(reason)"
        case .changedMeanwhile(let columns, _):
            "changed meanwhile: \(columns.joined(separator: ", ")); look at it again"
        case .mirrored(let row, let source): "\(row) is mirrored from \(source); change it there"
        case .ofAnother(let row): "\(row) is not this user's"
        case .leaving(let url): "a logout from \(url) has begun and was not finished"
        case .unknownKind(let file):
            "\(file): its format does not tell what its rows are: hotspots, observations, birds, watchlists or presence"
        case .severalKinds(let file, let kind, let otherFile, let otherKind):
            "\(file) has \(kind.rawValue), and \(otherFile) has \(otherKind.rawValue); import one after the other"
        case .nameOfRemote(let source, let file): "\(file): \(source) is the name of a remote that is mirrored"
        case .inUse(let source, let other):
            "rows of \(other), such as entries of watchlists or presence, are of birds of \(source); remove \(other) first"
        case .ofAccount(let source): "\(source) is the project whose user is logged in; log out to remove its rows"
        case .indexDiffers(let path, let count, let examples):
            "\(path) differs from the rows in \(count) of them: \(examples.joined(separator: "; "))"
                + (count > examples.count ? "; …" : "")
        case .failed(let path, let reason), .refusedBySystem(let path, _, let reason):
            "\(path): \(reason)"
        }
    }
}
