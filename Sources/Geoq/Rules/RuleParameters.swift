import GeoqIndex

extension WatchlistRule {
    /// What the rule asks for.
    ///
    /// The parameters are one JSON object with the members of its kind: `lat`,
    /// `lon` and `radius_km`, or `area_id` and perhaps `approach_km`, or `route` and
    /// `within_km`; or one of `bird_id`, `scientific_name` and
    /// `shape_id`; or `start` and `end`, of which one may be missing. They may
    /// have the other names that `RuleParameters` knows, and numbers may stand
    /// as text. Null and empty text are missing. Other members mean nothing,
    /// except in a date rule with an open end, where one may be the end
    /// misspelt.
    ///
    /// - Throws: `RuleProblem` for anything else; a rule is never guessed.
    /// - Complexity: O(length of the parameters), which may not be longer than
    ///   1 MiB: a route of some 45 000 points to six decimals.
    package func condition() throws(RuleProblem) -> RuleCondition {
        do throws(FieldProblem) {
            guard let kind = RuleKind(ruleType: type) else {
                throw FieldProblem(reason: "rule_type \(FieldProblem.quoted(type)) is none of location, species, date")
            }
            return try RuleParameters(parameters ?? "").condition(kind)
        } catch {
            let reason = error.reason + (error.hint.map { "; \($0)" } ?? "")
            throw RuleProblem(rule: id, watchlist: watchlist, text: parameters ?? "", reason: reason)
        }
    }
}

extension RuleKind {
    /// A kind as `rule_type` names it; case and blanks around it do not count.
    package init?(ruleType: String) {
        var text = ruleType
        self.init(rawValue: text.withUTF8 { String(decoding: $0.trimmed, as: UTF8.self) }.lowercased())
    }
}

/// The members of `parameters_json`.
struct RuleParameters {
    private let object: JSONObject

    /// The names that a member may have: the words of the remote's columns,
    /// their short forms, and both in camel case.
    enum Name: CaseIterable {
        case latitude, longitude, radius, area, areaName, approach, route, within, edges
        case bird, scientificName, shape, start, end

        /// The first spelling is the one to use.
        var spellings: [String] {
            switch self {
            case .latitude: ["lat", "latitude"]
            case .longitude: ["lon", "lng", "longitude"]
            case .radius: ["radius_km", "radiusKm", "radiusKM"]
            case .area: ["area_id", "areaId", "areaID"]
            case .areaName: ["area_name", "areaName"]
            case .approach: ["approach_km", "approachKm", "approachKM"]
            case .route: ["route"]
            case .within: ["within_km", "withinKm", "withinKM"]
            case .edges: ["edges"]
            case .bird: ["bird_id", "birdId", "birdID"]
            case .scientificName: ["scientific_name", "scientificName"]
            case .shape: ["shape_id", "shapeId", "shapeID"]
            case .start: ["start", "start_date", "startDate"]
            case .end: ["end", "end_date", "endDate"]
            }
        }
    }

    /// Longer parameters are refused, in bytes. A route takes some 23 for each of its points,
    /// and a track of a day, with a point every other second, has 43 200.
    static let longest = 1 << 20

    init(_ text: String) throws(FieldProblem) {
        guard text.utf8.count <= Self.longest else { throw Self.tooLong(text) }
        guard text.utf8.contains(where: { !$0.isJSONBlank }) else {
            throw FieldProblem(reason: "parameters_json is empty")
        }
        let value: JSONValue
        do {
            value = try JSONValue(parsing: text)
        } catch {
            throw FieldProblem(reason: "parameters_json is not JSON (\(error))")
        }
        guard let object = value.object else {
            throw FieldProblem(reason: "parameters_json is \(value.kindName), not an object")
        }
        self.object = object
    }

    /// Only a route makes parameters long that are not damaged.
    private static func tooLong(_ text: String) -> FieldProblem {
        let bytes = text.utf8.count
        guard text.contains("\"\(Name.route.spellings[0])\"") else {
            return FieldProblem(
                reason: "parameters_json has \(bytes) bytes, and \(longest) is the most",
                hint: "keep only what the rule asks for")
        }
        return FieldProblem(
            reason: "the route has too many points: it takes \(bytes) bytes, and a rule has at most \(longest)",
            hint: "give a route of fewer points, some 45000 at most")
    }

    func condition(_ kind: RuleKind) throws(FieldProblem) -> RuleCondition {
        switch kind {
        case .location: try place()
        case .species: .species(try species())
        case .date: .dates(try dates())
        }
    }

