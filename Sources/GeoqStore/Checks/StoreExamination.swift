import Foundation
import GRDB
import Geoq
import GeoqIndex

/// Looks for everything that can be wrong with a store, one thing after the
/// other: damage that one check finds does not stop the others.
struct StoreExamination {
    let path: String
    private(set) var checks: [HealthCheck] = []

    /// Whether the store has the tables of this program.
    private var isComplete = false
    /// Opens files and connections.
    private let work: WaitingWork

    init(path: String, _ work: WaitingWork) {
        (self.path, self.work) = (path, work)
    }

    private struct Finding {
        var isSound = true
        var words: String
        var isDamage = false
    }

    mutating func run() async {
        let work = work
        await note("SQLite and SpatiaLite") { try await Self.libraries(work) }
        guard let queue = await opened() else { return }
        await lookAtFile(queue)
        try? await work.run { try queue.close() }
        guard isComplete else { return }
        await lookAtSpatialIndex()
        await lookAtIndex()
    }

    /// Looks at what one connection sees.
    private mutating func lookAtFile(_ queue: DatabaseQueue) async {
        await look("file", queue, Self.integrity)
        if checks.contains(where: { $0.isDamage }) { await lookAtTables(queue) }
        guard let schema = await schema(queue) else { return }
        await look("references", queue, Self.references)
        if !ReadOnlyPlace.isImmutable(queue.path) { await look("journal", queue, Self.journal) }
        for layer in Layer.allCases {
            await look("rows of \(layer.rawValue)", queue) { db in try Self.unusableRows(db, layer) }
            await look("geometries of \(layer.rawValue)", queue) { db in try Self.places(db, layer) }
        }
        await look("sightings of nothing", queue, Self.absences)
        isComplete = schema == Migrations.all.count
        if isComplete { await look("areas", queue, Self.areas) }
    }

    // MARK: Looking

    private mutating func look(
        _ name: String, _ queue: DatabaseQueue, _ body: @escaping @Sendable (Database) throws -> Finding
    ) async {
        do {
            // Without a transaction, because SQLite cannot end one that has met
            // damage.
            add(name, try await queue.unsafeRead(body))
        } catch {
            add(name, Self.finding(error))
        }
    }

    private mutating func add(_ name: String, _ finding: Finding) {
        checks.append(
            HealthCheck(name: name, isSound: finding.isSound, finding: finding.words, isDamage: finding.isDamage))
    }

    private mutating func note(_ name: String, _ body: () async throws -> [HealthCheck]) async {
        do {
            checks += try await body()
        } catch {
            add(name, Self.finding(error))
        }
    }

    private static func finding(_ error: any Error) -> Finding {
        guard let error = error as? DatabaseError else { return Finding(isSound: false, words: "\(error)") }
        let isDamage = [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_IOERR].contains(error.resultCode)
        let words = error.message ?? "\(error.resultCode)"
        return Finding(isSound: false, words: isDamage ? "cannot be read: \(words)" : words, isDamage: isDamage)
    }

    // MARK: The libraries and the file

    private static func libraries(_ work: WaitingWork) async throws -> [HealthCheck] {
        try await work.run {
            var configuration = Configuration()
            configuration.prepareDatabase { db in try SpatiaLite.initialize(db) }
            return try DatabaseQueue(configuration: configuration).read { db in
                try SpatiaLite.versions(db).map { HealthCheck(name: $0.name, isSound: true, finding: $0.version) }
            }
        }
    }

    private mutating func opened() async -> DatabaseQueue? {
        do {
            return try await work.run { [path] in try Store.connectReader(path) }
        } catch {
            add("file", Self.finding(error))
            return nil
        }
    }

    /// nil when the file is no store, or a store that this program cannot
    /// examine.
    private mutating func schema(_ queue: DatabaseQueue) async -> Int? {
        do {
            let path = path
            let schema = try await queue.read { db in try Migrator.check(db, path) }
            let latest = Migrations.all.count
            if let failure = MigrationFailure.kept(beside: path), failure.forbids(schema, latest) {
                add("schema", Finding(isSound: false, words: "\(schema) of \(latest): \(failure.error(path))"))
                return schema
            }
            add(
                "schema",
                Finding(
                    words: schema == latest
                        ? "\(schema)" : "\(schema); the next command that uses the store makes it \(latest)"))
            return schema == 0 ? nil : schema
        } catch {
            add("schema", Self.finding(error))
            return nil
        }
    }

