public import GeoqIndex

/// An entry of a watchlist: a bird that its user wants to see, or has seen.
///
/// Moments are ISO 8601 in UTC, `2026-05-03T05:42:00Z`. Where a day alone is given,
/// the store keeps a moment: for `observedAt` the noon of that day at the entry's
/// place (the noon in UTC where there is no place, or its time zone is not known),
/// for the others the day's first moment in UTC.
public struct WatchlistEntry: Hashable, Sendable, Identifiable {
    /// The entry's id.
    public let id: FeatureID
    /// The list that it belongs to.
    public let watchlist: FeatureID
    /// nil only for a row that another program has written without one.
    public var bird: FeatureID?
    /// The user's own name for the bird.
    public var nickname: String?
    /// How the entry stands, in its user's words.
    public var status: String?
    /// What the user wrote about it.
    public var notes: String?
    /// When it was put on the list.
    public var addedAt: String?
    /// When the bird was seen; nil while it was not.
    public var observedAt: String?
    /// Who saw the bird, in words.
    public var observedBy: String?
    /// From when the user wants to look for it.
    public var plannedFrom: String?
    /// Until when the user wants to look for it.
    public var plannedUntil: String?
    /// Where it was seen, or is to be looked for.
    public var coordinate: Coordinate?
    /// The same place, in words.
    public var place: String?
    /// How important the entry is to its user; 0 when that was not said.
    public var priority: Int
    /// Whether the user wants to be told when the time comes.
    public var notifies: Bool
    package var sync = RowSync()

    /// A new entry, with a random id.
    public init(
        bird: FeatureID, on watchlist: FeatureID, notes: String? = nil, observedAt: String? = nil,
        coordinate: Coordinate? = nil, place: String? = nil
    ) {
        self.init(id: .random(), watchlist: watchlist)
        (self.bird, self.notes, self.observedAt) = (bird, notes, observedAt)
        (self.coordinate, self.place) = (coordinate, place)
    }

    /// An entry of a store, without values.
    package init(id: FeatureID, watchlist: FeatureID) {
        (self.id, self.watchlist, priority, notifies) = (id, watchlist, 0, false)
    }
}

extension WatchlistRule {
    /// A new rule, with a random id.
    ///
    /// - Parameter parameters: a JSON object; it is kept byte for byte.
    public init(_ kind: RuleKind, _ parameters: String, on watchlist: FeatureID, priority: Int = 0) {
        self.init(
            id: .random(), watchlist: watchlist, type: kind.rawValue, parameters: parameters, priority: priority)
    }
}
