import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore
import HTTPTypes

/// Entries of watchlists: those that a list has, and those that the page makes,
/// changes and deletes.
enum EntryEdits {
    static let endpoints = [entries, add, edit, delete]

    private static let path = "/collections/watchlists/items/{featureId}/entries"
    private static let id = PathParameter(
        name: "entryId", summary: "The entry's id.", schema: ["type": "string", "format": "uuid"])
    private static let species = Parameter(
        "species", .text(expected: "a bird's scientific or common name, or its id", example: "Great Tit"),
        "The bird.", longest: 200)
    private static let latitude = Parameter(
        "lat", .number(-90...90, unit: "degrees"), "Latitude of where it was seen, or is looked for.")
    private static let longitude = Parameter("lon", .number(-180...180, unit: "degrees"), "Longitude of the same.")
    /// Texts, by the columns that they are kept in.
    private static let texts: [(column: String, member: Parameter)] = [
        ("observation_date", moment("observed", "When the bird was seen; without it the entry is planned.")),
        ("to_observe_start_date", moment("planned_from", "From when it is to be looked for.")),
        ("to_observe_end_date", moment("planned_until", "Until when it is to be looked for.")),
        (
            "location_display_name",
            Parameter(
                "place", .text(expected: "a text of up to 500 characters", example: "Stewart Park"),
                "The place in words.", longest: 500)
        ),
        (
            "notes",
            Parameter(
                "notes", .text(expected: "a text of up to 10000 characters", example: "A pair on the pond"), "Notes.",
                longest: 10_000)
        ),
    ]
    /// The member of a body that a column is filled from; nil when the names are
    /// the same.
    static func member(ofColumn column: String) -> String? { texts.first { $0.column == column }?.member.name }

    private static let members = [latitude, longitude] + texts.map(\.member)
    private static let limit = Common.limit(standard: 500)

    private static func moment(_ name: String, _ summary: String) -> Parameter {
        Parameter(
            name, .text(expected: "a day as yyyy-mm-dd, or a moment as yyyy-mm-ddThh:mm:ssZ", example: "2026-05-03"),
            summary, longest: 40)
    }

    private static let entries = Endpoint(
        path: path, operation: "watchlistEntries",
        summary: "The entries of a watchlist in the order in which they were added, and how each stands.",
        caching: .never, cost: .little, formats: [.geojson], pathParameters: [WatchlistCollection.id],
        parameters: [limit], mayBeMissing: true, schema: "FeatureCollection"
    ) { ask in
        let limit = ask.limit(limit)
        try ask.parameters.check()
        let list = try ask.featureID("featureId", "watchlist")
        let found: ListedEntries
        do {
            found = try await ask.service.live.rows.lists.entries(of: list, limit: limit)
        } catch StoreError.noRow {
            throw Problem(.notFound, "There is no watchlist \(list).")
        }
        let photos =
            ask.service.showsPictures(to: ask.request)
            ? try await Pictures.byEntry(ofList: list, ask) : [:]
        let features = found.rows.map { feature($0, found.statuses[$0.entry.id], photos[$0.entry.id] ?? []) }
        return Reply(
            .geojson,
            .featureCollection(
                [
                    "numberMatched": .count(found.count), "numberReturned": .count(features.count),
                    "editable": .bool(found.isWritable),
                    "links": [["rel": "self", "type": "application/geo+json", "href": .string(ask.sameQuestion())]],
                ], of: features))
    }

    private static func feature(
        _ named: NamedEntry, _ status: RowStatus?, _ photos: [PagePhoto]
    ) -> JSONValue {
        let (entry, optional) = (named.entry, EditState.optional)
        let point = entry.coordinate.map { place -> JSONValue in
            ["type": "Point", "coordinates": [.number(place.longitude), .number(place.latitude)]]
        }
        return [
            "type": "Feature", "id": .string(entry.id.description), "geometry": point ?? nil,
            "properties": [
                "bird_id": optional(entry.bird?.description), "common_name": optional(named.commonName),
                "scientific_name": optional(named.scientificName), "nickname": optional(entry.nickname),
                "observed": optional(entry.observedAt), "planned_from": optional(entry.plannedFrom),
                "planned_until": optional(entry.plannedUntil), "place": optional(entry.place),
                "notes": optional(entry.notes), "status": optional(status?.rawValue),
                "photos": .array(photos.map(Pictures.json)),
            ],
        ]
    }

