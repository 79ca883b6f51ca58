public import Foundation

// An application that shows `localizedDescription` shows these words.

extension ServerError: LocalizedError {
    /// Its description.
    public var errorDescription: String? { description }
}
