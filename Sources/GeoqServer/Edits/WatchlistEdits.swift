import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore
import HTTPTypes

/// Watchlists that the page makes, changes and deletes.
enum WatchlistEdits {
    static let endpoints = [add, edit, delete]

    private static let title = Parameter(
        "title", .text(expected: "a text of 1 to 200 characters", example: "Winter ducks"), "The list's title.",
        longest: 200)
    private static let latitude = Parameter(
        "lat", .number(-90...90, unit: "degrees"), "Latitude of the center of the list's circle.")
    private static let longitude = Parameter(
        "lon", .number(-180...180, unit: "degrees"), "Longitude of the center.")
    private static let radius = Parameter(
        "radius_km", .number(0.001...20_038, unit: "kilometers"), "The radius of the circle; its edge counts as inside."
    )
    private static let circle = [latitude, longitude, radius]
    private static let area = Parameter(
        "area",
        .text(expected: "\(Common.areaText); or the name or id of an area in the store", example: Common.areaExample),
        "Instead of a circle: an area. One that is drawn (WKT) is kept in the store under the list's title.",
        longest: 200_000)
    private static let pole = Parameter(
        "pole", .word(Area.Pole.allCases.map(\.rawValue)),
        "Which pole the drawn area holds, when one of its rings runs round the Earth's axis.")
    private static let route = Parameter(
        "route",
        .text(expected: "lat,lon;lat,lon;… or LINESTRING(lon lat, …) as WKT", example: "42.44,-76.5;42.6,-76.18"),
        "Instead of a circle: a route, in the order of travel.", longest: 60_000)
    private static let width = Parameter(
        "within_km", .number(0.001...Corridor.largestWidth.kilometers, unit: "kilometers"),
        "How far from the route, on either side.")
    private static let species = Parameter(
        "species", .text(expected: "a scientific or common name, or a bird's id", example: "Great Tit"),
        "Only this species.", longest: 200)

    /// By kind of rule, what it said when the page showed the list.
    private static let revisions: [RuleKind: Parameter] = [
        .location: revision("place", "the place"), .species: revision("species", "the species"),
    ]

    private static func revision(_ name: String, _ what: String) -> Parameter {
        Parameter(
            "was_" + name, .text(expected: "`\(name)_revision` of the list", example: "af63bd4c8601b7df"),
            "`\(name)_revision` of the list as the page showed it. When it is another one by now, nothing is changed.",
            longest: 20)
    }

    /// `geoq list add` and `geoq rules add`
    private static let add = Endpoint(
        path: "/collections/watchlists/items", operation: "watchlistsAdd",
        summary: "Makes a watchlist with a circle, an area or a route, of one species or of all. For the page alone.",
        method: .post, access: .edits, caching: .never, success: .created,
        members: [title.required] + circle + [area, pole, route, width, species], schema: "Edited"
    ) { ask in
        try ask.parameters.check()
        var body = try await ask.readBody()
        let name = body.text(title.required) ?? ""
        var values = [ColumnValue("title", .text(name))]
        var (rules, drawn): ([(kind: RuleKind, parameters: String)], NewArea?) = ([], nil)
        switch (circle.contains(where: body.has), body.has(area), body.has(route)) {
        case (true, false, false): values += columns(&body)
        case (false, true, false):
            if let found = try await place(&body, ask, called: name) {
                switch found {
                case .drawn(let area): drawn = area
                case .kept(let area): rules.append((.location, RuleText.area(area.id, called: area.name)))
                }
            }
        case (false, false, true):
            if let text = line(&body, ask) { rules.append((.location, text)) }
        case (false, false, false): break
        default: body.note(area, reason: "give one place: a circle, an area or a route")
        }
        noteStrays(&body)
        if let bird = body.text(species), let text = try await parameters(ofSpecies: bird, &body, ask) {
            rules.append((.species, text))
        }
        try body.check()
        let id = try await ask.editing { store in try await store.lists.add(values, rules: rules, inside: drawn) }
        return try await ask.edited(RowKey(.watchlists, id), at: "/collections/watchlists/items/\(id)", .created)
    }

