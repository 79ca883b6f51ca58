public import GeoqStore

/// Something that a remote lacks, and what that costs.
public struct SchemaFinding: Hashable, Sendable {
    package enum Weight: String, Hashable, Sendable {
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
    package var weight: Weight
    /// Whether the table cannot be mirrored.
    public var isObstacle: Bool { weight == .obstacle }
    /// Whether some values or rows are lost, and the others are mirrored.
    public var isLoss: Bool { weight == .loss }
    /// What is missing or wrong.
    public var what: String
    /// The consequence.
    public var cost: String
    /// What a person can do about it, if that is known.
    package var remedy: SyncRemedy?

    package init(
        _ table: MirrorTable?, _ weight: Weight, _ what: String, cost: String, remedy: SyncRemedy? = nil
    ) {
        (self.table, self.weight, self.what, self.cost, self.remedy) = (table, weight, what, cost, remedy)
    }
}
