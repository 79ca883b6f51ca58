import Geoq
import GeoqStore

extension Failure {
    /// What is wrong with a store, and the command or option that helps.
    static func sentence(for error: StoreError) -> String {
        switch error {
        case .missing: "\(error); make one with: geoq import FILE --as hotspots"
        case .notAStore: "\(error); choose another file with --db"
        case .noSuchSource: "\(error); list them with: geoq sources list"
        case .unknownWatchlist(_, nil): "\(error); see them with: geoq list list"
        case .unknownBird(let name, _) where FeatureID(name) != nil: "the store has no bird of the id \(name)"
        case .unknownBird(_, let suggestion):
            "\(error)\(suggestion == nil ? "; keep" : " Otherwise keep") the sighting until the bird is known "
                + "with: geoq draft add LIST NAME"
        case .ambiguousBird:
            "\(error); give a scientific name or an id, or see which are meant with: geoq draft add LIST NAME"
        case .unknownRule(let rule) where FeatureID(rule) == nil && !rule.contains("/"):
            "\(error): a rule is named by its id, as geoq rules show LIST shows it; a whole watchlist is removed with "
                + "--list, by its title or id"
        case .unknownRule:
            "\(error); see the rules of a list with: geoq rules show LIST; a whole watchlist is removed with --list"
        case .unknownKind: "\(error); say it with --as, and areas by --as areas"
        case .nameOfRemote: "\(error); choose another --source"
        case .leaving: "\(error); finish it with: geoq logout"
        case .ofAnother(let row) where row.hasPrefix("\(MirrorTable.communityObservation)/"):
            "\(named(row)) is not this user's, and can only be read"
        case .ofAnother(let row) where row.hasPrefix("\(MirrorTable.watchlists)/"):
            "\(named(row)) is not this user's, and its owner has not shared it for that change; leave it with: "
                + "geoq list leave LIST"
        case .ofAnother(let row): "\(named(row)) is not this user's, and its owner has not shared it for that change"
        case .noRow(let row): "the store has no \(named(row))"
        case .mirrored(let row, let source): "\(named(row)) is mirrored from \(source); change it there"
        case .ofAccount: "\(error): geoq logout"
        case .migrationFailed(_, _, _, restored: true):
            "\(error); try again with: geoq doctor --migrate; unsent changes: geoq outbox export --all"
        case .indexDiffers: "\(error); build it anew with: geoq index build"
        case .invalidValue(let column, let reason): options[column].map { "\($0): \(reason)" } ?? "\(error)"
        default: "\(error)"
        }
    }

    /// A row as a person calls it, such as `entry 8f14…`.
    static func named(_ row: String) -> String {
        let parts = row.split(separator: "/", maxSplits: 1)
        guard parts.count == 2, let noun = MirrorTable(rawValue: String(parts[0])).flatMap({ nouns[$0] }) else {
            return row
        }
        return "\(noun) \(parts[1])"
    }

    private static let nouns: [MirrorTable: String] = [
        .bird: "bird", .hotspot: "hotspot", .watchlists: "list", .watchlistEntries: "entry", .watchlistRules: "rule",
        .watchlistShares: "share", .observedBirdPhotos: "photo", .communityObservation: "sighting for the community",
        .identificationSession: "identification", .profile: "profile",
    ]

    /// The options of `geoq list`, `geoq entry` and `geoq community` that are called otherwise
    /// than their columns.
    private static let options = [
        "lat": "--lat", "lon": "--lon", "location_rule_lat": "--lat", "location_rule_lon": "--lon",
        "location_rule_radius_km": "--km", "start_date": "--start", "end_date": "--end",
        "observation_date": "--observed", "observed_at": "--observed", "captured_at": "--taken",
        "permission": "--can", "priority": "--priority", "rejects": "--rejects",
    ]
}
