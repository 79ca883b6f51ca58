/// The kinds of places that can be asked for. The raw value is the word used on
/// the command line and in files; `table` the name in the store.
///
/// What stands on a watchlist (`watchlist_entries`) is in two of them. Every
/// entry with a place is in `entries`, planned or observed, so that the species
/// of that layer are what the remote's `birds_near` gives. One that has an
/// `observation_date` is a sighting like any other, and so it is among the
/// `observations`, too.
public enum Layer: String, Hashable, Sendable, CaseIterable {
    case hotspots, observations, entries

    public var table: String {
        switch self {
        case .hotspots: "hotspot"
        case .observations: "observation"
        case .entries: "watchlist_entries"
        }
    }
}
