import Geoq

extension StoredRules {
    /// The watchlists, rules and birds of a remote, as a store that mirrors them has
    /// them: rows that it could not have are left out, and so are the rules of lists
    /// that are.
    ///
    /// A remote has no areas: a rule about one names an area that there is not.
    ///
    /// - Complexity: O(lists + rules + birds).
    package init(lists: [MirrorRow], rules: [MirrorRow], birds: [MirrorRow]) {
        self.init()
        for row in lists where MirrorTable.watchlists.isUsable(row) {
            add(ListRow(row.id, MirrorRowValues(row, .watchlists)))
        }
        let known = Set(watchlists.map(\.id))
        for row in rules where MirrorTable.watchlistRules.isUsable(row) {
            let values = MirrorRowValues(row, .watchlistRules)
            guard let list = values.id("watchlist_id"), known.contains(list) else { continue }
            self.rules.append(
                WatchlistRule(
                    id: row.id, watchlist: list, type: values.text("rule_type") ?? "",
                    parameters: values.text("parameters_json"), isActive: values.isTrue("is_active"),
                    isDeleted: false, priority: values.integer("priority") ?? 0))
        }
        for name in Set(self.rules.lazy.compactMap(\.area)) {
            areas[name] = .unusable(reason: AreaNameError.unknown(name, suggestion: nil).description)
        }
        self.birds = birds.filter(MirrorTable.bird.isUsable).map { row in
            let values = MirrorRowValues(row, .bird)
            return Bird(
                id: row.id, scientificName: values.text("scientific_name"), commonName: values.text("common_name"),
                shapeID: values.text("shape_id"))
        }
    }

    /// Adds a list and the rules that it has as columns.
    mutating func add(_ row: ListRow) {
        watchlists.append(row.list)
        let id = row.list.id
        if let location = row.location {
            rules.append(
                .location(
                    columnsOf: id, latitude: location.latitude, longitude: location.longitude,
                    radiusKilometers: location.radiusKilometers))
        }
        if row.hasSpecies { rules.append(.species(columnsOf: id, shapeID: row.shapeID)) }
        if row.hasDates { rules.append(.dates(columnsOf: id, start: row.dates.start, end: row.dates.end)) }
    }
}

/// A row of `watchlists`: the list, and its rules in columns, as far as they are
/// enabled.
struct ListRow {
    var list: Watchlist
    private(set) var location: (latitude: Double?, longitude: Double?, radiusKilometers: Double?)?
    var hasSpecies = false
    var shapeID: String?
    var hasDates = false
    var dates: (start: String?, end: String?) = (nil, nil)

    init(_ list: Watchlist) {
        self.list = list
    }

    /// A row of a remote.
    init(_ id: FeatureID, _ values: MirrorRowValues) {
        self.init(Watchlist(id: id, title: values.text("title") ?? "", isDeleted: false))
        (list.type, list.place) = (values.text("type"), values.text("location_display_name"))
        list.firstDay = values.text("start_date").flatMap { Day(iso: $0) }
        list.lastDay = values.text("end_date").flatMap { Day(iso: $0) }
        list.owner = values.id("owner_id")
        if values.isTrue("location_rule_enabled") {
            setLocation(
                values.number("location_rule_lat"), values.number("location_rule_lon"),
                values.number("location_rule_radius_km"))
        }
        (hasSpecies, shapeID) = (values.isTrue("species_rule_enabled"), values.text("species_rule_shape_id"))
        hasDates = values.isTrue("date_rule_enabled")
        dates = (values.text("date_rule_start_date"), values.text("date_rule_end_date"))
    }

    /// Sets the circle of the list and of its rule.
    mutating func setLocation(_ latitude: Double?, _ longitude: Double?, _ radiusKilometers: Double?) {
        location = (latitude, longitude, radiusKilometers)
        list.circle = Circle(latitude: latitude, longitude: longitude, radiusKilometers: radiusKilometers)
    }
}
