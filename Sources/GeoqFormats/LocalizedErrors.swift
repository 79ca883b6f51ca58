public import FoundationEssentials

// An application that shows `localizedDescription` shows these words.

extension FileProblem: LocalizedError {
    /// Its description.
    public var errorDescription: String? { description }
}

extension RowProblem: LocalizedError {
    /// Its description.
    public var errorDescription: String? { description }
}