    /// `geoq entry add`
    private static let add = Endpoint(
        path: path, operation: "watchlistEntriesAdd",
        summary: "Adds a bird to a watchlist: seen, or to be looked for. For the page alone.",
        method: .post, access: .edits, caching: .never, success: .created,
        pathParameters: [WatchlistCollection.id], members: [species.required] + members, mayBeMissing: true,
        schema: "Edited"
    ) { ask in
        try ask.parameters.check()
        let list = try ask.featureID("featureId", "watchlist")
        var body = try await ask.readBody()
        var values = columns(&body)
        if let bird = try await bird(&body, ask) { values.append(bird) }
        try body.check()
        let id = try await ask.editing { [values] store in
            try await store.lists.add(values, to: list, in: .watchlistEntries)
        }
        let own = "/collections/watchlists/items/\(list)/entries"
        return try await ask.edited(RowKey(.watchlistEntries, id), at: own, .created)
    }

    /// `geoq entry edit`
    private static let edit = Endpoint(
        path: path + "/{entryId}", operation: "watchlistEntriesEdit",
        summary: "Changes an entry; null clears a value. For the page alone.",
        method: .patch, access: .edits, caching: .never, pathParameters: [WatchlistCollection.id, id],
        members: [species, species.former] + members + members.map(\.former), mayBeMissing: true, schema: "Edited"
    ) { ask in
        try ask.parameters.check()
        let row = try await ask.entry()
        var body = try await ask.readBody()
        var former = columns(&body, \.former)
        if body.isGiven(species.former) { former.append(ColumnValue("bird_id", body.former(species))) }
        var values = columns(&body)
        if body.isGiven(species), let bird = try await bird(&body, ask) { values.append(bird) }
        if body.isEmpty { throw Problem(.badRequest, "Say what to change.") }
        try body.check()
        try await ask.editing { [values, former] store in
            try await store.lists.edit(row, values, insteadOf: former)
        }
        return try await ask.edited(row, at: "/collections/watchlists/items/\(ask.path("featureId"))/entries", .ok)
    }

    /// `geoq entry delete`
    private static let delete = Endpoint(
        path: path + "/{entryId}", operation: "watchlistEntriesDelete",
        summary: "Deletes an entry. For the page alone.",
        method: .delete, access: .edits, caching: .never, success: .noContent,
        pathParameters: [WatchlistCollection.id, id], mayBeMissing: true
    ) { ask in
        try ask.parameters.check()
        let row = try await ask.entry()
        try await ask.editing { store in try await store.lists.delete(row) }
        return Reply(.noContent)
    }

    /// The columns of the members that were given.
    ///
    /// - Parameter form: gives the members in question: those that are to be written, or what they were before.
    private static func columns(
        _ body: inout BodyReader, _ form: (Parameter) -> Parameter = { $0 }
    ) -> [ColumnValue] {
        let (latitude, longitude) = (form(latitude), form(longitude))
        var values: [ColumnValue] = []
        if body.isGiven(latitude) || body.isGiven(longitude) {
            let (north, east) = (body.number(latitude), body.number(longitude))
            if body.has(latitude) != body.has(longitude) { body.note(latitude, reason: "lat and lon go together") }
            values += [
                ColumnValue("lat", north.map { .real($0) } ?? .null),
                ColumnValue("lon", east.map { .real($0) } ?? .null),
            ]
        }
        for (column, member) in texts where body.isGiven(form(member)) {
            let isFormer = form(member).name != member.name
            let value = isFormer ? body.former(member) : body.text(member).map { .text($0) } ?? .null
            values.append(ColumnValue(column, value))
        }
        return values
    }

    /// The column of the bird; nil when the store has none of the name, which is
    /// noted.
    private static func bird(_ body: inout BodyReader, _ ask: Ask) async throws -> ColumnValue? {
        guard let name = body.text(species) else {
            if body.isGiven(species) { body.note(species, reason: "an entry names a bird") }
            return nil
        }
        do {
            let bird = try await ask.service.live.rows.lists.bird(name)
            return ColumnValue("bird_id", .text(bird.description))
        } catch StoreError.unknownBird, StoreError.ambiguousBird {
            body.note(species, reason: "the store has no bird, or no single one, called \(Problem.shown(name))")
            return nil
        }
    }
}

extension Ask {
    /// The entry that the path names.
    ///
    /// - Throws: 404 when the list has no such entry.
    fileprivate func entry() async throws -> RowKey {
        let (list, entry) = (try featureID("featureId", "watchlist"), try featureID("entryId", "entry"))
        guard try await service.live.rows.lists.list(ofEntry: entry) == list else {
            throw Problem(.notFound, "The watchlist has no entry \(entry).")
        }
        return RowKey(.watchlistEntries, entry)
    }
}
