import Foundation
import Synchronization
import TestSupport

/// A device of a fleet: a store, a vault, a network of its own that can be
/// parted, and a clock that may be wrong. What it does is done by processes:
/// `geoq`, which is killed and stopped, and SQLite's own shell.
final class FleetDevice: Sendable {
    let number: Int
    /// Whether its user is not the owner of the first lists, and may edit them.
    let isGuest: Bool
    let proxy: FaultProxy
    let folder: String
    private let state: Mutex<State>

    private struct State {
        var events: [FleetHistory.Event] = []
        var random: SeededGenerator
        var written = 0
        var clock = 0
        var faults: [String: Int] = [:]
    }

    init(_ number: Int, _ gateway: GatewayProcess, in folder: String, seed: UInt64) throws {
        (self.number, self.folder, isGuest) = (number, folder + "/device-\(number)", number % 3 == 2)
        guard let port = gateway.url.split(separator: ":").last.flatMap({ UInt16($0) }) else {
            throw PostgresError(words: "the gateway has no port")
        }
        proxy = try FaultProxy(toPort: port)
        state = Mutex(State(random: SeededGenerator(seed: seed &* 1_000 &+ UInt64(number))))
        try FileManager.default.createDirectory(atPath: self.folder, withIntermediateDirectories: true)
        try gateway.anonymousKey.write(toFile: self.folder + "/key", atomically: true, encoding: .utf8)
    }

    var store: String { folder + "/birds.sqlite" }
    var url: String { "http://127.0.0.1:\(proxy.tcpPort)" }
    var events: [FleetHistory.Event] { state.withLock { $0.events } }
    var faults: [String: Int] { state.withLock { $0.faults } }

    func random(_ range: ClosedRange<Int>) -> Int {
        state.withLock { Int.random(in: range, using: &$0.random) }
    }

    // MARK: - Processes

    private var environment: [String: String] {
        let clock = state.withLock { $0.clock }
        return [
            "HOME": folder, "XDG_STATE_HOME": folder + "/state", "GEOQ_DB": store, "GEOQ_KEY": "",
            "GEOQ_CLOCK": "\(clock)",
        ]
    }

    @discardableResult
    func run(_ words: String..., input: String = "") throws -> GeoqProcess {
        try GeoqProcess(words, input: input, environment: environment)
    }

    func enter(_ word: String, _ email: String) throws {
        let run = try run(
            word, url, "--email", email, "--password-file", "-", "--key-file", folder + "/key",
            input: AccountFixture.password + "\n")
        guard run.status == 0 else { throw PostgresError(words: run.errors) }
    }

    /// - Throws: when the statement was not done.
    private func sql(_ statement: String) throws -> [String] {
        let run = try Tool.sqlite3(store, "PRAGMA busy_timeout = 10000; PRAGMA foreign_keys = ON; " + statement)
        guard run.status == 0, run.errors.isEmpty else { throw PostgresError(words: run.errors) }
        return Array(run.lines.dropFirst())
    }

    // MARK: - What it does

    /// Edits, syncs and breaks until a moment, and on until it has written so many
    /// values: on a busy machine that takes longer.
    func live(until end: ContinuousClock.Instant, writing fewest: Int) throws {
        while ContinuousClock.now < end || state.withLock({ $0.written }) < fewest {
            for _ in 0..<random(1...3) { try edit() }
            try breakSync()
            try look()
        }
        proxy.part(false)
    }

    private func edit() throws {
        let table = [FleetTable.lists, .lists, .entries, .rules][random(0...3)]
        let rows = try sql("SELECT id FROM \(table.name) WHERE deleted_at IS NULL ORDER BY id")
        switch random(0...19) {
        case 0,
            1 where table.isOfList:
            try make(in: table)
        case 1,
            2 where table.isOfList:
            // Rows that were there at first stay.
            guard let row = rows.last(where: { $0.hasPrefix(table.mark) }), random(0...1) == 0 else { return }
            try delete(row, of: table)
        default:
            guard !rows.isEmpty else { return }
            let row = rows[random(0...rows.count - 1)]
            let column = table.columns[random(0...table.columns.count - 1)]
            let new = table.value(value(), of: column)
            let seen = try sql(
                """
                BEGIN IMMEDIATE; SELECT 'seen ' || ifnull(\(column), '') FROM \(table.name) WHERE id = '\(row)';
                UPDATE \(table.name) SET \(column) = '\(new)' WHERE id = '\(row)';
                \(dating(row, column, of: table)) COMMIT;
                """)
            // It may have gone meanwhile.
            guard let before = seen.first else { return }
            note(.wrote(FleetHistory.Cell(row: row, column: column), new, over: String(before.dropFirst(5))))
        }
    }

