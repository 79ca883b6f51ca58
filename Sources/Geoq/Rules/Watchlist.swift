public import GeoqIndex

/// A list that watches for birds: its rules say what must be seen, where and
/// when (`WatchlistRule`).
public struct Watchlist: Hashable, Sendable, Identifiable {
    /// The list's id.
    public var id: FeatureID
    /// Empty when it has none.
    public var title: String
    /// A deleted list matches nothing, even if its rules hold.
    public var isDeleted: Bool
    /// Of what kind the list is, in its user's words.
    public var type: String?
    /// Where it is, in words.
    public var place: String?
    /// The first day of the list's own range of days; nil when that has no beginning.
    public var firstDay: Day?
    /// The last day of that range, which is part of it; nil when it has no end.
    public var lastDay: Day?
    /// The list's own rule of places, when it is enabled.
    public var circle: Circle?
    /// The user of the account's project whose list it is; nil for a list that
    /// no project has.
    public package(set) var owner: FeatureID?
    package var sync = RowSync()

    /// A list without rules.
    public init(id: FeatureID, title: String = "", isDeleted: Bool = false) {
        (self.id, self.title, self.isDeleted) = (id, title, isDeleted)
    }

    /// A new list, with a random id.
    public init(
        title: String, type: String? = nil, place: String? = nil, firstDay: Day? = nil, lastDay: Day? = nil,
        circle: Circle? = nil
    ) {
        self.init(id: .random(), title: title)
        (self.type, self.place, self.circle) = (type, place, circle)
        (self.firstDay, self.lastDay) = (firstDay, lastDay)
    }
}

/// A bird that rules and sightings name. It tells which id, names and shape
/// belong together.
public struct Bird: Hashable, Sendable, Identifiable {
    /// The bird's id.
    public var id: FeatureID
    /// The scientific name; nil when it is not known.
    public var scientificName: String?
    /// The common name; nil when it is not known.
    public var commonName: String?
    /// The body shape, such as `duck-like`.
    public var shapeID: String?
    package var sync = RowSync()

    /// A bird; what is not given is not known.
    public init(id: FeatureID, scientificName: String? = nil, commonName: String? = nil, shapeID: String? = nil) {
        (self.id, self.scientificName) = (id, scientificName)
        (self.commonName, self.shapeID) = (commonName, shapeID)
    }
}
