/// The positions of a ring whose longitudes may run on beyond ±180°: data from 0 to 360,
/// or a ring that is drawn on across the date line.
///
/// The ring is taken to the same places within ±180°, so that each edge stays the edge
/// that was drawn. A ring that lies in 180…360 or in −360…−180 as a whole is shifted by
/// 360. Of any other each position is turned by itself, and the edges across ±180° are
/// those that step more than 180°, as elsewhere. Either is exact: of two numbers that
/// differ by a factor of two at most the difference is a number of the same kind
/// (Sterbenz), and IEEE's remainder is exact, too.
package struct WideRing {
    /// An edge of a ring beyond ±180° that could as well run the other way around.
    package struct WideStep: Error, Hashable, Sendable, CustomStringConvertible {
        /// The position at which it begins; 1 is the first.
        package let position: Int
        /// How far it steps, without its sign.
        package let degrees: Double

        package var description: String {
            "the ring runs beyond ±180° of longitude, and its edge after position \(position) steps \(degrees) "
                + "degrees; put positions between, so that each edge steps less than 180"
        }
    }

    /// With longitudes as they were given.
    private var given: [Coordinate] = []
    private var isWide = false

    /// No ring so far.
    package init() {}

    /// How many positions there are.
    package var count: Int { given.count }

    /// Appends a position, in degrees.
    ///
    /// - Throws: `CoordinateError` for a latitude beyond ±90 or a longitude beyond ±360.
    package mutating func append(latitude: Double, longitude: Double) throws(CoordinateError) {
        if abs(longitude) > 180, abs(longitude) <= 360 {
            _ = try Coordinate(strictLatitude: latitude, longitude: 0)
            isWide = true
            given.append(Coordinate(unchecked: latitude, longitude))
        } else {
            given.append(try Coordinate(strictLatitude: latitude, longitude: longitude))
        }
    }

    /// The ring within ±180°, and whether it was taken there.
    ///
    /// - Throws: `WideStep` for an edge of a turned ring that steps 180° or more and lies
    ///   on no pole.
    /// - Complexity: O(*n*).
    package func placed() throws(WideStep) -> (ring: [Coordinate], isTurned: Bool) {
        guard isWide else { return (given, false) }
        for (low, turn) in [(180.0, -360.0), (-360.0, 360.0)]
        where given.allSatisfy({ low <= $0.longitude && $0.longitude <= low + 180 }) {
            return (given.map { Coordinate(unchecked: $0.latitude, $0.longitude + turn) }, true)
        }
        let ring = given.map { Coordinate(unchecked: $0.latitude, $0.longitude.wrappedLongitude) }
        for (index, position) in given.enumerated() {
            let isLast = index + 1 == given.count
            // A ring that closes over another number of the same place needs no edge for that.
            if isLast, ring[index].isSamePlace(as: ring[0]) { continue }
            let next = given[isLast ? 0 : index + 1]
            let step = abs(next.longitude - position.longitude)
            if step >= 180, !(position.isPole && next.latitude == position.latitude) {
                throw WideStep(position: index + 1, degrees: step)
            }
        }
        return (ring, true)
    }
}
