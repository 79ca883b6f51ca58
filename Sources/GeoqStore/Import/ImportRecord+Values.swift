import Geoq
import GeoqFormats
import GeoqIndex

extension ImportRecord {
    var identity: RecordIdentity {
        switch self {
        case .hotspot(let hotspot): hotspot.identity
        case .observation(let observation): observation.identity
        case .bird(let bird): bird.identity
        case .watchlist(let row): row.identity
        case .presence(let row): row.identity
        }
    }

    /// The place, when the record has one.
    var coordinate: Coordinate? {
        switch self {
        case .hotspot(let hotspot): hotspot.coordinate
        case .observation(let observation): observation.coordinate
        case .bird, .presence: nil
        case .watchlist(let row): row.coordinate
        }
    }

    /// The values of `TableSchema.fileColumns`, in their order.
    var values: [FieldValue] {
        switch self {
        case .hotspot(let hotspot):
            [.text(hotspot.name), FieldValue(hotspot.locality)]
        case .observation(let seen):
            [
                FieldValue(seen.scientificName), FieldValue(seen.commonName),
                seen.count.map { .integer(Int64($0)) } ?? .null, FieldValue(seen.date?.first.description),
                FieldValue(seen.date?.last.description), FieldValue(seen.date?.precision.rawValue),
                FieldValue(seen.time), seen.uncertaintyMeters.map { .real($0) } ?? .null, FieldValue(seen.place),
                FieldValue(seen.license), FieldValue(seen.withheld),
            ]
        case .bird(let bird):
            [
                .text(bird.commonName), FieldValue(bird.scientificName), FieldValue(bird.family),
                FieldValue(bird.orderName), FieldValue(bird.shapeID), FieldValue(bird.descriptionText),
                FieldValue(bird.conservationStatus),
            ]
        case .watchlist(let row):
            row.values
        // The importer has put ids in place of names.
        case .presence(let row):
            [.text(row.hotspot.text), .text(row.bird.text), .integer(Int64(row.week)), .real(row.likelihood)]
        }
    }

    /// All fields as one text, which identifies a row without an id of its own.
    /// Rows that stores have are identified by it: it never changes.
    func content(_ references: References = .none) -> String {
        let place = coordinate.map { "\($0.latitude) \($0.longitude)" }
        let own = values.map { value -> String? in
            switch value {
            case .null: nil
            case .text(let text) where !isOfWatchlist: text
            case .integer(let number) where !isOfWatchlist: "\(number)"
            case .real(let number) where !isOfWatchlist: "\(number)"
            default: "\(value)"
            }
        }
        var fields = own
        switch self {
        case .hotspot, .observation: fields.insert(place, at: 0)
        case .bird, .presence: break
        case .watchlist(let row):
            fields = [row.part.rawValue, references.watchlist?.description, references.bird?.description, place] + own
        }
        // A missing field differs from an empty one, and no two fields can run
        // together.
        return fields.map { $0.map { "=\($0)" } ?? "" }.joined(separator: "\u{1F}")
    }

    private var isOfWatchlist: Bool { if case .watchlist = self { true } else { false } }
}

extension FieldValue {
    /// A text; nil gives null.
    fileprivate init(_ text: String?) {
        self = text.map { .text($0) } ?? .null
    }
}
