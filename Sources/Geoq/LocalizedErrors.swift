public import FoundationEssentials
public import GeoqIndex

// An application that shows `localizedDescription` shows these words.

extension CoordinateError: LocalizedError {
    /// Its description.
    public var errorDescription: String? { description }
}

extension IndexError: LocalizedError {
    /// Its description.
    public var errorDescription: String? { description }
}

extension AreaError: LocalizedError {
    /// Its description.
    public var errorDescription: String? { description }
}

extension CorridorError: LocalizedError {
    /// Its description.
    public var errorDescription: String? { description }
}

extension UnclearDates: LocalizedError {
    /// Its description.
    public var errorDescription: String? { description }
}

extension QueryError: LocalizedError {
    /// Its description.
    public var errorDescription: String? { description }
}

extension FilterError: LocalizedError {
    /// Its description.
    public var errorDescription: String? { description }
}
