package import Geoq
package import GeoqStore

/// One moment of a remote.
package struct RemoteMoment: Sendable {
    package var identity: MirrorIdentity
    /// Where the remote stands, as its own module knows it.
    package var position: any RemotePosition
    /// Whether the server is a standby: a copy that follows another server.
    package var isStandby: Bool
    /// Whether the remote keeps texts in UTF-8.
    package var isUTF8 = true
    /// Whether all that the session reads until it finishes is of this moment.
    /// If not, what is read is of this moment or later, and never of an earlier
    /// one than what was read before; and the rows that have changed since are
    /// told again after this moment's cursor.
    package var lasts = true
    /// Whether the rows are those of an account: a row that its user may no
    /// longer see leaves no trace in the store's file.
    package var isOfAccount = false
    /// The server's clock, as ISO 8601.
    package var serverTime: String
    /// The tables that can be read.
    package var tables: [MirrorTable: RemoteTable]
    /// Why the other tables cannot be read.
    package var problems: [MirrorTable: SyncError]

    package init(
        identity: MirrorIdentity, position: any RemotePosition, isStandby: Bool = false, serverTime: String,
        tables: [MirrorTable: RemoteTable] = [:], problems: [MirrorTable: SyncError] = [:]
    ) {
        (self.identity, self.position, self.isStandby) = (identity, position, isStandby)
        (self.serverTime, self.tables, self.problems) = (serverTime, tables, problems)
    }

    /// From where a later pull reads on.
    package var cursor: MirrorCursor { position.cursor }
}

/// A table as the remote has it.
package struct RemoteTable: Hashable, Sendable {
    /// What the remote tells of a table about rows that have changed since a
    /// cursor.
    package enum Delta: Hashable, Sendable {
        /// Every row that may have changed; what was deleted or has become
        /// invisible, a comparison of ids and versions finds.
        case whole
        /// Not what has changed since the mirror's cursor, which is too old:
        /// ids and versions must be compared.
        case expired
        /// Some rows. The others, and deletions, are found when the table is
        /// read whole, as it is now and then.
        case hints
        /// Nothing: the table is read whole at each sync.
        case nothing
    }

    /// Which table it is, as a text of the remote's own module: a table that was
    /// made anew has another one, although its name is the same.
    package var origin: String
    /// The name for messages.
    package var name: String
    /// Whether the remote says when the table changes.
    package var rings: Bool
    /// Whether the visible rows depend on the user who asks: then rows become
    /// visible and invisible without a change.
    package var isSeenByRight = false
    /// How its columns are defined, as a text of the remote's own module; nil
    /// when it is not known.
    package var definition: String?
    /// Ids that several rows share: these rows do not belong to the mirror.
    package var doubled: [FeatureID] = []
    /// Rows that have no id and so do not belong to the mirror.
    package var withoutID = 0
    package var delta = Delta.whole
    /// Whether the remote has said, as of this moment, that no row was written or
    /// deleted since the cursor that it was asked with. Rows may have become
    /// visible or invisible all the same.
    package var isUnchanged = false
    /// Whether the ids of its rows are made of their keys.
    package var isKeyed = false
    /// The further columns that rows of a relation keep.
    package var kept: [LayerTable.Column] = []
    /// In words, what the remote must do to find the rows that have changed; nil when
    /// it finds them by their versions, as usual.
    package var cost: String?

    package init(
        origin: String, name: String, rings: Bool, isSeenByRight: Bool = false, definition: String? = nil,
        doubled: [FeatureID] = [], withoutID: Int = 0
    ) {
        (self.origin, self.name, self.rings) = (origin, name, rings)
        (self.isSeenByRight, self.definition) = (isSeenByRight, definition)
        (self.doubled, self.withoutID) = (doubled, withoutID)
    }
}
