import Foundation
import GRDB
import Geoq
import GeoqFormats
import GeoqIndex
import TestSupport

@testable import GeoqStore

/// A store that lives through random events: imports, syncs, edits by other
/// programs, copies that are made and put back, indexes that are built, kept or
/// lost. Each answer is compared with the rows, which a separate connection
/// reads.
final class StoreHistory {
    /// An answer that differs from the rows.
    struct Mistake: CustomStringConvertible {
        let step: Int
        let description: String
    }

    private let folder: String
    private var path: String { folder + "/birds.sqlite" }
    private var generator: SeededGenerator
    /// A process that keeps running; it opens the store anew when the test says
    /// so.
    private var server: Store
    private var copies = 0
    private var rows = 0
    private(set) var mistakes: [Mistake] = []
    private(set) var answers = 0
    private(set) var restores = 0

    /// - Parameter template: an empty store, which is copied.
    init(template: String, in folder: String, seed: UInt64) throws {
        (self.folder, generator) = (folder, SeededGenerator(seed: seed))
        try FileManager.default.copyItem(atPath: template, toPath: folder + "/birds.sqlite")
        server = try Store(path: folder + "/birds.sqlite")
    }

    func run(steps: Int) async throws {
        for step in 0..<steps {
            switch Int.random(in: 0..<12, using: &generator) {
            case 0, 1: try await importRows()
            case 2: try await sync()
            case 3, 4: try edit()
            case 5, 6: try copy()
            case 7, 8: try restore()
            case 9: try await current().index.write()
            default: break
            }
            if Bool.random(using: &generator) { try await ask(step) }
        }
        try await ask(steps)
    }

    /// The process that keeps running, with the present file.
    private func current() throws -> Store {
        if (try? server.checkFile()) == nil { server = try Store(path: path) }
        return server
    }

    private func importRows() async throws {
        let source = Int.random(in: 0..<4, using: &generator)
        let count = Int.random(in: 1...3, using: &generator)
        var text = "id,name,lat,lon\n"
        for _ in 0..<count {
            rows += 1
            let place = Coordinate.random(using: &generator)
            text += "\(rows % 9),Row \(rows),\(place.latitude),\(place.longitude)\n"
        }
        let file = folder + "/rows.csv"
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        var settings = ImportSettings(.hotspots)
        settings.source = "source \(source)"
        settings.replace = Int.random(in: 0..<3, using: &generator) == 0
        try await current().imports.run(file, settings)
    }

    /// Applies rows as a sync does after it has read them.
    private func sync() async throws {
        let store = try current()
        let cursor = MirrorCursor("900")
        let staging = try MirrorStaging(of: store, for: "remote", nil, cursor: cursor)
        let columns = MirrorTable.hotspot.columns.map(\.name)
        let mirrored = (0..<3).map { _ in
            rows += 1
            let place = Coordinate.random(using: &generator)
            let values = columns.map { column -> FieldValue in
                switch column {
                case "name": .text("Row \(rows)")
                case "lat": .real(place.latitude)
                case "lon": .real(place.longitude)
                default: .null
                }
            }
            let id = FeatureID(key: ItemKey(high: 1, low: UInt64(rows % 5)))
            return MirrorRow(id: id, token: Int64(rows), isGone: false, values: values)
        }
        try staging.write(mirrored, to: .hotspot)
        let identity = MirrorIdentity(origin: "7", address: "here", user: nil, region: nil, mapping: "m")
        let table = MirrorUpdate.Table(
            .hotspot, origin: "42", isReplaced: Bool.random(using: &generator), cursor: cursor)
        let update = MirrorUpdate(
            name: "remote", identity: identity, tables: [table], isDigested: true, serverTime: "2026-11-21T00:00:00Z")
        _ = try await store.mirror.apply(update, from: staging)
        try staging.remove()
    }

