public import FoundationEssentials

// An application that shows `localizedDescription` shows these words.

extension ProjectError: LocalizedError {
    /// Its description.
    public var errorDescription: String? { description }
}

extension SessionError: LocalizedError {
    /// Its description.
    public var errorDescription: String? { description }
}

extension RemoteFault: LocalizedError {
    /// Its description.
    public var errorDescription: String? { description }
}

extension TransportFailure: LocalizedError {
    /// Its description.
    public var errorDescription: String? { description }
}
