import Foundation
import TestSupport
import Testing

@testable import GeoqStore

/// A program is killed while it brings a store up to date.
@Suite(.waits) struct MigrationKillTests {
    @Test(arguments: ["C23", "C24"])
    func `a migration that is killed is done by the next program, and loses nothing (F16)`(point: String) async throws {
        for _ in 1...Soak.either(20, 2) {
            try await withFolder { folder in
                let path = folder + "/birds.sqlite"
                try Self.makeEarlier(path)
                let title = "Ducks that were there before"
                func sqlite(_ sql: String) throws -> [String] {
                    let run = try Tool.sqlite3(path, sql)
                    #expect(run.status == 0, "\(run.errors)")
                    return run.lines
                }
                _ = try sqlite(
                    """
                    INSERT INTO geoq_source (name, kind) VALUES ('mine', 'file');
                    INSERT INTO watchlists (id, title, source)
                    VALUES ('\(UUID().uuidString.lowercased())', '\(title)', 'mine')
                    """)
                let killed = try GeoqProcess(["stats", "--db", path], environment: ["GEOQ_CRASH": point])
                #expect(killed.status == SIGKILL, "\(killed.status) \(killed.errors)")
                #expect(try sqlite("PRAGMA integrity_check; SELECT title FROM watchlists") == ["ok", title])
                let next = try GeoqProcess(["stats", "--db", path])
                #expect(next.status == 0, "\(next.errors)")
                #expect(
                    try sqlite("PRAGMA user_version; SELECT title FROM watchlists")
                        == ["\(Migrations.all.last?.number ?? 0)", title])
                #expect(!FileManager.default.fileExists(atPath: Migrator.copy(of: path)), "The copy has served.")
            }
        }
    }

    /// A store of the schema before the newest one.
    private static func makeEarlier(_ path: String) throws {
        try Migrator(path: path, migrations: Array(Migrations.all.dropLast())).run(Store.connectWriter(path))
    }
}
