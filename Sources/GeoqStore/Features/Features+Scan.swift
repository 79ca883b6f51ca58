import GRDB
import Geoq
import GeoqIndex

extension Store.Features {
    /// Answers a question from the rows, one after the other, without an index.
    /// An index is checked with it.
    ///
    /// - Throws: as `answer` does.
    /// - Complexity: O(rows), a geodesic each, and O(*hits* log *hits*).
    func scannedAnswer(_ query: Query) async throws -> Answer {
        try await read(.scan) { db in
            var query = query
            if let filter = query.filter {
                let kept = try KeptColumns.of(query.layer, db)
                query.filter = try filter.fitted(to: query.layer, keeping: kept)
            }
            let stamp = try Store.stamp(db)
            try query.checkCursor(version: stamp.version)
            var statistics = SearchStatistics()
            let hits = try RowScan(db, query).hits(&statistics)
            return Answer(hits: hits, stamp: stamp, statistics: statistics)
        }
    }
}

/// One question, asked of each row.
private struct RowScan {
    private let query: Query
    private let rows: LayerScan
    private let species: SpeciesNames?

    /// A row that lies where the question asks: how far away, and its place in the order.
    private typealias Found = (meters: Double, order: (Double, Double), row: LayerScan.Row)

    init(_ db: Database, _ query: Query) throws {
        if query.layer == .hotspots {
            if query.species != nil { throw QueryError.notInLayer("species", query.layer) }
            if query.since != nil || query.until != nil { throw QueryError.notInLayer("dates", query.layer) }
        }
        self.query = query
        let kept = query.filter == nil ? [] : try KeptColumns.of(query.layer, db)
        rows = try LayerScan(db, query.layer, where: query.filter?.sql(keeping: kept))
        species = try query.species.map { name in
            var names = SpeciesNames(asked: name)
            try LayerScan(db, query.layer).forEachRow {
                names.learn(scientific: $0.content.scientificName, common: $0.content.commonName)
            }
            try names.learn(BirdNames(try Store.Rules.birds(db)))
            return names
        }
    }

    func hits(_ statistics: inout SearchStatistics) throws -> [Hit] {
        var found: [Found] = []
        var geodesics = 0
        try rows.forEachRow { row in
            guard isWanted(row.content) else { return }
            switch query.area {
            case .around(let center, let radius):
                geodesics += 1
                let meters = Geodesic.inverse(from: center, to: row.content.coordinate).distance.meters
                // No place is farther away than half the Earth.
                if let radius, radius < Distance.halfTheEarth, meters > radius.meters { return }
                if let minimum = query.minimum, meters < minimum.meters { return }
                found.append((meters, (0, meters), row))
            case .box(let box):
                if box.contains(row.content.coordinate) { found.append((0, (0, 0), row)) }
            case .along(let corridor):
                guard let foot = corridor.scannedFoot(of: row.content.coordinate) else { return }
                found.append((foot.offset, foot.order, row))
            }
        }
        statistics.exactDistances = geodesics
        found.sort { $0.order == $1.order ? $0.row.id.key < $1.row.id.key : $0.order < $1.order }
        if let first = query.first { found = Array(found.prefix(first)) }
        if let after = query.after {
            let meters = after.distance?.meters ?? 0
            let last =
                after.along.map { Corridor.Foot.order(along: $0, offset: meters) } ?? (along: 0, offset: meters)
            found = Array(found.drop { $0.order == last ? $0.row.id.key <= after.id.key : $0.order < last })
        }
        return found.prefix(query.limit ?? .max).map(hit)
    }

    private func isWanted(_ row: LayerRow) -> Bool {
        if let species, !species.include(scientific: row.scientificName, common: row.commonName) { return false }
        if let area = query.inside, !area.scannedContains(row.coordinate) { return false }
        if query.since == nil && query.until == nil { return true }
        // Only rows that were certainly seen within the days.
        guard let first = row.first, let last = row.last else { return false }
        if let since = query.since, first < since || last < since { return false }
        if let until = query.until, first > until || last > until { return false }
        return true
    }

    private func hit(_ found: Found) -> Hit {
        let row = found.row.content
        let species = row.commonName.isEmpty ? row.scientificName : row.commonName
        return Hit(
            layer: query.layer, id: found.row.id, name: query.layer == .hotspots ? row.name : species,
            coordinate: row.coordinate, distance: query.isMeasured ? Distance.meters(found.meters) : nil)
    }
}

extension Query {
    /// Whether its hits have distances.
    fileprivate var isMeasured: Bool { center != nil || corridor != nil }
}
