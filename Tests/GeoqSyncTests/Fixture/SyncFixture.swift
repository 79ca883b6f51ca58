import Foundation
import Geoq
import GeoqIndex
import GeoqPostgres
import GeoqStore
import GeoqSync
import Synchronization
import TestSupport

/// The server of these tests, started once, and a database and a store for each
/// of them.
struct SyncFixture {
    let cluster: PostgresCluster
    let database: String
    let folder: String
    let store: Store

    var url: String { cluster.url(database) }

    /// Which tables the server has.
    enum Form: String {
        case repaired, original, secured
        /// None, but PostGIS, which takes a second to be made in each database.
        case postgis
        /// None, and no PostGIS either.
        case empty
    }

    private static let shared = Mutex<PostgresCluster?>(nil)
    private static let templates = Mutex<Set<String>>([])

    /// The server of all tests that do not stop it.
    static func server() throws -> PostgresCluster {
        try shared.withLock { cluster in
            if let cluster { return cluster }
            let made = try PostgresCluster.copied(["fsync=off", "max_connections=200", "jit=off"])
            cluster = made
            return made
        }
    }

    /// Gives a new database and a new store to `body`.
    ///
    /// - Parameter cluster: one of `PostgresCluster.copied`; nil for the shared one.
    static func run(
        _ form: Form = .repaired, on cluster: PostgresCluster? = nil,
        _ body: (SyncFixture) async throws -> Void
    ) async throws {
        let server = try cluster ?? Self.server()
        let database = "test_" + UUID().uuidString.prefix(8).lowercased()
        // One at a time: a template must not be in use while it is copied.
        try templates.withLock { made in
            if made.insert("\(server.folder) \(form)").inserted { try makeTemplate(form, server) }
            try server.query("CREATE DATABASE \(database) TEMPLATE \(form.rawValue)_template")
        }
        try await withFolder { folder in
            let store = try Store.blank(folder + "/store.sqlite")
            try await body(SyncFixture(cluster: server, database: database, folder: folder, store: store))
        }
        _ = try? server.query("DROP DATABASE \(database) WITH (FORCE)")
    }

    private static func makeTemplate(_ form: Form, _ server: PostgresCluster) throws {
        let name = form.rawValue + "_template"
        // The cluster has it.
        guard name != PostgresCluster.postgisTemplate else { return }
        try server.query("CREATE DATABASE \(name)")
        switch form {
        case .repaired: try server.query(ServerSchema.auth + ServerSchema.repaired, in: name)
        case .secured: try server.query(ServerSchema.auth + ServerSchema.repaired + ServerSchema.policies, in: name)
        case .original: try server.query(ServerSchema.original, in: name)
        case .postgis, .empty: break
        }
    }

    /// A star across ±180° with a hole, 20° wide at its waist.
    static func star(_ edges: Area.Edges = .drawn) throws -> Area {
        func ring(_ count: Int, _ near: Double, _ far: Double) throws -> [Coordinate] {
            let places = try (0..<count).map { number in
                let (angle, reach) = (2 * Double.pi * Double(number) / Double(count), number % 2 == 0 ? far : near)
                return try Coordinate(latitude: 10 + reach * sin(angle), longitude: 174 + 1.5 * reach * cos(angle))
            }
            return places + places.prefix(1)
        }
        return try Area([Area.Polygon(outer: ring(30, 20, 45), holes: [ring(6, 5, 6)])], edges: edges)
    }

    /// 800 km along a line with a gap: past the north pole, and across ±180°.
    static func corridor(_ edges: Area.Edges = .geodesic) throws -> Corridor {
        func segment(_ places: [(Double, Double)]) throws -> [Coordinate] {
            try places.map { try Coordinate(latitude: $0.0, longitude: $0.1) }
        }
        return try Corridor(
            segments: [
                try segment([(60, 100), (88, 170), (70, -150)]), try segment([(-10, 170), (5, -175), (20, -160)]),
            ], edges: edges, width: .kilometers(800))
    }

    @discardableResult
    func sql(_ text: String) throws -> String { try cluster.query(text, in: database) }

    /// Waits for the transactions of other tests, so that a delta sends no row twice.
    func awaitOthers() throws { try sql(OpenTransactions.awaited) }

    func client(_ change: (inout SyncOptions) -> Void = { _ in }) throws -> SyncClient {
        var options = SyncOptions()
        options.retry = .never
        options.mayRemove = { _, _ in true }
        change(&options)
        return SyncClient(remote: try PostgresRemote(url), store: store, options: options)
    }

    @discardableResult
    func pull(compares: Bool = true, _ change: (inout SyncOptions) -> Void = { _ in }) async throws -> SyncReport {
        try await client(change).pull(compares: compares)
    }

    /// Runs SQL on the store's file, as another program would.
    @discardableResult
    func local(_ sql: String) throws -> [String] {
        try Self.sqlite(store.path, sql)
    }

    static func sqlite(_ path: String, _ sql: String) throws -> [String] {
        let script = """
            import sqlite3, struct, sys
            db = sqlite3.connect(sys.argv[1], timeout=30, isolation_level=None)
            db.text_factory = lambda b: b.decode('utf-8', 'replace')
            db.create_function('bits', 1, lambda v: None if v is None else struct.pack('>d', float(v)).hex())
            for statement in sys.stdin.read().split(';;'):
                for row in db.execute(statement):
                    print('|'.join('' if v is None else (v.hex() if isinstance(v, bytes) else str(v)) for v in row))
            """
        let text = try PostgresCluster.run(
            ["/usr/bin/python3", "-c", script, path], input: sql, asUser: false)
        return text.isEmpty ? [] : text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
