import Foundation
import TestSupport
import Testing

/// Changes that are taken back while they are on their way.
extension PushCommandTests {
    @Test func `a push says that the project took what was taken back meanwhile`() async throws {
        try await Self.fixture { fixture, _ in
            #expect(try fixture.run("list", "edit", "Owls", "--title", "Hens").status == 0)
            try fixture.gateway.set(#"{"faults": [{"path": "/rpc/geoq_push", "hold": true}]}"#)
            let (process, errors) = try fixture.started(["push"])
            while process.isRunning, try fixture.sql("SELECT state FROM geoq_operation") != ["sent"] {
                Thread.sleep(forTimeInterval: 0.05)
            }
            let discard = try fixture.run("outbox", "discard", "--all")
            #expect(discard.errors.contains("the server may have taken them"), "\(discard.errors)")
            try fixture.gateway.set(#"{"faults": []}"#)
            let said = String(decoding: errors.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            #expect(
                said
                    == "the project took 1 change that was taken back here meanwhile: the next geoq sync shows what it has\n"
            )
            #expect(try fixture.sql("SELECT title FROM watchlists") == ["Owls"])
            #expect(try fixture.run("sync").status == 0)
            #expect(try fixture.sql("SELECT title FROM watchlists") == ["Hens"])
        }
    }

    @Test func `a change that is taken back on its way may have arrived, which is said`() async throws {
        try await Self.fixture { fixture, user in
            for title in ["Ducks", "Geese"] { try Self.insert(fixture, user, title) }
            try fixture.gateway.set(#"{"faults": [{"path": "/rest/v1/", "status": 503}]}"#)
            #expect(try fixture.run("push", "--no-wait").status == 69)
            try fixture.gateway.set(#"{"faults": []}"#)
            // As while a push waits for its answer, or after one was killed.
            _ = try fixture.sql(
                """
                UPDATE geoq_operation SET state = 'sent'
                WHERE row_id = (SELECT id FROM watchlists WHERE title = 'Ducks')
                """)
            let discard = try fixture.run("outbox", "discard", "--all")
            #expect(
                discard.errors
                    == "the changes of 2 rows are taken back\nthose of 1 row were on their way, and the server may have "
                    + "taken them: the next geoq sync shows what it has\n", "\(discard.errors)")
        }
    }

    @Test func `a change that a push sends while another command takes it back is said, too`() async throws {
        try await Self.fixture { fixture, user in
            try Self.insert(fixture, user, "Ducks")
            try fixture.gateway.set(#"{"faults": [{"path": "/rest/v1/", "status": 503}]}"#)
            #expect(try fixture.run("push", "--no-wait").status == 69)
            try fixture.gateway.set(#"{"faults": []}"#)
            // As a push that comes to the store after the command has looked, and before it takes anything back.
            _ = try fixture.sql(
                """
                CREATE TRIGGER meanwhile AFTER UPDATE OF captures ON geoq_device WHEN NEW.captures IS NULL
                BEGIN UPDATE geoq_operation SET state = 'sent'; END
                """)
            let discard = try fixture.run("outbox", "discard", "--all")
            _ = try fixture.sql("DROP TRIGGER meanwhile")
            #expect(
                discard.errors
                    == "the changes of 1 row are taken back\nthose of 1 row were on their way, and the server may have "
                    + "taken them: the next geoq sync shows what it has\n", "\(discard.errors)")
        }
    }
}
