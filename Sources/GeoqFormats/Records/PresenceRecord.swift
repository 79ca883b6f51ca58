import Geoq

/// How likely a bird is at a hotspot in a week of the year.
package struct PresenceRecord: Equatable, Sendable {
    package var identity: RecordIdentity
    package var hotspot: HotspotReference
    package var bird: BirdReference
    /// The bird that a store gets when it has none of the name; nil when the row
    /// is refused then.
    package var newBird: BirdRecord?
    /// The week of ISO 8601, in `weeks`.
    package var week: Int
    /// 0…1.
    package var likelihood: Double

    /// The weeks that a year may have.
    package static let weeks = 1...53

    package init(
        identity: RecordIdentity = RecordIdentity(), hotspot: HotspotReference, bird: BirdReference,
        newBird: BirdRecord? = nil, week: Int, likelihood: Double
    ) {
        (self.identity, self.hotspot, self.bird, self.newBird) = (identity, hotspot, bird, newBird)
        (self.week, self.likelihood) = (week, likelihood)
    }
}

/// How a row names its bird.
package enum BirdReference: Equatable, Sendable {
    /// By its UUID, or by its id in its file.
    case id(String)
    /// By its scientific or common name.
    case name(String)

    /// The id or the name.
    package var text: String {
        switch self {
        case .id(let text), .name(let text): text
        }
    }
}

/// How a row names its hotspot.
package enum HotspotReference: Equatable, Sendable {
    /// By its UUID, or by the id that its source gave it.
    case id(String)
    /// By its name, behind which its locality may stand.
    case name(String)
    /// All rows of the file are of one hotspot, which has this id or name: the
    /// file as a whole is refused when there is none.
    case ofFile(String)

    /// The id or the name.
    package var text: String {
        switch self {
        case .id(let text), .name(let text), .ofFile(let text): text
        }
    }
}
