import Geoq
import GeoqIndex

/// Lines as WKT (OGC 06-103r4, 7.2) and PostGIS's EWKT.
extension WKT {
    /// Whether a text begins as a line or several lines do.
    static func isRoute(_ bytes: [UInt8]) -> Bool {
        var scanner = WKTScanner(Array(bytes.prefix(200)))
        do throws(PointReadError) { _ = try scanner.srid() } catch { return false }
        let word = scanner.word()
        return word.hasPrefix("LINESTRING") || word.hasPrefix("MULTILINESTRING")
    }

    /// The name of the geometry as which a text begins, and which is no line; nil for any other text.
    static func noRoute(_ bytes: [UInt8]) -> String? {
        guard begins(bytes), !isRoute(bytes) else { return nil }
        var scanner = WKTScanner(Array(bytes.prefix(200)))
        do throws(PointReadError) { _ = try scanner.srid() } catch { return nil }
        return scanner.word()
    }

    /// Reads LINESTRING or MULTILINESTRING, with or without Z and M, which are left out.
    ///
    /// - Throws: `RouteProblem`, also for an SRID other than 4326 and 0, and text after the
    ///   end.
    static func route(_ bytes: [UInt8]) throws(RouteProblem) -> Route {
        var (scanner, shape) = (WKTScanner(bytes), RouteShape())
        do throws(PointReadError) {
            if let srid = try scanner.srid(), srid != 4326, srid != 0 { throw .foreignSystem(srid: srid) }
        } catch {
            throw RouteProblem("\(error)")
        }
        let word = scanner.word()
        let name = word.hasPrefix("MULTI") ? "MULTILINESTRING" : "LINESTRING"
        let suffix = word == name ? scanner.peekWord() : String(word.dropFirst(name.count))
        guard word.hasPrefix(name), suffix.isEmpty || suffix == "EMPTY" || dimensionSuffixes.contains(suffix) else {
            throw RouteProblem("not WKT: LINESTRING or MULTILINESTRING is expected")
        }
        if word == name { _ = scanner.word() }
        if suffix != "EMPTY", scanner.peekWord() != "EMPTY" {
            if name == "LINESTRING" {
                try readLine(&scanner, into: &shape)
            } else {
                guard scanner.skip("(") else { throw RouteProblem("not WKT: ( is expected after \(name)") }
                repeat {
                    if scanner.peekWord() == "EMPTY" {
                        _ = scanner.word()
                    } else {
                        try readLine(&scanner, into: &shape)
                    }
                } while scanner.skip(",")
                guard scanner.skip(")") else { throw RouteProblem("not WKT: , or ) is expected between two lines") }
            }
            guard scanner.isAtEnd else { throw RouteProblem("more text after the end of the line") }
        }
        return try shape.route(.wkt)
    }

    private static func readLine(_ scanner: inout WKTScanner, into shape: inout RouteShape) throws(RouteProblem) {
        guard scanner.skip("(") else { throw RouteProblem("not WKT: ( is expected at the start of a line") }
        shape.begin()
        var number = 0
        repeat {
            number += 1
            do throws(RouteProblem) {
                guard let longitude = scanner.decimal(), let latitude = scanner.decimal() else {
                    throw RouteProblem("not WKT: two numbers are expected")
                }
                // Z and M.
                if scanner.decimal() != nil { _ = scanner.decimal() }
                try shape.add(latitude: latitude, longitude: longitude)
            } catch {
                throw error.at("position \(number)")
            }
        } while scanner.skip(",")
        guard scanner.skip(")") else { throw RouteProblem("not WKT: , or ) is expected", at: "position \(number)") }
        shape.end()
    }
}
