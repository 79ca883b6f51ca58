import Geoq
import GeoqIndex

/// Routes that are short texts: `LAT,LON;LAT,LON;…`, an encoded polyline, WKT, GeoJSON.
package enum RouteText {
    /// Reads a text in whichever of the four forms it is.
    ///
    /// - Parameter precision: the decimals of an encoded polyline.
    /// - Throws: `RouteProblem`, also when it is none of them.
    /// - Complexity: O(length).
    package static func read(_ text: String, precision: Int = 5) throws(RouteProblem) -> Route {
        let bytes = Array(text.utf8.drop(while: \.isBlank))
        if WKT.isRoute(bytes) { return try WKT.route(bytes) }
        if let name = WKT.noRoute(bytes) {
            throw RouteProblem("a \(name) is no line; give a LINESTRING or MULTILINESTRING")
        }
        if isGeoJSON(bytes) { return try geoJSON(bytes) }
        let trimmed = bytes.prefix(upTo: bytes.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? 0)
        if !trimmed.isEmpty, trimmed.allSatisfy(EncodedPolyline.letters.contains) {
            return try EncodedPolyline.route(trimmed, precision: precision)
        }
        return try positions(text)
    }

    /// Reads a LINESTRING or a MULTILINESTRING.
    ///
    /// - Throws: `RouteProblem`.
    /// - Complexity: O(length).
    package static func readWKT(_ text: String) throws(RouteProblem) -> Route {
        try WKT.route(Array(text.utf8))
    }

    /// Whether it can be one of positions, WKT or GeoJSON, so that it is no file's name.
    package static func isPositions(_ text: String) -> Bool {
        if text.contains(";") { return true }
        let bytes = Array(text.utf8.drop(while: \.isBlank))
        return WKT.isRoute(bytes) || WKT.begins(bytes) || isGeoJSON(bytes)
    }

    /// An encoded polyline may begin with a brace as well, but has no quotes.
    private static func isGeoJSON(_ bytes: [UInt8]) -> Bool {
        bytes.first == UInt8(ascii: "{") && bytes.contains(UInt8(ascii: "\""))
    }

    /// The lines of a geometry, a feature or a collection, within `RouteLimits`.
    private static func geoJSON(_ bytes: [UInt8]) throws(RouteProblem) -> Route {
        do {
            return try GeoJSONRoutes.read(ByteArrayStream(bytes), file: "")
        } catch let problem as RouteProblem {
            throw problem
        } catch let problem as FileProblem {
            throw RouteProblem(problem.reason)
        } catch {
            throw RouteProblem("\(error)")
        }
    }

    /// Positions with semicolons or line ends between them, latitude first.
    private static func positions(_ text: String) throws(RouteProblem) -> Route {
        var (shape, number) = (RouteShape(), 0)
        let parts = text.utf8.split(omittingEmptySubsequences: false) {
            $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "\n")
        }
        for part in parts where !part.allSatisfy(\.isBlank) {
            number += 1
            let numbers = part.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            do throws(RouteProblem) {
                guard numbers.count == 2 else {
                    let shown = String(decoding: part.prefix(200), as: UTF8.self)
                    throw RouteProblem("\(FieldProblem.quoted(shown)) is not lat,lon")
                }
                func text(_ part: Substring.UTF8View) -> String {
                    String(
                        decoding: part.drop(while: \.isBlank).reversed().drop(while: \.isBlank).reversed(),
                        as: UTF8.self)
                }
                try shape.add(latitude: text(numbers[0]), longitude: text(numbers[1]))
            } catch {
                throw error.at("position \(number)")
            }
        }
        return try shape.route(.positions)
    }
}

/// Google's encoded polyline (developers.google.com/maps/documentation/utilities/polylinealgorithm).
///
/// Each number is the difference to the one before, latitude and longitude in turn, in units of the
/// last decimal: its sign moved to the last bit, cut into groups of five bits, the last
/// group first, 32 more in each but the last, and 63 added to make it a letter.
enum EncodedPolyline {
    static let letters: ClosedRange<UInt8> = 63...126
    /// More groups of five bits no difference of degrees has, to six decimals.
    private static let mostGroups = 7

    static func route(_ bytes: some Sequence<UInt8>, precision: Int) throws(RouteProblem) -> Route {
        let unit = precision == 6 ? 1e6 : 1e5
        var shape = RouteShape()
        var (sums, isLongitude, positions) = ((latitude: 0, longitude: 0), false, 0)
        var (value, groups) = (0, 0)
        for byte in bytes {
            guard letters.contains(byte) else {
                throw RouteProblem("no letter of an encoded polyline", at: "position \(positions + 1)")
            }
            let bits = Int(byte - letters.lowerBound)
            guard groups < mostGroups else {
                throw RouteProblem("a number that is too long for an encoded polyline", at: "position \(positions + 1)")
            }
            value |= (bits & 31) << (5 * groups)
            groups += 1
            if bits >= 32 { continue }
            let difference = value & 1 == 1 ? ~(value >> 1) : value >> 1
            (value, groups) = (0, 0)
            if !isLongitude {
                sums.latitude += difference
            } else {
                positions += 1
                sums.longitude += difference
                do throws(RouteProblem) {
                    try shape.add(latitude: Double(sums.latitude) / unit, longitude: Double(sums.longitude) / unit)
                } catch {
                    var problem = error.at("position \(positions)")
                    problem.mayBePrecision = true
                    throw problem
                }
            }
            isLongitude.toggle()
        }
        guard groups == 0, !isLongitude else {
            throw RouteProblem("the encoded polyline ends within position \(positions + 1)")
        }
        return try shape.route(.polyline)
    }
}
