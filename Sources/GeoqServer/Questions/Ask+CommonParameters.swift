import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore

extension Ask {
    /// How many rows a page has: the number asked for, or the standard; at most
    /// the server's limit.
    mutating func limit(_ parameter: Parameter) -> Int {
        let asked = parameters.count(parameter) ?? parameter.standard.flatMap { Int($0) } ?? .max
        return min(asked, service.limits.rows)
    }

    /// The area of a parameter; nil when there is none, or when it is wrong, which
    /// was noted.
    mutating func area(_ parameter: Parameter) -> Area? {
        let named = parameter.name == Common.area.name ? namedArea : nil
        guard parameters.has(parameter) else {
            for other in [Common.edges, Common.pole] where parameters.has(other) {
                parameters.note(other, reason: "it is about \(parameter.name), which is not given")
            }
            return nil
        }
        let edges = parameters.word(Common.edges, as: Area.Edges.self)
        let pole = parameters.word(Common.pole, as: Area.Pole.self)
        let area: Area? = parameters.value(parameter) { text in
            guard let named else { return try Area(parameter: text, edges: edges ?? .drawn, pole: pole) }
            let area = try named.get()
            if edges == nil, pole == nil { return area }
            return try Area.asked(holding: pole ?? area.pole) { pole throws in
                try Area(
                    area.polygons, edges: edges ?? area.edges, pole: pole, atMost: Area.largestAskedCount)
            }
        }
        if pole != nil, let area, area.pole == nil { parameters.note(Common.pole, reason: Area.needlessPole) }
        return area
    }

    /// Looks up the area of the store that `area` names, for `area(_:)`; a geometry is
    /// left as it is.
    mutating func findNamedArea() async throws {
        guard let text = parameters.text(Common.area), !Area.isWritten(text) else { return }
        do {
            namedArea = .success(try await service.namedAreas.area(text, of: service.live, at: try wholeMoment))
        } catch let error as AreaNameError {
            namedArea = .failure(error)
        }
    }

    /// The center; nil when it is wrong, which was noted.
    mutating func center() -> Coordinate? {
        let latitude = parameters.number(Common.latitude)
        let longitude = parameters.number(Common.longitude)
        guard let latitude, let longitude else { return nil }
        return try? Coordinate(latitude: latitude, longitude: longitude)
    }

    /// The radius; nil when none was given, or when it is wrong, which was
    /// noted.
    mutating func radius() -> Distance? {
        if parameters.has(Common.kilometers), parameters.has(Common.within) {
            parameters.note(Common.within, reason: "give either km or within")
            return nil
        }
        if let kilometers = parameters.number(Common.kilometers) { return .kilometers(kilometers) }
        return parameters.value(Common.within) { .meters(try LengthUnit.meters(parsing: $0)) }
    }

    /// The radius of a question that must have one.
    mutating func requiredRadius() -> Distance? {
        if !parameters.has(Common.kilometers), !parameters.has(Common.within) {
            parameters.note(Common.kilometers.name, nil, Common.kilometers.expected)
        }
        return radius()
    }

    /// Where a question looks that is around a center, or about all inside an area: within the
    /// radius of the center; at any distance from it when `area` is the bound; everywhere when
    /// there is an area and no center. Nil when it is wrong, which was noted.
    ///
    /// - Parameter others: further parameters that need a center.
    mutating func place(_ others: [Parameter] = []) -> Query.Area? {
        let hasArea = parameters.has(Common.area)
        if hasArea, !Common.center.contains(where: parameters.has) {
            for parameter in Common.radius + others where parameters.has(parameter) {
                parameters.note(parameter, reason: "it needs a center, lat and lon; area alone gives all inside it")
            }
            return .box(.everything)
        }
        for parameter in Common.center where !parameters.has(parameter) {
            let isAlone = !Common.center.contains(where: parameters.has)
            parameters.note(
                parameter.name, nil, parameter.expected + (isAlone ? ", or area without lat and lon" : ""))
        }
        let center = center()
        let radius = hasArea ? radius() : requiredRadius()
        return center.map { .around($0, within: radius) }
    }

