package import Geoq

/// The result of a sync, ready to be applied.
package struct MirrorUpdate: Sendable {
    /// One table of the update.
    package struct Table: Sendable {
        package var table: MirrorTable
        /// Which of the remote's tables it is.
        package var origin: String
        /// Whether all of the remote's rows are staged: then rows that are not
        /// staged leave the mirror.
        package var isReplaced: Bool
        /// How far the table has been read; nil to keep the earlier cursor.
        package var cursor: MirrorCursor?
        /// Whether an earlier cursor means nothing any more.
        package var forgetsCursor = false
        /// How many rows the remote has, if they were counted; waiting rows are
        /// among them.
        package var rows: Int?
        /// Why the table is left alone this time; then nothing else is done
        /// with it.
        package var stopped: String?
        /// The definition of the columns that were read.
        package var definition: String?
        /// What it costs the remote to find the rows that have changed, in words;
        /// nil when that is what it usually costs.
        package var cost: String?
        /// The further columns that rows of a relation keep.
        package var kept: [LayerTable.Column] = []
        /// Ids that several rows of the remote share; these rows are not
        /// mirrored.
        package var doubled: [FeatureID] = []

        package init(
            _ table: MirrorTable, origin: String, isReplaced: Bool, cursor: MirrorCursor?, rows: Int? = nil,
            stopped: String? = nil
        ) {
            (self.table, self.origin, self.isReplaced) = (table, origin, isReplaced)
            (self.cursor, self.rows, self.stopped) = (cursor, rows, stopped)
        }
    }

    /// The name of the remote's rows.
    package var name: String
    package var identity: MirrorIdentity
    package var tables: [Table]
    /// Whether the sync also looked for rows that were only deleted.
    package var isDigested: Bool
    /// The server's clock at the snapshot.
    package var serverTime: String
    /// Whether removed rows must leave no trace in the file, because they
    /// belong to another user.
    package var erases = false
    /// Whether contents were compared, or everything was read.
    package var isVerified = false
    /// Whether no table of the sync could be read: then the mirror stays as old as it was.
    package var isRefused = false
    /// What the remote's own module wants to know again at the next sync.
    package var memory: String?
    /// The names that the remote's tables have, as JSON.
    package var namesOfTables: String?
    /// How the remote is reached again, without secrets; nil to keep what is
    /// known.
    package var connection: String?
    /// A source whose rows become this mirror's.
    package var absorbed: String?

    package init(
        name: String, identity: MirrorIdentity, tables: [Table], isDigested: Bool, serverTime: String
    ) {
        (self.name, self.identity, self.tables) = (name, identity, tables)
        (self.isDigested, self.serverTime) = (isDigested, serverTime)
    }
}

/// The result for one table.
package struct MirrorTableOutcome: Hashable, Sendable {
    package var added = 0
    package var changed = 0
    package var removed = 0
    /// Rows that the mirror holds now.
    package var rows = 0
    /// Rows that wait: for the row that they belong to, or for their id.
    package var waiting = 0
    /// The first waiting rows, by id.
    package var waitingRows: [WaitingRow] = []
    /// How many waiting rows have an id that a row of another source has, by
    /// source.
    package var holders: [String: Int] = [:]
    /// Those of these sources that are no mirrors of a remote.
    package var fileHolders: Set<String> = []
    /// How many of the added and changed rows have no place: their coordinates are missing or
    /// unusable. `MirrorStatus.withoutPlace` counts the same of all rows.
    package var unplaced = 0

    package init() {}
}
