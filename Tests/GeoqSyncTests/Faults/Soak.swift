import Foundation

/// Whether the runs are long (`make soak`) or short.
enum Soak {
    static let isLong = ProcessInfo.processInfo.environment["GEOQ_SOAK"] != nil

    /// - Returns: the long form's number, or the short one's.
    static func either<Value>(_ long: Value, _ short: Value) -> Value { isLong ? long : short }

    /// The seeds of a run: the same in every short one.
    static func seeds(_ long: Int) -> [UInt64] { (1...UInt64(either(long, 1))).map { $0 } }
}
