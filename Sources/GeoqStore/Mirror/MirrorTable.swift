package import Geoq

/// A table whose rows can be those of a remote. Parents come before children.
public enum MirrorTable: String, CaseIterable, Codable, Hashable, Sendable, CustomStringConvertible {
    /// Birds, with their names.
    case bird
    /// Places where birds are watched.
    case hotspot
    /// Lists of users.
    case watchlists
    /// What is on the lists.
    case watchlistEntries = "watchlist_entries"
    /// What the lists watch for.
    case watchlistRules = "watchlist_rules"
    /// To whom the lists are shown.
    case watchlistShares = "watchlist_shares"
    /// Who the users are: of a mirror the one user.
    case profile = "users"
    /// Which birds are at which hotspots, week by week.
    case speciesPresence = "hotspot_species_presence"
    /// Migrations of birds, season by season.
    case migrationSession = "migration_session"
    /// The places on the way of each migration, in order.
    case trajectoryPath = "trajectory_path"
    /// Sightings that users show to all.
    case communityObservation = "community_observation"
    /// Attempts to identify a bird.
    case identificationSession = "identification_session"
    /// Field marks that were chosen in them.
    case identificationMark = "identification_mark"
    /// What came out of them.
    case identificationResult = "identification_result"
    /// The birds that may have been meant.
    case identificationCandidate = "identification_candidate"
    /// Photos of entries.
    case observedBirdPhotos = "observed_bird_photos"
    /// Only of relations that a person names: geoq's own schema has none.
    case observation

    public var description: String { rawValue }

    /// Its place in the order of parents and children.
    package var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// Whether its rows are of everyone, and of no user.
    package var isReference: Bool {
        switch self {
        case .bird, .hotspot, .observation, .speciesPresence, .migrationSession, .trajectoryPath: true
        default: false
        }
    }

    /// Whether each user sees other rows of it.
    package var isOwned: Bool { !isReference && self != .communityObservation }

    /// Whether its rows are of one user and concern no other: a login that sees
    /// the rows of all users leaves them out.
    package var isPersonal: Bool {
        switch self {
        case .profile, .watchlistShares, .identificationSession, .identificationMark, .identificationResult,
            .identificationCandidate:
            true
        default: false
        }
    }

    /// Whether nothing counts as lost when a remote lacks this table: a remote of an
    /// earlier schema has none of these tables.
    package var isOptional: Bool { isPersonal || isOfHome || self == .observedBirdPhotos }

    /// Whether it comes with the tables of the home page, which a remote has all
    /// or none of, `hotspot_species_presence` first.
    package var isOfHome: Bool {
        switch self {
        case .speciesPresence, .migrationSession, .trajectoryPath, .communityObservation, .identificationSession,
            .identificationMark, .identificationResult, .identificationCandidate:
            true
        default: false
        }
    }

    /// Whether its rows can be those of any relation: then `source_id` keeps
    /// the key that a row has there.
    package var hasKeys: Bool { self == .hotspot || self == .observation }

    package var schema: TableSchema {
        switch self {
        case .bird: .bird
        case .hotspot: .hotspot
        case .watchlists: .watchlists
        case .watchlistEntries: .watchlistEntries
        case .watchlistRules: .watchlistRules
        case .watchlistShares: .watchlistShares
        case .profile: .profile
        case .speciesPresence: .speciesPresence
        case .migrationSession: .migrationSession
        case .trajectoryPath: .trajectoryPath
        case .communityObservation: .communityObservation
        case .identificationSession: .identificationSession
        case .identificationMark: .identificationMark
        case .identificationResult: .identificationResult
        case .identificationCandidate: .identificationCandidate
        case .observedBirdPhotos: .observedBirdPhotos
        case .observation: .observation
        }
    }

    /// The columns that a mirror copies, besides `id` and `deleted_at`. It does
    /// not copy columns that are a device's own (`sync_status`,
    /// `last_synced_at`), nor `location`, which follows from the others.
    package var columns: [TableSchema.Column] { schema.mirroredColumns }

    /// The indexes of columns that must hold a value; without it the store
    /// cannot have the row.
    var neededValues: [Int] {
        columns.indices.filter { !columns[$0].isNullable && columns[$0].valueForNull == nil }
    }

    /// The indexes of latitude and longitude among the columns.
    package var places: (latitude: Int, longitude: Int)? {
        guard schema.hasPlace, let latitude = columns.firstIndex(where: { $0.name == "lat" }),
            let longitude = columns.firstIndex(where: { $0.name == "lon" })
        else { return nil }
        return (latitude, longitude)
    }

    /// Whether rows have a geometry of `lat` and `lon`.
    package var hasPlace: Bool { schema.hasPlace }

    /// Columns that name a row of another table.
    package var parents: [(column: String, table: MirrorTable)] {
        schema.references.compactMap { column in
            column.reference.flatMap { MirrorTable(rawValue: $0.table) }.map { (column.name, $0) }
        }
    }

    /// Tables whose rows refer to a row of this one, and the column that does.
    var children: [(table: MirrorTable, column: String)] {
        Self.allCases.flatMap { child in
            child.parents.filter { $0.table == self }.map { (child, $0.column) }
        }
    }
}
