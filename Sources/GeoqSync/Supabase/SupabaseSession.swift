import Geoq
import GeoqIndex
import GeoqStore
import GeoqSupabase
import Synchronization

/// A conversation with a Supabase project. Whether the project has geoq's kit is
/// found by asking for what the kit would answer.
final class SupabaseSession: RemoteDigesting, RemoteBurying {
    private enum Reading {
        case kit(KitReading)
        case rest(RestReading)
    }

    let wire: ProjectWire
    /// What the moment was begun for.
    let request = Mutex<RemoteRequest?>(nil)
    /// The user who is logged in; nil for the rows that all may see.
    private let user: String?
    private let state = Mutex<Reading?>(nil)

    init(_ wire: ProjectWire, user: String?) {
        (self.wire, self.user) = (wire, user)
    }

    func address() async throws -> String { wire.client.project.origin }
    func bytesReceived() async -> Int { wire.bytes }
    func finish() async throws {}
    func close() async {}

    private var reading: Reading {
        guard let reading = state.withLock({ $0 }) else {
            preconditionFailure("A table is read after the moment has begun.")
        }
        return reading
    }

    // MARK: - The moment

    func begin(_ request: RemoteRequest) async throws -> RemoteMoment {
        self.request.withLock { $0 = request }
        let fingerprint = request.mapping.fingerprint
        var request = request
        // Without a user there are no rows of one.
        if user == nil { request.mapping.tables = request.mapping.tables.filter { !$0.key.isPersonal } }
        return try await translating { [request] in
            let kit = KitReading(wire, region: request.region)
            let origin = wire.client.project.origin
            if let beginning = try await kit.begin(request) {
                state.withLock { $0 = .kit(kit) }
                let moment = RemoteMoment(
                    identity: MirrorIdentity(
                        origin: origin, address: origin, user: user, region: request.region?.stored,
                        mapping: fingerprint),
                    position: beginning.position, isStandby: beginning.position.isStandby,
                    serverTime: beginning.serverTime, tables: beginning.tables, problems: beginning.problems)
                return account(moment)
            }
            let rest = RestReading(wire, region: request.region)
            state.withLock { $0 = .rest(rest) }
            var moment = account(try await rest.begin(request))
            moment.identity.mapping = fingerprint
            return moment
        }
    }

    private func account(_ moment: RemoteMoment) -> RemoteMoment {
        var moment = moment
        moment.identity.user = user
        (moment.lasts, moment.isOfAccount) = (false, true)
        return moment
    }

    func findings(_ mapping: TableMapping) async throws -> [SchemaFinding] {
        let moment = try await begin(RemoteRequest(mapping: mapping))
        var findings = moment.problems.sorted { $0.key.rank < $1.key.rank }.map { table, problem in
            let isMissed = problem.kind != .noTable || !table.isOptional || mapping.names(table)
            return SchemaFinding(
                table, isMissed ? .loss : .note, problem.message, cost: "nothing of it is mirrored",
                remedy: problem.remedy)
        }
        if case .rest = reading {
            findings.append(
                SchemaFinding(
                    nil, .note, "the project does not have geoq's kit",
                    cost: "watchlists are read whole at each sync, birds and hotspots once a day"))
        }
        return findings
    }

    // MARK: - Rows

    func rows(
        of table: MirrorTable, _ selection: RowSelection, _ take: @escaping @Sendable (RowBatch) throws -> Void
    ) async throws -> Int {
        try await translating(table) {
            let since: MirrorCursor?
            switch selection {
            case .ids(let ids):
                return switch reading {
                case .kit(let kit): try await kit.fetch(table, ids, take)
                case .rest(let rest): try await rest.fetch(table, ids, take)
                }
            case .changed(let cursor): since = cursor
            // Nothing of a broken read can be used: see `lineage`.
            case .all, .rest: since = nil
            }
            return switch reading {
            case .kit(let kit): try await kit.read(table, since: since, take)
            case .rest(let rest): try await rest.read(table, since: since, take)
            }
        }
    }

