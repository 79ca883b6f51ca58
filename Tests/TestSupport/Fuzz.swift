import Foundation

/// How many inputs a fuzz test makes: few when all tests are run, so that they
/// end; `make fuzz` sets `GEOQ_FUZZ`, and runs an optimized build.
package enum Fuzz {
    /// The number in `GEOQ_FUZZ`; nil when it is not set.
    package static let asked = ProcessInfo.processInfo.environment["GEOQ_FUZZ"].flatMap { Int($0) }

    package static func rounds(short: Int) -> Int { asked ?? short }
}
