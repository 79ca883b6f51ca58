package import Geoq
package import GeoqStore

/// Which rows to read.
package enum RowSelection: Hashable, Sendable {
    /// All that belong to the mirror, by id.
    case all
    /// Rows after an id, by id; and of the rows up to it those that have
    /// changed since.
    case rest(after: FeatureID, changedSince: MirrorCursor)
    /// Rows that may have changed since; rows that no longer belong to the
    /// mirror are marked as gone.
    case changed(since: MirrorCursor)
    case ids([FeatureID])
}

/// Some rows.
package struct RowBatch: Sendable {
    package var rows: [MirrorRow]
    /// How many bytes were received for them.
    package var bytes: Int
    /// How many of the rows that came last come again, in this batch and those after
    /// it: the server failed on the way, and is asked once more.
    package var replaced = 0

    package init(rows: [MirrorRow], bytes: Int) {
        (self.rows, self.bytes) = (rows, bytes)
    }
}

extension [MirrorRow] {
    /// Appends the rows of a batch, and removes those that come again.
    mutating func take(_ batch: RowBatch) {
        removeLast(batch.replaced)
        append(contentsOf: batch.rows)
    }
}

/// The id of a row and its version, or a hash of its contents.
package struct RowToken: Hashable, Sendable {
    package var id: FeatureID
    package var token: Int64
    /// The key that the id was made of; nil for a row with an id of its own.
    package var key: String?

    package init(id: FeatureID, token: Int64, key: String? = nil) {
        (self.id, self.token, self.key) = (id, token, key)
    }
}

/// The cost of reading a part of a remote.
package struct RemoteEstimate: Hashable, Sendable {
    package var rows: Int
    package var bytes: Int

    package init(rows: Int, bytes: Int) {
        (self.rows, self.bytes) = (rows, bytes)
    }
}

/// The cost of reading a region, and how much of it is not in the mirror yet.
package struct RegionEstimate: Hashable, Sendable {
    /// What a mirror has.
    package enum Part: Hashable, Sendable {
        case everywhere
        case region(Region)
    }

    /// Hotspots or observations.
    package var table: MirrorTable
    package var all: RemoteEstimate
    package var new: RemoteEstimate
    /// The mirror's part; nil without a mirror.
    package var mirrored: Part?
}
