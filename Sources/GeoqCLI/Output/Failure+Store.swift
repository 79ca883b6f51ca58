import Geoq
import GeoqStore

extension Failure {
    /// What is wrong with a store, and the command or option that helps.
    static func sentence(for error: StoreError) -> String {
        switch error {
        case .missing: "\(error); make one with: geoq import FILE --as hotspots"
        case .notAStore: "\(error); choose another file with --db"
        case .noSuchSource: "\(error); list them with: geoq sources list"
        case .unknownWatchlist(_, nil): "\(error); see them with: geoq rules list"
        case .unknownBird(let name, _) where FeatureID(name) != nil: "the store has no bird of the id \(name)"
        case .unknownBird(_, let suggestion):
            "\(error)\(suggestion == nil ? "; keep" : " Otherwise keep") the sighting until the bird is known "
                + "with: geoq draft add LIST NAME"
        case .ambiguousBird:
            "\(error); give a scientific name or an id, or see which are meant with: geoq draft add LIST NAME"
        case .unknownRule: "\(error); see the rules of a list with: geoq rules show LIST"
        case .unknownKind: "\(error); say it with --as"
        case .nameOfRemote: "\(error); choose another --source"
        case .leaving: "\(error); finish it with: geoq logout"
        case .ofAnother(let row) where row.hasPrefix("\(MirrorTable.communityObservation)/"):
            "\(error), and can only be read"
        case .ofAnother: "\(error), and its owner has not shared it for that change"
        case .ofAccount: "\(error): geoq logout"
        case .migrationFailed(_, _, _, restored: true):
            "\(error); try again with: geoq doctor --migrate; unsent changes: geoq outbox export --all"
        case .indexDiffers: "\(error); build it anew with: geoq index build"
        case .invalidValue(let column, let reason): options[column].map { "\($0): \(reason)" } ?? "\(error)"
        default: "\(error)"
        }
    }

    /// The options of `geoq list`, `geoq entry` and `geoq community` that are called otherwise
    /// than their columns.
    private static let options = [
        "lat": "--lat", "lon": "--lon", "location_rule_lat": "--lat", "location_rule_lon": "--lon",
        "location_rule_radius_km": "--km", "start_date": "--start", "end_date": "--end",
        "observation_date": "--observed", "observed_at": "--observed", "captured_at": "--taken",
        "permission": "--can",
    ]
}
