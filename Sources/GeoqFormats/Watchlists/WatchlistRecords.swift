import Geoq
import GeoqIndex

/// Makes records of objects whose members have the remote's names, in any
/// spelling that `ColumnName` treats as equal: `locationRuleLat`, `Location
/// Rule Lat`.
///
/// The member `record` says what an object is: `watchlist`, `entry` or `rule`.
/// Without it, an object with a `rule_type` or `parameters_json` is a rule,
/// another one with a reference to a list (`watchlist_id`) is an entry, and any
/// other is a list.
///
/// A list may have its entries and rules inside, as arrays `entries` and
/// `rules`, and one rule of each kind in members of its own: `lat`, `lon` (or
/// the geometry of a GeoJSON feature) and `radius_km`; `bird_id`,
/// `scientific_name` or `shape_id`; `start` and `end`. They become rules as if
/// they stood in `rules`, even when they make no sense: geoq stores such rules,
/// and reports them when it reads them. A rule may have these members, too,
/// instead of `parameters_json`; its dates may be `start_date` and `end_date`.
struct WatchlistRecords {
    /// Names that geoq does not use, in their first order.
    private(set) var unknownNames: [String] = []
    private var names: [String: ColumnName] = [:]
    private(set) var unintelligible = 0
    /// The order of the numbers in dates that do not begin with the year.
    private let dateOrder: DateOrder

    init(dateOrder: DateOrder) {
        self.dateOrder = dateOrder
    }

    /// Sentences for the user, once all rows are read.
    var notes: [String] {
        switch unintelligible {
        case 0: []
        case 1: ["1 rule cannot be understood and never matches"]
        default: ["\(unintelligible) rules cannot be understood and never match"]
        }
    }

    /// How many different names are remembered, and how many bytes long.
    private static let mostNames = 1024
    private static let longestName = 200

    private static let references: Set<ColumnName> = [
        "id", "uuid", "watchlist_id", "bird_id", "record", "source", "source_id", "rules", "watchlist_rules", "entries",
        "watchlist_entries",
    ]
    private static let places: Set<ColumnName> = ["lat", "latitude", "lon", "lng", "longitude"]
    private static let simple: Set<ColumnName> = [
        "radius_km", "scientific_name", "species", "shape_id", "start", "end", "common_name",
    ]
    private static let ignored: Set<ColumnName> = ["sync_status", "last_synced_at", "location_point", "geom"]
    private static let columnNames = Set(
        WatchlistPart.named.values.joined().flatMap { $0.1 })

    /// Names that a file of places or of sightings may have as well.
    private static let common: Set<ColumnName> = [
        "id", "uuid", "source", "source_id", "name", "title", "type", "location", "place", "lat", "latitude", "lon",
        "lng", "longitude", "date", "observed_on", "observation_date", "status", "notes", "priority", "active", "start",
        "end", "species", "scientific_name", "common_name", "shape_id", "bird_id", "parameters", "start_date",
        "end_date", "observed_by", "deleted_at", "created_at", "updated_at", "row_version", "sync_status",
        "last_synced_at", "location_point", "geom", "nickname", "observed_count", "species_count", "owner_id",
    ]

    /// Whether names include one that only watchlists have.
    static func tell(_ names: [String]) -> Bool {
        names.contains { text in
            let name = ColumnName(text)
            return !common.contains(name)
                && (columnNames.contains(name) || references.contains(name) || simple.contains(name))
        }
    }

    /// Whether a table can hold watchlists: it has a name that only they have;
    /// or a name for the list, and no latitude. (A radius beside the latitude
    /// would be such a name.)
    static func areColumns(_ header: TableHeader) -> Bool {
        if tell(header.names) { return true }
        return header.column("title", "name") != nil && header.column("lat", "latitude") == nil
    }

    /// The records of an object: a list first, then the records inside it.
    ///
    /// - Parameter isTable: Whether all values are texts.
    mutating func read(_ object: JSONObject, isTable: Bool = false) -> [Result<WatchlistRecord, FieldProblem>] {
        do throws(FieldProblem) {
            let fields = try fields(of: object, isTable: isTable)
            switch try part(of: fields) {
            case .watchlist: return try lists(fields)
            case .entry: return [.success(try entry(fields))]
            case .rule: return [.success(try rule(fields))]
            }
        } catch {
            return [.failure(error)]
        }
    }

    private func part(of fields: Fields) throws(FieldProblem) -> WatchlistPart {
        if let word = fields.text("record") {
            guard let part = WatchlistPart(rawValue: word.lowercased()) else {
                throw FieldProblem(
                    column: "record", value: word,
                    reason: "record \(FieldProblem.quoted(word)) is not watchlist, entry or rule")
            }
            return part
        }
        let isRule = fields.member("rule_type", "parameters_json", "parameters") != nil
        if isRule { return .rule }
        return fields.text("watchlist_id") != nil ? .entry : .watchlist
    }

    // MARK: - The three kinds

    private mutating func lists(_ fields: Fields) throws(FieldProblem) -> [Result<WatchlistRecord, FieldProblem>] {
        var list = WatchlistRecord(part: .watchlist, identity: try fields.identity(), values: [])
        list.values = try fields.values(of: .watchlist)
        var records: [Result<WatchlistRecord, FieldProblem>] = [.success(list)]
        if fields["record"] == nil {
            for kind in RuleKind.allCases {
                guard let parameters = fields.parameters(of: kind, isList: true) else { continue }
                let members = [
                    JSONObject.Member("rule_type", .string(kind.rawValue)),
                    JSONObject.Member("parameters_json", .string(parameters.text)),
                ]
                do throws(FieldProblem) {
                    var record = try rule(try self.fields(of: JSONObject(members), isTable: false), isNested: true)
                    record.key = "\(kind.rawValue) rule"
                    records.append(.success(record))
                } catch {
                    records.append(.failure(error))
                }
            }
        }
        records += nested(fields.member("rules", "watchlist_rules"), .rule)
        records += nested(fields.member("entries", "watchlist_entries"), .entry)
        return records
    }