    /// `geoq list edit`, and `geoq rules` for the list's only place and bird
    private static let edit = Endpoint(
        path: "/collections/watchlists/items/{featureId}", operation: "watchlistsEdit",
        summary: "Changes a watchlist's title, its place or its species; null takes a place or the species away. "
            + "A list of several places, or of several species, keeps them. For the page alone.",
        method: .patch, access: .edits, caching: .never, pathParameters: [WatchlistCollection.id],
        members: [title, title.former] + circle + [area, pole, route, width, species]
            + RuleKind.allCases.compactMap { revisions[$0] }, mayBeMissing: true, schema: "Edited"
    ) { ask in
        try ask.parameters.check()
        let id = try ask.featureID("featureId", "watchlist")
        var body = try await ask.readBody()
        let former = body.isGiven(title.former) ? [ColumnValue("title", body.former(title))] : []
        let shown = revisions.compactMapValues { body.text($0) }
        if body.isEmpty { throw Problem(.badRequest, "Say what to change: title, a place, or species.") }
        var values: [ColumnValue] = []
        if body.isGiven(title) {
            if let text = body.text(title) {
                values.append(ColumnValue("title", .text(text)))
            } else if !body.isRefused(title) {
                body.note(title, reason: "it is empty")
            }
        }
        var rules: [RuleKind: Store.Lists.RuleChange] = [:]
        rules[.location] = try await newPlace(&body, ask, of: id)
        if body.has(species) {
            if let bird = body.text(species), let text = try await parameters(ofSpecies: bird, &body, ask) {
                rules[.species] = .parameters(text)
            }
        } else if body.isGiven(species) {
            rules[.species] = Store.Lists.RuleChange.none
        }
        try body.check()
        do {
            try await ask.editing { [values, rules] store in
                try await store.lists.edit(id, values, rules: rules, insteadOf: former) { kind, parameters in
                    shown[kind].map { $0 == WatchedList.revision(parameters) } ?? true
                }
            }
        } catch let several as SeveralRules {
            let what = several.kind == .location ? "places" : "rules about species"
            throw Problem(
                .conflict, "The list has \(several.count) \(what), which are alternatives; change one by itself."
            )
        }
        return try await ask.edited(
            RowKey(.watchlists, id), at: "/collections/watchlists/items/\(id)", .ok)
    }

    /// The place that a change gives a list; nil when it gives none, or a wrong one,
    /// which is noted.
    private static func newPlace(
        _ body: inout BodyReader, _ ask: Ask, of list: FeatureID
    ) async throws -> Store.Lists.RuleChange? {
        let isCircle = circle.contains(where: body.isGiven)
        noteStrays(&body)
        switch (isCircle, body.isGiven(area), body.isGiven(route)) {
        case (true, false, false):
            let numbers = circle.map { body.number($0) }
            guard circle.allSatisfy({ body.has($0) == body.has(latitude) && body.isGiven($0) }) else {
                body.note(latitude, reason: "a circle is lat, lon and radius_km")
                return nil
            }
            guard body.has(latitude) else { return Store.Lists.RuleChange.none }
            guard let north = numbers[0], let east = numbers[1], let kilometers = numbers[2] else { return nil }
            return .circle(
                center: try Coordinate(strictLatitude: north, longitude: east), radius: .kilometers(kilometers))
        case (false, true, false):
            guard body.has(area) else { return Store.Lists.RuleChange.none }
            let rules = try await ask.service.rules.rules(of: ask.service.live, at: try ask.service.live.moment())
            let name = body.text(title) ?? rules.titles[list] ?? ""
            switch try await place(&body, ask, called: name) {
            case .drawn(let area)?: return .drawn(area)
            case .kept(let area)?: return .parameters(RuleText.area(area.id, called: area.name))
            case nil: return nil
            }
        case (false, false, true):
            guard body.has(route) else { return Store.Lists.RuleChange.none }
            return line(&body, ask).map { .parameters($0) }
        case (false, false, false): return nil
        default:
            body.note(area, reason: "give one place: a circle, an area or a route")
            return nil
        }
    }