    func ids(of table: MirrorTable) async throws -> [FeatureID] {
        try await translating(table) {
            switch reading {
            case .rest(let rest): return try await rest.ids(table)
            case .kit(let kit):
                var ids: [FeatureID] = []
                for byte in try await kit.sums(table).keys.sorted() { ids += try await kit.tokens(table, byte).keys }
                return ids
            }
        }
    }

    func count(of table: MirrorTable) async throws -> Int {
        try await translating(table) {
            switch reading {
            case .kit(let kit): try await kit.count(table)
            case .rest(let rest): try await rest.count(table)
            }
        }
    }

    func orphanCount(of table: MirrorTable) async -> Int {
        // With the kit the server's triggers leave none.
        guard case .rest(let rest) = reading else { return 0 }
        return await rest.orphanCount(table)
    }

    // MARK: - Sums

    func sums(_ measure: RowMeasure) async -> Bool {
        if case .kit = reading { measure == .version } else { false }
    }

    func whileAsking(_ body: @escaping @Sendable () -> Void) { wire.whileAsking(body) }

    func total(of table: MirrorTable) async throws -> TableDigest.Bucket? {
        guard case .kit(let kit) = reading, let total = await kit.total(table) else { return nil }
        return TableDigest.Bucket(count: total.count, sum: total.sum)
    }

    func digest(
        of table: MirrorTable, by measure: RowMeasure, hiding hidden: Set<FeatureID>
    ) async throws -> TableDigest {
        let kit = summing(measure)
        return try await translating(table) {
            var digest = TableDigest()
            for (byte, total) in try await kit.sums(table) {
                guard digest.set(Int(byte), count: total.count, sum: total.sum) else {
                    throw SyncError(.protocol, "the project's digest cannot be read", retryMayHelp: true)
                }
            }
            for byte in Set(hidden.map { UInt8($0.key.high >> 56) }) {
                for (id, token) in try await kit.tokens(table, byte) where hidden.contains(id) {
                    digest.remove(id.key, token: token)
                }
            }
            return digest
        }
    }

    func fineSums(
        of table: MirrorTable, by measure: RowMeasure, in firstBytes: [UInt8], hiding hidden: Set<FeatureID>
    ) async throws -> [UInt16: UInt32] {
        let kit = summing(measure)
        return try await translating(table) {
            // The kit tells tokens at once; they are kept for `tokens`.
            var sums: [UInt16: UInt32] = [:]
            for byte in firstBytes {
                var digest = TableDigest()
                for (id, token) in try await kit.tokens(table, byte) where !hidden.contains(id) {
                    digest.add(id.key, token: token)
                }
                for prefix in IDRange(firstByte: byte).lower...IDRange(firstByte: byte).upper {
                    let sum = digest.fineSum(prefix)
                    if sum != 0 { sums[prefix] = sum }
                }
            }
            return sums
        }
    }

    func tokens(
        of table: MirrorTable, by measure: RowMeasure, in ranges: [IDRange], hiding hidden: Set<FeatureID>
    ) async throws -> [RowToken] {
        let kit = summing(measure)
        return try await translating(table) {
            var tokens: [RowToken] = []
            let bytes = Set(ranges.flatMap { ($0.lower >> 8)...($0.upper >> 8) }.map { UInt8($0) })
            for byte in bytes.sorted() {
                for (id, token) in try await kit.tokens(table, byte) where !hidden.contains(id) {
                    let prefix = IDRange.prefix(of: id.key)
                    guard ranges.contains(where: { $0.lower <= prefix && prefix <= $0.upper }) else { continue }
                    tokens.append(RowToken(id: id, token: token))
                }
            }
            return tokens
        }
    }

    private func summing(_ measure: RowMeasure) -> KitReading {
        guard case .kit(let kit) = reading, measure == .version else {
            preconditionFailure("Sums are asked for where `sums(_:)` says so.")
        }
        return kit
    }

    /// Runs `body` and throws its errors as a sync knows them.
    func translating<Value>(
        _ table: MirrorTable? = nil, _ body: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await body()
        } catch {
            throw SyncError.ofProject(error, table: table?.rawValue)
        }
    }
}
