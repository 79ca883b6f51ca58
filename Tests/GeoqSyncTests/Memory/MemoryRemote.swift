import Geoq
import GeoqIndex
import GeoqStore
import Synchronization

@testable import GeoqSync

/// A remote held in memory: it does what every remote must do, and has the
/// abilities that a test wants.
struct MemoryRemote: Remote {
    enum Ability: CaseIterable {
        case digesting, durability, answering
    }

    let server: MemoryServer
    var abilities: Set<Ability> = []

    func open(as user: FeatureID?) async throws -> any RemoteSession {
        switch (abilities.contains(.digesting), abilities.contains(.durability), abilities.contains(.answering)) {
        case (false, false, false): MemorySession(server)
        case (true, false, false): DigestingSession(server)
        case (false, true, false): DurableSession(server)
        case (false, false, true): AnsweringSession(server)
        case (true, true, false): DigestingDurableSession(server)
        default: ableSession
        }
    }

    private var ableSession: any RemoteSession {
        precondition(abilities.count == Ability.allCases.count, "No test wants these abilities.")
        return AbleSession(server)
    }
}

/// A remote that also rings.
struct RingingMemoryRemote: RemoteRinging {
    let base: MemoryRemote

    func open(as user: FeatureID?) async throws -> any RemoteSession { try await base.open(as: user) }
    func openDoorbell(
        _ mapping: @Sendable (_ address: String) async throws -> TableMapping
    ) async throws -> any RemoteDoorbell { MemoryDoorbell(base.server) }
}

final class MemoryDoorbell: RemoteDoorbell {
    private let server: MemoryServer
    private let heard: Mutex<Int>

    init(_ server: MemoryServer) {
        self.server = server
        heard = Mutex(server.rings)
    }

    var hearing: DoorbellHearing { .hears }

