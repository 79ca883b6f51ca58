import GeoqIndex

/// What an answer says about a list: its id and the only rule of each kind. A
/// rule is meaningless here when the list has none or several of its kind.
///
/// An answer reads one of these for each match, mostly from memory that is far
/// away, so it is small: rules are their keys and one bit each.
struct ListReasons: BitwiseCopyable, Sendable {
    let key: ItemKey
    var priority = 0
    let slot: UInt32
    private var areInColumns: (location: Bool, species: Bool, date: Bool)
    private var keys: (location: ItemKey, species: ItemKey, date: ItemKey)

    init(_ id: FeatureID, _ slot: Int) {
        (key, self.slot) = (id.key, UInt32(slot))
        (areInColumns, keys) = ((false, false, false), (id.key, id.key, id.key))
    }

    @inline(__always)
    subscript(kind: RuleKind) -> RuleID {
        get {
            let (key, isInColumns) =
                switch kind {
                case .location: (keys.location, areInColumns.location)
                case .species: (keys.species, areInColumns.species)
                case .date: (keys.date, areInColumns.date)
                }
            let id = FeatureID(key: key)
            return isInColumns ? .columns(kind, of: id) : .row(id)
        }
        set {
            let (key, isInColumns) =
                switch newValue {
                case .row(let id): (id.key, false)
                case .columns(_, let list): (list.key, true)
                }
            switch kind {
            case .location: (keys.location, areInColumns.location) = (key, isInColumns)
            case .species: (keys.species, areInColumns.species) = (key, isInColumns)
            case .date: (keys.date, areInColumns.date) = (key, isInColumns)
            }
        }
    }
}
