import TestSupport
import Testing

@testable import GeoqIndex

/// The box that a server looks up before it measures distances.
@Suite struct CircleBoxTests {
    @Test func `no place of a circle lies outside of its box`() throws {
        let seed = UInt64.random(in: .min ... .max)
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for number in 0..<4_000 {
            let latitudes: [ClosedRange<Double>] = [-90...90, 89...90, -90 ... -89.9, -1...1]
            let longitudes: [ClosedRange<Double>] = [-180...180, 179.5...180, -180 ... -179.5]
            let center = Coordinate.make(
                .random(in: latitudes[number % 4], using: &generator),
                .random(in: longitudes[number % 3], using: &generator))
            let radius = Distance.meters(.random(in: 0.1...7, using: &generator)).scaled(number)
            let box = Circle(center: center, radius: radius).box
            for _ in 0..<8 {
                // Most on the rim, where the box is tight.
                let share = Bool.random(using: &generator) ? 1 : Double.random(in: 0...1, using: &generator)
                let place = Geodesic.direct(
                    from: center, bearing: .random(in: 0..<360, using: &generator),
                    distance: .meters(radius.meters * share))
                // 180 and −180 are one meridian.
                let numbers = abs(place.longitude) == 180 ? [180.0, -180] : [place.longitude]
                let isHeld = numbers.contains { longitude in
                    let isBetween =
                        box.crossesDateLine
                        ? longitude >= box.west || longitude <= box.east
                        : box.west <= longitude && longitude <= box.east
                    return isBetween && box.south <= place.latitude && place.latitude <= box.north
                }
                #expect(
                    isHeld || place.isPole && box.longitudeSpan == 360, "seed \(seed): \(center), \(radius), \(place)")
            }
        }
    }

    @Test func `a place that is measured as no distance away lies in the box`() throws {
        let seed: UInt64 = 54
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let center = Coordinate.make(
                .random(in: 1...80, using: &generator), .random(in: -179...179, using: &generator))
            for place in [
                Coordinate.make(center.latitude.nextUp, center.longitude),
                .make(center.latitude.nextDown, center.longitude), .make(center.latitude, center.longitude.nextUp),
                .make(center.latitude, center.longitude.nextDown),
            ] {
                let circle = Circle(center: center, radius: .meters(Geodesic.meters(from: place, to: center)))
                #expect(circle.contains(place) && circle.box.contains(place), "seed \(seed): \(circle), \(place)")
            }
        }
    }
}

extension Distance {
    /// From meters to thousands of kilometers, by a number.
    fileprivate func scaled(_ number: Int) -> Distance {
        .meters(meters * [1, 100, 10_000, 1_000_000][number / 5 % 4])
    }
}