    /// The records inside a list.
    private mutating func nested(
        _ member: JSONObject.Member?, _ part: WatchlistPart
    ) -> [Result<WatchlistRecord, FieldProblem>] {
        guard let member else { return [] }
        guard let elements = member.value.array else {
            let reason = "\(member.name) is \(member.value.kindName), not an array"
            return [.failure(FieldProblem(column: member.name, reason: reason))]
        }
        var records: [Result<WatchlistRecord, FieldProblem>] = []
        for (index, element) in elements.enumerated() {
            do throws(FieldProblem) {
                guard let object = element.object else {
                    throw FieldProblem(reason: "\(member.name) holds \(element.kindName), where an object is expected")
                }
                let fields = try fields(of: object, isTable: false)
                var record =
                    part == .rule ? try rule(fields, isNested: true) : try entry(fields, isNested: true)
                record.key = "\(part.rawValue) \(index + 1)"
                records.append(.success(record))
            } catch {
                records.append(.failure(error))
            }
        }
        return records
    }

    private mutating func rule(_ fields: Fields, isNested: Bool = false) throws(FieldProblem) -> WatchlistRecord {
        var rule = WatchlistRecord(
            part: .rule, identity: try fields.identity(), list: try fields.list(isNested: isNested), values: [])
        rule.values = try fields.values(of: .rule)
        let type = rule.values[0].text ?? ""
        if rule.values[1] == .null, let kind = RuleKind(ruleType: type),
            let parameters = fields.parameters(of: kind, isList: false)
        {
            rule.values[1] = .text(parameters.text)
        }
        let anywhere = FeatureID(key: ItemKey(high: 0, low: 0))
        let stored = WatchlistRule(id: anywhere, watchlist: anywhere, type: type, parameters: rule.values[1].text)
        do { _ = try stored.condition() } catch { unintelligible += 1 }
        return rule
    }

    private func entry(_ fields: Fields, isNested: Bool = false) throws(FieldProblem) -> WatchlistRecord {
        var entry = WatchlistRecord(
            part: .entry, identity: try fields.identity(), list: try fields.list(isNested: isNested), values: [])
        entry.bird =
            fields.text("bird_id").map { .id($0) }
            ?? (fields.text("scientific_name", "species", "common_name")).map { .name($0) }
        entry.coordinate = try CoordinateFields.coordinate(
            latitude: fields.member("lat", "latitude"), longitude: fields.member("lon", "lng", "longitude"))
        entry.values = try fields.values(of: .entry)
        let observed = WatchlistPart.entry.columns.firstIndex { $0.name == "observation_date" }!
        entry.values[observed] = try moment(entry.values[observed])
        return entry
    }

    /// A moment or a day in one form (ISO 8601) that SQLite can read.
    private func moment(_ value: FieldValue) throws(FieldProblem) -> FieldValue {
        guard let text = value.text else { return .null }
        // A text that a store holds is given back to the letter.
        if Day(iso: text.prefix(10)) != nil,
            text.utf8.count == 10 || text.utf8.dropFirst(10).first == UInt8(ascii: "T"),
            TimeField.parse(String(text.dropFirst(10))) != nil || text.utf8.count == 10
        {
            return value
        }
        do throws(FieldProblem) {
            let field = try DateField.parse(text, dateOrder)
            guard let day = field.date.exactDay else {
                throw FieldProblem(reason: "observation_date \(FieldProblem.quoted(text)) is not one day")
            }
            return .text(field.time.map { "\(day)T\($0)" } ?? day.description)
        } catch {
            throw FieldProblem(column: "observation_date", value: text, reason: error.reason, hint: error.hint)
        }
    }

    // MARK: - Fields

    /// The members of an object, by the columns that their names mean.
    private mutating func fields(of object: JSONObject, isTable: Bool) throws(FieldProblem) -> Fields {
        var row = object
        var geometry: JSONValue?
        var members: [JSONObject.Member] = []
        if object["type"] == .string("Feature"), object["geometry"] != nil || object["properties"] != nil {
            row = object["properties"]?.object ?? JSONObject()
            geometry = object["geometry"]
            if let id = object["id"] { members.append(JSONObject.Member("id", id)) }
        }
        members += row.members
        if let geometry, geometry != .null {
            do {
                let place = try GeoJSONPoint.coordinate(of: geometry)
                members.append(JSONObject.Member("lat", .number(place.latitude)))
                members.append(JSONObject.Member("lon", .number(place.longitude)))
            } catch {
                throw FieldProblem(error, column: "geometry")
            }
        }
        var byName: [ColumnName: JSONObject.Member] = [:]
        for member in members {
            let name = name(member.name)
            // When a name comes twice, the first member that is not null
            // counts.
            if let known = byName[name], known.value != .null { continue }
            byName[name] = member
        }
        return Fields(byName: byName, isTable: isTable)
    }

    private mutating func name(_ text: String) -> ColumnName {
        if let name = names[text] { return name }
        guard text.utf8.count <= Self.longestName else { return ColumnName("") }
        let name = ColumnName(text)
        guard names.count < Self.mostNames else { return name }
        names[text] = name
        if !Self.isKnown(name), !text.isEmpty { unknownNames.append(text) }
        return name
    }

    /// Whether geoq uses members of this name, or knows that they have no use.
    static func isKnown(_ name: ColumnName) -> Bool {
        columnNames.contains(name) || references.contains(name) || places.contains(name) || simple.contains(name)
            || ignored.contains(name)
    }
}