    func ring(within time: Duration) async throws -> Bool {
        let end = ContinuousClock.now + time
        while true {
            let rings = server.rings
            let isNews = heard.withLock { heard in
                defer { heard = rings }
                return rings > heard
            }
            if isNews { return true }
            if ContinuousClock.now >= end { return false }
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    func close() async {}
}

/// A session without any optional ability.
class MemorySession: RemoteSession, @unchecked Sendable {
    let server: MemoryServer
    // Methods of a session are called one after the other.
    private var moment: (content: MemoryServer.Content, region: Region?)?
    private var bytes = 0

    init(_ server: MemoryServer) {
        self.server = server
    }

    func address() async throws -> String { "memory" }

    func begin(_ request: RemoteRequest) async throws -> RemoteMoment {
        let content = server.content
        moment = (content, request.region)
        let position = MemoryPosition(content: content, lack: server.manners.lack)
        return RemoteMoment(
            identity: MirrorIdentity(
                origin: content.name, address: "memory", user: request.user?.description,
                region: request.region?.stored, mapping: request.mapping.fingerprint),
            position: position, serverTime: "2026-11-22T08:00:00Z",
            tables: Dictionary(
                uniqueKeysWithValues: MemoryServer.tables.map { table in
                    let origin = "\(table) \(content.made[table] ?? 1)"
                    return (table, RemoteTable(origin: origin, name: table.rawValue, rings: true))
                }),
            problems: [.watchlistRules: .noTable("watchlist_rules")])
    }

    func finish() async throws { moment = nil }
    func findings(_ mapping: TableMapping) async throws -> [SchemaFinding] { [] }
    func bytesReceived() async -> Int { bytes }
    func close() async {}

    func all(_ table: MirrorTable) -> [FeatureID: MemoryServer.Row] { moment?.content.tables[table] ?? [:] }

    /// The rows that belong to the mirror, by id.
    func living(
        _ table: MirrorTable, hiding hidden: Set<FeatureID> = []
    ) -> [(id: FeatureID, row: MemoryServer.Row)] {
        all(table).filter { belongs($0.value, table) && !hidden.contains($0.key) }.map { (id: $0.key, row: $0.value) }
            .sorted { $0.id < $1.id }
    }

    private func belongs(_ row: MemoryServer.Row, _ table: MirrorTable) -> Bool {
        guard table == .hotspot, let region = moment?.region else { return true }
        return region.contains(Self.place(row))
    }

    static func place(_ row: MemoryServer.Row) -> Coordinate {
        let names = MirrorTable.hotspot.columns.map(\.name)
        guard let latitude = names.firstIndex(of: "lat"), let longitude = names.firstIndex(of: "lon"),
            case .real(let y) = row.values[latitude], case .real(let x) = row.values[longitude],
            let place = try? Coordinate(latitude: y, longitude: x)
        else { preconditionFailure("Hotspots of these tests have places.") }
        return place
    }

    func rows(
        of table: MirrorTable, _ selection: RowSelection, _ take: @escaping @Sendable (RowBatch) throws -> Void
    ) async throws -> Int {
        func isChanged(_ row: MemoryServer.Row, _ cursor: MirrorCursor) -> Bool {
            MemoryPosition.writes(cursor).map { row.version > $0 } ?? true
        }
        let ordered = all(table).sorted { $0.key < $1.key }.map { (id: $0.key, row: $0.value) }
        let chosen: [(id: FeatureID, row: MemoryServer.Row)] =
            switch selection {
            case .all: living(table)
            case .rest(let last, let cursor):
                ordered.filter { $0.id > last && belongs($0.row, table) || isChanged($0.row, cursor) }
            case .changed(let cursor): ordered.filter { isChanged($0.row, cursor) }
            case .ids(let ids): living(table).filter { ids.contains($0.id) }
            }
        let rows = chosen.map { id, row in
            let isGone = !belongs(row, table)
            return MirrorRow(id: id, token: row.version, isGone: isGone, values: isGone ? [] : row.values)
        }
        let size = server.manners.pageSize
        for start in stride(from: 0, to: rows.count, by: size) {
            try server.sendPage()
            let page = Array(rows[start..<min(start + size, rows.count)])
            bytes += page.count * 100
            try take(RowBatch(rows: page, bytes: page.count * 100))
        }
        return rows.count
    }

    func ids(of table: MirrorTable) async throws -> [FeatureID] {
        let ids = living(table).map(\.id)
        return server.manners.doublesAnID ? ids + ids.prefix(1) : ids
    }

    func count(of table: MirrorTable) async throws -> Int { living(table).count }

    // MARK: - Parts of abilities

    func token(_ row: MemoryServer.Row, _ table: MirrorTable, _ measure: RowMeasure) -> Int64 {
        guard measure == .contents else { return row.version }
        var contents = RowContents(table, isUTF8: true)
        return Int64(bitPattern: contents.hash(MemoryValues(values: row.values)))
    }

    func summed(_ table: MirrorTable, _ measure: RowMeasure, _ hidden: Set<FeatureID>) -> TableDigest {
        var digest = TableDigest()
        for (id, row) in living(table, hiding: hidden) { digest.add(id.key, token: token(row, table, measure)) }
        return digest
    }

    func fine(
        _ table: MirrorTable, _ measure: RowMeasure, _ bytes: [UInt8], _ hidden: Set<FeatureID>
    ) -> [UInt16: UInt32] {
        let sums = summed(table, measure, hidden).fineSums
        let wanted = bytes.flatMap { byte in (0..<256).map { UInt16(byte) << 8 | UInt16($0) } }
        return Dictionary(uniqueKeysWithValues: wanted.map { ($0, sums[Int($0)]) })
    }

    func listed(
        _ table: MirrorTable, _ measure: RowMeasure, _ ranges: [IDRange], _ hidden: Set<FeatureID>
    ) -> [RowToken] {
        living(table, hiding: hidden).filter { row in
            let prefix = IDRange.prefix(of: row.id.key)
            return ranges.contains { ($0.lower...$0.upper).contains(prefix) }
        }.map { RowToken(id: $0.id, token: token($0.row, table, measure)) }
    }

    func hits(_ question: RemoteQuestion, _ hidden: Set<FeatureID>) -> [RemoteHit] {
        let names = MirrorTable.hotspot.columns.map(\.name)
        func text(_ row: MemoryServer.Row, _ name: String) -> String? {
            guard let index = names.firstIndex(of: name), case .text(let text) = row.values[index] else { return nil }
            return text
        }
        func hits(from center: Coordinate?) -> [RemoteHit] {
            living(.hotspot, hiding: hidden).map { id, row in
                let place = Self.place(row)
                let meters = center.map { Geodesic.inverse(from: $0, to: place).distance.meters }
                return RemoteHit(
                    id: id, coordinate: place, meters: meters, name: text(row, "name"),
                    locality: text(row, "locality"))
            }.sorted { ($0.meters ?? 0, $0.id) < ($1.meters ?? 0, $1.id) }
        }
        switch question {
        case .within(let radius, of: let center): return hits(from: center).filter { $0.meters! <= radius.meters }
        case .around(let center, within: let radius): return hits(from: center).filter { $0.meters! <= radius.meters }
        case .nearest(let count, to: let center): return Array(hits(from: center).prefix(count))
        case .inside(let box): return hits(from: nil).filter { box.contains($0.coordinate!) }
        case .among(let boxes):
            return hits(from: nil).filter { hit in boxes.contains { $0.contains(hit.coordinate!) } }
        default: preconditionFailure("This remote is asked for places only.")
        }
    }
}

/// Values as the store will have them.
private struct MemoryValues: RowValues {
    let values: [FieldValue]

    func isNull(_ column: Int) -> Bool { values[column] == .null }

    func number(_ column: Int) -> Double? {
        if case .real(let number) = values[column] { number } else { nil }
    }

    func withText<Value>(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        let text =
            switch values[column] {
            case .text(let text): text
            case .integer(let number): "\(number)"
            case .bool(let flag): flag ? "1" : "0"
            case .real(let number): "\(number)"
            case .null: ""
            }
        return Array(text.utf8).withUnsafeBufferPointer(body)
    }
}

// MARK: - Sessions with abilities

protocol MemoryDigesting: MemorySession, RemoteDigesting {}
extension MemoryDigesting {
    func digest(
        of table: MirrorTable, by measure: RowMeasure, hiding hidden: Set<FeatureID>
    ) async throws -> TableDigest { summed(table, measure, hidden) }
    func fineSums(
        of table: MirrorTable, by measure: RowMeasure, in firstBytes: [UInt8], hiding hidden: Set<FeatureID>
    ) async throws -> [UInt16: UInt32] { fine(table, measure, firstBytes, hidden) }
    func tokens(
        of table: MirrorTable, by measure: RowMeasure, in ranges: [IDRange], hiding hidden: Set<FeatureID>
    ) async throws -> [RowToken] { listed(table, measure, ranges, hidden) }
}

protocol MemoryDurable: MemorySession, RemoteDurability {}
extension MemoryDurable {
    func isDurable(_ moment: RemoteMoment) async throws -> Bool { server.asksForDurability() }
    func hurry() async throws { try await finish() }
}

protocol MemoryAnswering: MemorySession, RemoteAnswering, RemoteEstimating {}
extension MemoryAnswering {
    func answer(_ question: RemoteQuestion, hiding hidden: HiddenRows) async throws -> [RemoteHit] {
        hits(question, hidden[.hotspot] ?? [])
    }
    func reach(
        of count: Int, around center: Coordinate, within radius: Distance?, hiding hidden: HiddenRows
    ) async throws -> Distance? {
        let near = hits(.within(radius ?? .halfTheEarth, of: center), hidden[.hotspot] ?? [])
        return near.count < count ? nil : near[count - 1].meters.map { .meters($0) }
    }
    func functions() async throws -> Set<RemoteFunction> { [] }
    func oddPlace(of table: MirrorTable) async throws -> SyncError? { nil }
    func estimate(of table: MirrorTable, outside region: Region?) async throws -> RemoteEstimate {
        let rows = living(table).filter { _, row in
            guard case .box(let box) = region else { return true }
            return !box.contains(Self.place(row))
        }
        return RemoteEstimate(rows: rows.count, bytes: rows.count * 100)
    }
}

private final class DigestingSession: MemorySession, MemoryDigesting, @unchecked Sendable {}
private final class DurableSession: MemorySession, MemoryDurable, @unchecked Sendable {}
private final class AnsweringSession: MemorySession, MemoryAnswering, @unchecked Sendable {}
private final class DigestingDurableSession: MemorySession, MemoryDigesting, MemoryDurable, @unchecked Sendable {}
private final class AbleSession: MemorySession, MemoryDigesting, MemoryDurable, MemoryAnswering, @unchecked Sendable {}
