import GeoqStore
import GeoqSupabase
import GeoqSync
import Synchronization
import TestSupport
import Testing

/// Pages: rows that change meanwhile, pages that come twice, and a token that ends between two of them.
extension ProjectTests.Kit {
    @Test func `the next page is on its way while one is taken, and no row is lost or doubled`() async throws {
        try await ProjectFixture.run("kit") { project in
            try project.fill(hotspots: 9_000)
            project.transport.forget()
            let report = try await project.pull()
            #expect(report.tables[.hotspot]?.sent == 8_775, "Of 9000 each fortieth is marked as deleted.")
            #expect(project.transport.exchanges.count >= 5)
            #expect(try await project.difference() == nil)
        }
    }

    @Test func `rows that writers change while pages come are not lost`() async throws {
        try await ProjectFixture.run("kit") { project in
            try project.fill(hotspots: 7_000)
            let gateway = project.gateway
            let writes = Mutex(0)
            project.transport.whenAnswered { _ in
                let number = writes.withLock { number in
                    number += 1
                    return number
                }
                guard number <= 4 else { return }
                try gateway.query(
                    """
                    UPDATE hotspot SET name = 'w\(number) ' || name WHERE id IN (SELECT id FROM hotspot
                        WHERE deleted_at IS NULL ORDER BY md5(id::text || '\(number)') LIMIT 700);
                    DELETE FROM hotspot WHERE id IN (SELECT id FROM hotspot ORDER BY md5('\(number)' || id::text) LIMIT 50);
                    INSERT INTO hotspot (id, name, lat, lon) SELECT gen_random_uuid(), 'New', n, n FROM generate_series(1, 60) n;
                    """)
            }
            let first = try await project.pull()
            #expect(project.transport.exchanges.count >= 5)
            #expect(first.tables[.hotspot]?.mode == .full && first.tables[.hotspot]?.healed == 0)
            // The last answer saw all that was written.
            #expect(try await project.difference() == nil)
            project.transport.whenAnswered(nil)
            try project.gateway.query(OpenTransactions.awaited)
            // These rows have changed since the cursor, and come once more.
            let second = try await project.pull()
            #expect(second.tables[.hotspot]?.sent ?? 0 > 700 && second.tables[.hotspot]?.healed == 0)
            #expect(second.added + second.changed + second.removed == 0)
            #expect(try await project.difference() == nil)
            let third = try await project.pull()
            #expect(third.tables[.hotspot]?.sent == 0)
        }
    }

    /// Page 2 or 3 is given as the page before it.
    @Test(arguments: ["kit", "rest"], [1, 2])
    func `a page that comes twice in the place of the next loses nothing (F22)`(
        level: String, page: Int
    ) async throws {
        try await ProjectFixture.run(level) { project in
            try project.fill(hotspots: 9_100)
            let what = level == "kit" ? "geoq_pull" : "/rest/v1/hotspot?"
            let pages = Mutex<[TransportAnswer]>([])
            project.transport.replaceAnswers { exchange, answer in
                guard exchange.target.contains(what) else { return answer }
                return pages.withLock { pages in
                    pages.append(answer)
                    return pages.count == page + 1 ? pages[page - 1] : answer
                }
            }
            do {
                #expect(try await project.pull().problem == nil)
                #expect(try await project.difference() == nil)
            } catch let error as SyncError {
                #expect(error.retryMayHelp, "\(error)")
            }
            #expect(pages.withLock { $0.count } > page)
            project.transport.replaceAnswers(nil)
            #expect(try await project.pull().problem == nil)
            #expect(try await project.difference() == nil)
        }
    }

    @Test(arguments: ["kit", "rest"])
    func `long rows make answers of fewer rows, and one that fits into none stops its table alone`(
        level: String
    ) async throws {
        try await ProjectFixture.run(level) { project in
            try project.fill(hotspots: 300)
            try project.gateway.query(
                """
                UPDATE hotspot SET locality = repeat('y', 40000), updated_at = now()
                    WHERE id IN (SELECT id FROM hotspot WHERE deleted_at IS NULL ORDER BY id LIMIT 3)
                """)
            project.transport.limitAnswers(to: 60_000)
            let first = try await project.pull()
            #expect(first.problem == nil && first.waiting == 0)
            #expect(try await project.difference() == nil)
            // Few requests are of single rows.
            #expect(project.transport.exchanges.count < 150)

            try project.gateway.query(
                """
                UPDATE hotspot SET locality = repeat('z', 70000), updated_at = now() WHERE id = md5('spot 1')::uuid;
                UPDATE watchlists SET title = 'Beside it', updated_at = now() WHERE id = md5('list 1')::uuid
                """)
            let second = try await project.pull()
            #expect(second.tables[.hotspot]?.stopped?.message.contains("of a single row, is larger") == true)
            let titles = try SyncFixture.sqlite(
                project.store.path, "SELECT count(*) FROM watchlists WHERE title = 'Beside it'")
            #expect(titles == ["1"])

            project.transport.limitAnswers(to: nil)
            #expect(try await project.pull().problem == nil)
            #expect(try await project.difference() == nil)
        }
    }

    @Test(arguments: ["kit", "rest"])
    func `a token that ends between two pages is renewed once, and no row is lost (F12)`(
        level: String
    ) async throws {
        try await ProjectFixture.run(level) { project in
            try project.fill(hotspots: 9_100)
            let path = level == "kit" ? "geoq_pull" : "/rest/v1/hotspot"
            try project.gateway.set(
                """
                {"faults": [{"path": "\(path)", "skip": 1, "times": 1, "status": 401,
                    "body": {"code": "PGRST303", "message": "JWT expired"}}]}
                """)
            project.transport.forget()
            #expect(try await project.pull().problem == nil)
            try project.gateway.set(#"{"faults": []}"#)
            #expect(project.transport.exchanges.count { $0.status == 401 } == 1)
            #expect(project.transport.exchanges.count { $0.target.contains("grant_type=refresh_token") } == 1)
            #expect(try await project.difference() == nil)
        }
    }

    @Test func `the user's lists are there before all hotspots are`() async throws {
        try await ProjectFixture.run("kit") { project in
            try project.fill(hotspots: 9_000)
            let store = project.store.path
            let wasEarly = Mutex(false)
            project.transport.whenAnswered { _ in
                let counts = try SyncFixture.sqlite(
                    store, "SELECT (SELECT count(*) FROM watchlists), (SELECT count(*) FROM hotspot)")
                let numbers = counts.first?.split(separator: "|").compactMap { Int($0) } ?? []
                if numbers.count == 2, numbers[0] > 0, numbers[1] == 0 { wasEarly.withLock { $0 = true } }
            }
            try await project.pull()
            project.transport.whenAnswered(nil)
            #expect(wasEarly.withLock { $0 })
            #expect(try await project.difference() == nil)
        }
    }
}