    /// Adds species, days, an interval and a filter to a question.
    mutating func readConditions(_ query: inout Query) {
        query.species = parameters.text(Common.species)
        query.since = parameters.value(Common.since) { Day(iso: $0) }
        query.until = parameters.value(Common.until) { Day(iso: $0) }
        if let since = query.since, let until = query.until, until < since {
            parameters.note(Common.until, reason: "it lies before since, \(since)")
        }
        query.inside = area(Common.area)
        readFilter(&query)
        readInterval(&query)
        if query.layer == .hotspots {
            for parameter in [Common.species, Common.since, Common.until] where parameters.text(parameter) != nil {
                parameters.note(
                    parameter, reason: "hotspots have neither species nor dates; ask with layer=observations")
            }
        }
    }

    mutating func readFilter(_ query: inout Query) {
        let kept = service.live.keptColumns(of: query.layer)
        let columns = LayerTable.filterColumns(of: query.layer, keeping: kept)
        query.filter = filter(on: columns) { [layer = query.layer] in try $0.fitted(to: layer, keeping: kept) }
    }

    /// The filter of the request; nil without one.
    ///
    /// - Parameter fit: throws `FilterError` for columns and values that do not go together.
    mutating func filter(
        on columns: [String: ColumnType], _ fit: (PropertyFilter) throws -> PropertyFilter
    ) -> PropertyFilter? {
        let isDraft = parameters.word(Common.filterLanguage, as: FilterLanguage.self) == .draft
        _ = parameters.value(Common.filterSystem) { $0 == OGC.crs84 ? $0 : nil }
        return parameters.value(Common.filter) { text in
            let written = isDraft ? try PropertyFilter(cqlText: text) : try PropertyFilter(cql2Text: text)
            return try fit(written.readingDates(in: columns))
        }
    }

    /// The columns to add: those that were asked for, and always those that say
    /// how exact a place is.
    mutating func readFields(of layer: Layer) -> [String] {
        let asked = readAskedFields(of: layer)
        return asked + LayerTable.sharpness(of: layer).filter { !asked.contains($0) }
    }

    private mutating func readAskedFields(of layer: Layer) -> [String] {
        if parameters.text(Common.fields) == Common.noFields { return [] }
        let kept = service.live.keptColumns(of: layer)
        return parameters.value(Common.fields) { text in
            let known = LayerTable.columns(of: layer, keeping: kept).map(\.name)
            guard let written = WrittenNames(text) else { throw OpenQuotation() }
            // An empty text is refused by `check`.
            if !text.isEmpty, written.hasGap { throw MissingField() }
            let names = written.names
            if let unknown = names.first(where: { !known.contains($0) }) {
                throw UnknownField(name: unknown, known: known)
            }
            var seen: Set<String> = ["name"]
            return names.filter { seen.insert($0).inserted }
        } ?? []
    }
}

/// How a filter is written.
private enum FilterLanguage: String {
    case standard = "cql2-text"
    case draft = "cql-text"
}

/// `fields` has a quotation mark that does not end its name.
private struct OpenQuotation: Error, CustomStringConvertible {
    var description: String {
        "a quotation mark does not end its name; a name with a comma stands in quotation marks, and a mark in it is "
            + "doubled"
    }
}

/// Nothing stands between two commas of `fields`, or before or behind one.
private struct MissingField: Error, CustomStringConvertible {
    var description: String { "a name of a column is missing between its commas" }
}

/// `fields` names a column that does not exist.
private struct UnknownField: Error, CustomStringConvertible {
    let name: String
    let known: [String]

    var description: String {
        let nearest = NameSuggestion.nearest(to: name, among: known)
        return "there is no column \(Problem.shown(name)); \(nearest.map { "did you mean \($0)? " } ?? "")"
            + "columns: \(known.joined(separator: ", "))"
    }
}
