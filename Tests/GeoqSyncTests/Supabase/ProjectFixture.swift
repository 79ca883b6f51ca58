import Foundation
import Geoq
import GeoqPostgres
import GeoqStore
import Synchronization
import TestSupport

@testable import GeoqSupabase
@testable import GeoqSync

/// A gateway of a level, emptied for each test that takes it; a user who is
/// logged in, and a store that mirrors what this user may see.
final class ProjectFixture: Sendable {
    let gateway: GatewayProcess
    let transport = LoopbackTransport()
    let folder: String
    let store: Store
    let client: ProjectClient
    let user: String

    /// Mirrors by a connection to the database itself, by user and region.
    private let others = Mutex<[String: Store]>([:])

    /// - Parameter level: `kit` or `rest`.
    static func run(_ level: String, _ body: (ProjectFixture) async throws -> Void) async throws {
        guard let gateways = gateways[level] else { throw PostgresError(words: "no gateway has the level \(level)") }
        var gateway = await gateways.take()
        do {
            let made = try gateway ?? GatewayProcess(["--level", level])
            gateway = made
            try await runAlone(made, level, body)
            await gateways.put(made)
        } catch {
            await gateways.put(gateway)
            throw error
        }
    }

    /// The same with a gateway of its own, whose database a test may stop.
    static func runApart(_ level: String, _ body: (ProjectFixture) async throws -> Void) async throws {
        try await runAlone(GatewayProcess(["--level", level]), level, body)
    }

    private static let gateways = ["kit": Gateways(), "rest": Gateways()]

    /// The gateways of a level. A test takes one that is free, and has it to itself: suites that run beside each
    /// other come here, and wait in the order in which they came.
    private actor Gateways {
        /// One that is nil is yet to be made, by the test that takes it.
        private var free: [GatewayProcess?] = [nil, nil]
        private var waiting: [CheckedContinuation<GatewayProcess?, Never>] = []

        func take() async -> GatewayProcess? {
            // One that runs, if there is one.
            if let index = free.firstIndex(where: { $0 != nil }) ?? free.indices.first { return free.remove(at: index) }
            return await withCheckedContinuation { waiting.append($0) }
        }

        func put(_ gateway: GatewayProcess?) {
            if waiting.isEmpty { free.append(gateway) } else { waiting.removeFirst().resume(returning: gateway) }
        }
    }

