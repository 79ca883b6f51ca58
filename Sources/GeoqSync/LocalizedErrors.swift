public import Foundation

// An application that shows `localizedDescription` shows these words.

extension SyncError: LocalizedError {
    /// Its description.
    public var errorDescription: String? { description }
}

extension AccountError: LocalizedError {
    /// Its description.
    public var errorDescription: String? { description }
}
