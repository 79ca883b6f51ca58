public import Geoq
public import GeoqIndex

/// What one row of a file becomes.
public enum ImportRecord: Equatable, Sendable {
    case hotspot(HotspotRecord)
    case observation(ObservationRecord)
    case bird(BirdRecord)
    case watchlist(WatchlistRecord)
}

/// What a file is imported as.
public enum ImportKind: String, Hashable, Sendable, CaseIterable {
    case hotspots, observations, birds, watchlists
}

/// What identifies a row: the store turns it into a UUID.
public struct RecordIdentity: Equatable, Sendable {
    /// The source's own id (`L123`, a GBIF id). Rows without one get their
    /// UUID from all their fields and their ordinal among equals.
    public var sourceID: String?

    /// Only in files that geoq itself exported: the row's UUID, lower case.
    public var id: String?

    /// Only in files that geoq itself exported: where the row first came from.
    public var source: String?

    public init(sourceID: String? = nil, id: String? = nil, source: String? = nil) {
        (self.sourceID, self.id, self.source) = (sourceID, id, source)
    }
}

extension RecordIdentity {
    /// The same identity, but an id that is a UUID becomes the row's own. Rows
    /// of the remote, such as birds, are referred to by it.
    var keepingUUID: RecordIdentity {
        guard id == nil, let sourceID, IdentityColumns.isUUID(sourceID) else { return self }
        return RecordIdentity(id: sourceID.lowercased(), source: source)
    }
}

/// A named place.
public struct HotspotRecord: Equatable, Sendable {
    public var identity: RecordIdentity
    public var name: String
    public var locality: String?
    public var coordinate: Coordinate

    public init(identity: RecordIdentity, name: String, locality: String? = nil, coordinate: Coordinate) {
        (self.identity, self.name) = (identity, name)
        (self.locality, self.coordinate) = (locality, coordinate)
    }
}

/// A species at a place and time.
public struct ObservationRecord: Equatable, Sendable {
    public var identity: RecordIdentity
    public var coordinate: Coordinate
    public var scientificName: String?
    public var commonName: String?
    /// How many; nil = present, not counted.
    public var count: Int?
    public var date: ObservedDate?
    /// `HH:mm` or `HH:mm:ss`, with a zone when the file has one, as in ISO 8601.
    public var time: String?
    /// For a range of days, the time at which it ended, as `time`. It is not
    /// stored; it tells which day it was at the place.
    public var endTime: String?
    /// The day in UTC that belongs to `time`, when `date` is the source's own
    /// day at the place. It is not stored.
    public var dayInUTC: Day?
    public var uncertaintyMeters: Double?
    public var place: String?
    public var license: String?
    /// Why the place is not exact (obscured coordinates), in the source's
    /// words.
    public var withheld: String?

    public init(identity: RecordIdentity, coordinate: Coordinate) {
        (self.identity, self.coordinate) = (identity, coordinate)
    }
}

/// A species, or another taxon that can be seen.
public struct BirdRecord: Equatable, Sendable {
    public var identity: RecordIdentity
    public var commonName: String
    public var scientificName: String?
    public var family: String?
    public var orderName: String?
    public var shapeID: String?
    public var descriptionText: String?
    public var conservationStatus: String?

    public init(identity: RecordIdentity, commonName: String) {
        (self.identity, self.commonName) = (identity, commonName)
    }
}
