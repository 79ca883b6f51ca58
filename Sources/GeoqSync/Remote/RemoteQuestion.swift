package import Geoq
package import GeoqIndex
package import GeoqStore

/// A question that a remote answers itself, about the rows that belong to the
/// mirror.
package enum RemoteQuestion: Hashable, Sendable {
    /// Hotspots within a distance of a place: nearest first, ties by id.
    case within(Distance, of: Coordinate)
    /// The same in no order and without distances: for one who measures them anyway. A server
    /// whose rows are on others need not measure them itself then.
    case around(Coordinate, within: Distance)
    /// The nearest hotspots, this many: nearest first, ties by id.
    case nearest(Int, to: Coordinate)
    /// Hotspots in a box, by id.
    case inside(BoundingBox)
    /// Hotspots in any of some boxes, each once, in no order.
    case among([BoundingBox])
    /// Hotspots as the remote's own `hotspots_near` gives them.
    case hotspotsNear(Coordinate, within: Distance)
    /// Birds as the remote's own `birds_near` gives them; no places.
    case birdsNear(Coordinate, within: Distance)
    /// The birds of some entries of watchlists.
    case birds(ofEntries: [FeatureID])
    /// The birds of entries that are not marked as deleted and yet do not
    /// belong to the mirror: their list is marked, or they lie outside the
    /// region.
    case birdsOfEntriesLeftOut
    /// Watchlists, not deleted, that match a bird seen at a place on a day,
    /// among those whose rules the remote can understand; without places.
    case lists(bird: FeatureID, at: Coordinate, on: Day)
    /// Watchlists that have a rule which the remote cannot understand.
    case listsNotUnderstood
}

/// A row of an answer.
package struct RemoteHit: Hashable, Sendable {
    package var id: FeatureID
    package var coordinate: Coordinate?
    /// As the remote computes it.
    package var meters: Double?
    package var name: String?
    package var locality: String?
    /// The key of a relation's row, of which its id is made; nil for a row that has an id.
    package var key: String?
    /// The further columns that the row of a relation keeps, as a JSON object; nil for none.
    package var kept: String?
    /// Why the row cannot be used, such as a text that is not UTF-8; nil for one that can. In a mirror such a row
    /// waits.
    package var problem: String?

    package init(
        id: FeatureID, coordinate: Coordinate? = nil, meters: Double? = nil, name: String? = nil,
        locality: String? = nil, key: String? = nil, kept: String? = nil
    ) {
        (self.id, self.coordinate, self.meters) = (id, coordinate, meters)
        (self.name, self.locality, self.key, self.kept) = (name, locality, key, kept)
    }
}

/// A function that a remote may have.
package enum RemoteFunction: String, CaseIterable, Hashable, Sendable {
    case hotspotsNear = "hotspots_near"
    case birdsNear = "birds_near"

    /// The table whose rows it gives.
    package var table: MirrorTable {
        switch self {
        case .hotspotsNear: .hotspot
        case .birdsNear: .bird
        }
    }
}

/// Rows to leave out, by table.
package typealias HiddenRows = [MirrorTable: Set<FeatureID>]
