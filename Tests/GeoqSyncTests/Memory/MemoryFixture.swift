import Foundation
import Geoq
import GeoqIndex
import GeoqStore
import TestSupport
import Testing

@testable import GeoqSync

/// A server in memory, a store, and a generator of edits.
final class MemoryFixture {
    let server = MemoryServer()
    let store: Store
    var generator: SeededGenerator
    var abilities: Set<MemoryRemote.Ability>

    init(_ folder: String, seed: UInt64 = 1, abilities: Set<MemoryRemote.Ability> = []) throws {
        store = try Store.blank("\(folder)/\(UUID().uuidString).sqlite")
        (generator, self.abilities) = (SeededGenerator(seed: seed), abilities)
    }

    /// Gives a server with rows and an empty store to `body`.
    static func run(
        _ abilities: Set<MemoryRemote.Ability> = [], rows: Int = 60, seed: UInt64 = 1,
        _ body: (MemoryFixture) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            let fixture = try MemoryFixture(folder, seed: seed, abilities: abilities)
            for _ in 0..<rows { fixture.insert(.hotspot) }
            for _ in 0..<5 { fixture.insert(.bird) }
            for _ in 0..<3 { fixture.insert(.watchlists) }
            for _ in 0..<9 { fixture.insert(.watchlistEntries) }
            try await body(fixture)
        }
    }

    var remote: MemoryRemote { MemoryRemote(server: server, abilities: abilities) }

    func client(_ change: (inout SyncOptions) -> Void = { _ in }) -> SyncClient {
        var options = SyncOptions()
        options.retry = .never
        options.mayRemove = { _, _ in true }
        options.clock = ManualClock()
        change(&options)
        return SyncClient(remote: remote, store: store, options: options)
    }

    @discardableResult
    func pull(compares: Bool = true, _ change: (inout SyncOptions) -> Void = { _ in }) async throws -> SyncReport {
        try await client(change).pull(compares: compares)
    }

    // MARK: - Edits

    func id(of table: MirrorTable) -> FeatureID? {
        server.content.tables[table]?.keys.sorted().randomElement(using: &generator)
    }

    @discardableResult
    func insert(_ table: MirrorTable) -> FeatureID {
        let id = FeatureID(key: ItemKey(high: generator.next(), low: generator.next()))
        server.put(table, id, values(table))
        return id
    }

    func change(_ table: MirrorTable) {
        if let id = id(of: table) { server.put(table, id, values(table)) }
    }

    func remove(_ table: MirrorTable) {
        if let id = id(of: table) { server.remove(table, id) }
    }

    /// One edit of any kind.
    func edit() {
        let table = MemoryServer.tables.randomElement(using: &generator) ?? .hotspot
        let hasParents = table.parents.allSatisfy { id(of: $0.table) != nil }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0, 1: if hasParents { insert(table) }
        case 2: if hasParents { change(table) }
        default: remove(table)
        }
    }

    private func values(_ table: MirrorTable) -> [FieldValue] {
        table.columns.map { column in
            if let parent = table.parents.first(where: { $0.column == column.name }), let id = id(of: parent.table) {
                return .text(id.description)
            }
            let number = Int64.random(in: 1...999, using: &generator)
            switch column.name {
            case "lat": return .real(Double.random(in: -80...80, using: &generator))
            case "lon": return .real(Double.random(in: -170...170, using: &generator))
            case "row_version": return .integer(number)
            default: break
            }
            if !column.isRequired, number % 5 == 0 { return .null }
            switch column.kind {
            case .text: return .text("\(column.name) \(number) é'\"")
            case .integer: return .integer(number - 500)
            case .real: return .real(Double(number) / 7)
            case .bool: return .bool(number % 2 == 0)
            case .id: return .text(FeatureID(key: ItemKey(high: UInt64(number), low: 3)).description)
            case .timestamp: return .text("2026-05-03T05:42:00.\(100_000 + number)Z")
            case .date: return .text("2026-05-\(10 + number % 20)")
            case .texts: return .text(#"["a \#(number)","b"]"#)
            case .integers: return .text("[\(number),2]")
            }
        }
    }

    // MARK: - Comparing

    /// A difference between the store and the server's dictionaries; nil when
    /// there is none.
    func difference(in region: Region? = nil) async throws -> String? {
        let session = MemorySession(server)
        _ = try await session.begin(RemoteRequest(region: region))
        let reader = try MirrorReader(store, nil)
        defer { reader.close() }
        for table in MemoryServer.tables {
            let expected = Dictionary(
                uniqueKeysWithValues: session.living(table).map { ($0.id, Self.words($0.row.values, table)) })
            let kinds = table.columns.map(\.kind)
            let held = try await reader.reduceValues(.held, table, of: "memory", into: [FeatureID: [String]]()) {
                rows, id, row in
                rows[FeatureID(key: id)] = kinds.enumerated().map { index, kind in
                    if row.isNull(index) { return "-" }
                    if kind == .real, let number = row.number(index) { return "\(number.bitPattern)" }
                    return row.withText(index) { "'" + String(decoding: $0, as: UTF8.self) }
                }
            }
            for id in Set(expected.keys).union(held.keys).sorted() where expected[id] != held[id] {
                return "\(table) \(id): \(held[id] ?? ["missing"]) for \(expected[id] ?? ["nothing"])"
            }
        }
        return nil
    }

    private static func words(_ values: [FieldValue], _ table: MirrorTable) -> [String] {
        values.enumerated().map { index, value in
            switch value {
            case .null: table.columns[index].valueForNull.map { words([$0], table)[0] } ?? "-"
            case .bool(let flag): flag ? "'1" : "'0"
            case .integer(let number): "'\(number)"
            case .real(let number): "\(number.bitPattern)"
            case .text(let text): "'" + text
            }
        }
    }
}
