import Foundation
import Synchronization
import TestSupport
import Testing

/// Several devices of a user, and of another one with whom the lists are shared, edit the same lists,
/// entries and rules, in processes of their own, while these are killed and stopped, networks part,
/// clocks jump and the server loses answers (F46). What each has done and seen is then compared with
/// what the server has committed, as Jepsen does it.
@Suite(.waits, .serialized, .needsGateway)
struct FleetTests {
    private static let isLong = ProcessInfo.processInfo.environment["GEOQ_SOAK"] != nil

    @Test(arguments: isLong ? ["kit", "rest"] : ["kit"])
    func `a fleet loses no write, sees no anomaly, and converges (F46)`(level: String) async throws {
        let seed =
            UInt64(ProcessInfo.processInfo.environment["GEOQ_SEED"] ?? "")
            ?? (Self.isLong ? .random(in: 1...999_999) : 46)
        print("fleet \(level), seed \(seed); GEOQ_SEED=\(seed) chooses the same faults")
        try await withFolder { folder in
            let gateway = try GatewayProcess(["--level", level, "--pool", "20"])
            let devices = try (0..<(Self.isLong ? 10 : 3)).map {
                try FleetDevice($0, gateway, in: folder, seed: seed)
            }
            try Self.begin(devices, gateway)
            let time = Duration.seconds(Self.isLong ? 600 : 25)
            try gateway.set(
                """
                {"seed": \(seed), "faults": [{"path": "/rest/v1/", "chance": 0.06, "drop": true},
                    {"path": "/rest/v1/", "chance": 0.04, "cut": 150}, {"path": "/rest/v1/", "chance": 0.04, "status": 503},
                    {"path": "/rest/v1/", "chance": 0.1, "delay": 0.3}]}
                """)
            let end = ContinuousClock.now + time
            try await Self.onThreads(devices) { try $0.live(until: end, writing: 15) }
            try gateway.set(#"{"faults": []}"#)

            let healed = ContinuousClock.now
            let left = try await Self.settle(devices, gateway)
            let wait = ContinuousClock.now - healed
            #expect(left == nil, "seed \(seed): \(left ?? "")")
            // A machine that runs other tests beside this one is no measure.
            #expect(!Self.isLong || wait < .seconds(60), "seed \(seed)")

            let history = try Self.history(devices, gateway)
            let anomalies = history.anomalies()
            #expect(anomalies.isEmpty, "seed \(seed): \(anomalies.prefix(10))")
            #expect(devices.allSatisfy { (try? $0.isSound()) == true }, "seed \(seed)")
            let writes = history.devices.joined().count { if case .wrote = $0 { true } else { false } }
            #expect(writes > 20 && history.commits.count > 20, "seed \(seed)")
            let faults = devices.reduce(into: [:]) { $0.merge($1.faults) { $0 + $1 } }
            print(
                "fleet: \(writes) writes, \(history.commits.count) changes of the server, "
                    + "\(history.conflicts.reduce(0) { $0 + $1.count }) lost values told, "
                    + "in sync after \(wait); \(faults.sorted { $0.key < $1.key })")
        }
    }

    /// Makes the user, the rows and the log of the server.
    private static func begin(_ devices: [FleetDevice], _ gateway: GatewayProcess) throws {
        let run = UUID().uuidString.lowercased()
        let emails = ["fleet-\(run)@example.org", "guest-\(run)@example.org"]
        var isKnown: Set<String> = []
        for device in devices {
            let email = emails[device.isGuest ? 1 : 0]
            try device.enter(isKnown.insert(email).inserted ? "signup" : "login", email)
        }
        let triggers = FleetTable.all.map { table in
            """
            CREATE TRIGGER fleet AFTER INSERT OR UPDATE ON \(table.name)
            FOR EACH ROW EXECUTE FUNCTION fleet.note('\((table.columns + ["deleted_at"]).joined(separator: "', '"))');
            """
        }.joined(separator: "\n")
        try gateway.query(
            """
            INSERT INTO bird (id, common_name) VALUES ('\(FleetTable.bird)', 'Wren');
            INSERT INTO watchlists (id, owner_id, title, type, location)
            SELECT ('a' || substr(md5('row ' || n), 2))::uuid, (SELECT id FROM auth.users WHERE email = '\(emails[0])'),
                'first', 'first', 'first' FROM generate_series(1, 5) n;
            INSERT INTO watchlist_entries (id, watchlist_id, bird_id, notes)
            SELECT ('a' || substr(md5('entry ' || id), 2))::uuid, id, '\(FleetTable.bird)', 'first' FROM watchlists;
            INSERT INTO watchlist_rules (id, watchlist_id, rule_type)
            SELECT ('a' || substr(md5('rule ' || id), 2))::uuid, id, 'first' FROM watchlists;
            INSERT INTO watchlist_shares (id, watchlist_id, user_id, permission)
            SELECT gen_random_uuid(), l.id, u.id, 'edit' FROM watchlists l, auth.users u WHERE u.email = '\(emails[1])';
            CREATE SCHEMA fleet;
            CREATE TABLE fleet.log (number bigserial, id uuid, name text, old text, new text);
            CREATE FUNCTION fleet.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
            DECLARE c text; o text; n text;
            BEGIN
                FOREACH c IN ARRAY TG_ARGV LOOP
                    o := CASE WHEN TG_OP = 'UPDATE' THEN to_jsonb(OLD) ->> c END;
                    n := to_jsonb(NEW) ->> c;
                    IF o IS DISTINCT FROM n THEN
                        INSERT INTO fleet.log (id, name, old, new) VALUES (NEW.id, c, coalesce(o, ''), coalesce(n, ''));
                    END IF;
                END LOOP;
                RETURN NULL;
            END $$;
            \(triggers)
            """)
        for device in devices {
            let run = try device.run("sync", "--quiet")
            guard run.status == 0 else { throw PostgresError(words: run.errors) }
        }
    }

    /// Each device on a thread of its own: they wait for processes.
    private static func onThreads(
        _ devices: [FleetDevice], _ body: @escaping @Sendable (FleetDevice) throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for device in devices {
                group.addTask {
                    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
                        Thread { done.resume(with: Result { try body(device) }) }.start()
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Syncs until all have what the server has.
    ///
    /// - Returns: what is left, or differs, after a minute; on a machine that runs other tests, after five.
    private static func settle(_ devices: [FleetDevice], _ gateway: GatewayProcess) async throws -> String? {
        let end = ContinuousClock.now + .seconds(isLong ? 60 : 300)
        var left: String?
        repeat {
            let waiting = Mutex<[String]>([])
            try await onThreads(devices) { device in
                if let open = try device.settle() { waiting.withLock { $0.append("\(device.number): \(open)") } }
            }
            left = waiting.withLock { $0.sorted().first }
            if left != nil { continue }
            let there = try [false, true].map { isGuest in
                try gateway.query(FleetTable.rows { isSeen($0, byGuest: isGuest) })
                    .split(separator: "\n").map(String.init)
            }
            for device in devices where left == nil {
                let (here, there) = (try device.rows(), there[device.isGuest ? 1 : 0])
                if here != there { left = "device \(device.number) has \(here), the server \(there)" }
            }
        } while left != nil && ContinuousClock.now < end
        return left
    }

    /// SQL: whether a row is of a list of the user, or of one that is shared with the guest.
    private static func isSeen(_ table: FleetTable, byGuest isGuest: Bool) -> String {
        let own = "owner_id = (SELECT id FROM auth.users WHERE email LIKE '\(isGuest ? "guest" : "fleet")-%')"
        let lists = "SELECT id FROM watchlists WHERE \(own)" + (isGuest ? " OR id::text LIKE 'a%'" : "")
        return "\(table.isOfList ? "watchlist_id" : "id") IN (\(lists))"
    }

    private static func history(_ devices: [FleetDevice], _ gateway: GatewayProcess) throws -> FleetHistory {
        var history = FleetHistory()
        for device in devices {
            try device.look()
            history.devices.append(device.events)
            history.conflicts.append(try device.conflicts())
        }
        for line in try gateway.query("SELECT id, name, old, new FROM fleet.log ORDER BY number").split(separator: "\n")
        {
            let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 4 else { continue }
            if parts[1] == "deleted_at" {
                if parts[3].isEmpty { history.risen.insert(parts[0]) }
            } else {
                history.commits.append(
                    FleetHistory.Commit(
                        cell: FleetHistory.Cell(row: parts[0], column: parts[1]), old: parts[2], new: parts[3]))
            }
        }
        return history
    }
}
