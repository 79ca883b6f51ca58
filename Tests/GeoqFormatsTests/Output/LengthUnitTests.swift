import Geoq
import GeoqFormats
import TestSupport
import Testing

@Suite("Lengths and bearings for people")
struct LengthUnitTests {
    @Test(
        "Lengths are read with their unit",
        arguments: [
            ("5mi", 8046.72), ("2 km", 2000), ("800m", 800), ("1.5nmi", 2778), ("10ft", 3.048), ("0m", 0), ("-0km", 0),
            ("+3 KM", 3000), (".5Mi", 804.672), ("1e3m", 1000), ("1.m", 1), ("100000km", 1e8),
        ])
    func reading(text: String, meters: Double) throws {
        #expect(try LengthUnit.meters(parsing: text) == meters)
        #expect(try LengthUnit.meters(parsing: text).sign == .plus)
    }

    @Test(
        "What is no length is refused with a sentence",
        arguments: [
            ("", "\"\" is not a length; write a number and a unit, such as 5km, 3mi or 800m"),
            ("km", "\"km\" is not a length; write a number and a unit, such as 5km, 3mi or 800m"),
            ("nan km", "\"nan km\" is not a length; write a number and a unit, such as 5km, 3mi or 800m"),
            ("infkm", "\"infkm\" is not a length; write a number and a unit, such as 5km, 3mi or 800m"),
            (" 5km", "\" 5km\" is not a length; write a number and a unit, such as 5km, 3mi or 800m"),
            ("5", "\"5\" has no unit; write 5km, 5mi, 5nmi, 5m or 5ft"),
            ("5 leagues", "\"5 leagues\" has the unknown unit \"leagues\"; the units are m, km, mi, nmi and ft"),
            ("0x10m", "\"0x10m\" has the unknown unit \"x10m\"; the units are m, km, mi, nmi and ft"),
            ("1e5", "\"1e5\" has no unit; write 1e5km, 1e5mi, 1e5nmi, 1e5m or 1e5ft"),
            ("1em", "\"1em\" has the unknown unit \"em\"; the units are m, km, mi, nmi and ft"),
            ("1e+km", "\"1e+km\" has the unknown unit \"e+km\"; the units are m, km, mi, nmi and ft"),
            ("-5km", "\"-5km\" is negative; a length is zero or more"),
            (
                "100001km",
                "\"100001km\" is longer than 100000 km; no two places on Earth are farther apart than 20004 km"
            ),
            ("1e999m", "\"1e999m\" is longer than 100000 km; no two places on Earth are farther apart than 20004 km"),
            ("\u{1B}[2J", "\"␛[2J\" is not a length; write a number and a unit, such as 5km, 3mi or 800m"),
        ])
    func refusals(text: String, message: String) {
        do throws(LengthError) {
            let meters = try LengthUnit.meters(parsing: text)
            Issue.record("\(text) was read as \(meters) m")
        } catch {
            #expect(error.description == message)
        }
    }

    @Test func aHugeTextIsRefusedShortly() {
        do throws(LengthError) {
            _ = try LengthUnit.meters(parsing: String(repeating: "9", count: 1_000_000))
            Issue.record("nines were read")
        } catch {
            #expect(error.description.count < 150)
        }
    }

    @Test(
        "Lengths are written with about three digits",
        arguments: [
            (LengthUnit.meters, 0, "0.0 m"), (.meters, 9.94, "9.9 m"), (.meters, 9.96, "10 m"),
            (.meters, 1234.5, "1235 m"),
            (.kilometers, 0, "0.00 km"), (.kilometers, 820.4, "0.82 km"), (.kilometers, 9994, "9.99 km"),
            (.kilometers, 9996, "10.0 km"), (.kilometers, 12_345, "12.3 km"), (.kilometers, 99_960, "100 km"),
            (.kilometers, 20_003_931, "20004 km"), (.miles, 1609.344, "1.00 mi"), (.miles, 160_934.4, "100 mi"),
            (.nauticalMiles, 1852, "1.00 nmi"), (.feet, 0.3048, "1.0 ft"), (.feet, 304.8, "1000 ft"),
            (.kilometers, 1125, "1.13 km"), (.meters, -0.01, "0.0 m"), (.meters, -3, "-3.0 m"),
            (.meters, 1e300, "1e+300 m"),
        ])
    func writing(unit: LengthUnit, meters: Double, text: String) {
        #expect(unit.text(meters: meters) == text)
    }

    @Test("What is written reads back about the same", arguments: [71] as [UInt64])
    func roundTrip(seed: UInt64) throws {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let meters = Double.random(in: 100...20_000_000, using: &generator)
            let unit = try #require(LengthUnit.allCases.randomElement(using: &generator))
            let read = try LengthUnit.meters(parsing: unit.text(meters: meters))
            #expect(abs(read - meters) <= max(0.051 * unit.meters, 0.0051 * meters, 0.0051 * unit.meters))
        }
    }

    @Test(
        "Bearings have the nearest of eight points",
        arguments: [
            (0, "N 0°"), (22, "N 22°"), (23, "NE 23°"), (45, "NE 45°"), (90, "E 90°"), (180, "S 180°"),
            (-180, "S 180°"),
            (-90, "W 270°"), (337, "NW 337°"), (338, "N 338°"), (359.4, "N 359°"), (359.6, "N 0°"), (-0.2, "N 0°"),
            (-0.0, "N 0°"), (765, "NE 45°"),
        ])
    func bearings(degrees: Double, text: String) {
        #expect(Compass.text(bearingDegrees: degrees) == text)
    }
}
