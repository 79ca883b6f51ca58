import Foundation
import GRDB
import TestSupport
import Testing

@testable import GeoqStore

/// Steps that fail while a store is brought up to date, and the copy that is made before.
@Suite struct MigrationStepTests {
    @Test func `each step that fails leaves the store as it was, value by value, and can be done then (F16)`()
        async throws
    {
        try await withFolder { folder in
            struct Failure: Error {}
            let path = folder + "/birds.sqlite"
            func dump() throws -> [String] { try Tool.sqlite3(path, ".dump").lines }
            let all = Migrations.all
            try Migrator(path: path, migrations: [all[0]]).run(Store.connectWriter(path))
            var hasRows = false
            for (index, step) in all.enumerated().dropFirst() {
                if !hasRows, try Tool.sqlite3(path, "SELECT count(*) FROM watchlists").status == 0 {
                    let rows = try Tool.sqlite3(
                        path,
                        """
                        INSERT INTO geoq_source (name, kind) VALUES ('mine', 'file');
                        INSERT INTO watchlists (id, title, source) SELECT
                            printf('%08x-0000-4000-8000-00000000000a', value), 'Ducks', 'mine' FROM generate_series(1, 200)
                        """)
                    #expect(rows.status == 0, "\(rows.errors)")
                    hasRows = true
                }
                let before = try dump()
                let writer = try Store.connectWriter(path)
                let known = Array(all.prefix(index + 1))
                let failing =
                    known.dropLast() + [
                        Migrations.Migration(number: step.number, name: step.name) { db in
                            try step.run(db)
                            throw Failure()
                        }
                    ]
                let error = #expect(throws: StoreError.self) {
                    try Migrator(path: path, migrations: Array(failing)).run(writer)
                }
                guard case .migrationFailed(path, step.name, _, restored: true) = error else {
                    Issue.record("\(step.name): \(String(describing: error))")
                    return
                }
                #expect(try dump() == before, "\(step.name)")
                #expect(!FileManager.default.fileExists(atPath: Migrator.copy(of: path)))
                try Migrator.retry(path)
                try Migrator(path: path, migrations: known).run(writer)
                try writer.close()
            }
            #expect(hasRows)
            let end = try Tool.sqlite3(path, "PRAGMA integrity_check; SELECT count(*) FROM watchlists")
            #expect(end.lines == ["ok", "200"])
        }
    }

    @Test func `a copy that is gone makes no empty store of one whose migration failed`() async throws {
        try await withFolder { folder in
            struct Failure: Error {}
            let path = folder + "/birds.sqlite"
            try Migrator(path: path, migrations: Array(Migrations.all.dropLast())).run(Store.connectWriter(path))
            let before = try Tool.sqlite3(path, ".dump").lines
            let last = try #require(Migrations.all.last)
            let failing =
                Migrations.all.dropLast() + [
                    Migrations.Migration(number: last.number, name: last.name) { _ in
                        try FileManager.default.removeItem(atPath: Migrator.copy(of: path))
                        throw Failure()
                    }
                ]
            let writer = try Store.connectWriter(path)
            #expect(throws: StoreError.self) { try Migrator(path: path, migrations: Array(failing)).run(writer) }
            try writer.close()
            #expect(try Tool.sqlite3(path, ".dump").lines == before && !before.isEmpty)
        }
    }

    @Test func `only a copy of an earlier schema is removed, and no copy that is not whole`() async throws {
        try await withFolder { folder in
            let path = folder + "/birds.sqlite"
            try Migrator(path: path, migrations: Array(Migrations.all.dropLast())).run(Store.connectWriter(path))
            let copy = Migrator.copy(of: path)
            let schema = (Migrations.all.last?.number ?? 0) - 1
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            Migrator.removeOutdatedCopy(of: path, schema: schema)
            #expect(FileManager.default.fileExists(atPath: copy), "Another program may bring the store up to date.")
            Migrator.removeOutdatedCopy(of: path, schema: schema + 1)
            #expect(!FileManager.default.fileExists(atPath: copy))
            try Data().write(to: URL(filePath: copy))
            Migrator.removeOutdatedCopy(of: path, schema: schema + 1)
            #expect(FileManager.default.fileExists(atPath: copy))
        }
    }
}