    private static func integrity(_ db: Database) throws -> Finding {
        let found = try String.fetchAll(db, sql: "PRAGMA integrity_check(5)").joined(separator: "; ")
        return Finding(isSound: found == "ok", words: found, isDamage: found != "ok")
    }

    private static func references(_ db: Database) throws -> Finding {
        let orphans = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").count
        return Finding(
            isSound: orphans == 0,
            words: orphans == 0 ? "ok" : "\(orphans) rows whose source, watchlist or bird is missing")
    }

    private static func journal(_ db: Database) throws -> Finding {
        let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode") ?? "unknown"
        return Finding(isSound: mode == "wal", words: mode)
    }

    /// Checks how far each table can be read.
    private mutating func lookAtTables(_ queue: DatabaseQueue) async {
        let names: [String]
        do {
            names = try await queue.read { db in
                // The shadow tables of the spatial index can be made anew from
                // the rows.
                try String.fetchAll(
                    db,
                    sql: """
                        SELECT name FROM sqlite_master WHERE type = 'table' AND (name GLOB 'geoq_*' OR name IN
                            ('hotspot', 'observation', 'bird', 'watchlists', 'watchlist_entries', 'watchlist_rules',
                            'area'))
                        ORDER BY name
                        """)
            }
        } catch {
            add("tables", Self.finding(error))
            return
        }
        for name in names { await look("table \(name)", queue) { db in try Self.readable(db, name) } }
    }

    private static func readable(_ db: Database, _ table: String) throws -> Finding {
        var count = 0
        do {
            // All columns: long texts lie on pages of their own.
            let rows = try Row.fetchCursor(db, sql: "SELECT * FROM \"\(table)\" NOT INDEXED")
            while try rows.next() != nil { count += 1 }
        } catch let error as DatabaseError {
            let words = "\(count) rows can be read, then: \(error.message ?? "\(error.resultCode)")"
            return Finding(isSound: false, words: words, isDamage: true)
        }
        let found = try String.fetchAll(db, sql: "PRAGMA integrity_check(\"\(table)\")").joined(separator: "; ")
        if found == "ok" { return Finding(words: "ok, \(count) rows") }
        return Finding(isSound: false, words: "\(count) rows can be read, not all by its indexes", isDamage: true)
    }

    // MARK: The rows

    /// Rows that another program wrote and that no answer can contain.
    private static func unusableRows(_ db: Database, _ layer: Layer) throws -> Finding {
        let rows = try PreparedStatement(db, "SELECT id, lat, lon FROM \(layer.table) WHERE lat IS NOT NULL")
        var unusable = 0
        while try rows.step() {
            let place = try? Coordinate(strictLatitude: rows.double(1), longitude: rows.double(2))
            if FeatureID(rows.text(0)) == nil || place == nil { unusable += 1 }
        }
        return Finding(
            isSound: unusable == 0,
            words: unusable == 0
                ? "ok" : "\(unusable) with an id that is no UUID, or impossible coordinates: no answer has them")
    }

    /// Rows that say that a species was not there. Imports skip such rows; an
    /// earlier geoq, or another program, has written them.
    private static func absences(_ db: Database) throws -> Finding {
        let rows = try Row.fetchAll(
            db, sql: "SELECT source, count(*) AS amount FROM observation WHERE count = 0 GROUP BY 1 ORDER BY 1")
        let found = rows.map { "\($0["amount"] as Int) of \($0["source"] as String)" }
        return Finding(
            words: found.isEmpty
                ? "ok"
                : "a count of 0 in \(found.joined(separator: ", ")): answers show them; remove the source and import it again"
        )
    }

    /// Rows whose geometry lies elsewhere than `lat` and `lon`. They were
    /// written before the triggers that keep the two together.
    private static func places(_ db: Database, _ layer: Layer) throws -> Finding {
        let rows = try PreparedStatement(db, "SELECT id, lat, lon, geom FROM \(layer.table)")
        var (count, examples): (Int, [String]) = (0, [])
        while try rows.step() {
            let degrees = try? Coordinate(strictLatitude: rows.double(1), longitude: rows.double(2))
            let geometry = rows.withBlob(3) { bytes in PointBlob.place(bytes) }
            if let degrees, let geometry, geometry.x == degrees.longitude, geometry.y == degrees.latitude { continue }
            if degrees == nil, rows.isNull(3) { continue }
            count += 1
            guard examples.count < 3 else { continue }
            let here = degrees.map { "\($0.latitude), \($0.longitude)" } ?? "none"
            let there = geometry.map { "\($0.y), \($0.x)" } ?? "none"
            examples.append("\(rows.text(0)) (lat and lon \(here), geometry \(there))")
        }
        if count == 0 { return Finding(words: "ok") }
        return Finding(
            isSound: false,
            words: "\(count) elsewhere than lat and lon, which answers go by: \(examples.joined(separator: ", "))"
                + (count > examples.count ? ", …" : "")
                + "; write lat and lon, or geom, of each row again: the other follows")
    }