    private static func runAlone(
        _ gateway: GatewayProcess, _ level: String, _ body: (ProjectFixture) async throws -> Void
    ) async throws {
        try gateway.set(#"{"faults": [], "max_rows": null}"#)
        try gateway.query("DELETE FROM watchlists; DELETE FROM hotspot; DELETE FROM bird; DELETE FROM auth.users")
        if level == "kit" { try gateway.query("UPDATE geoq.horizon SET purged_upto = '0'") }
        try await withFolder { folder in
            let fixture = try await ProjectFixture(gateway, folder)
            try await body(fixture)
        }
    }

    private init(_ gateway: GatewayProcess, _ folder: String) async throws {
        (self.gateway, self.folder) = (gateway, folder)
        store = try Store.blank(folder + "/store.sqlite")
        (client, user) = try await Self.login("ann@example.org", gateway, transport)
        transport.forget()
    }

    /// Makes an account and logs it in.
    static func login(
        _ email: String, _ gateway: GatewayProcess, _ transport: LoopbackTransport
    ) async throws -> (ProjectClient, user: String) {
        let project = try SupabaseProject(url: gateway.url, key: Secret(gateway.anonymousKey))
        let keeper = SessionKeeper(
            project, transport: transport, vault: MemoryVault(),
            clock: WallClock { Date().timeIntervalSince1970 })
        let client = ProjectClient(project, transport: transport, sessions: keeper, pause: { _ in })
        let answer = try await client.send(AuthCall.signUp(email: email, password: Secret("correct horse battery")))
        guard case .session(let session) = try AuthAnswer(answer.body, now: Date().timeIntervalSince1970) else {
            throw PostgresError(words: "no session after signing up")
        }
        try await keeper.begin(session)
        return (client, session.userID)
    }

    func options(_ change: (inout SyncOptions) -> Void = { _ in }) -> SyncOptions {
        var options = SyncOptions()
        options.retry = .never
        options.mayRemove = { _, _ in true }
        change(&options)
        return options
    }

    @discardableResult
    func pull(
        compares: Bool = true, as other: ProjectClient? = nil, _ change: (inout SyncOptions) -> Void = { _ in }
    ) async throws -> SyncReport {
        let remote = SupabaseRemote(other ?? client, pause: { _ in })
        return try await SyncClient(remote: remote, store: store, options: options(change)).pull(compares: compares)
    }

    /// The differences between this store and one that a connection to the
    /// database itself mirrors now, as the same user; nil for none.
    ///
    /// - Parameter database: that of the gateway, if it is nil.
    func difference(
        as user: String? = nil, in region: Region? = nil, at database: String? = nil
    ) async throws -> String? {
        let other = try others.withLock { others in
            let key = "\(user ?? "") \(region?.stored ?? "") \(database ?? "")"
            let store = try others[key] ?? Store.blank("\(folder)/\(UUID().uuidString).sqlite")
            others[key] = store
            return store
        }
        let options = options {
            $0.user = FeatureID(user ?? self.user)
            $0.region = region
        }
        let remote = try PostgresRemote(database ?? gateway.database)
        _ = try await SyncClient(remote: remote, store: other, options: options).pull()
        let (ours, theirs) = (try await Self.rows(store), try await Self.rows(other))
        for key in Set(ours.keys).union(theirs.keys).sorted() where ours[key] != theirs[key] {
            return "\(key): \(ours[key] ?? ["missing"]) for \(theirs[key] ?? ["nothing"])"
        }
        return nil
    }

    /// All rows of a store's only mirror: values as texts, numbers as bits.
    static func rows(_ store: Store) async throws -> [String: [String]] {
        guard let name = try await store.mirror.all().first?.name else { return [:] }
        let reader = try MirrorReader(store, nil)
        defer { reader.close() }
        var all: [String: [String]] = [:]
        for table in MirrorTable.allCases {
            let kinds = table.columns.map(\.kind)
            let held = try await reader.reduceValues(.held, table, of: name, into: [String: [String]]()) {
                rows, id, row in
                rows["\(table) \(FeatureID(key: id))"] = kinds.enumerated().map { index, kind in
                    if row.isNull(index) { return "-" }
                    if kind == .real, let number = row.number(index) { return "\((number + 0).bitPattern)" }
                    return row.withText(index) { "'" + String(decoding: $0, as: UTF8.self) }
                }
            }
            all.merge(held) { $1 }
        }
        return all
    }

    /// Whether the store's file or log has these bytes.
    func file(contains text: String) -> Bool {
        ["", "-wal", "-journal"].contains { suffix in
            guard let data = FileManager.default.contents(atPath: store.path + suffix) else { return false }
            return data.firstRange(of: Data(text.utf8)) != nil
        }
    }

    // MARK: - Rows

    /// Rows in which every column has a value that is hard to bring over: all
    /// digits of numbers, texts with quotes, times to the microsecond.
    func fill(hotspots: Int = 300, lists: Int = 6) throws {
        try gateway.query(
            """
            INSERT INTO bird (id, common_name, scientific_name, family, valid_locations, valid_months, size_category)
            SELECT md5('bird ' || n)::uuid, 'Bird ' || n || E' "é\\\\\\t\\u0007', 'Avis ' || n, NULLIF('f' || n % 3, 'f1'),
                ARRAY['a "' || n, NULL, E'\\\\ \\n\\u007f'], ARRAY[n % 12 + 1, NULL], n - 20
            FROM generate_series(1, 40) n;
            INSERT INTO hotspot (id, name, locality, lat, lon, deleted_at)
            SELECT md5('spot ' || n)::uuid, 'Spot ' || n, NULLIF('l' || n % 4, 'l2'),
                CASE WHEN n % 50 <> 7 THEN degrees(asin(2 * ((n::bigint * 7919) % 10007) / 10007.0 - 1)) END,
                CASE WHEN n % 50 <> 7 THEN 360.0 * ((n::bigint * 6007) % 9973) / 9973 - 180 END,
                CASE WHEN n % 40 = 3 THEN now() END
            FROM generate_series(1, \(hotspots)) n;
            INSERT INTO watchlists (id, owner_id, title, location, start_date, location_rule_lat, location_rule_lon,
                location_rule_radius_km, species_rule_enabled, observed_count)
            SELECT md5('list ' || n)::uuid, '\(user)', 'List ' || n, 'Place ' || n, DATE '2026-02-28' + n, 1 / 3.0, n / 7.0, 0.1 * n,
                n % 2 = 0, n
            FROM generate_series(1, \(lists)) n;
            INSERT INTO watchlist_entries (id, watchlist_id, bird_id, notes, observation_date, lat, lon, priority,
                notify_upcoming)
            SELECT md5('entry ' || n)::uuid, md5('list ' || n % \(lists) + 1)::uuid, md5('bird ' || n % 40 + 1)::uuid,
                'Note ' || n, TIMESTAMPTZ '2026-05-03 05:42:00.123456+02' + n * interval '1.000001 hour', n / 3.0, -n / 7.0,
                n, NULL
            FROM generate_series(1, \(lists * 5)) n;
            INSERT INTO watchlist_rules (id, watchlist_id, rule_type, parameters_json, is_active)
            SELECT md5('rule ' || n)::uuid, md5('list ' || n)::uuid, 'location', '{"a": 1.50, "b":"' || n || '"}', n % 3 > 0
            FROM generate_series(1, \(lists)) n;
            INSERT INTO observed_bird_photos (id, watchlist_entry_id, image_path, storage_url, is_uploaded, captured_at,
                uploaded_at)
            SELECT md5('photo ' || n)::uuid, md5('entry ' || n)::uuid, n || '.jpg',
                CASE WHEN n % 2 = 1 THEN '\(user)/' || md5('entry ' || n)::uuid || '/' || n || '.jpg' END,
                CASE WHEN n % 4 > 0 THEN n % 2 = 1 END, TIMESTAMPTZ '2026-05-03 05:42:00.123456+02', NULL
            FROM generate_series(1, \(lists * 5)) n WHERE n % \(lists) = 1;
            """)
        try gateway.query(OpenTransactions.awaited)
    }
}
