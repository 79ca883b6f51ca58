/// Directions for people.
package enum Compass {
    private static let points = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]

    /// A bearing with the nearest of eight compass points, such as `NE 45°`.
    ///
    /// - Parameter bearingDegrees: Clockwise from north; any finite number.
    ///   Rounded to whole degrees, 0…359.
    package static func text(bearingDegrees: Double) -> String {
        precondition(bearingDegrees.isFinite, "A bearing that is not finite has no text.")
        let turned = bearingDegrees.truncatingRemainder(dividingBy: 360)
        let degrees = Int((turned < 0 ? turned + 360 : turned).rounded()) % 360
        // Each point has the 45 degrees around it; 22.5 is never met by whole
        // degrees.
        let point = points[(degrees * 2 + 45) / 90 % 8]
        return "\(point) \(degrees)°"
    }
}
