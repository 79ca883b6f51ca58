extension TableSchema {
    /// Every table with rows that a user sees.
    package static let all =
        [
            hotspot, observation, bird, watchlists, watchlistEntries, watchlistRules, observedBirdPhotos, area,
        ] + home + identification

    package static let hotspot = TableSchema(
        "hotspot", geometry: .point, hasOnlyPlaces: true,
        [
            // A place without a name is still a place.
            Column("name").notNull.inFiles.required(valueForNull: .text("")),
            Column("locality").inFiles.mirrored(),
            Column("lat", .real).required(), Column("lon", .real).required(),
            Column("image_name").mirrored(),
            version.notNull, Column("deleted_at"), createdAt, updatedAt, kept,
            Column("sync_token", .integer),
        ], identity)

    package static let observation = TableSchema(
        "observation", geometry: .point, hasOnlyPlaces: true,
        [
            Column("scientific_name").inFiles.mirrored(), Column("common_name").inFiles.mirrored(),
            Column("count", .integer).inFiles.mirrored(), Column("date", .date).inFiles.mirrored(),
            Column("date_end", .date).inFiles.mirrored(), Column("date_precision").inFiles.mirrored(),
            Column("time").inFiles.mirrored(), Column("lat", .real).required(), Column("lon", .real).required(),
            Column("uncertainty_m", .real).inFiles.mirrored(), Column("place").inFiles.mirrored(),
            Column("license").inFiles.mirrored(), Column("withheld").inFiles,
            Column("deleted_at"), kept, Column("sync_token", .integer),
        ], identity)

    package static let bird = TableSchema(
        "bird",
        [
            Column("common_name").notNull.inFiles.required(),
            Column("scientific_name").inFiles.mirrored(orElse: "birds are found by their common names only"),
            Column("static_image_name").mirrored(), Column("family").inFiles.mirrored(),
            Column("order_name").inFiles.mirrored(),
            Column("shape_id").inFiles.mirrored(orElse: "rules about body shapes never match"),
            Column("description_text").inFiles.mirrored(),
            Column("conservation_status").inFiles.mirrored(), Column("rarity_level").mirrored(),
            Column("migration_strategy").mirrored(), Column("hemisphere").mirrored(),
            Column("valid_locations", .texts).mirrored(), Column("valid_months", .integers).mirrored(),
            Column("size_category", .integer).mirrored(),
            version.notNull, Column("deleted_at"), createdAt, updatedAt, Column("sync_token", .integer),
        ], identity)

    package static let watchlists = TableSchema(
        "watchlists",
        [
            Column("owner_id", .id).inFiles.mirrored(orElse: "it is not known whose it is"),
            Column("type").inFiles.mirrored(), Column("title").inFiles.mirrored(),
            Column("location").inFiles.mirrored(), Column("location_display_name").inFiles.mirrored(),
            Column("start_date", .date).inFiles.mirrored(), Column("end_date", .date).inFiles.mirrored(),
            Column("observed_count", .integer, standard: .integer(0)).inFiles.mirrored(),
            Column("species_count", .integer, standard: .integer(0)).inFiles.mirrored(),
            Column("cover_image_path").inFiles.mirrored(),
            ofRule("species_rule_enabled", .bool), ofRule("species_rule_shape_id"),
            ofRule("location_rule_enabled", .bool), ofRule("location_rule_lat", .real),
            ofRule("location_rule_lon", .real), ofRule("location_rule_radius_km", .real),
            Column("location_rule_display_name").inFiles.mirrored(),
            ofRule("date_rule_enabled", .bool), ofRule("date_rule_start_date", .date),
            ofRule("date_rule_end_date", .date),
        ], bookkeeping, identity)

    package static let watchlistEntries = TableSchema(
        "watchlist_entries", geometry: .point,
        [
            Column("watchlist_id", .id).required().referring(to: "watchlists", cascades: true),
            Column("bird_id", .id).required().referring(to: "bird"),
            Column("nickname").inFiles.mirrored(), Column("status").inFiles.mirrored(),
            Column("notes").inFiles.mirrored(), Column("added_date", .timestamp).inFiles.mirrored(),
            Column("observation_date", .timestamp).inFiles.mirrored(orElse: "no entry counts as a sighting"),
            Column("to_observe_start_date", .timestamp).inFiles.mirrored(),
            Column("to_observe_end_date", .timestamp).inFiles.mirrored(),
            Column("observed_by").inFiles.mirrored(),
            Column("lat", .real).mirrored(orElse: "entries have no place"),
            Column("lon", .real).mirrored(orElse: "entries have no place"),
            Column("location_display_name").inFiles.mirrored(),
            Column("priority", .integer, standard: .integer(0)).inFiles.mirrored(),
            Column("notify_upcoming", .bool, standard: .bool(false)).inFiles.mirrored(),
            Column("target_date_range").inFiles.mirrored(),
        ], bookkeeping, identity)

    package static let watchlistRules = TableSchema(
        "watchlist_rules",
        [
            Column("watchlist_id", .id).required().referring(to: "watchlists", cascades: true),
            Column("rule_type").inFiles.required(), Column("parameters_json").inFiles.required(),
            Column("is_active", .bool, standard: .bool(true)).inFiles
                .mirrored(orElse: "every rule counts as active"),
            Column("priority", .integer, standard: .integer(0)).inFiles
                .mirrored(orElse: "every rule has priority 0"),
        ], bookkeeping, identity)

    /// Photos of entries. The pictures are files beside the store, and objects of
    /// the project's Storage.
    package static let observedBirdPhotos = TableSchema(
        "observed_bird_photos",
        [
            Column("watchlist_entry_id", .id).required().referring(to: "watchlist_entries", cascades: true),
            Column("image_path").required(),
            Column("storage_url").mirrored(orElse: "no photo can be fetched"),
            Column("is_uploaded", .bool, standard: .bool(false)).mirrored(orElse: "no photo can be fetched"),
            Column("captured_at", .timestamp).mirrored(), Column("uploaded_at", .timestamp).mirrored(),
        ], bookkeeping, identity)

    package static let area = TableSchema(
        "area", geometry: .polygons,
        [
            Column("name").notNull.inFiles, Column("kind").inFiles,
            Column("edges", standard: .text("drawn")).notNull.inFiles, Column("pole").inFiles,
        ], identity)

    /// The row's number, its id, and where it came from.
    static let identity = [
        Column("fid", .integer), Column("id", .id).notNull,
        Column("source").notNull.referring(to: "geoq_source", "name"), Column("source_id"),
    ]

    /// The last columns of the tables of watchlists. `sync_status` and
    /// `last_synced_at` are a device's own.
    private static let bookkeeping = [
        version.inFiles, Column("deleted_at").inFiles, createdAt.inFiles, updatedAt.inFiles,
        Column("sync_status"), Column("last_synced_at"), Column("sync_token", .integer),
    ]

    static let version = Column("row_version", .integer, standard: .integer(1))
        .mirrored(
            orElse: "every row is of version 1; geoq goes by the server's own versions and does not need it",
            valueForNull: .integer(1))
    static let createdAt = Column("created_at", .timestamp).mirrored()
    static let updatedAt = Column("updated_at", .timestamp)
        .mirrored(orElse: "it stays empty; geoq goes by the server's own versions")

    /// The values of further columns of a relation, as a JSON object; those that
    /// are NULL are not in it.
    private static let kept = Column("kept").ofRelations

    /// A column of a list's own rule.
    private static func ofRule(_ name: String, _ kind: Column.Kind = .text) -> Column {
        Column(name, kind, standard: kind == .bool ? .bool(false) : nil).inFiles
            .mirrored(orElse: "the list's own rule of this kind never matches")
    }
}