    private func make(in table: FleetTable) throws {
        let id = String(format: "\(table.mark)%07d-0000-4000-8000-%012d", number, next())
        let word = value()
        let account = try sql("SELECT remote FROM geoq_account; SELECT user_id FROM geoq_account")
        let lists = try sql("SELECT id FROM watchlists WHERE deleted_at IS NULL ORDER BY id")
        guard account.count == 2, !lists.isEmpty else { return }
        let insertion = table.insertion(
            id: id, word, remote: account[0], owner: account[1], list: lists[random(0...lists.count - 1)])
        do {
            _ = try sql("BEGIN IMMEDIATE; \(insertion) \(dating(id, "+", of: table)) COMMIT;")
        } catch let error as PostgresError where table.isOfList && error.words.contains("FOREIGN KEY") {
            // A sync has taken the list away meanwhile.
            return
        }
        let column = table.columns[0]
        note(.wrote(FleetHistory.Cell(row: id, column: column), table.value(word, of: column), over: ""))
    }

    /// Deletes a row, and with a list what is in it.
    private func delete(_ row: String, of table: FleetTable) throws {
        let below = FleetTable.all.filter { $0.isOfList && !table.isOfList }
            .map { "SELECT id FROM \($0.name) WHERE watchlist_id = '\(row)';" }.joined(separator: " ")
        let gone = try sql(
            "BEGIN IMMEDIATE; \(below) DELETE FROM \(table.name) WHERE id = '\(row)' RETURNING id; COMMIT;")
        for row in gone { note(.deleted(row: row)) }
    }

    /// SQL that dates an edit by the device's clock: the triggers ask SQLite, which has the machine's.
    private func dating(_ row: String, _ column: String, of table: FleetTable) -> String {
        let clock = state.withLock { $0.clock }
        return """
            UPDATE geoq_edit SET edited_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '\(clock) seconds')
                WHERE table_name = '\(table.name)' AND row_id = '\(row)' AND column_name = '\(column)';
            """
    }

    private func next() -> Int {
        state.withLock { state in
            state.written += 1
            return state.written
        }
    }

    private func value() -> String { "v\(number)-\(next())" }

    private func note(_ event: FleetHistory.Event) {
        state.withLock { $0.events.append(event) }
    }

    /// Notes what the store shows.
    func look() throws {
        var rows: [String: [String: String]] = [:]
        for line in try self.rows() {
            let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            guard let table = FleetTable.all.first(where: { $0.name == parts[1] }) else { continue }
            rows[parts[0]] = Dictionary(uniqueKeysWithValues: zip(table.columns, parts.dropFirst(2)))
        }
        note(.read(rows))
    }

    /// Syncs, while something may break.
    private func breakSync() throws {
        let kind = ["none", "kill", "pause", "part", "clock", "two"][random(0...5)]
        state.withLock { $0.faults[kind, default: 0] += 1 }
        let process = GeoqProcess.prepared(["sync", "--no-wait", "--quiet", "--yes"], environment: environment)
        (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, FileHandle.nullDevice)
        process.standardError = FileHandle.nullDevice
        let moment = UInt32(random(0...1_500_000))
        switch kind {
        case "kill":
            try process.run()
            usleep(moment)
            kill(process.processIdentifier, SIGKILL)
        case "pause":
            try process.run()
            usleep(moment)
            kill(process.processIdentifier, SIGSTOP)
            usleep(UInt32(random(200_000...2_000_000)))
            kill(process.processIdentifier, SIGCONT)
        case "part":
            try process.run()
            usleep(moment)
            proxy.part(true)
            try edit()
            usleep(UInt32(random(0...1_000_000)))
            proxy.part(false)
        case "clock":
            let clock = [0, 90, -90, 86_400, -86_400][random(0...4)]
            state.withLock { $0.clock = clock }
            process.environment?["GEOQ_CLOCK"] = "\(clock)"
            try process.run()
        case "two":
            // Only one of them syncs.
            try process.run()
            try run("sync", "--no-wait", "--quiet", "--yes")
        default: try process.run()
        }
        process.waitUntilExit()
    }

    // MARK: - The end

    /// Syncs once, and says what still waits; nil when nothing does.
    func settle() throws -> String? {
        // Five faults of the server in a row: a person tries again.
        if try sql("SELECT count(*) FROM geoq_operation WHERE state = 'dead'") != ["0"] {
            try run("outbox", "retry", "--all")
        }
        let run = try run("sync", "--quiet", "--yes")
        // 65 is said of conflicts, which a person settles.
        guard run.status == 0 || run.status == 65 else { return "sync: \(run.status) \(run.errors)" }
        let open = try sql(
            "SELECT (SELECT count(*) FROM geoq_edit) || ' edits, operations: ' || (SELECT count(*) FROM geoq_operation)"
        )
        return open == ["0 edits, operations: 0"] ? nil : open.first
    }

    /// The rows that it shows, in the order of their ids.
    func rows() throws -> [String] { try sql(FleetTable.rows()) }

    /// The words that lost, and the values that have them.
    func conflicts() throws -> Set<String> {
        let words = try sql("SELECT mine FROM geoq_conflict")
            .flatMap { $0.matches(of: /v\d+-\d+/).map { String($0.output) } }
        return Set(words.flatMap { [$0, FleetTable.rules.value($0, of: "parameters_json")] })
    }

    func isSound() throws -> Bool { try sql("PRAGMA integrity_check") == ["ok"] }
}
