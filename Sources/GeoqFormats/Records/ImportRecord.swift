package import Geoq
package import GeoqIndex

/// What one row of a file becomes.
package enum ImportRecord: Equatable, Sendable {
    case hotspot(HotspotRecord)
    case observation(ObservationRecord)
    case bird(BirdRecord)
    case watchlist(WatchlistRecord)
    case presence(PresenceRecord)
}

/// What a file is imported as.
public enum ImportKind: String, Hashable, Sendable, CaseIterable {
    /// Places where birds are watched.
    case hotspots
    /// Sightings.
    case observations
    /// Birds, with their names.
    case birds
    /// Watchlists with their entries and rules.
    case watchlists
    /// Which birds are to be expected at which hotspots, week by week.
    case presence
}

/// What identifies a row: the store turns it into a UUID.
package struct RecordIdentity: Equatable, Sendable {
    /// The source's own id (`L123`, a GBIF id). Rows without one get their
    /// UUID from all their fields and their ordinal among equals.
    package var sourceID: String?

    /// Only in files that geoq itself exported: the row's UUID, lower case.
    package var id: String?

    /// Only in files that geoq itself exported: where the row first came from.
    package var source: String?

    package init(sourceID: String? = nil, id: String? = nil, source: String? = nil) {
        (self.sourceID, self.id, self.source) = (sourceID, id, source)
    }
}

extension RecordIdentity {
    /// The identity of a row of geoq's own export.
    ///
    /// - Throws: `FieldProblem` when the id is no UUID.
    init(exported id: String?, column: String?, sourceID: String?, source: String?) throws(FieldProblem) {
        guard let id else { throw FieldProblem(column: column, reason: "no id") }
        guard FeatureID(id) != nil else {
            throw FieldProblem(
                column: column, value: id, reason: "id \(FieldProblem.quoted(id)) is not a UUID",
                hint: "leave out source and source_id if the file is not geoq's own export")
        }
        self.init(sourceID: sourceID, id: id.lowercased(), source: source)
    }

    /// The same identity, but an id that is a UUID becomes the row's own. Rows
    /// of the remote, such as birds, are referred to by it.
    var keepingUUID: RecordIdentity {
        guard id == nil, let sourceID, FeatureID(sourceID) != nil else { return self }
        return RecordIdentity(id: sourceID.lowercased(), source: source)
    }
}

/// A named place.
package struct HotspotRecord: Equatable, Sendable {
    package var identity: RecordIdentity
    package var name: String
    package var locality: String?
    package var coordinate: Coordinate

    package init(identity: RecordIdentity, name: String, locality: String? = nil, coordinate: Coordinate) {
        (self.identity, self.name) = (identity, name)
        (self.locality, self.coordinate) = (locality, coordinate)
    }
}

/// A species at a place and time.
package struct ObservationRecord: Equatable, Sendable {
    package var identity: RecordIdentity
    package var coordinate: Coordinate
    package var scientificName: String?
    package var commonName: String?
    /// How many; nil = present, not counted.
    package var count: Int?
    package var date: ObservedDate?
    /// `HH:mm` or `HH:mm:ss`, with a zone when the file has one, as in ISO 8601.
    package var time: String?
    /// For a range of days, the time at which it ended, as `time`. It is not
    /// stored; it tells which day it was at the place.
    package var endTime: String?
    /// The day in UTC that belongs to `time`, when `date` is the source's own
    /// day at the place. It is not stored.
    package var dayInUTC: Day?
    package var uncertaintyMeters: Double?
    package var place: String?
    package var license: String?
    /// Why the place is not exact (obscured coordinates), in the source's
    /// words.
    package var withheld: String?

    package init(identity: RecordIdentity, coordinate: Coordinate) {
        (self.identity, self.coordinate) = (identity, coordinate)
    }
}

/// A species, or another taxon that can be seen.
package struct BirdRecord: Equatable, Sendable {
    package var identity: RecordIdentity
    package var commonName: String
    package var scientificName: String?
    package var family: String?
    package var orderName: String?
    package var shapeID: String?
    package var descriptionText: String?
    package var conservationStatus: String?

    package init(identity: RecordIdentity, commonName: String) {
        (self.identity, self.commonName) = (identity, commonName)
    }
}
