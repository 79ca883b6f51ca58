import Foundation

extension Error {
    /// Why the system did not read or write a file, in its own words (`strerror`).
    ///
    /// Foundation's sentence says only that it could not be done, or that something went wrong. An error that does not
    /// come from the system keeps that sentence.
    package var systemReason: String {
        if let error = self as? POSIXError { return String(cString: strerror(Int32(error.code.rawValue))) }
        if let error = self as? CocoaError, let cause = error.underlying { return cause.systemReason }
        return localizedDescription
    }
}
