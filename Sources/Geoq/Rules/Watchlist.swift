/// A list that watches for birds: its rules say what must be seen, where and
/// when (`WatchlistRule`).
public struct Watchlist: Hashable, Sendable {
    public var id: FeatureID
    /// Empty when it has none.
    public var title: String
    /// A deleted list matches nothing, even if its rules hold.
    public var isDeleted: Bool

    public init(id: FeatureID, title: String = "", isDeleted: Bool = false) {
        (self.id, self.title, self.isDeleted) = (id, title, isDeleted)
    }
}

/// A bird that rules and sightings name. It tells which id, names and shape
/// belong together.
public struct Bird: Hashable, Sendable {
    public var id: FeatureID
    public var scientificName: String?
    public var commonName: String?
    /// The body shape, such as `duck-like`.
    public var shapeID: String?

    public init(id: FeatureID, scientificName: String? = nil, commonName: String? = nil, shapeID: String? = nil) {
        (self.id, self.scientificName) = (id, scientificName)
        (self.commonName, self.shapeID) = (commonName, shapeID)
    }
}
