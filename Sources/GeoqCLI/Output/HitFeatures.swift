import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore
import GeoqSync
import Synchronization

/// Hits as features: id, name, place, distance and bearing or where along a
/// route, and the columns that were asked for.
struct HitFeatures {
    let query: Query
    /// The hit's columns besides `id`, `lat` and `lon`, in order.
    let names: [String]
    private let rowFields: [String]
    /// The ways from the center; nil for a box.
    private let ways: RoundedGeodesics?

    /// - Parameters:
    ///   - fields: the layer's columns to add; nil for all.
    ///   - kept: the columns that the store's mirrors keep besides geoq's own.
    ///   - format: a table also needs the columns that say how precisely a date
    ///     and a place are known.
    /// - Throws: `FieldError` when the layer does not have one of them.
    init(
        query: Query, fields: [String]?, keeping kept: [LayerTable.Column] = [], format: OutputFormat
    ) throws {
        self.query = query
        let known = LayerTable.columns(of: query.layer, keeping: kept).map(\.name)
        let chosen = fields ?? known
        if let unknown = chosen.first(where: { !known.contains($0) }) {
            throw FieldError(name: unknown, layer: query.layer.rawValue, known: known)
        }
        // A hotspot's name is the hit's name; do not write it twice.
        let isDated = format == .table && chosen.contains("date")
        let besides =
            (isDated ? ["date_end", "date_precision"] : [])
            + (format == .table ? LayerTable.sharpness(of: query.layer) : [])
        rowFields = chosen.filter { $0 != "name" } + besides.filter { known.contains($0) && !chosen.contains($0) }
        ways = query.center.map { RoundedGeodesics(from: $0) }
        let place =
            switch query.area {
            case .around: ["distance_m", "bearing_deg"]
            case .along: ["along_m", "offset_m", "side"]
            case .box: [String]()
            }
        names = ["name"] + place + rowFields
    }

    /// Asks the question.
    ///
    /// - Returns: the hits, the version that they are of, and their features in
    ///   the same order.
    func answer(
        _ store: Store, method: Snapshot.Method = .index, needsRows: Bool = true
    ) async throws -> (answer: Answer, features: [Feature]) {
        guard needsRows, !rowFields.isEmpty else {
            let answer = try await store.features.answer(query, method: method, verifying: .touched)
            return (answer, answer.hits.map { feature($0, nil) })
        }
        let (answer, rows) = try await store.features.rows(answering: query, method: method, verifying: .touched)
        return (answer, zip(answer.hits, rows).map { feature($0, $1) })
    }

    /// Asks a server instead of the store.
    ///
    /// - Parameters: as of `init(query:fields:keeping:format:)`; the server says which columns a
    ///   relation keeps.
    /// - Throws: `SyncError`; `FilterError`; `FieldError`, before the server is asked for rows.
    static func answer(
        _ remote: RemoteHotspots, _ query: Query, fields: [String]?, format: OutputFormat
    ) async throws -> (Self, features: [Feature]) {
        let made = Mutex<Self?>(nil)
        let (hits, rows) = try await remote.features(answering: query) { kept in
            let one = try Self(query: query, fields: fields, keeping: kept, format: format)
            made.withLock { $0 = one }
        }
        guard let made = made.withLock({ $0 }) else {
            preconditionFailure("The columns are checked before the answer.")
        }
        return (made, zip(hits, rows).map { made.feature($0, $1) })
    }

    private func feature(_ hit: Hit, _ row: Feature?) -> Feature {
        var fields = query.corridor.map { hit.fields(along: $0) } ?? hit.fields(from: ways)
        var position = 0
        for name in rowFields { fields.append(.init(name, row?.value(of: name, from: &position) ?? .null)) }
        return Feature(id: hit.id.description, coordinate: hit.coordinate, fields: fields)
    }

    private static func usualColumns(_ layer: Layer) -> [String] {
        switch layer {
        case .hotspots: ["locality"]
        case .observations: ["count", "date", "place"]
        case .entries: ["status", "date", "place"]
        }
    }

    /// The columns that a person wants to see first in a table; the chosen
    /// fields decide the others. A place that is not exact is marked.
    ///
    /// - Parameter features: the features to be shown; nil when they are not
    ///   known yet.
    func tableColumns(unit: LengthUnit, chosen: [String]?, for features: [Feature]?) -> [TableColumn] {
        var columns: [TableColumn] = []
        if query.center != nil {
            columns.append(.distance("distance", field: "distance_m", unit: unit))
            columns.append(.bearing("bearing", field: "bearing_deg"))
        }
        if query.corridor != nil {
            columns.append(.distance("along", field: "along_m", unit: unit))
            columns.append(.distance("offset", field: "offset_m", unit: unit))
            columns.append(TableColumn("side", field: "side"))
        }
        columns.append(TableColumn("name", field: "name"))
        let usual = Self.usualColumns(query.layer)
        for name in chosen ?? usual where name != "name" && !LayerTable.sharpness(of: query.layer).contains(name) {
            if name == "date" {
                columns.append(.date(name, field: name, end: "date_end", precision: "date_precision"))
                continue
            }
            // Columns that were asked for by name stay.
            let rank = ["locality": 1, "status": 1, "count": 1, "place": 2][chosen == nil ? name : ""]
            columns.append(
                TableColumn(
                    name, field: name, alignment: name == "count" ? .trailing : .leading,
                    yields: rank.map { .leavesLast($0) }))
        }
        for (name, column) in [("uncertainty_m", Self.blur(unit)), ("withheld", Self.withheld)] {
            let isKnown = rowFields.contains(name)
            let isTold = features?.contains { $0[name] != .null } ?? true
            // A place that is withheld and has no known uncertainty is marked, too.
            let isBlurred = name == "uncertainty_m" && features?.contains { $0["withheld"] != .null } ?? true
            if isKnown, isTold || isBlurred || chosen?.contains(name) ?? false { columns.append(column) }
        }
        return columns + TableColumn.placeAndID
    }

    /// How far from its coordinates a place may be.
    private static func blur(_ unit: LengthUnit) -> TableColumn {
        TableColumn("±", alignment: .trailing) { feature in
            switch feature["uncertainty_m"] {
            case .real(let meters)?: unit.text(meters: meters)
            case .integer(let meters)?: unit.text(meters: Double(meters))
            default: feature["withheld"].map { $0 == .null ? "" : "?" } ?? ""
            }
        }
    }

    /// What the source withholds.
    private static let withheld = TableColumn("withheld", field: "withheld", yields: .leavesLast(4))
}

/// `--fields` names a column that does not exist.
struct FieldError: Error, CustomStringConvertible {
    let name: String
    let layer: String
    let known: [String]

    var description: String {
        let nearest = NameSuggestion.nearest(to: name, among: known)
        return "no column \(name) in \(layer); \(nearest.map { "did you mean \($0)? " } ?? "")"
            + "columns: \(known.joined(separator: ", "))"
    }
}
