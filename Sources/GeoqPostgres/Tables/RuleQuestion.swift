import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore
import GeoqSync

/// Which watchlists match a sighting, as SQL on the remote's own rows.
///
/// The remote understands rules that are written in the usual way: the rules in
/// a list's columns, and rules in rows whose parameters are an object of the
/// usual names (`lat`, `lon`, `radius_km`; one of `bird_id`, `scientific_name`,
/// `shape_id`; `start`, `end`) with plain values, and other days than 29
/// February. `notUnderstood()` names the lists with rules that are written
/// otherwise; only geoq can interpret these.
struct RuleQuestion {
    struct Tables {
        var lists: TableQuery
        var rules: TableQuery
        var birds: TableQuery
        /// SQL for places; it knows where PostGIS is.
        var places: PlaceColumns?
    }

    private let tables: Tables
    private let places: PlaceColumns
    private let hidden: HiddenRows

    init(_ tables: Tables, hiding hidden: HiddenRows) throws {
        guard let places = tables.places else { throw SyncError.schema("rules cannot be asked without hotspots") }
        (self.tables, self.places, self.hidden) = (tables, places, hidden)
    }

    /// The lists that match.
    func matching(bird: FeatureID, at place: Coordinate, on day: Day) throws -> ParameterizedSQL {
        let parameters = ParameterList()
        let here = try places.point(place, parameters.number)
        let (bird, day) = (parameters.id(bird), parameters.text(day.description))
        let birds = tables.birds
        let (name, shape) = (Self.column("scientific_name", birds, "text"), Self.column("shape_id", birds, "text"))
        let there = try places.point(longitude: "lon", latitude: "lat")
        let text = try """
        WITH \(ruleRows(parameters)),
        living AS MATERIALIZED (
            SELECT \(birds.id) AS id, lower(\(name)) AS name, \(shape) AS shape FROM \(birds.source)
            WHERE \(living(birds, .bird, parameters))),
        seen AS MATERIALIZED (
            SELECT id, name, shape FROM living
            WHERE id = \(bird)
                OR name IN (SELECT name FROM living WHERE id = \(bird) AND name <> '')),
        tested AS (
            SELECT list, kind, CASE kind
                WHEN 'location' THEN CASE
                    WHEN abs(lat) <= 90 AND abs(lon) <= 180 AND km > 0
                    THEN \(places.function("ST_DWithin"))(\(there), \(here), least(km * 1000, 30000000))
                    ELSE false END
                WHEN 'species' THEN num_nonnulls(bird, name, shape) = 1 AND (
                    lower(bird) = \(bird)::text OR lower(bird) IN (SELECT id::text FROM seen)
                    OR lower(name) IN (SELECT s.name FROM seen s WHERE s.id = \(bird))
                    OR shape IN (SELECT s.shape FROM seen s))
                WHEN 'date' THEN CASE
                    WHEN first IS NULL AND last IS NULL THEN false
                    WHEN coalesce(first, last) LIKE '--%' THEN CASE
                        WHEN coalesce(first, '--01-01') <= coalesce(last, '--12-31')
                        THEN '--' || substr(\(day), 6) BETWEEN coalesce(first, '--01-01')
                            AND coalesce(last, '--12-31')
                        ELSE '--' || substr(\(day), 6) >= first OR '--' || substr(\(day), 6) <= last END
                    ELSE \(day) BETWEEN coalesce(first, '') AND coalesce(last, '9999-12-31') END
                END AS holds
            FROM rule WHERE understood)
        SELECT \(tables.lists.id) FROM \(tables.lists.source)
        WHERE \(living(tables.lists, .watchlists, parameters)) AND \(tables.lists.id) IN (
            SELECT list FROM (SELECT list, bool_or(coalesce(holds, false)) AS holds FROM tested GROUP BY list, kind) k
            GROUP BY list HAVING bool_and(holds))
        """
        return ParameterizedSQL(text: text, parameters: parameters.values)
    }

    /// Lists with a rule that is not understood, or hidden.
    func notUnderstood() throws -> ParameterizedSQL {
        let parameters = ParameterList()
        let text =
            "WITH \(ruleRows(parameters)) SELECT DISTINCT list FROM rule WHERE NOT understood AND list IS NOT NULL"
        return ParameterizedSQL(text: text, parameters: parameters.values)
    }

    // MARK: - Rules as rows

