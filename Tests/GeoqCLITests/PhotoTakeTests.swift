import Foundation
import GeoqStore
import TestSupport
import Testing

/// `geoq photo take`: pictures that an older app kept as files, or as blobs in a
/// database of its own.
@Suite(.waits, .serialized, .needsGateway)
struct PhotoTakeTests {
    private static let gateway = Result { try GatewayProcess() }

    private static func fixture(_ body: (PhotoFixture) throws -> Void) async throws {
        try await PhotoFixture.run(gateway, body)
    }

    @Test func `pictures that an older app kept as files are taken one by one`() async throws {
        try await Self.fixture { fixture in
            let account = fixture.account
            try fixture.gateway.query(
                """
                INSERT INTO observed_bird_photos (id, watchlist_entry_id, image_path) SELECT
                    md5('old ' || n)::uuid, md5('entry')::uuid, 'old' || n || '.jpg' FROM generate_series(1, 3) n;
                INSERT INTO observed_bird_photos (id, watchlist_entry_id, image_path) VALUES
                    (md5('out')::uuid, md5('entry')::uuid, '../old1.jpg')
                """)
            let folder = account.folder + "/old"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            #expect(try account.run("sync", "--quiet").status == 0)
            #expect(try fixture.states() == ["missing", "missing", "missing", "missing"])
            try PhotoFixture.png.write(to: URL(filePath: folder + "/old1.jpg"))
            try Data("nothing".utf8).write(to: URL(filePath: folder + "/old2.jpg"))
            let take = try account.run("photo", "take", folder)
            #expect(take.status == 65 && take.errors.contains("old2.jpg: it is no JPEG"), "\(take.errors)")
            let words = "1 picture taken; 1 picture left, not in \(folder); 1 picture left, whose row names no file\n"
            #expect(take.errors.contains(words), "\(take.errors)")
            let said = take.lines.map { $0.firstMatch(of: /"state":"(\w+)","from":"([^"]*)"/) }
            #expect(said.map { $0.map { "\($0.1)" } } == ["left", "taken", "unusable", "left"], "\(take.output)")
            #expect(said.first??.2 == "../old1.jpg" && said.last??.2 == "old3.jpg", "A path is no name.")
            #expect(take.output.contains("this path is not followed"), "\(take.output)")
            #expect(try account.run("sync", "--quiet").status == 0)
            // What cannot be used stays said.
            #expect(try fixture.states().sorted() == ["missing", "missing", "sent", "unusable"])
            let list = try account.run("photo", "list").lines.filter { $0.contains("unusable") }
            #expect(list.count == 1 && list.allSatisfy { $0.contains("old2.jpg: it is no JPEG") }, "\(list)")
            let id = try fixture.gateway.query("SELECT md5('old 2')::uuid")
            let show = try account.run("photo", "show", id, "-f", "ndjson")
            #expect(show.output.contains(#""state":"unusable""#) && show.output.contains("old2.jpg: it is no JPEG"))
            let check = try account.run("photo", "check")
            #expect(check.status == 65, "\(check.errors)")
            let problem = "photo \(id): its picture cannot be used: \(folder)/old2.jpg: it is no JPEG"
            #expect(check.errors.contains(problem), "\(check.errors)")
            #expect(check.errors.split(separator: "\n").count { $0.hasSuffix("its picture is nowhere") } == 2)
            #expect(try fixture.project().components(separatedBy: "|both").count == 2)
            #expect(
                try fixture.gateway.query(
                    "SELECT storage_url, is_uploaded FROM observed_bird_photos WHERE image_path = 'old1.jpg'"
                )
                .hasPrefix("\(fixture.user)/\(fixture.entry)/"))
            try PhotoFixture.pdf(900).write(to: URL(filePath: folder + "/old2.jpg"))
            try PhotoFixture.png.write(to: URL(filePath: folder + "/old3.jpg"))
            #expect(
                try account.run("photo", "take", folder).errors
                    == """
                    2 pictures taken; 1 picture left, whose row names no file
                    2 pictures not at the project yet: keep \(folder) until all are sent

                    """)
            #expect(try fixture.states().sorted() == ["missing", "sent", "waiting", "waiting"])
            #expect(try account.sql("SELECT count(*) FROM geoq_setting WHERE name LIKE 'unusable%'") == ["0"])
            #expect(try account.run("sync", "--quiet").status == 0)
            #expect(try fixture.project().components(separatedBy: "|both").count == 4)
        }
    }

    @Test func `blobs that Core Data keeps in files are taken, and a file that is missing is said`() async throws {
        try await Self.fixture { fixture in
            let account = fixture.account
            try fixture.gateway.query(
                """
                INSERT INTO observed_bird_photos (id, watchlist_entry_id, image_path) SELECT
                    md5('old ' || n)::uuid, md5('entry')::uuid, '' FROM generate_series(1, 2) n
                """)
            #expect(try account.run("sync", "--quiet").status == 0)
            let names = [UUID().uuidString, UUID().uuidString]
            let beside = account.folder + "/.Birds_SUPPORT/_EXTERNAL_DATA"
            try FileManager.default.createDirectory(atPath: beside, withIntermediateDirectories: true)
            try PhotoFixture.png.write(to: URL(filePath: "\(beside)/\(names[0])"))
            let old = account.folder + "/Birds.sqlite"
            let rows = try (1...2).map { number in
                "('\(try fixture.gateway.query("SELECT md5('old \(number)')::uuid"))', x'02' || '\(names[number - 1])')"
            }
            let made = try Tool.sqlite3(
                old,
                """
                CREATE TABLE ZPHOTO (ZID TEXT, ZDATA BLOB);
                INSERT INTO ZPHOTO VALUES \(rows.joined(separator: ", "));
                UPDATE ZPHOTO SET ZDATA = CAST(ZDATA AS BLOB)
                """)
            #expect(made.status == 0, "\(made.errors)")
            let take = try account.run("photo", "take", old)
            #expect(take.status == 65 && take.errors.contains("1 picture taken\n"), "\(take.errors)")
            #expect(take.errors.contains("ZPHOTO.ZDATA: it is in \(beside)/\(names[1]), which is not there"))
            #expect(try fixture.states().sorted() == ["unusable", "waiting"])
        }
    }

    @Test func `a file is found by the last part of the path that its row names`() async throws {
        try await Self.fixture { fixture in
            let account = fixture.account
            try fixture.gateway.query(
                """
                INSERT INTO observed_bird_photos (id, watchlist_entry_id, image_path) VALUES
                    (md5('within')::uuid, md5('entry')::uuid, 'ObservedBirdPhotos/a.png')
                """)
            let folder = account.folder + "/ObservedBirdPhotos"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try PhotoFixture.png.write(to: URL(filePath: folder + "/a.png"))
            #expect(try account.run("sync", "--quiet").status == 0)
            let take = try account.run("photo", "take", folder)
            #expect(take.status == 0 && take.errors.hasPrefix("1 picture taken\n"), "\(take.errors)")
            #expect(try fixture.states() == ["waiting"])
        }
    }

    @Test func `a file is found by an address, and however the letters of its name are written`() async throws {
        try await Self.fixture { fixture in
            let account = fixture.account
            // ö as one character, and in the folder as two.
            try fixture.gateway.query(
                """
                INSERT INTO observed_bird_photos (id, watchlist_entry_id, image_path) VALUES
                    (md5('one')::uuid, md5('entry')::uuid, 'M\u{F6}we.png'),
                    (md5('two')::uuid, md5('entry')::uuid, 'file:///var/mobile/Documents/a%20b.png'),
                    (md5('three')::uuid, md5('entry')::uuid, 'https://birds.example.org/a.png'),
                    (md5('four')::uuid, md5('entry')::uuid, '')
                """)
            let folder = account.folder + "/old"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            _ = try fixture.file(PhotoFixture.png, "old/Mo\u{308}we.png")
            _ = try fixture.file(PhotoFixture.otherPNG, "old/a b.png")
            #expect(try account.run("sync", "--quiet").status == 0)
            let take = try account.run("photo", "take", folder)
            #expect(take.status == 0, "\(take.errors)")
            #expect(
                take.errors.hasPrefix("2 pictures taken; 2 pictures left, whose rows name no file\n"), "\(take.errors)")
            #expect(take.output.contains("this is an address, and no file of a folder"), "\(take.output)")
            #expect(take.output.contains("the row names no file"), "\(take.output)")
            #expect(try fixture.states().sorted() == ["missing", "missing", "waiting", "waiting"])
            #expect(try account.run("sync", "--quiet").status == 0)
            let again = try account.run("photo", "take", folder).errors
            #expect(again.contains("for the other rows of the last sync\n"), "\(again)")
        }
    }

    @Test func `before the first sync it says what to do first, and not that the source may go`() async throws {
        try await withFolder { folder in
            let store = folder + "/birds.sqlite"
            try Store.putBlank(store)
            func take() throws -> GeoqProcess {
                try GeoqProcess(["photo", "take", folder], environment: ["HOME": folder, "GEOQ_DB": store])
            }
            let guest = try take()
            #expect(guest.status == 0, "\(guest.errors)")
            #expect(
                guest.errors == """
                    0 pictures taken
                    the rows that name pictures are an account's: geoq login, geoq sync, and this again

                    """)
            let login = try Tool.sqlite3(
                store,
                """
                INSERT INTO geoq_source VALUES ('https://abc.supabase.co', 'remote');
                INSERT INTO geoq_account VALUES
                    (1, 'https://abc.supabase.co', 'https://abc.supabase.co', 'someone', 'kit', 'active');
                """)
            #expect(login.status == 0, "\(login.errors)")
            let unsynced = try take()
            #expect(unsynced.status == 0, "\(unsynced.errors)")
            #expect(
                unsynced.errors == """
                    0 pictures taken
                    the rows that name pictures come with a sync: geoq sync, and this again

                    """)
        }
    }

    @Test(.timeLimit(.minutes(1))) func `a pipe is no place of pictures, and is not waited for`() async throws {
        try await withFolder { folder in
            let (store, pipe) = (folder + "/birds.sqlite", folder + "/pipe")
            try Store.putBlank(store)
            try #require(mkfifo(pipe, 0o600) == 0)
            let take = try GeoqProcess(["photo", "take", pipe], environment: ["HOME": folder, "GEOQ_DB": store])
            #expect(take.status == 65 && take.errors.contains("neither a folder nor a SQLite file"), "\(take.errors)")
        }
    }

    @Test func `the profile's photo and a cover that an older app kept as files are taken, and named anew`()
        async throws
    {
        try await Self.fixture { fixture in
            let account = fixture.account
            try fixture.gateway.query(
                """
                UPDATE users SET profile_photo = 'me.png' WHERE id = '\(fixture.user)';
                UPDATE watchlists SET cover_image_path = 'owls.png'
                """)
            #expect(try account.run("sync", "--quiet").status == 0)
            #expect(try account.run("whoami", "-f", "ndjson").output.contains(#""photo":"unknown""#))
            let folder = account.folder + "/old"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            _ = try fixture.file(PhotoFixture.png, "old/me.png")
            _ = try fixture.file(PhotoFixture.otherPNG, "old/owls.png")
            let take = try account.run("photo", "take", folder)
            #expect(take.status == 0 && take.errors.hasPrefix("2 pictures taken\n2 pictures not"), "\(take.errors)")
            #expect(try account.run("photo", "take", folder, "-e").status == 1, "None is taken twice.")
            let sync = try account.run("sync")
            #expect(sync.status == 0 && sync.errors.contains("2 pictures sent"), "\(sync.errors)")
            #expect(try fixture.rowPictures() == ["list-covers|both", "profile-photos|both"])
            #expect(
                try account.run("photo", "take", folder).errors
                    == "0 pictures taken\nthe project has every picture that \(folder) has for the rows of the last sync\n"
            )
        }
    }

    @Test func `blobs of an older app's database are taken one by one, also after a kill`() async throws {
        try await Self.fixture { fixture in
            let account = fixture.account
            try fixture.gateway.query(
                """
                INSERT INTO observed_bird_photos (id, watchlist_entry_id, image_path) SELECT
                    md5('old ' || n)::uuid, md5('entry')::uuid, 'old' || n || '.jpg' FROM generate_series(1, 4) n
                """)
            #expect(try account.run("sync", "--quiet").status == 0)
            func id(_ name: String) throws -> String { try fixture.gateway.query("SELECT md5('\(name)')::uuid") }
            func hex(_ data: Data) -> String { data.map { String(format: "%02x", $0) }.joined() }
            let (png, old) = (hex(PhotoFixture.png), account.folder + "/Birds.sqlite")
            // As text, as bytes, in any case; a preview beside the picture; an id that no row has.
            let made = try Tool.sqlite3(
                old,
                """
                CREATE TABLE photos (id TEXT, preview BLOB, photo_data BLOB, size INTEGER);
                INSERT INTO photos VALUES ('\(try id("old 1"))', x'0102', x'\(png)', 1),
                    ('\(try id("old 2").uppercased())', x'\(hex(PhotoFixture.pdf(700)))', NULL, 2),
                    ('\(UUID().uuidString)', x'00', x'\(png)', 3), (NULL, NULL, x'\(png)', 4);
                CREATE TABLE "Z ""LISTS" (ZUUID BLOB PRIMARY KEY, ZCOVER BLOB) WITHOUT ROWID;
                INSERT INTO "Z ""LISTS" VALUES (x'\(try id("list").replacing("-", with: ""))', x'\(png)'),
                    (x'\(try id("old 3").replacing("-", with: ""))', x'0badc0de');
                CREATE VIEW bad AS SELECT id, load_extension('x') AS b FROM photos
                """)
            #expect(made.status == 0, "\(made.errors)")
            let bytes = FileManager.default.contents(atPath: old)
            for passes in 0..<2 {
                let environment = account.environment.merging(["GEOQ_CRASH": "C16a:\(passes)"]) { $1 }
                #expect(try GeoqProcess(["photo", "take", old], environment: environment).status == SIGKILL)
            }
            let take = try account.run("photo", "take", old)
            #expect(take.status == 65 && take.errors.contains("Z \"LISTS.ZCOVER: it is no JPEG"), "\(take.errors)")
            #expect(take.errors.contains("taken; 1 picture left"), "\(take.errors)")
            #expect(take.output.contains(#""of":"cover","list":"Owls","state":"taken","from":"Z \"LISTS.ZCOVER""#))
            #expect(FileManager.default.contents(atPath: old) == bytes, "Nothing is written there.")
            let sync = try account.run("sync")
            #expect(sync.status == 0 && sync.errors.contains("3 pictures sent"), "\(sync.errors)")
            #expect(try fixture.project().contains("\(try id("old 2")).pdf|700|both"))
            #expect(try fixture.project().components(separatedBy: "|both").count == 3)
            #expect(try fixture.rowPictures() == ["list-covers|both"])
            #expect(try account.run("photo", "take", old).errors.contains("0 pictures taken; 1 picture left"))
            let text = try account.run("photo", "take", try fixture.file(Data("no database".utf8), "text"))
            #expect(text.status == 65 && text.errors.contains("neither a folder nor a SQLite file"), "\(text.errors)")
            let damaged = try fixture.file((bytes ?? Data()).prefix(16) + Data(count: 9_000), "damaged")
            let broken = try account.run("photo", "take", damaged)
            #expect(broken.status != 0 && broken.errors.contains("damaged"), "\(broken.errors)")
        }
    }
}
