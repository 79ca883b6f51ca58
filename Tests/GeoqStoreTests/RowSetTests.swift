import Foundation
import GRDB
import TestSupport
import Testing

@testable import Geoq
@testable import GeoqFormats
@testable import GeoqStore

/// Row numbers that another program gave, and statements that fail.
@Suite struct RowSetTests {
    @Test func `any numbers make the same set as Swift's own`() {
        let seed = UInt64.random(in: 0..<1_000_000)
        var generator = SeededGenerator(seed: seed)
        func number() -> Int64 {
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: .random(in: 0..<300, using: &generator)
            case 1: .random(in: -300..<0, using: &generator)
            case 2: RowSet.dense.upperBound + .random(in: -100..<100, using: &generator)
            default: .random(in: .min ... .max, using: &generator)
            }
        }
        var (mine, others) = (RowSet(), RowSet())
        var (expected, expectedOthers) = (Set<Int64>(), Set<Int64>())
        for _ in 0..<2_000 {
            let row = number()
            #expect(mine.insert(row) == expected.insert(row).inserted, "seed \(seed)")
            let other = Bool.random(using: &generator) ? row : number()
            others.insert(other)
            expectedOthers.insert(other)
        }
        #expect(mine.count == expected.count, "seed \(seed)")
        #expect(expected.allSatisfy(mine.contains) && !mine.contains(1 << 40))
        for last in [0, 200, RowSet.dense.upperBound, .max] {
            #expect(
                mine.intersection(others, through: last)
                    == expected.intersection(expectedOthers).filter { $0 <= last }.sorted(), "seed \(seed)")
        }
    }

    /// A negative number was a trap, and 10¹² asked for 125 GB.
    @Test func `an import meets rows with foreign numbers`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            let path = folder + "/mine.csv"
            try "id,name,lat,lon\nA,One,1,1\nB,Two,2,2\n".write(toFile: path, atomically: true, encoding: .utf8)
            #expect(try await store.imports.run(path, as: .hotspots).added == 2)
            try await store.write { db in
                try db.execute(sql: "UPDATE hotspot SET fid = -5 WHERE name = 'One'")
                try db.execute(sql: "UPDATE hotspot SET fid = 1000000000000 WHERE name = 'Two'")
            }
            try "id,name,lat,lon\nA,One,1,1\nB,Second,2,2\nA,One,1,1\nC,Third,3,3\n"
                .write(toFile: path, atomically: true, encoding: .utf8)
            let report = try await store.imports.run(path, as: .hotspots)
            #expect((report.added, report.changed, report.unchanged, report.repeated) == (1, 1, 1, 1))
            #expect(try await store.snapshot().count(of: .hotspots) == 3)
        }
    }

    @Test func `a value that SQLite does not take is not passed over`() throws {
        let queue = try DatabaseQueue()
        try queue.write { db in
            let statement = try PreparedStatement(db, "SELECT ?1 UNION ALL SELECT 7")
            statement.bind(1, 1 as Int64)
            #expect(try statement.step())
            // It is still running: SQLite keeps the old value.
            statement.bind(1, 2 as Int64)
            #expect(throws: DatabaseError.self) { try statement.step() }
            statement.reset()
            statement.bind(1, 3 as Int64)
            #expect(try statement.firstRow() == 3)
            // There is no such parameter.
            statement.bind(2, "x")
            #expect(throws: DatabaseError.self) { try statement.run() }
            statement.bind(1, 4 as Int64)
            #expect(try statement.firstRow() == 4)
        }
    }

    /// The error said "no bird …; import the birds first", and the next bird
    /// was looked up under this one's id.
    @Test func `a store that cannot be read is no missing bird`() throws {
        let (known, unknown) = (RecordUUID.random(), RecordUUID.random())
        final class Switch: @unchecked Sendable { var isBroken = false }
        let broken = Switch()
        let queue = try DatabaseQueue()
        try queue.write { db in
            db.add(
                function: DatabaseFunction("read_page", argumentCount: 1, pure: false) { values in
                    if broken.isBroken { throw DatabaseError(resultCode: .SQLITE_CANTOPEN, message: "unable to open") }
                    return values[0]
                })
            try db.execute(
                sql: """
                    CREATE TABLE watchlists (id TEXT); CREATE TABLE birds (id TEXT);
                    CREATE VIEW bird AS SELECT read_page(id) AS id, 'Parus major' AS scientific_name,
                        'Great Tit' AS common_name, NULL AS deleted_at FROM birds;
                    """)
            try db.execute(sql: "INSERT INTO birds VALUES (?)", arguments: [known.description])
            var finder = try ReferenceFinder(db)
            func entry(_ bird: BirdReference) -> WatchlistRecord {
                var record = WatchlistRecord(part: .entry, identity: RecordIdentity(), values: [])
                record.bird = bird
                return record
            }
            broken.isBroken = true
            #expect(throws: DatabaseError.self) {
                _ = try finder.references(of: entry(.id(known.description)), source: "s")
            }
            #expect(throws: DatabaseError.self) {
                _ = try finder.references(of: entry(.name("Parus major")), source: "s")
            }
            broken.isBroken = false
            #expect(throws: ReferenceProblem.self) {
                _ = try finder.references(of: entry(.id(unknown.description)), source: "s")
            }
            #expect(try finder.references(of: entry(.id(known.description)), source: "s").bird == known)
            #expect(try finder.references(of: entry(.name("great tit")), source: "s").bird == known)
        }
    }
}