    /// `rule`: list, kind, lat, lon, km, bird, name, shape, first, last and
    /// whether all of it is understood.
    private func ruleRows(_ parameters: ParameterList) -> String {
        let (lists, rules) = (tables.lists, tables.rules)
        func enabled(_ column: String) -> String {
            "\(living(lists, .watchlists, parameters)) AND \(Self.column(column, lists, "bool"))"
        }
        func number(_ column: String) -> String { Self.column(column, lists, "float8") }
        func day(_ column: String) -> String { "to_char(\(Self.column(column, lists, "date")), 'YYYY-MM-DD')" }
        let shape = Self.column("species_rule_shape_id", lists, "text")
        let list = "t.\(SQLText.name(rules.description.remoteName(of: "watchlist_id")))"
        let hiddenRules = parameters.ids((hidden[.watchlistRules] ?? []).sorted())
        let isActive =
            rules.description.source(of: "is_active") == nil
            ? "true" : "coalesce(\(Self.column("is_active", rules, "bool")), false)"
        let finite = ["location_rule_lat", "location_rule_lon", "location_rule_radius_km"]
            .map { "coalesce(abs(\(number($0))) < 1e9, true)" }.joined(separator: " AND ")
        let days = ["date_rule_start_date", "date_rule_end_date"]
            .map { "coalesce(\(Self.column($0, lists, "date")) BETWEEN '0002-01-01' AND '9990-01-01', true)" }
            .joined(separator: " AND ")
        return """
            object AS (
                SELECT \(list) AS list, lower(btrim(\(Self.column("rule_type", rules, "text")))) AS kind,
                    \(rules.id) <> ALL (\(hiddenRules)) AS is_shown, CASE
                        WHEN \(Self.column("parameters_json", rules, "text")) ~ '\(Self.object)'
                        THEN \(Self.column("parameters_json", rules, "text"))::json END AS members
                FROM \(rules.source) WHERE \(rules.belongs ?? "true") AND \(isActive)),
            member AS (
                SELECT list, kind, is_shown, members,
                    nullif(btrim(members ->> 'lat'), '') AS lat, nullif(btrim(members ->> 'lon'), '') AS lon,
                    nullif(btrim(members ->> 'radius_km'), '') AS km, nullif(btrim(members ->> 'bird_id'), '') AS bird,
                    nullif(btrim(members ->> 'scientific_name'), '') AS name,
                    nullif(btrim(members ->> 'shape_id'), '') AS shape,
                    nullif(btrim(members ->> 'start'), '') AS first, nullif(btrim(members ->> 'end'), '') AS last,
                    (SELECT count(*) FROM json_object_keys(members)) AS size
                FROM object),
            rule AS (
                SELECT \(lists.id) AS list, 'location' AS kind, \(number("location_rule_lat")) AS lat,
                    \(number("location_rule_lon")) AS lon, \(number("location_rule_radius_km")) AS km,
                    NULL::text AS bird, NULL::text AS name, NULL::text AS shape, NULL::text AS first,
                    NULL::text AS last, \(finite) AS understood
                FROM \(lists.source) WHERE \(enabled("location_rule_enabled"))
                UNION ALL SELECT \(lists.id), 'species', NULL, NULL, NULL, NULL, NULL, nullif(btrim(\(shape)), ''),
                    NULL, NULL, coalesce(\(shape) !~ '[^ -~]', true)
                FROM \(lists.source) WHERE \(enabled("species_rule_enabled"))
                UNION ALL SELECT \(lists.id), 'date', NULL, NULL, NULL, NULL, NULL, NULL,
                    \(day("date_rule_start_date")), \(day("date_rule_end_date")), \(days)
                FROM \(lists.source) WHERE \(enabled("date_rule_enabled"))
                UNION ALL SELECT list, kind, CASE WHEN lat ~ '\(Self.decimal)' THEN lat::float8 END,
                    CASE WHEN lon ~ '\(Self.decimal)' THEN lon::float8 END,
                    CASE WHEN km ~ '\(Self.decimal)' THEN km::float8 END, bird, name, shape, first, last,
                    coalesce(is_shown AND kind IN ('location', 'species', 'date') AND members IS NOT NULL
                        AND coalesce(lat ~ '\(Self.decimal)', true) AND coalesce(lon ~ '\(Self.decimal)', true)
                        AND coalesce(km ~ '\(Self.decimal)', true)
                        AND coalesce(name ~ '\(Self.plainName)', true)
                        AND coalesce(first ~ '\(Self.date)', true) AND coalesce(last ~ '\(Self.date)', true)
                        AND coalesce((first LIKE '--%') = (last LIKE '--%'), size = 1 OR kind <> 'date')
                        AND size = (SELECT count(DISTINCT key) FROM json_object_keys(members) key)
                        AND NOT EXISTS (SELECT FROM json_object_keys(members) key WHERE key NOT IN (
                            'lat', 'lon', 'radius_km', 'bird_id', 'scientific_name', 'shape_id', 'start', 'end')),
                        false)
                FROM member)
            """
    }

    private func living(_ query: TableQuery, _ table: MirrorTable, _ parameters: ParameterList) -> String {
        let ids = parameters.ids((hidden[table] ?? []).sorted())
        return "\(query.belongs ?? "true") AND \(query.id) <> ALL (\(ids))"
    }

    /// A column, cast to a type; NULL for a missing column.
    private static func column(_ name: String, _ query: TableQuery, _ type: String) -> String {
        let source = query.description.source(of: name).map { "t.\(SQLText.name($0.name))" } ?? "NULL"
        return "\(source)::pg_catalog.\(type)"
    }

    /// An object of plain texts and numbers, which is certainly JSON: a cast of
    /// anything else would end the statement with an error. Texts may have the
    /// printable characters of ASCII except `"` and `\`.
    private static let object = {
        let text = #""[ !#-\[\]-~]*""#
        let member = #"\#(text)\s*:\s*(\#(text)|-?(0|[1-9][0-9]{0,14})(\.[0-9]{1,20})?)"#
        return #"^\s*\{\s*(\#(member)(\s*,\s*\#(member))*)?\s*\}\s*$"#
    }()

    private static let decimal = #"^-?[0-9]{1,9}(\.[0-9]{1,20})?$"#

    /// A name in which geoq's folding changes only the case.
    private static let plainName = "^[A-Za-z0-9]+( [A-Za-z0-9]+)*$"

    /// `yyyy-mm-dd` or `--mm-dd` of every day but 29 February.
    private static let date = """
        ^([1-9][0-9]{3}-|--)((0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)$
        """
}
