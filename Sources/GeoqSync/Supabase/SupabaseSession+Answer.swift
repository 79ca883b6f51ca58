import Geoq
import GeoqIndex
import GeoqStore
import GeoqSupabase
import Synchronization

/// Questions that a project answers itself: by its functions `hotspots_near` and
/// `birds_near`, and, for a box, by conditions on columns.
///
/// Over HTTP there are no others: PostgREST has no distances. Circles show them:
/// see `RemoteCircling`. Rows come in pages by their ids, so that an answer is
/// whole whatever the server's limit is.
extension SupabaseSession: RemoteAnswering {
    func silence(about kind: ProofKind) -> String? {
        switch kind {
        case .box, .hotspotsNear, .birdsNear: nil
        case .radius, .nearest, .rules: "a project has no such question over HTTP"
        }
    }

    func functions() async throws -> Set<RemoteFunction> {
        var found: Set<RemoteFunction> = []
        for function in RemoteFunction.allCases where names(of: function.table) != nil {
            let nowhere = try Coordinate(strictLatitude: 0, longitude: 0)
            do {
                _ = try await rows(of: function, nowhere, .meters(0)).page(after: nil)
                found.insert(function)
            } catch let fault as RemoteFault where KitReading.isMissing(fault) || fault.class == .forbidden {
                continue
            } catch {
                throw SyncError.ofProject(error, table: function.rawValue)
            }
        }
        return found
    }

    func oddPlace(of table: MirrorTable) async throws -> SyncError? { nil }

    func reach(
        of count: Int, around center: Coordinate, within radius: Distance?, hiding hidden: HiddenRows
    ) async throws -> Distance? {
        throw SyncError(.refused, "a project has no such question over HTTP", retryMayHelp: false)
    }

    func answer(_ question: RemoteQuestion, hiding hidden: HiddenRows) async throws -> [RemoteHit] {
        try await translating {
            switch question {
            case .inside(let box):
                guard let names = names(of: .hotspot) else { return [] }
                let area = RestRegion(region: .box(box))
                var source = TableRows(wire: wire, names: names)
                source.filters = area.filters(latitude: names.column("lat"), longitude: names.column("lon"))
                let found = try await hits(source, names, hidden[.hotspot] ?? [])
                return found.filter { Self.lies($0, in: area) }
            case .hotspotsNear(let center, within: let radius):
                guard let names = names(of: .hotspot) else { return [] }
                return try await hits(rows(of: .hotspotsNear, center, radius), names, hidden[.hotspot] ?? [])
            case .birdsNear(let center, within: let radius):
                let hiddenBirds = hidden[.bird] ?? []
                return try await ids(rows(of: .birdsNear, center, radius))
                    .filter { !hiddenBirds.contains($0) }.map { RemoteHit(id: $0) }
            case .birds(ofEntries: let entries):
                guard let names = names(of: .watchlistEntries) else { return [] }
                var source = TableRows(wire: wire, names: names)
                source.select = [names.column("id"), names.column("bird_id")].joined(separator: ",")
                let birds = try await source.fetch(entries).compactMap { row -> FeatureID? in
                    guard let bird = row[names.column("bird_id")], bird != .null else { return nil }
                    return try Self.id(bird)
                }
                return Set(birds).sorted().map { RemoteHit(id: $0) }
            // A region cuts hotspots alone, and an entry whose list is marked as
            // deleted waits in the mirror.
            case .birdsOfEntriesLeftOut: return []
            case .within, .around, .nearest, .among, .lists, .listsNotUnderstood:
                throw SyncError(.refused, "a project has no such question over HTTP", retryMayHelp: false)
            }
        }
    }

    /// The ids of the rows, in their order.
    private func ids(_ source: TableRows) async throws -> [FeatureID] {
        var source = source
        let column = source.names.column("id")
        source.select = column
        var found: [FeatureID] = []
        try await source.all(isProved: false) { rows in
            for row in rows { found.append(try Self.id(row[column])) }
        }
        return found
    }

    private func names(of table: MirrorTable) -> TableMapping.Table? {
        request.withLock { $0?.mapping.tables[table] }
    }

    /// The rows that a function gives.
    private func rows(of function: RemoteFunction, _ center: Coordinate, _ radius: Distance) -> TableRows {
        guard let names = names(of: function.table) else {
            preconditionFailure("A function is called after `functions()` has said that it is there.")
        }
        let numbers = [("lat", center.latitude), ("lon", center.longitude), ("radius_km", radius.kilometers)]
        let arguments = JSONObject(numbers.map { JSONObject.Member($0.0, .number($0.1)) })
        var rows = TableRows(wire: wire, names: names)
        rows.function = (function.rawValue, arguments)
        return rows
    }

    /// The hotspots of an answer that belong to the mirror.
    private func hits(
        _ source: TableRows, _ names: TableMapping.Table, _ hidden: Set<FeatureID>
    ) async throws -> [RemoteHit] {
        let region = request.withLock { $0?.region }.map { RestRegion(region: $0) }
        let reader = JSONRowReader(.hotspot, names)
        var found: [RemoteHit] = []
        try await source.all(isProved: false) { rows in
            for row in rows where !reader.isMarked(row) {
                let hit = RemoteHit(
                    id: try reader.id(of: row), coordinate: Self.place(row, names),
                    name: row[names.column("name")]?.string, locality: row[names.column("locality")]?.string)
                if hidden.contains(hit.id) { continue }
                if let region, !Self.lies(hit, in: region) { continue }
                found.append(hit)
            }
        }
        return found
    }

    private static func place(_ row: JSONObject, _ names: TableMapping.Table) -> Coordinate? {
        guard let latitude = row[names.column("lat")]?.double, let longitude = row[names.column("lon")]?.double else {
            return nil
        }
        return try? Coordinate(strictLatitude: latitude, longitude: longitude)
    }

    private static func lies(_ hit: RemoteHit, in region: RestRegion) -> Bool {
        region.contains(latitude: hit.coordinate?.latitude, longitude: hit.coordinate?.longitude)
    }

    private static func id(_ value: JSONValue?) throws -> FeatureID {
        guard let id = value?.string.flatMap({ FeatureID($0) }) else {
            throw SyncError(.protocol, "an id of the project's answer cannot be read", retryMayHelp: true)
        }
        return id
    }
}

extension SupabaseSession: RemoteCircling {
    func rows(
        of function: RemoteFunction, around center: Coordinate, within radius: Distance, among ids: [FeatureID]
    ) async throws -> Set<FeatureID> {
        try await translating {
            var source = rows(of: function, center, radius)
            source.filters = [(source.names.column("id"), "in.(\(ids.map(\.description).joined(separator: ",")))")]
            return Set(try await self.ids(source))
        }
    }
}
