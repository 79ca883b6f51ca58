/// How far a remote has been read: a text that the remote's own module writes
/// and reads. All others keep it, and compare it for equality.
package struct MirrorCursor: Hashable, Sendable {
    package var text: String

    package init(_ text: String) {
        self.text = text
    }
}

/// Whose rows a mirror holds, which user they were read as, and which part was
/// read.
package struct MirrorIdentity: Hashable, Sendable {
    /// Which remote it is, at any address: a text that the remote's own module
    /// writes and reads. Two remotes with the same text have the same rows.
    package var origin: String
    /// Where the remote was reached, without user and password.
    package var address: String
    /// The user whose rows are visible; nil for what the login sees.
    package var user: String?
    /// The part of the earth that is mirrored, as a JSON object; nil for all.
    package var region: String?
    /// Which tables and columns are read, as one text.
    package var mapping: String

    package init(origin: String, address: String, user: String?, region: String?, mapping: String) {
        (self.origin, self.address) = (origin, address)
        (self.user, self.region, self.mapping) = (user, region, mapping)
    }
}

/// What the store knows of a remote that it mirrors.
package struct MirrorState: Hashable, Sendable {
    /// The state of one of its tables.
    package struct Table: Hashable, Sendable {
        /// Which of the remote's tables it is; another text means another
        /// table, although the name is the same.
        package var origin: String
        /// nil: nothing is known, all of it must be read or compared.
        package var cursor: MirrorCursor?
        /// Rows that the mirror holds, those that wait not included.
        package var rows: Int
        /// Why the last sync left the table alone; nil when it did not.
        package var stopped: String?
        /// How the remote defined the columns that were read, in words of the
        /// remote's own module; nil when that was not noted.
        package var definition: String?
        /// What it costs the remote to find the rows that have changed, in words;
        /// nil when that is what it usually costs.
        package var cost: String?

        package init(
            origin: String, cursor: MirrorCursor?, rows: Int, stopped: String? = nil, definition: String? = nil
        ) {
            (self.origin, self.cursor, self.rows) = (origin, cursor, rows)
            (self.stopped, self.definition) = (stopped, definition)
        }
    }

    /// The name of the source of its rows.
    package var name: String
    package var identity: MirrorIdentity
    package var tables: [MirrorTable: Table]
    package var syncedAt: String?
    /// Whether no sync of it has succeeded: the store only knows of what, and why none has.
    package var wasNeverRead: Bool {
        syncedAt == nil && tables.contains { $0.value.stopped != nil }
            && tables.values.allSatisfy { $0.cursor == nil && $0.rows == 0 }
    }
    package var digestedAt: String?
    /// What else the remote's own module wants to know again of the last sync;
    /// nil when it noted nothing.
    package var memory: String?
    /// When contents were last compared, as ISO 8601 in UTC.
    package var verifiedAt: String?
    /// How many days ago that was.
    package var daysSinceVerified: Double?
    /// The names that the remote's tables have, as JSON; nil for geoq's own
    /// names, or when they were not noted.
    package var namesOfTables: String?
    /// How the remote is reached again, without secrets; nil when that was not
    /// noted.
    package var connection: String?
    /// Whether rows that were removed for another user may still be in the
    /// file.
    package var isErasing = false

    package init(
        name: String, identity: MirrorIdentity, tables: [MirrorTable: Table], syncedAt: String? = nil,
        digestedAt: String? = nil
    ) {
        (self.name, self.identity, self.tables) = (name, identity, tables)
        (self.syncedAt, self.digestedAt) = (syncedAt, digestedAt)
    }
}

/// Why a row of a remote is not among the rows of the store.
package enum WaitingReason: String, Hashable, Sendable {
    /// The row that it belongs to is missing.
    case parent
    /// The store has a row of this id from another source.
    case taken
    /// A value is missing or cannot be one of the store's.
    case unusable
    /// The remote has several rows of this id.
    case doubled
}

/// A row of a remote that is not among the rows of the store.
package struct WaitingRow: Hashable, Sendable {
    package var id: String
    package var reason: WaitingReason
    /// The row that it waits for.
    package var parent: String?
    /// The source of the row that has its id.
    package var holder: String?
    /// What is wrong with it.
    package var detail: String?
}