    func circle() throws(FieldProblem) -> Circle {
        let latitude = try needed(.latitude)
        let longitude = try needed(.longitude)
        let radius = try needed(.radius)
        guard let kilometers = try radius.fieldNumber(), kilometers > 0 else {
            let shown = radius.value.string ?? radius.value.text
            throw FieldProblem(reason: "\(radius.name) \(shown) is not more than zero")
        }
        guard let center = try CoordinateFields.coordinate(latitude: latitude, longitude: longitude) else {
            throw CoordinateFields.missing
        }
        // A radius too large for a double is a circle that holds every place,
        // too.
        let meters = kilometers * 1000
        return Circle(center: center, radius: meters.isFinite ? .meters(meters) : .halfTheEarth)
    }

    private func species() throws(FieldProblem) -> SpeciesCondition {
        let given = [try member(.bird), try member(.scientificName), try member(.shape)].compactMap { $0 }
        guard let first = given.first else {
            throw FieldProblem(reason: "bird_id, scientific_name and shape_id are missing")
        }
        guard given.count == 1 else {
            throw FieldProblem(reason: "both \(given[0].name) and \(given[1].name) are given", hint: "give one of them")
        }
        let text: String
        switch first.value {
        case .string(var string): text = string.withUTF8 { String(decoding: $0.trimmed, as: UTF8.self) }
        case .integer(let number): text = String(number)
        default: throw FieldProblem(reason: "\(first.name) is \(first.value.kindName), not a text")
        }
        if Name.scientificName.spellings.contains(first.name) { return .scientificName(text) }
        if Name.shape.spellings.contains(first.name) { return .shape(text) }
        guard let id = FeatureID(text) else {
            throw FieldProblem(reason: "\(first.name) \(FieldProblem.quoted(text)) is not a UUID")
        }
        return .bird(id)
    }

    private func dates() throws(FieldProblem) -> DateRange {
        let (start, end) = (try bound(.start), try bound(.end))
        if start == nil || end == nil {
            if start == nil, end == nil { throw FieldProblem(reason: "start and end are missing") }
            let known = Name.start.spellings + Name.end.spellings
            if let other = object.members.first(where: { !known.contains($0.name) }) {
                throw FieldProblem(
                    reason:
                        "\(start == nil ? "start" : "end") is missing, and \(FieldProblem.quoted(other.name)) is no name for it"
                )
            }
        }
        switch (start, end) {
        case (.day(let start), .day(let end)):
            guard start <= end else { throw FieldProblem(reason: "it ends on \(end), before it starts on \(start)") }
            return .days(from: start, through: end)
        case (.day(let start), nil): return .days(from: start, through: nil)
        case (nil, .day(let end)): return .days(from: nil, through: end)
        case (.season(let start), .season(let end)): return .season(from: start, through: end)
        case (.season(let start), nil): return .season(from: start, through: nil)
        case (nil, .season(let end)): return .season(from: nil, through: end)
        default: throw FieldProblem(reason: "one end has a year and the other has none")
        }
    }

    private enum Bound {
        case day(Day)
        case season(MonthDay)
    }

    /// One end of a date rule; nil when it is open.
    private func bound(_ name: Name) throws(FieldProblem) -> Bound? {
        guard let member = try member(name) else { return nil }
        guard case .string(var text) = member.value else {
            throw FieldProblem(reason: "\(member.name) is \(member.value.kindName), not a date as text")
        }
        text = text.withUTF8 { String(decoding: $0.trimmed, as: UTF8.self) }
        if text.hasPrefix("--") {
            guard let day = MonthDay(text) else {
                throw FieldProblem(
                    reason: "\(member.name) \(FieldProblem.quoted(text)) is no day of a year", hint: "write --mm-dd")
            }
            return .season(day)
        }
        // A time behind the day is dropped; the day counts as it is written.
        let isDay = Day(iso: text.prefix(10)) != nil
        guard isDay, let day = try? DateField.parse(text).date.exactDay, day == Day(iso: text.prefix(10)) else {
            throw FieldProblem(
                reason: "\(member.name) \(FieldProblem.quoted(text)) is no date", hint: "write yyyy-mm-dd or --mm-dd")
        }
        return .day(day)
    }

    func needed(_ name: Name) throws(FieldProblem) -> JSONObject.Member {
        guard let found = try member(name) else { throw FieldProblem(reason: "\(name.spellings[0]) is missing") }
        return found
    }

    /// The member of that name; nil when it is missing, null or empty.
    ///
    /// - Throws: when it is given twice with different values.
    func member(_ name: Name) throws(FieldProblem) -> JSONObject.Member? {
        var found: JSONObject.Member?
        for member in object.members where name.spellings.contains(member.name) {
            if member.value == .null || member.value.string.map({ $0.utf8.allSatisfy(\.isJSONBlank) }) ?? false {
                continue
            }
            if let found, found.value != member.value {
                throw FieldProblem(reason: "\(found.name) and \(member.name) differ")
            }
            found = found ?? member
        }
        return found
    }
}
