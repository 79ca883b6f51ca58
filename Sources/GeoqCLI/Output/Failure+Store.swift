import GeoqStore

extension Failure {
    /// What is wrong with a store, and the command or option that helps.
    static func sentence(for error: StoreError) -> String {
        switch error {
        case .missing: "\(error); make one with: geoq import FILE --as hotspots"
        case .notAStore: "\(error); choose another file with --db"
        case .noSuchSource: "\(error); list them with: geoq sources list"
        case .unknownWatchlist(_, nil): "\(error); see them with: geoq rules list"
        case .unknownRule: "\(error); see the rules of a list with: geoq rules show LIST"
        case .unknownKind: "\(error); say it with --as"
        case .nameOfRemote: "\(error); choose another --source"
        case .ofAccount: "\(error): geoq logout"
        case .indexDiffers: "\(error); build it anew with: geoq index build"
        default: "\(error)"
        }
    }
}
