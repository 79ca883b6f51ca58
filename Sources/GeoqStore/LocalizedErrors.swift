public import Foundation

// An application that shows `localizedDescription` shows these words.

extension StoreError: LocalizedError {
    /// Its description.
    public var errorDescription: String? { description }
}
