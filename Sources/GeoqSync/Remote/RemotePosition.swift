package import GeoqStore

/// Where a remote stands at a moment, and what that means for a mirror which
/// was made at an earlier one.
///
/// The store keeps the texts that a position gives: the origin in the identity,
/// cursors, a memory, the definitions of columns. Only the remote's own module
/// reads them, by the methods of this protocol. A position asks no server, so a
/// plan can be made and tested without one.
package protocol RemotePosition: Sendable {
    /// From where a later pull reads on.
    ///
    /// If a mirror equaled what this moment saw, the rows that have changed
    /// since (`RowSelection.changed(since:)`) and the comparison of ids make it
    /// equal to what the later moment sees.
    var cursor: MirrorCursor { get }

    /// Why the remote cannot tell whether rows of an earlier moment are still
    /// its own, in a sentence; nil when it can. With a reason, everything is
    /// read at each sync.
    var lack: String? { get }

    /// Rows of two moments of the same lineage can be put together, once the
    /// rows that changed between are read again; nil when no later moment can
    /// use the rows of this one.
    var lineage: String? { get }

    /// A text about this moment, which the store keeps and gives back to the remote at
    /// the next sync.
    ///
    /// - Parameter earlier: the text of the sync before.
    func memory(after earlier: String?) -> String?

    /// Why the cursors and row versions of a mirror mean nothing to this remote,
    /// as a clause ("another server"); nil when the remote is the one that the
    /// mirror was made of, and has gone on since.
    ///
    /// - Parameters:
    ///   - identity: the mirror's.
    ///   - memory: the text that the last sync got from `memory(after:)`.
    func difference(from identity: MirrorIdentity, memory: String?) -> String?

    /// Why rows that have changed since some cursors cannot be told, as a
    /// clause; nil when they can.
    ///
    /// - Throws: `SyncError` when the remote is behind a cursor, and may come up
    ///   to it later.
    func obstacle(to cursors: [MirrorCursor]) throws -> String?

    /// Whether the remote can read this cursor, and tell what has changed since.
    func canContinue(from cursor: MirrorCursor) -> Bool

    /// Why rows of equal versions may have different contents, as a clause; nil
    /// when there is no sign of that.
    func doubt(about state: MirrorState) -> String?

    /// How a table's columns were redefined, in words; nil when the earlier
    /// definition cannot be compared.
    func redefinition(from earlier: String, to now: String) -> String?

    /// Whether rows that were not written have the same values by two definitions of their table.
    func readsAlike(by earlier: String, and now: String) -> Bool

    /// Whether a row of this version had been visible when a cursor was taken,
    /// if its reader might see it. false also when that cannot be known.
    func isVersion(_ version: Int64, before cursor: MirrorCursor) -> Bool

    /// Whether certainly nothing has changed since a cursor.
    func isUnchanged(since cursor: MirrorCursor) -> Bool
}

extension RemotePosition {
    package func memory(after earlier: String?) -> String? { nil }
    package func doubt(about state: MirrorState) -> String? { nil }
    package func redefinition(from earlier: String, to now: String) -> String? { nil }
    package func readsAlike(by earlier: String, and now: String) -> Bool { earlier == now }
    package func isVersion(_ version: Int64, before cursor: MirrorCursor) -> Bool { false }
    package func isUnchanged(since cursor: MirrorCursor) -> Bool { false }
}
