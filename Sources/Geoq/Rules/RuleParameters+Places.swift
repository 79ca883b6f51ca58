import GeoqIndex

extension RuleParameters {
    /// A circle, an area or a route.
    ///
    /// What has any number of a circle is one: other members meant nothing before
    /// rules could hold areas, and still mean nothing there.
    func place() throws(FieldProblem) -> RuleCondition {
        for name in [Name.latitude, .longitude, .radius] where try member(name) != nil {
            return .location(try circle())
        }
        switch (try member(.area), try member(.route)) {
        case (nil, nil): return .location(try circle())
        case (let area?, nil): return .area(try self.area(area))
        case (nil, let route?): return .route(try self.route(route))
        case (let area?, let route?):
            throw FieldProblem(reason: "both \(area.name) and \(route.name) are given", hint: "give one of them")
        }
    }

    private func area(_ member: JSONObject.Member) throws(FieldProblem) -> AreaCondition {
        guard case .string(var text) = member.value else {
            throw FieldProblem(reason: "\(member.name) is \(member.value.kindName), not the id or name of an area")
        }
        text = text.withUTF8 { String(decoding: $0.trimmed, as: UTF8.self) }
        guard let approach = try self.member(.approach) else { return AreaCondition(area: Self.key(ofArea: text)) }
        guard let kilometers = try approach.fieldNumber(), kilometers >= 0,
            kilometers <= Corridor.largestWidth.meters / 1000
        else {
            throw FieldProblem(
                reason: "\(approach.name) \(approach.value.text) is not between 0 and 1000")
        }
        return AreaCondition(area: Self.key(ofArea: text), approach: .meters(kilometers * 1000))
    }

    /// An id in lower case; a name as it is.
    static func key(ofArea text: String) -> String { FeatureID(text)?.description ?? text }

    /// A line of GeoJSON, as RFC 7946 writes it.
    private func route(_ member: JSONObject.Member) throws(FieldProblem) -> Corridor {
        let within = try needed(.within)
        guard let kilometers = try within.fieldNumber(), kilometers > 0 else {
            throw FieldProblem(reason: "\(within.name) \(within.value.text) is not more than zero")
        }
        var edges = Area.Edges.geodesic
        if let given = try self.member(.edges) {
            guard let known = given.value.string.flatMap({ Area.Edges(rawValue: $0) }) else {
                throw FieldProblem(reason: "\(given.name) is neither drawn nor geodesic")
            }
            edges = known
        }
        let coordinates = member.value.object?["coordinates"]?.array
        var segments: [[Coordinate]] = []
        switch (member.value.object?["type"]?.string, coordinates) {
        case ("LineString", let positions?): segments = [try line(positions)]
        case ("MultiLineString", let lines?):
            for line in lines {
                guard let positions = line.array else {
                    throw FieldProblem(reason: "\(member.name) has a line that is \(line.kindName)")
                }
                segments.append(try self.line(positions))
            }
        default: throw FieldProblem(reason: "\(member.name) is no GeoJSON LineString or MultiLineString")
        }
        do {
            return try Corridor(segments: segments, edges: edges, width: .kilometers(kilometers))
        } catch {
            throw FieldProblem(reason: "\(member.name): \(error)")
        }
    }

    private func line(_ positions: [JSONValue]) throws(FieldProblem) -> [Coordinate] {
        var line: [Coordinate] = []
        line.reserveCapacity(positions.count)
        for position in positions {
            guard let numbers = position.array, numbers.count >= 2, let longitude = numbers[0].double,
                let latitude = numbers[1].double,
                let place = try? Coordinate(strictLatitude: latitude, longitude: longitude)
            else { throw FieldProblem(reason: "the route has no place on Earth at position \(line.count + 1)") }
            line.append(place)
        }
        return line
    }
}

extension WatchlistRule {
    /// The area that the rule names: its UUID in lower case, or its name; nil when
    /// it names none.
    package var area: String? {
        // Most rules are circles, and need not be parsed for this: the name of no member of
        // theirs has an "area" in it, or is written with escapes.
        guard let parameters, parameters.utf8.contains(where: { $0 == UInt8(ascii: "r") || $0 == UInt8(ascii: "\\") }),
            parameters.utf8.contains(UInt8(ascii: "\\")) || parameters.contains("area"),
            case .area(let condition)? = try? condition()
        else { return nil }
        return condition.area
    }

    /// What the area that the rule names by its id was called when the rule was made; nil
    /// when the rule does not say.
    var areaName: String? {
        guard let parameters, let members = try? RuleParameters(parameters),
            case .string(let name)? = (try? members.member(.areaName))?.value
        else { return nil }
        return name
    }
}
