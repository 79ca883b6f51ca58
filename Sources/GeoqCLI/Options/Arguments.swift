public import ArgumentParser
public import Geoq

// The words of geoq's values on the command line. A conformance of a public
// type is public, hence the imports.

extension ImportKind: ExpressibleByArgument {}
extension Layer: ExpressibleByArgument {}
extension LengthUnit: ExpressibleByArgument {}
extension UnknownPolicy: ExpressibleByArgument {}
extension OutputFormat: ExpressibleByArgument {}
extension ScatterEncoder.Format: ExpressibleByArgument {}

/// Texts of the command line as values; what cannot be read is told what it
/// should look like.
enum ArgumentText {
    /// Degrees as a decimal number, south and west negative.
    static func degrees(_ text: String) throws -> Double {
        if let number = Double(text) { return number }
        if text.contains(",") { throw ValidationError("write decimals with a point, such as 42.44.") }
        if let last = text.last, "NSEWnsew".contains(last) {
            throw ValidationError("write a plain number, south and west with a minus: -76.5.")
        }
        throw ValidationError("write degrees as a decimal number, such as -76.5.")
    }

    /// A length in kilometers.
    static func kilometers(_ text: String) throws -> Double {
        if let number = Double(text) { return number }
        if (try? LengthUnit.meters(parsing: text)) != nil {
            throw ValidationError("this is a plain number of kilometers; --within takes a length with its unit.")
        }
        throw ValidationError("write a number of kilometers, such as 2.5.")
    }

    /// A day, `yyyy-mm-dd`.
    static func day(_ text: String) throws -> Day {
        guard let day = Day(iso: text) else { throw ValidationError("write a day as yyyy-mm-dd, such as 2026-01-31.") }
        return day
    }

    /// A place, `lat,lon`.
    static func place(_ text: String) throws -> Coordinate {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.trimmingPrefix { $0 == " " } }
        guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]) else {
            throw ValidationError("write latitude and longitude in degrees with a comma between: 42.44,-76.5.")
        }
        do {
            return try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            throw ValidationError("\(error).")
        }
    }
}
