import Geoq
import GeoqIndex

/// Noon in mean solar time: the sun is highest then, all in all.
///
/// As a moment in UTC it is of the same day, wherever the place is. So who shows the day
/// of a moment, in UTC or by a clock at the place, shows the day that was meant.
enum SolarNoon {
    /// The noon of a day at a place, as a moment in UTC; without a place, 12:00 in UTC.
    static func moment(of day: Day, at place: Coordinate?) -> String {
        // 15° are an hour. At −180° it would be midnight, when the next day begins.
        let minutes = min(max(720 - Int(((place?.longitude ?? 0) * 4).rounded()), 0), 1_439)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(day)T\(two(minutes / 60)):\(two(minutes % 60)):00Z"
    }
}
