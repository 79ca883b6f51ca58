import Geoq

/// The LineStrings of a KML, and Google's tracks, at any depth, in the file's order. Heights and
/// times are left out.
enum KMLRoutes {
    /// - Throws: `RouteProblem`, with the line.
    /// - Complexity: O(number of bytes).
    static func read(_ bytes: [UInt8]) throws(RouteProblem) -> Route {
        var (reader, shape) = (XMLReader(bytes), RouteShape())
        var problem: RouteProblem?
        do throws(XMLReader.Problem) {
            var path: [String] = []
            var text = ""
            while problem == nil, let piece = try reader.next() {
                switch piece {
                case .start(let name, _):
                    path.append(XMLReader.localName(name))
                    text = ""
                    switch path.last {
                    case "LineString", "Track": shape.begin()
                    case "Point", "Polygon", "Model": shape.pass(over: path.last!)
                    case "NetworkLink": shape.pass(over: "link to another file")
                    default: break
                    }
                case .text(let part): text += part
                case .end:
                    do throws(RouteProblem) {
                        switch (path.dropLast().last, path.last) {
                        case ("LineString"?, "coordinates"?): try readCoordinates(text, &shape)
                        case ("Track"?, "coord"?): try readCoordinate(text, &shape)
                        case (_, "LineString"?), (_, "Track"?): shape.end()
                        default: break
                        }
                    } catch {
                        problem = error.at("line \(reader.line)")
                    }
                    text = ""
                    path.removeLast()
                }
            }
        } catch {
            throw RouteProblem(error.reason, at: "line \(error.line)")
        }
        if let problem { throw problem }
        return try shape.route(.kml)
    }

    /// Tuples with blanks between them, each `lon,lat` and perhaps a height.
    private static func readCoordinates(_ text: String, _ shape: inout RouteShape) throws(RouteProblem) {
        var number = 0
        for tuple in text.utf8.split(whereSeparator: \.isBlank) {
            number += 1
            let parts = tuple.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            do throws(RouteProblem) {
                guard (2...3).contains(parts.count) else {
                    throw RouteProblem(
                        "\(FieldProblem.quoted(String(decoding: tuple.prefix(200), as: UTF8.self))) is not lon,lat")
                }
                try shape.add(latitude: String(parts[1]), longitude: String(parts[0]))
            } catch {
                throw error.at("position \(number)")
            }
        }
    }

    /// `lon lat height`, as gx:coord has it.
    private static func readCoordinate(_ text: String, _ shape: inout RouteShape) throws(RouteProblem) {
        let parts = text.utf8.split(whereSeparator: \.isBlank)
        // A moment without a place.
        if parts.isEmpty { return }
        guard (2...3).contains(parts.count) else {
            throw RouteProblem("\(FieldProblem.quoted(String(text.prefix(200)))) is not lon, lat and height")
        }
        try shape.add(latitude: String(parts[1]), longitude: String(parts[0]))
    }
}
