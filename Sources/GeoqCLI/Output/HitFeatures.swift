import Geoq
import GeoqStore
import GeoqSync

/// Hits as features: id, name, place, distance and bearing, and the columns
/// that were asked for.
struct HitFeatures {
    let query: Query
    /// The hit's columns besides `id`, `lat` and `lon`, in order.
    let names: [String]
    private let rowFields: [String]

    /// - Parameters:
    ///   - fields: the layer's columns to add; nil for all.
    ///   - format: a table also needs what tells how well a date is known.
    /// - Throws: `FieldError` when the layer does not have one of them.
    init(query: Query, fields: [String]?, format: OutputFormat) throws {
        self.query = query
        let known = LayerTable.columns(of: query.layer).map(\.name)
        let chosen = fields ?? known
        if let unknown = chosen.first(where: { !known.contains($0) }) {
            throw FieldError(name: unknown, layer: query.layer, known: known)
        }
        // A hotspot's name is the hit's name; it is not said twice.
        let isDated = format == .table && chosen.contains("date")
        let dating = isDated ? ["date_end", "date_precision"].filter { !chosen.contains($0) } : []
        rowFields = chosen.filter { $0 != "name" } + dating
        names = ["name"] + (query.center == nil ? [] : ["distance_m", "bearing_deg"]) + rowFields
    }

    /// Asks the question.
    ///
    /// - Returns: the hits, the version that they are of, and their features in
    ///   the same order.
    func answer(
        _ store: Store, method: Snapshot.Method = .index, needsRows: Bool = true
    ) async throws -> (answer: Answer, features: [Feature]) {
        guard needsRows, !rowFields.isEmpty else {
            let answer = try await store.answer(query, method: method, verifying: .touched)
            return (answer, answer.hits.map { feature($0, nil) })
        }
        let (answer, rows) = try await store.features(answering: query, method: method, verifying: .touched)
        return (answer, zip(answer.hits, rows).map { feature($0, $1) })
    }

    /// Asks a server instead of the store.
    func answer(_ remote: RemoteHotspots) async throws -> [Feature] {
        let (hits, rows) = try await remote.features(answering: query)
        return zip(hits, rows).map { feature($0, $1) }
    }

    private func feature(_ hit: Hit, _ row: Feature?) -> Feature {
        var fields = [Feature.Field("name", .text(hit.name))]
        if let center = query.center {
            let way = hit.geodesic(from: center)
            fields.append(.init("distance_m", .real(way.distance.meters)))
            fields.append(.init("bearing_deg", .real((way.initialBearing * 1e6).rounded() / 1e6)))
        }
        for name in rowFields { fields.append(.init(name, row?[name] ?? .null)) }
        return Feature(id: hit.id.description, coordinate: hit.coordinate, fields: fields)
    }

    private static func usualColumns(_ layer: Layer) -> [String] {
        switch layer {
        case .hotspots: ["locality"]
        case .observations: ["count", "date", "place"]
        case .entries: ["status", "date", "place"]
        }
    }

    /// What a person wants to see first in a table; the fields chosen decide
    /// the rest.
    func tableColumns(unit: LengthUnit, chosen: [String]?) -> [TableColumn] {
        var columns: [TableColumn] = []
        if query.center != nil {
            columns.append(.distance("distance", field: "distance_m", unit: unit))
            columns.append(.bearing("bearing", field: "bearing_deg"))
        }
        columns.append(TableColumn("name", field: "name"))
        let usual = Self.usualColumns(query.layer)
        for name in chosen ?? usual where name != "name" {
            if name == "date" {
                columns.append(.date(name, field: name, end: "date_end", precision: "date_precision"))
                continue
            }
            let isNumber = name == "count" || name == "uncertainty_m"
            columns.append(TableColumn(name, field: name, alignment: isNumber ? .trailing : .leading))
        }
        columns.append(TableColumn("lat", field: "lat", alignment: .trailing))
        columns.append(TableColumn("lon", field: "lon", alignment: .trailing))
        columns.append(TableColumn("id", field: "id"))
        return columns
    }
}

/// `--fields` names a column that there is not.
struct FieldError: Error, CustomStringConvertible {
    let name: String
    let layer: Layer
    let known: [String]

    var description: String {
        "no column \(name) in \(layer.rawValue); columns: \(known.joined(separator: ", "))"
    }
}
