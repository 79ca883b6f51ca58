import Geoq

/// Reads the route of a file, in whichever format it is.
///
/// The format is recognized by content. In a folder or an archive, a KMZ perhaps, exactly
/// one file must be GPX, KML or GeoJSON; a KML without lines does not count beside others, such
/// as one that only links to them, and is named in the notes.
///
/// - Parameter precision: the decimals of an encoded polyline.
/// - Throws: `RouteProblem` for a text that is no route; `FileProblem` for a file that is
///   none; what the input throws.
/// - Complexity: O(size of the file), time and memory.
package func readRoute(_ input: any ImportInput, precision: Int = 5) throws -> Route {
    let input = DecodedInput(input)
    let isAlone = input.members.count == 1
    var found: [(member: String, format: RouteFormat?)] = []
    for member in input.members {
        let format = recognizedRoute(try input.peek(member, count: ImportProbe.headBytes))
        if format != nil || isAlone { found.append((member, format)) }
    }
    let lineless = found.count > 1 ? try kmlsWithoutLines(input, found) : []
    found.removeAll { lineless.contains($0.member) }
    guard let first = found.first else {
        throw FileProblem(file: input.name, reason: "there is no GPX, KML or GeoJSON in it")
    }
    guard found.count == 1 else {
        throw FileProblem(
            file: input.name,
            reason: "\(found.count) of its files may be the route, such as \(first.member) and \(found[1].member); "
                + "unpack it and give one")
    }
    let file = isAlone ? input.name : "\(input.name)/\(first.member)"
    var route = try readRoute(input, first.member, first.format, file, precision)
    route.notes += lineless.map { "\($0) left out (it has no line)" }
    return route
}

/// The files of KML that have no line, unless that is so of all files.
private func kmlsWithoutLines(
    _ input: DecodedInput, _ found: [(member: String, format: RouteFormat?)]
) throws -> [String] {
    // Of an archive with many tracks the user chooses one.
    guard found.count <= 8 else { return [] }
    let lineless = try found.filter { member, format in
        guard format == .kml else { return false }
        let text = String(decoding: try routeBytes(input, member, "\(input.name)/\(member)"), as: UTF8.self)
        return !text.contains("LineString") && !text.contains("Track")
    }
    return lineless.count == found.count ? [] : lineless.map { $0.member }
}

/// Reads the route of one file.
private func readRoute(
    _ input: DecodedInput, _ member: String, _ format: RouteFormat?, _ file: String, _ precision: Int
) throws -> Route {
    do {
        switch format {
        case .gpx: return try GPXRoutes.read(try routeBytes(input, member, file))
        case .kml: return try KMLRoutes.read(try routeBytes(input, member, file))
        case .geoJSON: return try GeoJSONRoutes.read(try input.open(member), file: file)
        default:
            let bytes = try routeBytes(input, member, file)
            if let reason = MemberHead(member, bytes: Array(bytes.prefix(ImportProbe.headBytes))).unreadableReason {
                throw FileProblem(file: file, reason: reason)
            }
            guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(UInt8(ascii: "<")) else {
                throw FileProblem(
                    file: file,
                    reason: "it holds no route that is known: GPX, KML, GeoJSON, WKT, an encoded polyline, or lat,lon")
            }
            let text = bytes.starts(with: TextEncoding.byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
            return try RouteText.read(String(decoding: text, as: UTF8.self), precision: precision)
        }
    } catch var problem as RouteProblem {
        problem.file = file
        throw problem
    }
}

/// GPX, KML or GeoJSON, by the first bytes of a file; nil for a text of another kind.
private func recognizedRoute(_ head: [UInt8]) -> RouteFormat? {
    switch MemberHead.Content(head) {
    // A polyline may begin with a brace, but has no quotes.
    case .json: return head.contains(UInt8(ascii: "\"")) ? .geoJSON : nil
    case .xml:
        var reader = XMLReader(head)
        guard case .start(let element, _)? = try? reader.next() else { return nil }
        switch XMLReader.localName(element) {
        case "gpx": return .gpx
        case "kml": return .kml
        default: return nil
        }
    default: return nil
    }
}

private func routeBytes(_ input: DecodedInput, _ member: String, _ file: String) throws -> [UInt8] {
    let bytes = try input.open(member).bytes(upTo: RouteLimits.bytes + 1)
    guard bytes.count <= RouteLimits.bytes else {
        throw FileProblem(file: file, reason: "it is longer than \(RouteLimits.bytes >> 20) MB; split it into several")
    }
    return bytes
}
