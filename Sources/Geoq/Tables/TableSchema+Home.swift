extension TableSchema {
    /// The tables of what a user finds at home: what is to be expected where and
    /// when, the ways of migrating birds, what others have seen; the user's own
    /// profile; and with whom lists are shared.
    static let home = [
        profile, watchlistShares, speciesPresence, migrationSession, trajectoryPath, communityObservation,
    ]

    /// The user of the account: one row, whose id is the user's.
    package static let profile = TableSchema(
        "users",
        [
            Column("name").notNull.required(valueForNull: .text("")), Column("gender").mirrored(),
            Column("email").mirrored(), Column("profile_photo").mirrored(),
        ], stamps, identity)

    package static let watchlistShares = TableSchema(
        "watchlist_shares",
        [
            Column("watchlist_id", .id).required().referring(to: "watchlists", cascades: true),
            Column("user_id", .id).required(),
            Column("permission", standard: .text("view")).required(),
        ], stamps, identity)

    /// How likely a bird is at a hotspot in a week of the year.
    ///
    /// Its rows refer to hotspots and birds by their ids alone: a mirror of a
    /// region has presence at hotspots that it leaves out.
    package static let speciesPresence = TableSchema(
        "hotspot_species_presence",
        [
            Column("hotspot_id", .id).notNull.inFiles.required(),
            Column("bird_id", .id).notNull.inFiles.required(),
            Column("week", .integer).notNull.inFiles.required(),
            Column("likelihood", .real).notNull.inFiles.required(),
        ], stamps, identity)

    /// A migration of a kind of bird.
    package static let migrationSession = TableSchema(
        "migration_session",
        [
            Column("bird_id", .id).notNull.required(), Column("name").mirrored(), Column("season").mirrored(),
            Column("start_date", .date).mirrored(), Column("end_date", .date).mirrored(),
        ], stamps, identity)

    /// The points of a migration's way, in the order of `position`.
    package static let trajectoryPath = TableSchema(
        "trajectory_path",
        [
            Column("migration_session_id", .id).notNull.required(), Column("position", .integer).notNull.required(),
            Column("lat", .real).required(), Column("lon", .real).required(), Column("at", .timestamp).mirrored(),
        ], stamps, identity)

    /// A sighting that all may see. Those of `source_type` `system` came with the
    /// data and have no owner.
    package static let communityObservation = TableSchema(
        "community_observation",
        [
            Column("owner_id", .id).mirrored(orElse: "it is not known whose it is"),
            Column("source_type", standard: .text("user")).notNull.required(valueForNull: .text("user")),
            Column("bird_id", .id).mirrored().referring(to: "bird"), Column("hotspot_id", .id).mirrored(),
            Column("species_text").mirrored(), Column("location_display_name").mirrored(),
            Column("lat", .real).mirrored(orElse: "sightings have no place"),
            Column("lon", .real).mirrored(orElse: "sightings have no place"),
            Column("observed_at", .timestamp).mirrored(), Column("notes").mirrored(),
        ], stamps, identity)

    /// The last columns of tables that keep nothing of a device's own.
    static let stamps = [version, Column("deleted_at"), createdAt, updatedAt, Column("sync_token", .integer)]
}
