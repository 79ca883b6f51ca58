import Foundation
import TestSupport
import Testing

/// Two devices of one user, as a person uses them: what one of them overwrites or deletes, the other can read.
@Suite(.waits, .serialized, .needsGateway)
struct TwoDeviceCommandTests {
    private static let gateway = Result { try GatewayProcess() }

    /// Two devices that have synced, with a list and an entry.
    private static func fixture(
        _ body: (_ first: AccountFixture, _ second: AccountFixture, _ entry: String) throws -> Void
    ) async throws {
        try await withFolder { folder in
            let first = try AccountFixture(gateway.get(), in: try made(folder + "/first"))
            let second = try AccountFixture(gateway.get(), in: try made(folder + "/second"))
            try first.gateway.query(
                """
                DELETE FROM watchlists; DELETE FROM bird;
                INSERT INTO bird (id, common_name, scientific_name)
                    VALUES (md5('bufflehead')::uuid, 'Bufflehead', 'Bucephala albeola')
                """)
            let email = try first.signUp()
            try sync(first)
            #expect(try first.run("list", "add", "Ducks").status == 0)
            let entry = try #require(
                try first.run("entry", "add", "Ducks", "Bufflehead", "--notes", "first").lines.first.map(String.init))
            try sync(first)
            let login = try second.logIn(email)
            #expect(login.status == 0, "\(login.errors)")
            try sync(second)
            try body(first, second, entry)
        }
    }

    private static func made(_ folder: String) throws -> String {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }

    private static func sync(_ device: AccountFixture, status: Int32 = 0) throws {
        let run = try device.run("sync", "--quiet")
        #expect(run.status == status, "\(run.errors)")
    }

    private static func edit(_ device: AccountFixture, _ entry: String, _ notes: String) throws {
        let run = try device.run("entry", "edit", entry, "--notes", notes)
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test func `lists of one file that two devices adopt are no conflict (F36)`() async throws {
        try await withFolder { folder in
            let devices = try ["first", "second"].map {
                try AccountFixture(Self.gateway.get(), in: Self.made("\(folder)/\($0)"))
            }
            try devices[0].gateway.query(
                """
                DELETE FROM watchlists; DELETE FROM bird;
                INSERT INTO bird (id, common_name, scientific_name)
                    VALUES (md5('bufflehead')::uuid, 'Bufflehead', 'Bucephala albeola')
                """)
            let email = try devices[0].signUp()
            #expect(try devices[0].run("logout").status == 0)
            let bird = "11111111-1111-4111-8111-111111111111"
            let lists = """
                {"id":"21111111-1111-5111-8111-111111111111","title":"Ducks","entries":[
                {"bird_id":"\(bird)","notes":"a"},
                {"bird_id":"\(bird)","notes":"b","observation_date":"2026-05-03T23:30:00.5-04:00"}]}
                """.replacing("\n", with: "")
            for device in devices {
                let (birds, watchlists) = (device.folder + "/birds.csv", device.folder + "/lists.ndjson")
                try "id,common_name,scientific_name\n\(bird),Bufflehead,Bucephala albeola\n"
                    .write(toFile: birds, atomically: true, encoding: .utf8)
                try (lists + "\n").write(toFile: watchlists, atomically: true, encoding: .utf8)
                #expect(try device.run("import", birds, "--as", "birds").status == 0)
                #expect(
                    try device.run("import", watchlists, "--as", "watchlists", "--source", "mylists").status == 0)
                let login = try device.run(
                    "login", device.gateway.url, "--email", email, "--password-file", "-", "--key-file",
                    device.folder + "/key", "--adopt", "mylists", input: AccountFixture.password + "\n")
                #expect(login.status == 0, "\(login.errors)")
                try Self.sync(device)
                #expect(try device.run("conflicts", "list", "--settled").output.isEmpty)
            }
            #expect(
                try devices[0].gateway.query(
                    "SELECT count(*), count(DISTINCT bird_id), max(row_version) FROM watchlist_entries") == "2|1|1")
        }
    }

    @Test func `what another device had changed of a deleted row can be read, and nothing more is sent of it`()
        async throws
    {
        try await Self.fixture { first, second, entry in
            try Self.edit(first, entry, "changed")
            try Self.sync(first)
            #expect(try second.run("entry", "delete", entry).status == 0)
            let sync = try second.run("sync", "--quiet")
            #expect(sync.status == 65 && sync.errors.contains("deleted-here: notes\n"), "\(sync.errors)")
            let list = try second.run("conflicts", "list").output
            #expect(
                list.contains(#""reason":"deleted-here","mine":"","theirs":"notes=changed","before":"notes=first""#),
                "\(list)")
            let show = try second.run("conflicts", "show", "1").output
            #expect(show.contains(#""theirs_notes":"changed","before_notes":"first""#), "\(show)")
            let taken = try second.run("conflicts", "take-mine", "1")
            #expect(
                taken.errors
                    == "conflict 1 is settled: you deleted watchlist_entries/\(entry), so there are no values of yours to send\n",
                "\(taken.errors)")
            #expect(try second.run("push").errors == "nothing waits to be sent\n")
        }
    }

    @Test func `an import overwrites nothing that another device has written since the export`() async throws {
        try await Self.fixture { first, second, entry in
            try Self.edit(first, entry, "old")
            let file = first.folder + "/changes.ndjson"
            let export = try first.run("outbox", "export", "--all")
            try export.output.write(toFile: file, atomically: true, encoding: .utf8)
            #expect(try first.run("outbox", "discard", "--all").status == 0)
            try Self.edit(second, entry, "newer")
            try Self.sync(second)
            try Self.sync(first)
            let taken = try first.run("outbox", "import", file)
            #expect(
                taken.status == 0
                    && taken.errors == "1 in conflict with later changes: see geoq conflicts list\n", "\(taken.errors)")
            try Self.sync(first, status: 65)
            try Self.sync(second)
            for device in [first, second] {
                #expect(try device.sql("SELECT notes FROM watchlist_entries") == ["newer"])
            }
            let list = try first.run("conflicts", "list").output
            #expect(list.contains(#""mine":"notes=old","theirs":"notes=newer","before":"notes=first""#), "\(list)")
        }
    }

    @Test func `a file of an earlier geoq is taken, and says what its changes are compared with`() async throws {
        try await Self.fixture { first, second, entry in
            let file = first.folder + "/changes.ndjson"
            try """
            {"table":"watchlist_entries","id":"\(entry)","status":"pendingUpdate","edited":["notes"],\
            "values":{"notes":"old"}}

            """.write(toFile: file, atomically: true, encoding: .utf8)
            let taken = try first.run("outbox", "import", file)
            #expect(
                taken.status == 0
                    && taken.errors == """
                        1 changed
                        1 change was exported by an earlier geoq, without the values before: it counts as made on the \
                        row as it is here

                        """,
                "\(taken.errors)")
            #expect(try first.run("push").errors == "1 change sent\n")
        }
    }
}
