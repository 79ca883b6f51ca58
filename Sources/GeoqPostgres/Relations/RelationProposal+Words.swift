import GeoqStore
import GeoqSync

extension RelationProposal {
    /// In one line what was found.
    package var words: String {
        func type(_ name: String) -> String { relation.columns.first { $0.name == name }?.type ?? "no such column" }
        var parts = ["key \((names.key ?? []).map { "\($0) (\(type($0)))" }.joined(separator: ", "))"]
        if let location = names.location {
            let others = relation.columns.filter { $0.place != nil && $0.name != location }.map(\.name)
            let but = others.isEmpty ? "" : " (and not of \(others.joined(separator: ", ")))"
            parts.append("places of \(location)\(but), \(placeWords)")
            if let sridWords { parts.append(sridWords) }
            if let latitude = names.columns["lat"], let longitude = names.columns["lon"] {
                parts.append("\(latitude) and \(longitude) beside them leave out what a question does not need")
            }
        } else if let latitude = names.columns["lat"], let longitude = names.columns["lon"] {
            let system = names.srid.flatMap { $0 == 4326 ? nil : $0 }.map { srid in
                ", in SRID \(srid), which the server transforms to 4326 (\(RelationNames.transformation))"
            }
            parts.append("places of \(latitude) and \(longitude)\(system ?? "")")
        }
        if let shapeless { parts.append(shapeless) }
        for (ours, theirs) in names.columns.sorted(by: { $0.key < $1.key }) where ours != "lat" && ours != "lon" {
            // A server knows no zone of a place.
            let day = ["date", "date_end"].contains(ours) && type(theirs) == "timestamptz" ? " (its day in UTC)" : ""
            parts.append((ours == theirs ? ours : "\(ours) = \(theirs)") + day)
        }
        if let dayless { parts.append(dayless) }
        if let absent = absenceWords { parts.append(absent) }
        if let deleted = names.columns["deleted_at"] {
            let mark = type(deleted) == "bool" ? "true" : "a value"
            parts.append("rows with \(mark) in \(deleted), which say that they are deleted, are left out")
        }
        parts += keeping.words
        return
            "\(relation.fullName) as \(table == .hotspot ? "hotspots" : "observations"): \(parts.joined(separator: "; "))"
    }

    /// That the rows have no date, and what helps; nil where they have one, and for hotspots.
    private var dayless: String? {
        guard table == .observation, names.columns["date"] == nil else { return nil }
        let readable = relation.columns.filter(\.isReadable).map { (name: $0.name, type: $0.type) }
        guard let parts = DayParts(among: readable) else { return DayParts.missing }
        return "\(DayParts.missing), and a view has one: \(parts.view(of: relation.name, in: relation.schema))"
    }

    /// By which columns rows are left out that say that there was none.
    private var absenceWords: String? {
        guard table == .observation else { return nil }
        let count = names.columns["count"].map { "0 in \($0)" }
        let status = relation.columns
            .first { $0.isReadable && RelationNames.plain($0.name) == RelationNames.occurrenceStatus }
            .map { "\"absent\" in \($0.name)" }
        let words = [status, count].compactMap { $0 }
        guard !words.isEmpty else { return nil }
        let both = words.joined(separator: ", or ") + (words.count > 1 ? " and no status" : "")
        return "rows with \(both), which say that there was none, are left out"
    }

    /// For which places the SRID counts that a person has said; nil without one, and for a column with its own.
    private var sridWords: String? {
        guard let said = names.srid, let column = relation.columns.first(where: { $0.name == names.location }),
            let place = column.place, place.srid == 0, column.type == "geometry"
        else { return nil }
        let found = relation.foundSRIDs(of: column.name)
        if found.isEmpty { return nil }
        return found.contains(0)
            ? "those without an SRID taken as \(said)" : "SRID \(said) for those without one, of which none was found"
    }

    /// That a point which stands for each shape was asked for in vain; nil where shapes may be.
    private var shapeless: String? {
        guard let stand = names.shapes else { return nil }
        let kind = relation.columns.first { $0.name == names.location }?.place?.kind
        guard names.location == nil || kind == 1 else { return nil }
        return "no shapes for which \(stand == .surface ? "a point on them" : "their centroid") would stand"
    }

    /// Whether the type of the column lets no points be, and none stand for its shapes: a sync counts the rows then.
    package var hasNoPoints: Bool {
        guard names.shapes == nil, let column = relation.columns.first(where: { $0.name == names.location }),
            let place = column.place
        else { return false }
        return ![0, 1, 4].contains(place.kind)
    }

    /// Whether some places are in another system than 4326, as far as that is known.
    static func isTransformed(_ relation: CatalogRelation, _ names: TableMapping.Table) -> Bool {
        guard let column = relation.columns.first(where: { $0.name == names.location }), let place = column.place else {
            return names.location == nil && names.srid ?? 4326 != 4326
        }
        // Without an SRID nothing can be transformed; with one that was said, as from that.
        return srids(of: column, place, relation).contains { ($0 == 0 ? names.srid ?? 4326 : $0) != 4326 }
    }

    /// The systems of a column's places, by its type or by what was found; of geographies without any, 4326.
    private static func srids(
        of column: CatalogRelation.Column, _ place: PlaceType, _ relation: CatalogRelation
    ) -> [Int] {
        if place.srid != 0 { return [place.srid] }
        let found = relation.foundSRIDs(of: column.name)
        return found.isEmpty && column.type == "geography" ? [4326] : found
    }

    /// The system of the places, and whether they are transformed.
    package var placeWords: String {
        guard let column = relation.columns.first(where: { $0.name == names.location }), let place = column.place else {
            return "no column of places"
        }
        let srids = Self.srids(of: column, place, relation)
        let kind = place.kind == 0 ? column.type : place.kindName
        let list = srids.isEmpty ? "unknown" : srids.map(String.init).joined(separator: ", ")
        let words = "\(kind) in SRID \(list)"
        guard Self.isTransformed(relation, names) else { return words }
        return words + ", which the server transforms to 4326 (\(RelationNames.transformation))"
    }
}
