public import ArgumentParser
public import Geoq
public import GeoqFormats
public import GeoqIndex

// The words for geoq's values on the command line. A conformance of a public
// type is public; therefore the imports are public, too.

extension ImportKind: ExpressibleByArgument {}
extension Area.Edges: ExpressibleByArgument {}
extension Area.Pole: ExpressibleByArgument {}
extension Layer: ExpressibleByArgument {}
extension LengthUnit: ExpressibleByArgument {}
extension UnknownPolicy: ExpressibleByArgument {}
extension OutputFormat: ExpressibleByArgument {}
extension DateOrder: ExpressibleByArgument {}

/// Texts of the command line as values. When a text cannot be read, the error
/// describes the right form.
///
/// Numbers are read as in files: decimal digits with an optional sign, point and
/// exponent; no hexadecimal, no "inf", no "nan".
enum ArgumentText {
    /// Degrees as a decimal number, south and west negative.
    static func degrees(_ text: String) throws -> Double {
        if let number = DecimalNumber.parse(text) { return number }
        if text.contains(",") { throw ValidationError("write decimals with a point, such as 42.44.") }
        if let last = text.last, "NSEWnsew".contains(last) {
            throw ValidationError("write a plain number, south and west with a minus: -76.5.")
        }
        throw ValidationError("write degrees as a decimal number, such as -76.5.")
    }

    /// The name of a species.
    static func species(_ text: String) throws -> String {
        if text.allSatisfy(\.isWhitespace) { throw ValidationError("give the name of a species.") }
        return text
    }

    /// A length in kilometers.
    static func kilometers(_ text: String) throws -> Double {
        if let number = DecimalNumber.parse(text) { return number }
        if (try? LengthUnit.meters(parsing: text)) != nil {
            throw ValidationError("this is a plain number of kilometers; --within takes a length with its unit.")
        }
        throw ValidationError("write a number of kilometers, such as 2.5.")
    }

    /// A length in meters.
    static func meters(_ text: String) throws -> Double {
        guard let number = DecimalNumber.parse(text), number >= 0, number <= LengthUnit.longestMeters else {
            throw ValidationError("write a number of meters, 0 to 100000000.")
        }
        return number
    }

    /// A time with its unit, in seconds: `25s`, `2m`, `1h`.
    static func seconds(_ text: String) throws -> Double {
        let units = ["s": 1.0, "m": 60, "h": 3600]
        guard let unit = units[String(text.suffix(1))], let number = DecimalNumber.parse(String(text.dropLast())),
            number > 0, number <= 1_000_000
        else { throw ValidationError("write a number of seconds, minutes or hours, such as 25s, 2m or 1h.") }
        return number * unit
    }

    /// A number of hours.
    static func hours(_ text: String) throws -> Double {
        guard let number = DecimalNumber.parse(text), number >= 0 else {
            throw ValidationError("write a number of hours, 0 or more, such as 24 or 0.5.")
        }
        return number
    }

    /// A number that may be 0.
    static func count(_ text: String) throws -> Int {
        guard let count = wholeNumber(text), count >= 0 else {
            throw ValidationError("it must be a whole number, 0 or more.")
        }
        return count
    }

    /// A number from 1 on.
    static func positiveCount(_ text: String) throws -> Int {
        guard let count = wholeNumber(text), count >= 1 else {
            throw ValidationError("it must be a whole number, 1 or more.")
        }
        return count
    }

    /// A number that may be negative.
    static func integer(_ text: String) throws -> Int64 {
        guard let number = Int64(text) else { throw ValidationError("it must be a whole number, such as 3 or -1.") }
        return number
    }

    /// The number of a conflict, which may be none of those that are there.
    static func conflict(_ text: String) throws -> Int64 {
        guard let number = Int64(text) else { throw ValidationError("it must be a whole number, such as 3.") }
        return number
    }

    /// The number of a system of coordinates.
    static func srid(_ text: String) throws -> Int {
        guard let number = wholeNumber(text) else {
            throw ValidationError("it must be the number of a system of coordinates, such as 4326.")
        }
        return number
    }

    /// A week of the year.
    static func week(_ text: String) throws -> Int {
        guard let week = wholeNumber(text) else { throw ValidationError("it must be a whole number, 1 to 53.") }
        return week
    }

    /// A seed of random numbers.
    static func seed(_ text: String) throws -> UInt64 {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let seed = UInt64(text) else {
            throw ValidationError("it must be a whole number from 0 to \(UInt64.max).")
        }
        return seed
    }

    /// A number in as few digits as read back the same.
    static func shortest(_ number: Double) -> String { TableColumn.plain(.real(number)) }

    /// What `--source` names is the source of a row.
    ///
    /// - Throws: `ValidationError` when no row may have such a source.
    static func checkSource(_ name: String?) throws {
        guard let name else { return }
        guard !name.isEmpty, name.utf8.count <= ImportRecord.longestSource else {
            throw ValidationError("--source is a name of 1 to \(ImportRecord.longestSource) bytes.")
        }
    }

    private static func wholeNumber(_ text: String) -> Int? {
        let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
        return digits.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }

    /// A day, `yyyy-mm-dd`.
    static func day(_ text: String) throws -> Day {
        guard let day = Day(iso: text) else { throw ValidationError("write a day as yyyy-mm-dd, such as 2026-01-31.") }
        return day
    }

    /// A place, `lat,lon`.
    static func place(_ text: String) throws -> Coordinate {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let latitude = DecimalNumber.parse(parts[0]),
            let longitude = DecimalNumber.parse(parts[1])
        else {
            throw ValidationError("write latitude and longitude in degrees with a comma between: 42.44,-76.5.")
        }
        return try coordinate(latitude: latitude, longitude: longitude)
    }

    /// A place to ask about. A longitude at most one turn out of range is
    /// wrapped into −180…180; one further out is refused: 1e300 is no
    /// longitude.
    static func coordinate(latitude: Double, longitude: Double) throws -> Coordinate {
        guard abs(longitude) <= 360 else {
            throw ValidationError("lon \(shortest(longitude)) out of range −180…180 (up to ±360 it is wrapped).")
        }
        do {
            return try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            throw ValidationError("\(error)")
        }
    }

    /// `west,south,east,north` in degrees.
    static func box(_ text: String) throws -> BoundingBox {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { DecimalNumber.parse(String($0)) }
        guard parts.count == 4, numbers.count == 4 else {
            throw ValidationError("give west,south,east,north in degrees, such as -77,42,-76,43.")
        }
        do {
            return try BoundingBox(west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
        } catch {
            throw ValidationError("\(error).")
        }
    }
}
