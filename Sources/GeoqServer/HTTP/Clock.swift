import Foundation

/// The time of day, for answers.
enum Clock {
    /// Now in UTC, as RFC 3339 has it: `2026-11-21T10:15:17Z`.
    static func now() -> String {
        Date.now.formatted(.iso8601)
    }
}
