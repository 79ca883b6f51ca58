import Foundation
package import Geoq
import GeoqIndex
package import GeoqStore

/// The hotspots of a remote, asked on the remote itself: for sets too large for
/// one machine, whose server may be partitioned or distributed.
///
/// The remote finds candidates, by an index where it has one, a little further
/// than asked. geoq itself decides distances, edges, order, ties and conditions
/// on columns, and what lies inside an area. So the answer is the one that a mirror would give.
package struct RemoteHotspots: Sendable {
    private let remote: AskedRemote
    /// Gets a sentence about rows that an answer leaves out, because they cannot be used.
    package var told: @Sendable (String) -> Void = { _ in }

    package init(_ remote: AskedRemote) {
        self.remote = remote
    }

    /// The hits of a question, in order, and their rows.
    ///
    /// - Parameter check: gets the columns that the relation keeps besides geoq's own, before the
    ///   remote is asked for rows; what it throws ends the question.
    /// - Precondition: the question is about hotspots around a place, inside a box or along a line, and continues no
    ///   page.
    /// - Throws: `SyncError`; what `Snapshot.answer(_:)` throws; `FilterError`
    ///   for an unknown column; what `check` throws.
    /// - Complexity: that of the remote, and O(*m* log *m*) for *m* candidates:
    ///   about as many as there are hits.
    package func features(
        answering query: Query, check: @Sendable (_ kept: [LayerTable.Column]) throws -> Void = { _ in }
    ) async throws -> (hits: [Hit], features: [Feature]) {
        try await withSession(query) { session, table in
            try check(table.kept)
            let found = try await candidates(query, session, table)
            if let words = found.left.words { told(words) }
            return found.answer
        }
    }

    /// What the question costs the remote, and which of its parts are asked.
    ///
    /// - Throws: as `features(answering:check:)`.
    package func cost(of query: Query) async throws -> RemoteCost {
        try await withSession(query) { session, table in
            guard let session = session as? any RemoteExplaining else {
                throw SyncError(.refused, "the server does not say how it answers", retryMayHelp: false)
            }
            let clock = ContinuousClock()
            let cold = try await clock.measure { _ = try await candidates(query, session, table) }
            let warm = try await clock.measure { _ = try await candidates(query, session, table) }
            await session.explainFromNow()
            let hits = try await candidates(query, session, table).answer.hits.count
            return RemoteCost(
                statements: await session.statements(), partCount: try await session.partCount(of: .hotspot),
                hits: hits, answering: cold, answeringAgain: warm)
        }
    }

    /// Begins a moment of the remote's hotspots, and ends it.
    private func withSession<Value: Sendable>(
        _ query: Query, _ body: (_ session: any RemoteAnswering, _ table: AskedTable) async throws -> Value
    ) async throws -> Value {
        precondition(query.layer == .hotspots && query.after == nil, "A remote is asked for the first hotspots.")
        func validate(keeping kept: [LayerTable.Column] = []) throws {
            _ = try query.filter?.fitted(to: query.layer, keeping: kept)
        }
        // Which columns a relation keeps, only the remote knows.
        if remote.mapping.tables[.hotspot]?.keep == nil { try validate() }
        return try await remote.moment(of: [.hotspot]) { session, moment in
            guard let session = session as? any RemoteAnswering else {
                throw SyncError(.refused, "the server answers no questions itself", retryMayHelp: false)
            }
            guard let table = moment.tables[.hotspot] else {
                let observed = remote.mapping.tables[.hotspot] == nil ? remote.mapping.relation : nil
                let other = observed.map { ": \($0) is mapped to observations" } ?? ""
                throw moment.problems[.hotspot] ?? SyncError.schema("hotspots are not among the tables\(other)")
            }
            try validate(keeping: table.kept)
            if let problem = try await session.oddPlace(of: .hotspot) { throw problem }
            return try await body(session, AskedTable(source: moment.identity.address, kept: table.kept))
        }
    }

    private func candidates(
        _ query: Query, _ session: any RemoteAnswering, _ table: AskedTable
    ) async throws -> Candidates {
        func ask(_ question: RemoteQuestion) async throws -> Candidates {
            try Candidates(query, try await session.answer(question, hiding: [:]), table)
        }
        let (center, radius): (Coordinate, Distance?)
        if let area = query.inside {
            // An area without polygons has no hits.
            guard let box = area.box else { return try Candidates(query, [], table) }
            return try await ask(query.area.boxes(of: box))
        }
        switch query.area {
        case .around(let place, let reach): (center, radius) = (place, reach)
        case .box(let box): return try await ask(.inside(box))
        // How far along a hit is, the remote does not know: the first ones need all candidates.
        case .along(let corridor): return try await ask(.among(corridor.stretchBoxes()))
        }
        // Half the earth and more is everywhere.
        let whole = radius.map { min($0.widened, .halfTheEarth) } ?? .halfTheEarth
        guard var count = [query.first, query.limit].compactMap({ $0 }).min() else {
            return try await ask(.around(center, within: whole))
        }
        let wanted = count
        while true {
            // The nearest in two steps: how far they are at most, and then all that
            // is no further. The second has every row that is as near as the last.
            guard let reach = try await session.reach(of: count, around: center, within: radius, hiding: [:]),
                reach.widened < whole
            else { return try await ask(.around(center, within: whole)) }
            let found = try await ask(.around(center, within: reach.widened))
            // Conditions may have dropped some; then it must look further.
            let sure = reach.halfWidened
            if found.answer.hits.prefix(wanted).count(where: { $0.distance.map { $0 <= sure } ?? false }) == wanted {
                return found
            }
            count = max(16, count * 4)
        }
    }
}

