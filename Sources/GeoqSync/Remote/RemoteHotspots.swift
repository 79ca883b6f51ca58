package import Geoq
import GeoqIndex
import GeoqStore

/// The hotspots of a remote, asked on the remote itself: for sets too large for
/// one machine, whose server may be partitioned or distributed.
///
/// The remote finds candidates, by an index where it has one, a little further
/// than asked. geoq itself decides distances, edges, order, ties and conditions
/// on columns. So the answer is the one that a mirror would give.
package struct RemoteHotspots: Sendable {
    private let remote: any Remote
    private let mapping: TableMapping
    private let user: FeatureID?

    /// - Parameter user: the user whose rows are seen, under row-level
    ///   security.
    package init(_ remote: any Remote, mapping: TableMapping = .standard, user: FeatureID? = nil) {
        (self.remote, self.mapping, self.user) = (remote, mapping, user)
    }

    /// The hits of a question, in order, and their rows.
    ///
    /// - Precondition: the question is about hotspots around a place or inside a box, and continues no page.
    /// - Throws: `SyncError`; what `Snapshot.answer(_:)` throws; `FilterError`
    ///   for an unknown column.
    /// - Complexity: that of the remote, and O(*m* log *m*) for *m* candidates:
    ///   about as many as there are hits.
    package func features(answering query: Query) async throws -> (hits: [Hit], features: [Feature]) {
        precondition(query.layer == .hotspots && query.after == nil, "A remote is asked for the first hotspots.")
        try query.filter?.validate(
            columns: LayerTable.filterColumns(of: query.layer), of: query.layer.rawValue)
        let session = try await remote.open(as: user)
        do {
            guard let session = session as? any RemoteAnswering else {
                throw SyncError(.refused, "the server answers no questions itself", retryMayHelp: false)
            }
            var only = mapping
            only.tables = mapping.tables.filter { $0.key == .hotspot }
            let moment = try await session.begin(RemoteRequest(mapping: only, purpose: .questions))
            guard moment.tables[.hotspot] != nil else {
                throw moment.problems[.hotspot] ?? SyncError.schema("hotspots are not among the tables")
            }
            if let problem = try await session.oddPlace(of: .hotspot) { throw problem }
            let answer = try await candidates(query, session, source: moment.identity.address).answer
            try await session.finish()
            await session.close()
            return answer
        } catch {
            await session.close()
            throw error is SyncError || error is WireError ? SyncError.from(error) : error
        }
    }

    /// How much further than asked candidates are taken, to allow for errors of
    /// the remote's distances; in meters and as a share.
    private static let margin = (meters: 0.001, share: 1e-9)

    private static func widened(_ meters: Double) -> Distance { .meters(meters * (1 + margin.share) + margin.meters) }

    private func candidates(
        _ query: Query, _ session: any RemoteAnswering, source: String
    ) async throws -> Candidates {
        func ask(_ question: RemoteQuestion) async throws -> [RemoteHit] {
            try await session.answer(question, hiding: [:])
        }
        let (center, radius): (Coordinate, Distance?)
        switch query.area {
        case .around(let place, let reach): (center, radius) = (place, reach)
        case .box(let box): return try Candidates(query, try await ask(.inside(box)), source)
        case .along: preconditionFailure("A remote is asked around a place or inside a box.")
        }
        guard var count = [query.first, query.limit].compactMap({ $0 }).min() else {
            let reach = radius.map { Self.widened($0.meters) } ?? .halfTheEarth
            return try Candidates(query, try await ask(.within(reach, of: center)), source)
        }
        let wanted = count
        while true {
            let nearest = try await ask(.nearest(count, to: center))
            let last = nearest.last?.meters ?? 0
            // Either all rows, or all within the radius.
            if nearest.count < count { return try Candidates(query, nearest, source) }
            if let radius, last > Self.widened(radius.meters).meters { return try Candidates(query, nearest, source) }
            if try Candidates(query, nearest, source).answer.hits.count >= wanted {
                // Further rows may be as near as the last one.
                return try Candidates(query, try await ask(.within(Self.widened(last), of: center)), source)
            }
            count = max(16, count * 4)
        }
    }
}

/// The rows that contain the hits of a question.
private struct Candidates {
    let answer: (hits: [Hit], features: [Feature])

    init(_ query: Query, _ rows: [RemoteHit], _ source: String) throws {
        let features = Dictionary(rows.map { ($0.id, Self.feature($0, source)) }) { first, _ in first }
        var builder = SnapshotBuilder()
        builder.begin(.hotspots, expecting: features.count)
        for (id, feature) in features {
            guard let place = feature.coordinate else { continue }
            builder.add(id, LayerRow(coordinate: place, name: Self.text(feature["name"])), to: .hotspots)
        }
        let snapshot = Snapshot(builder, stamp: IndexStamp(store: ItemKey(high: 0, low: 0), version: 0))
        var positions: PositionSet?
        if let filter = query.filter {
            let accepted = features.filter { _, feature in filter.evaluate { Self.value($0, feature) } == true }
            positions = try snapshot.positions(of: Set(accepted.keys), in: .hotspots)
        }
        let hits = try snapshot.answer(query, positions: positions)
        answer = (hits, hits.compactMap { features[$0.id] })
    }

    /// A row in the form that the store gives it.
    private static func feature(_ hit: RemoteHit, _ source: String) -> Feature {
        let fields = LayerTable.columns(of: .hotspots).map { column -> Feature.Field in
            switch column.name {
            case "name": .init("name", .text(hit.name ?? ""))
            case "locality": .init("locality", hit.locality.map { .text($0) } ?? .null)
            case "source": .init("source", .text(source))
            default: .init(column.name, .null)
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