    /// Areas that another program has changed, so that no question can be asked
    /// inside them.
    private static func areas(_ db: Database) throws -> Finding {
        let rows = try Row.fetchCursor(db, sql: "\(Store.Areas.areaRows) ORDER BY id")
        var (count, examples): (Int, [String]) = (0, [])
        while let row = try rows.next() {
            do {
                _ = try Store.Areas.storedArea(row)
            } catch let error as AreaNameError {
                count += 1
                if examples.count < 3 { examples.append("\(error)") }
            }
        }
        return count == 0
            ? Finding(words: "ok")
            : Finding(
                isSound: false,
                words: "\(count) of no use: \(examples.joined(separator: "; "))\(count > examples.count ? "; …" : "")")
    }

    /// `CheckSpatialIndex` gives 1 for a sound index, 0 for a damaged one, NULL
    /// for none.
    private mutating func lookAtSpatialIndex() async {
        let path = path
        let queue: DatabaseQueue
        do {
            // It writes to SpatiaLite's own log.
            queue = try await work.run { try Store.connectWriter(path) }
        } catch {
            add("spatial index", Finding(words: Self.notLookedAt))
            return
        }
        for layer in Layer.allCases {
            do {
                let state = try await queue.writeWithoutTransaction { db in
                    try Int.fetchOne(db, sql: "SELECT CheckSpatialIndex(?, 'geom')", arguments: [layer.table])
                }
                add(
                    "spatial index of \(layer.rawValue)",
                    Finding(
                        isSound: state == 1,
                        words: state == 1
                            ? "ok" : "differs from the rows; mend it with SpatiaLite's RecoverSpatialIndex"))
            } catch let error as DatabaseError where [.SQLITE_READONLY, .SQLITE_CANTOPEN].contains(error.resultCode) {
                add("spatial index of \(layer.rawValue)", Finding(words: Self.notLookedAt))
            } catch {
                add("spatial index of \(layer.rawValue)", Self.finding(error))
            }
        }
        try? await work.run { try queue.close() }
    }

    private static let notLookedAt = "not looked at: the store cannot be written here"

    // MARK: The index beside the store

    private mutating func lookAtIndex() async {
        let (path, work) = (path, work)
        await note("index") {
            let store = try await work.run { try Store(path: path, create: false) }
            let result: Result<[HealthCheck], any Error>
            do {
                result = .success(try await Self.indexChecks(store, work))
            } catch {
                result = .failure(error)
            }
            try? await work.run { try store.close() }
            return try result.get()
        }
    }

    private static func indexChecks(_ store: Store, _ work: WaitingWork) async throws -> [HealthCheck] {
        let state = try await store.index.info().state
        let isUsable = ["current", "stale", "missing", "of another format"].contains(state)
        var checks = [HealthCheck(name: "index", isSound: isUsable, finding: words(state))]
        guard ["current", "stale"].contains(state) else { return checks }
        let name = "index and rows"
        do {
            let snapshot = try await work.run { try Snapshot(IndexFile(opening: store.index.path)) }
            let comparison = try await store.index.comparison(with: snapshot)
            checks.append(check(name, comparison))
        } catch let error as IndexError {
            checks.append(
                HealthCheck(name: name, isSound: false, finding: "\(error); the next question builds it anew"))
        }
        return checks
    }

    private static func words(_ state: String) -> String {
        switch state {
        case "current": state
        case "stale": "stale; questions lay what has changed since over it"
        default: "\(state); the next question builds it anew"
        }
    }

    private static func check(_ name: String, _ comparison: IndexComparison?) -> HealthCheck {
        guard let comparison else {
            return HealthCheck(name: name, isSound: true, finding: "not compared: the next question builds it anew")
        }
        if comparison.differences == 0 {
            return HealthCheck(name: name, isSound: true, finding: "ok, \(comparison.rows) rows compared")
        }
        return HealthCheck(
            name: name, isSound: false,
            finding: "\(comparison.differences) differ; build the index anew: "
                + comparison.examples.joined(separator: "; ")
                + (comparison.differences > comparison.examples.count ? "; …" : ""))
    }
}
