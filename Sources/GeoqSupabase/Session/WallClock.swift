/// This machine's clock, given from outside.
package struct WallClock: Sendable {
    /// Seconds since 1970.
    package let now: @Sendable () -> Double

    package init(_ now: @escaping @Sendable () -> Double) {
        self.now = now
    }
}