    /// `geoq list delete`
    private static let delete = Endpoint(
        path: "/collections/watchlists/items/{featureId}", operation: "watchlistsDelete",
        summary: "Deletes a watchlist with its entries and rules. For the page alone.",
        method: .delete, access: .edits, caching: .never, success: .noContent,
        pathParameters: [WatchlistCollection.id], mayBeMissing: true
    ) { ask in
        try ask.parameters.check()
        let row = RowKey(.watchlists, try ask.featureID("featureId", "watchlist"))
        try await ask.editing { store in try await store.lists.delete(row) }
        return Reply(.noContent)
    }

    // MARK: - Places

    /// Notes what says more of a place that is not given.
    private static func noteStrays(_ body: inout BodyReader) {
        if body.has(width), !body.has(route) { body.note(width, reason: "it goes with route") }
        if body.has(pole), !body.has(area) { body.note(pole, reason: "it goes with area") }
    }

    /// The columns of the circle: all three numbers, or null for all.
    private static func columns(_ body: inout BodyReader) -> [ColumnValue] {
        let numbers = circle.map { body.number($0) }
        guard circle.allSatisfy({ body.has($0) == body.has(latitude) && body.isGiven($0) }) else {
            body.note(latitude, reason: "a circle is lat, lon and radius_km")
            return []
        }
        let isThere = body.has(latitude)
        return [ColumnValue("location_rule_enabled", .bool(isThere))]
            + zip(["location_rule_lat", "location_rule_lon", "location_rule_radius_km"], numbers).map { name, number in
                ColumnValue(name, number.map { .real($0) } ?? .null)
            }
    }

    private enum Place {
        /// An area that is not in the store yet.
        case drawn(NewArea)
        case kept(StoredArea)
    }

    private static func place(_ body: inout BodyReader, _ ask: Ask, called name: String) async throws -> Place? {
        guard let text = body.text(area) else { return nil }
        let held = body.word(pole, as: Area.Pole.self)
        if Area.isWritten(text) {
            let drawn: Area? = body.value(area) { text in try Area(parameter: text, pole: held) }
            guard let drawn else { return nil }
            if held != nil, drawn.pole == nil { body.note(pole, reason: Area.needlessPole) }
            return .drawn(NewArea(name: name, area: drawn, sourceID: FeatureID.random().description))
        }
        if held != nil { body.note(pole, reason: "it goes with a drawn area; one with a name has its own pole") }
        if let served = ask.service.configuration.area, served.name == text {
            return .drawn(NewArea(name: name, area: served.area, sourceID: FeatureID.random().description))
        }
        do {
            return .kept(try await ask.service.live.rows.areas.area(text))
        } catch let error as AreaNameError {
            body.note(area, reason: "\(error)")
            return nil
        }
    }

    private static func line(_ body: inout BodyReader, _ ask: Ask) -> String? {
        guard let kilometers = body.number(width) else {
            if !body.has(width) { body.note(width, reason: "a route needs it") }
            return nil
        }
        return body.value(route) { text in
            let segments = try RouteText.read(text).segments
            _ = try ask.service.limits.corridor(segments, width: .kilometers(kilometers))
            return RuleText.route(segments, .kilometers(kilometers))
        }
    }

    /// Parameters of a rule for a species that the store knows.
    private static func parameters(
        ofSpecies name: String, _ body: inout BodyReader, _ ask: Ask
    ) async throws -> String? {
        let moment = try ask.service.live.moment()
        let rules = try await ask.service.rules.rules(of: ask.service.live, at: moment)
        let known = rules.stored.birds.contains { bird in
            bird.id.description == name.lowercased()
                || [bird.scientificName, bird.commonName].contains { $0?.foldedName == name.foldedName }
        }
        guard try known || moment.snapshot.hasSpecies(named: name, in: .observations) else {
            body.note(species, reason: "no bird and no sighting of the store is called so")
            return nil
        }
        return try await RuleText.species(name, among: rules.stored.birds) {
            try moment.snapshot.scientificName(ofSpecies: name)
        }
    }
}
