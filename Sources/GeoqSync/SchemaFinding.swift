public import GeoqStore

/// Something that a remote lacks, and what that costs.
public struct SchemaFinding: Hashable, Sendable {
    public enum Weight: String, Hashable, Sendable {
        /// The table cannot be mirrored.
        case obstacle
        /// Some values or rows are lost.
        case loss
        /// Nothing is lost; something could be faster, or the user should know
        /// something.
        case note
    }

    /// nil when the finding is about the server.
    public var table: MirrorTable?
    public var weight: Weight
    /// What is missing or wrong.
    public var what: String
    /// The consequence.
    public var cost: String

    public init(_ table: MirrorTable?, _ weight: Weight, _ what: String, cost: String) {
        (self.table, self.weight, self.what, self.cost) = (table, weight, what, cost)
    }
}
