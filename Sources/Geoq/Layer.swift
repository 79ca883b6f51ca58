/// The kinds of places that can be asked for. The raw value is the word used on
/// the command line and in files; `table` the name in the store.
public enum Layer: String, Hashable, Sendable, CaseIterable {
    case hotspots, observations

    public var table: String {
        switch self {
        case .hotspots: "hotspot"
        case .observations: "observation"
        }
    }
}
