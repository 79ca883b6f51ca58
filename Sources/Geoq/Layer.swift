/// The kinds of places that a program can ask for. The raw value is the word on
/// the command line and in files; `table` is the name in the store.
///
/// Entries of watchlists (`watchlist_entries`) are in two layers. Every entry
/// with a place, planned or observed, is in `entries`, so that the species of
/// that layer are what the remote's `birds_near` gives. An entry with an
/// `observation_date` is a sighting like any other, so it is among the
/// `observations`, too.
public enum Layer: String, Hashable, Sendable, CaseIterable {
    /// Places where birds are watched.
    case hotspots
    /// Sightings, also those of entries.
    case observations
    /// Entries of watchlists that have a place.
    case entries

    /// The name of the store's table that has its rows.
    public var table: String {
        switch self {
        case .hotspots: "hotspot"
        case .observations: "observation"
        case .entries: "watchlist_entries"
        }
    }
}
