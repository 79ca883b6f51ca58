/// A list that its owner shows to another user of the project.
public struct WatchlistShare: Hashable, Sendable, Identifiable {
    /// The share's id.
    public let id: FeatureID
    /// The list that is shown.
    public let watchlist: FeatureID
    /// The user to whom it is shown.
    public let user: FeatureID
    /// Whether this user may also change the list, its entries and its rules.
    public var canEdit: Bool
    package var sync = RowSync()

    /// A new share, with a random id.
    public init(of watchlist: FeatureID, with user: FeatureID, canEdit: Bool = false) {
        self.init(id: .random(), watchlist: watchlist, user: user, canEdit: canEdit)
    }

    package init(id: FeatureID, watchlist: FeatureID, user: FeatureID, canEdit: Bool) {
        (self.id, self.watchlist, self.user, self.canEdit) = (id, watchlist, user, canEdit)
    }
}
