/// A question that cannot be answered as it stands.
public enum QueryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Hotspots have no species and no dates.
    case notInLayer(String, Layer)
    /// The store turns a filter on columns into positions; a snapshot alone
    /// cannot.
    case filterNeedsStore
    /// The store has changed since the page before was read.
    case pageOutdated(Int64, now: Int64)
    /// A cursor of a box was given for a radius, or the other way round.
    case wrongCursor
    /// A cursor of one line was given for another: how far along a hit is means nothing there.
    case wrongLine
    /// A cursor of one center was given for another: how far away a hit is means nothing there.
    case wrongCenter
    /// A least distance was given for a box, an area or a corridor, which have no center to measure it from.
    case minimumWithoutCenter

    public var description: String {
        switch self {
        case .notInLayer(let what, let layer):
            "\(layer.rawValue) have no \(what); observations have"
        case .filterNeedsStore:
            "a filter on columns is answered by the store; ask its features.answer(_:)"
        case .pageOutdated(let then, let now):
            "the store has changed since that page (version \(then), now \(now)); start again at the first page"
        case .wrongCursor:
            "the cursor belongs to another kind of question; start again at the first page"
        case .wrongLine: "the cursor belongs to another line; start again at the first page"
        case .minimumWithoutCenter:
            "a least distance is measured from a center, and boxes, areas and corridors have none"
        case .wrongCenter: "the cursor belongs to another center; start again at the first page"
        }
    }
}