    /// A write by `sqlite3`, without SpatiaLite.
    private func edit() throws {
        let place = Coordinate.random(using: &generator)
        rows += 1
        let id = FeatureID(key: ItemKey(high: 2, low: UInt64(rows)))
        let one =
            "fid = (SELECT fid FROM hotspot ORDER BY fid * \(Int.random(in: 1...7, using: &generator)) % 5 LIMIT 1)"
        let statement = [
            """
            INSERT INTO hotspot (id, name, lat, lon, source)
                SELECT '\(id)', 'Row \(rows)', \(place.latitude), \(place.longitude), name FROM geoq_source LIMIT 1
            """,
            "UPDATE hotspot SET lat = \(place.latitude), lon = \(place.longitude) WHERE \(one)",
            "UPDATE hotspot SET name = 'Row \(rows)' WHERE \(one)",
            "UPDATE hotspot SET deleted_at = '2026-11-22' WHERE \(one)",
            "DELETE FROM hotspot WHERE \(one)",
        ].randomElement(using: &generator)!
        try withConnection { db in try db.execute(sql: statement) }
    }

    /// A copy as `VACUUM INTO` and `.backup` make it, with the index or without.
    private func copy() throws {
        copies += 1
        let copy = folder + "/copy\(copies)"
        try withConnection { db in try db.execute(sql: "VACUUM INTO ?", arguments: [copy]) }
        if Bool.random(using: &generator), FileManager.default.fileExists(atPath: path + ".index") {
            try FileManager.default.copyItem(atPath: path + ".index", toPath: copy + ".index")
        }
    }

    /// Puts an earlier copy in the store's place. The index that lies there stays,
    /// goes, or is that of the copy.
    private func restore() throws {
        guard copies > 0 else { return }
        restores += 1
        let copy = folder + "/copy\(Int.random(in: 1...copies, using: &generator))"
        let files = FileManager.default
        for suffix in ["-wal", "-shm"] { try? files.removeItem(atPath: path + suffix) }
        try files.copyItem(atPath: copy, toPath: folder + "/next")
        guard rename(folder + "/next", path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: try? files.removeItem(atPath: path + ".index")
        case 1 where files.fileExists(atPath: copy + ".index"):
            try? files.removeItem(atPath: path + ".index")
            try files.copyItem(atPath: copy + ".index", toPath: path + ".index")
        default: break
        }
    }

    /// Asks the process that keeps running, or a new one, and compares.
    private func ask(_ step: Int) async throws {
        let isServer = Bool.random(using: &generator)
        let verification: Store.Verification = isServer ? .everything : .touched
        let place = Coordinate.random(using: &generator)
        let query = Query.nearest(100, to: place)
        let found: (stamp: IndexStamp, rows: [String])
        if isServer {
            do {
                found = try await hits(server, query, verification)
            } catch StoreError.replaced {
                server = try Store(path: path)
                found = try await hits(server, query, verification)
            }
        } else {
            found = try await hits(Store(path: path), query, verification)
        }
        let expected = try scan(place)
        answers += 1
        if found.rows != expected {
            mistakes.append(
                Mistake(
                    step: step,
                    description: "step \(step), version \(found.stamp.version): \(found.rows) for \(expected)"))
        }
    }

    private func hits(
        _ store: Store, _ query: Query, _ verification: Store.Verification
    ) async throws -> (stamp: IndexStamp, rows: [String]) {
        let answer = try await store.features.answer(query, verifying: verification)
        return (
            answer.stamp, answer.hits.map { "\($0.id) \($0.name) \($0.coordinate.latitude) \($0.coordinate.longitude)" }
        )
    }

    /// The same from the rows, by `geod_inverse`.
    private func scan(_ place: Coordinate) throws -> [String] {
        let rows = try withConnection { db in
            try Row.fetchAll(
                db, sql: "SELECT id, name, lat, lon FROM hotspot WHERE lat IS NOT NULL AND deleted_at IS NULL")
        }
        let placed = rows.map { row in
            let (latitude, longitude) = (row[2] as Double, row[3] as Double)
            let there = try! Coordinate(latitude: latitude, longitude: longitude)
            return (
                Geodesic.inverse(from: place, to: there).distance.meters,
                "\(row[0] as String) \(row[1] as String) \(latitude) \(longitude)"
            )
        }
        return placed.sorted { $0 < $1 }.prefix(100).map(\.1)
    }

    private func withConnection<Value>(_ body: (Database) throws -> Value) throws -> Value {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        return try queue.writeWithoutTransaction(body)
    }
}
