extension TableSchema {
    /// The tables of identifications: what was seen, the marks that were chosen,
    /// what came out, and the birds that may be meant.
    static let identification = [
        identificationSession, identificationMark, identificationResult, identificationCandidate,
    ]

    /// One attempt to identify a bird: what was seen and where.
    package static let identificationSession = TableSchema(
        "identification_session",
        [
            Column("owner_id", .id).mirrored(orElse: "it is not known whose it is"),
            Column("shape_id").mirrored(), Column("size_category", .integer).mirrored(),
            Column("location_id").mirrored(), Column("location_display_name").mirrored(),
            Column("observed_at", .timestamp).mirrored(),
            Column("is_completed", .bool, standard: .bool(false))
                .mirrored(orElse: "every session counts as going on", valueForNull: .bool(false)),
        ], stamps, identity)

    /// A field mark that the user chose: an area of the body, and its variant.
    package static let identificationMark = TableSchema(
        "identification_mark",
        [
            Column("session_id", .id).required().referring(to: "identification_session", cascades: true),
            Column("area").required(), Column("variant").required(),
        ], stamps, identity)

    /// What came out of a session. The bird is what the user decided on.
    package static let identificationResult = TableSchema(
        "identification_result",
        [
            Column("session_id", .id).required().referring(to: "identification_session", cascades: true),
            Column("bird_id", .id).mirrored().referring(to: "bird"),
        ], stamps, identity)

    /// A bird that may be meant.
    package static let identificationCandidate = TableSchema(
        "identification_candidate",
        [
            Column("result_id", .id).required().referring(to: "identification_result", cascades: true),
            Column("bird_id", .id).required().referring(to: "bird"),
            Column("rank", .integer).required(), Column("confidence", .real).required(),
        ], stamps, identity)
}
