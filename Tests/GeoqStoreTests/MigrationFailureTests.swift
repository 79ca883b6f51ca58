import Foundation
import GRDB
import Geoq
import Synchronization
import TestSupport
import Testing

@testable import GeoqStore

/// A store that cannot be brought up to date stays what it was, is read, and is
/// not tried again by itself.
@Suite struct MigrationFailureTests {
    private struct Broken: Error {}

    /// The steps of a later program; the last one fails, or not.
    private static func steps(failing: Bool, _ runs: Counter) -> [Migrations.Migration] {
        Migrations.all + [
            .init(number: Migrations.all.count + 1, name: "of tomorrow") { db in
                runs.count()
                try db.execute(sql: "DELETE FROM watchlists")
                if failing { throw Broken() }
            }
        ]
    }

    private final class Counter: Sendable {
        private let number = Mutex(0)
        func count() { number.withLock { $0 += 1 } }
        var value: Int { number.withLock { $0 } }
    }

    @Test func `a store with a failed step is read, its unsent changes too, and the step is tried once`() async throws {
        try await withFolder { folder in
            let fixture = try await OutboxFixture(folder)
            let path = fixture.store.path
            let list = try await Repository(fixture.store).add(Watchlist(title: "Ducks"))
            try fixture.store.close()
            let runs = Counter()
            for _ in 0..<3 {
                let store = try Store(path: path, migrations: Self.steps(failing: true, runs))
                guard case .migrationFailed(path, "of tomorrow", "Broken()", restored: true)? = store.failedMigration
                else {
                    Issue.record("\(String(describing: store.failedMigration))")
                    return
                }
                #expect(try await store.outbox.counts().pending == 1)
                #expect(try await store.outbox.export(.all).lines.first?.contains("Ducks") == true)
                var moments = Repository(store).watchlists().makeAsyncIterator()
                #expect(try await moments.next()?.rows == [list])
                _ = try await store.snapshot()
                await #expect(throws: store.failedMigration!) { try await Repository(store).delete(list) }
                try store.close()
            }
            #expect(runs.value == 1)
            #expect(!FileManager.default.fileExists(atPath: Migrator.copy(of: path)))
            let checks = try await Store.Health.checks(of: path)
            #expect(checks.filter { !$0.isSound }.isEmpty, "This program knows nothing of that step: \(checks)")

            try Migrator.retry(path)
            let mended = try Store(path: path, migrations: Self.steps(failing: false, runs))
            #expect(mended.failedMigration == nil && runs.value == 2)
            #expect(!FileManager.default.fileExists(atPath: MigrationFailure.file(beside: path)))
        }
    }

    @Test func `a program that knows other steps tries by itself`() async throws {
        try await withFolder { folder in
            let path = folder + "/a.sqlite"
            try Store(path: path).close()
            let runs = Counter()
            try Store(path: path, migrations: Self.steps(failing: true, runs)).close()
            var later = Self.steps(failing: false, runs)
            later.append(.init(number: Migrations.all.count + 2, name: "mended") { _ in })
            let store = try Store(path: path, migrations: later)
            #expect(store.failedMigration == nil && runs.value == 2)
        }
    }

    @Test func `a store that could not be put back is touched by none`() async throws {
        try await withFolder { folder in
            let path = folder + "/a.sqlite"
            try Store(path: path).close()
            MigrationFailure(
                schema: 1, known: 2, step: "s", reason: "r", isRestored: false, at: "2026-11-20T00:00:00Z"
            ).keep(beside: path)
            let runs = Counter()
            let error = StoreError.migrationFailed(path: path, step: "s", reason: "r", restored: false)
            #expect(throws: error) { try Store(path: path, migrations: Self.steps(failing: false, runs)) }
            #expect(throws: error) { try Migrator.retry(path) }
            #expect(runs.value == 0)
        }
    }

    @Test func `a writer that is busy is no failure`() async throws {
        try await withFolder { folder in
            let path = folder + "/a.sqlite"
            try Store(path: path).close()
            let other = try DatabaseQueue(path: path)
            let writer = try Store.connectWriter(path)
            try await writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA busy_timeout = 0") }
            try other.inDatabase { db in
                try db.execute(sql: "BEGIN IMMEDIATE")
                defer { try? db.execute(sql: "ROLLBACK") }
                let migrator = Migrator(path: path, migrations: Self.steps(failing: false, Counter()))
                #expect(throws: DatabaseError.self) { try migrator.run(writer) }
            }
            #expect(!FileManager.default.fileExists(atPath: Migrator.copy(of: path)))
            #expect(MigrationFailure.kept(beside: path) == nil)
        }
    }

    @Test(arguments: [false, true])
    func `what another program writes between the copy and a step that fails stays`(commits: Bool) async throws {
        try await withFolder { folder in
            let path = folder + "/a.sqlite"
            let store = try Store(path: path)
            let list = try await store.lists.add([ColumnValue("title", .text("Ducks"))])
            try store.close()
            let writer = try Store.connectWriter(path)
            let other = try DatabaseQueue(path: path)
            let step = Migrations.Migration(number: Migrations.all.count + 1, name: "of tomorrow") { db in
                try db.execute(sql: "DELETE FROM watchlists")
                if commits { try db.execute(sql: "COMMIT") }
                throw Broken()
            }
            var migrator = Migrator(path: path, migrations: Migrations.all + [step])
            migrator.willBegin = {
                try? other.write { try $0.execute(sql: "UPDATE watchlists SET title = 'Geese'") }
            }
            #expect(throws: StoreError.self) { try migrator.run(writer) }
            let titles = try await other.read { try String.fetchAll($0, sql: "SELECT title FROM watchlists") }
            // A step that ends the transaction itself has made the copy needed.
            #expect(titles == [commits ? "Ducks" : "Geese"], "\(list)")
            #expect(MigrationFailure.kept(beside: path)?.isRestored == true)
            #expect(!FileManager.default.fileExists(atPath: Migrator.copy(of: path)))
        }
    }

    @Test func `a store that a later program brings up to date meanwhile stays what that made of it`() async throws {
        try await withFolder { folder in
            let path = folder + "/a.sqlite"
            try Store(path: path).close()
            let writer = try Store.connectWriter(path)
            let other = try DatabaseQueue(path: path)
            let later = Migrations.all.count + 2
            var migrator = Migrator(path: path, migrations: Self.steps(failing: false, Counter()))
            migrator.willBegin = { try? other.write { try $0.execute(sql: "PRAGMA user_version = \(later)") } }
            #expect(throws: StoreError.newer(path: path, schema: later, known: later - 1)) { try migrator.run(writer) }
            #expect(try await other.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == later)
            #expect(MigrationFailure.kept(beside: path) == nil)
            #expect(!FileManager.default.fileExists(atPath: Migrator.copy(of: path)))
        }
    }
}
