public import GeoqStore

/// Something that a remote lacks, and what that costs.
public struct SchemaFinding: Hashable, Sendable {
    public enum Weight: String, Hashable, Sendable {
        /// The table cannot be mirrored.
        case obstacle
        /// Something is lost.
        case loss
        /// Nothing is lost; something could go faster, or should be known.
        case note
    }

    /// nil for what concerns the server.
    public var table: MirrorTable?
    public var weight: Weight
    /// What is missing or amiss.
    public var what: String
    /// What that means.
    public var cost: String

    public init(_ table: MirrorTable?, _ weight: Weight, _ what: String, cost: String) {
        (self.table, self.weight, self.what, self.cost) = (table, weight, what, cost)
    }
}