extension Query.Area {
    /// The question for all that lies in it and in the box of an area, and perhaps for more.
    fileprivate func boxes(of area: BoundingBox) -> RemoteQuestion {
        switch self {
        case .around(let center, let radius?): .inside(Circle(center: center, radius: radius).box.narrower(area))
        case .around(_, nil): .inside(area)
        case .box(let box): .inside(box.narrower(area))
        case .along(let corridor): corridor.boxes(of: area)
        }
    }
}

extension Corridor {
    /// A question that has all hits: the boxes around the line, or the box of the area, if that is the smaller part of
    /// the earth.
    fileprivate func boxes(of area: BoundingBox) -> RemoteQuestion {
        let boxes = stretchBoxes()
        return boxes.reduce(0) { $0 + $1.share } < area.share ? .among(boxes) : .inside(area)
    }
}

extension BoundingBox {
    /// The one of two boxes that is the smaller part of the earth.
    fileprivate func narrower(_ other: BoundingBox) -> BoundingBox { share <= other.share ? self : other }

    /// In some unit.
    fileprivate var share: Double {
        longitudeSpan * (sin(north * .pi / 180) - sin(south * .pi / 180))
    }
}

/// What the rows of the asked table have in common.
private struct AskedTable: Sendable {
    /// The name that rows have as their source.
    var source: String
    /// The columns that a relation keeps besides geoq's own.
    var kept: [LayerTable.Column]
}

/// The rows that contain the hits of a question.
private struct Candidates {
    let answer: (hits: [Hit], features: [Feature])
    let left: LeftRows

    /// - Throws: `SyncError` when several rows have one id; what `Snapshot.answer(_:)`
    ///   throws.
    init(_ query: Query, _ found: [RemoteHit], _ table: AskedTable) throws {
        let rows = found.filter { $0.problem == nil }
        left = LeftRows(found.map { (name: $0.key ?? $0.id.description, problem: $0.problem) })
        var features: [FeatureID: Feature] = [:]
        let kept = table.kept.isEmpty ? nil : try KeptValues(table.kept).read(rows.map(\.kept))
        for (index, row) in rows.enumerated()
        where features.updateValue(Self.feature(row, kept?[index] ?? [:], table), forKey: row.id) != nil {
            if let key = row.key { throw SyncError.schema("several hotspots have the key \(key)", remedy: .keyColumn) }
            throw SyncError.schema("several hotspots have the id \(row.id)", remedy: .distinctColumn)
        }
        var builder = SnapshotBuilder()
        builder.begin(.hotspots, expecting: features.count)
        for (id, feature) in features {
            guard let place = feature.coordinate else { continue }
            builder.add(id, LayerRow(coordinate: place, name: Self.text(feature["name"])), to: .hotspots)
        }
        let snapshot = Snapshot(builder, stamp: IndexStamp(store: ItemKey(high: 0, low: 0), version: 0))
        var positions: PositionSet?
        if let filter = try query.filter?.fitted(to: .hotspots, keeping: table.kept) {
            let accepted = features.filter { _, feature in filter.evaluate { Self.value($0, feature) } == true }
            positions = try snapshot.positions(of: Set(accepted.keys), in: .hotspots)
        }
        let hits = try snapshot.answer(query, positions: positions)
        answer = (hits, hits.compactMap { features[$0.id] })
    }

    /// A row in the form that the store gives it.
    private static func feature(_ hit: RemoteHit, _ kept: [String: FieldValue], _ table: AskedTable) -> Feature {
        let fields = LayerTable.columns(of: .hotspots, keeping: table.kept).map { column -> Feature.Field in
            switch column.name {
            case "name": .init("name", .text(hit.name ?? ""))
            case "locality": .init("locality", hit.locality.map { .text($0) } ?? .null)
            case "source": .init("source", .text(table.source))
            case "source_id": .init("source_id", hit.key.map { .text($0) } ?? .null)
            default: .init(column.name, kept[column.name] ?? .null)
            }
        }
        return Feature(id: hit.id.description, coordinate: hit.coordinate, fields: fields)
    }

    private static func value(_ column: String, _ feature: Feature) -> FieldValue {
        switch column {
        case "id": .text(feature.id)
        case "lat": feature.coordinate.map { .real($0.latitude) } ?? .null
        case "lon": feature.coordinate.map { .real($0.longitude) } ?? .null
        default: feature[column] ?? .null
        }
    }

    private static func text(_ value: FieldValue?) -> String {
        if case .text(let text) = value { text } else { "" }
    }
}
