import Foundation
import TestSupport
import Testing

/// `geoq photo` and `geoq cache`, as a person with two devices uses them.
@Suite(.waits, .serialized, .needsGateway)
struct PhotoCommandTests {
    private static let gateway = Result { try GatewayProcess() }

    private static func fixture(_ body: (PhotoFixture) throws -> Void) async throws {
        try await PhotoFixture.run(gateway, body)
    }

    @Test func `a photo that is added offline comes to the other device byte for byte, and is shown there offline`()
        async throws
    {
        try await Self.fixture { fixture in
            let account = fixture.account
            let other = try fixture.otherDevice()
            try fixture.gateway.set(#"{"faults": [{"html": true}]}"#)
            let pdf = PhotoFixture.pdf(30_000)
            let document = try fixture.add(pdf, "certificate.pdf")
            let photo = try fixture.add(PhotoFixture.png, "wren.png")
            #expect(try fixture.states() == ["waiting", "waiting"])
            let shown = account.folder + "/shown"
            #expect(try account.run("photo", "show", photo, "--output", shown).status == 0)
            #expect(FileManager.default.contents(atPath: shown) == PhotoFixture.png, "It is here as it was.")
            #expect(try account.run("sync", "--no-wait").status == 69)
            #expect(try fixture.states() == ["waiting", "waiting"])
            try fixture.gateway.set(#"{"faults": []}"#)
            let sync = try account.run("sync")
            #expect(sync.status == 0 && sync.errors.contains("2 pictures sent"), "\(sync.errors)")
            #expect(sync.errors.contains("2 changes sent"), "\(sync.errors)")
            #expect(try fixture.states() == ["sent", "sent"])
            #expect(try fixture.project().split(separator: "\n").allSatisfy { $0.hasSuffix("|both") })
            #expect(try fixture.project().contains(fixture.whole(document, bytes: 30_000)))
            #expect(
                try fixture.gateway.query(
                    "SELECT metadata ->> 'mimetype' FROM storage.objects ORDER BY 1") == "application/pdf\nimage/jpeg")

            #expect(try other.run("sync", "--quiet").status == 0)
            let list = try other.run("photo", "list", fixture.entry)
            #expect(
                list.lines.count == 2 && list.lines.allSatisfy { $0.contains(#""state":"there""#) }, "\(list.output)")
            let copy = other.folder + "/copy"
            let show = try other.run("photo", "show", document, "--output", copy)
            #expect(show.status == 0 && FileManager.default.contents(atPath: copy) == pdf, "\(show.errors)")
            let info = try other.run("cache", "info", "-f", "ndjson")
            #expect(info.output.contains(#""files":1,"bytes":30056"#), "\(info.output)")
            #expect(info.output.contains(#""limit_bytes":500000000"#), "\(info.output)")
            #expect(info.output.contains(#""limit_days":90"#), "\(info.output)")
            // Nothing of the network any more.
            try fixture.gateway.set(#"{"faults": [{"html": true}]}"#)
            try FileManager.default.removeItem(atPath: copy)
            #expect(try other.run("photo", "show", document, "--output", copy).status == 0)
            #expect(FileManager.default.contents(atPath: copy) == pdf)
            let absent = try other.run("photo", "show", photo, "--output", copy)
            #expect(absent.status == 69, "\(absent.errors)")
            #expect(try other.run("cache", "clear").status == 0)
            #expect(try other.run("photo", "show", document, "--output", copy).status == 69)
        }
    }

    @Test func `a picture comes from a pipe, and goes into a pipe and through a link`() async throws {
        try await Self.fixture { fixture in
            let account = fixture.account
            let document = "%PDF-1.7\nof a pipe\n"
            let add = try account.run("photo", "add", fixture.entry, "/dev/stdin", input: document)
            #expect(add.status == 0, "\(add.errors)")
            let dash = try account.run("photo", "add", fixture.entry, "-", input: document)
            #expect(dash.status == 0 && dash.lines.count == 1, "\(dash.errors)")
            let empty = try account.run("photo", "add", fixture.entry, "-")
            #expect(empty.status == 65 && empty.errors.contains("standard input: it is empty"), "\(empty.errors)")
            let late = account.folder + "/late"
            #expect(mkfifo(late, 0o600) == 0)
            let writer = Thread {
                // Opened once geoq reads it; then longer than it waits without a word.
                let file = open(late, O_WRONLY | O_CLOEXEC)
                usleep(1_500_000)
                _ = document.withCString { write(file, $0, strlen($0)) }
                close(file)
            }
            writer.start()
            let waited = try account.run("photo", "add", fixture.entry, late)
            #expect(waited.status == 0 && waited.errors.contains("waiting for \(late)"), "\(waited.errors)")
            let photo = try #require(add.lines.first.map(String.init))
            let (target, link) = (try fixture.file(Data("old".utf8), "target"), account.folder + "/link")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
            #expect(try account.run("photo", "show", photo, "--output", link).status == 0)
            #expect(try String(contentsOfFile: target, encoding: .utf8) == document)
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
            let pipe = account.folder + "/pipe"
            #expect(mkfifo(pipe, 0o600) == 0)
            let reader = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
            defer { close(reader) }
            #expect(try account.run("photo", "show", photo, "--output", pipe).status == 0)
            var bytes = [UInt8](repeating: 0, count: 1_000)
            let count = read(reader, &bytes, bytes.count)
            #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == document)
            let folder = try account.run("photo", "show", photo, "--output", account.folder)
            #expect(folder.status == 74 && folder.errors.contains("Is a directory"), "\(folder.errors)")
            // What cannot be written is told as the system tells it, and a file is replaced by a whole one.
            let nowhere = try account.run("photo", "show", photo, "--output", account.folder + "/nowhere/a.jpg")
            #expect(nowhere.status == 74, "\(nowhere.errors)")
            #expect(nowhere.errors.contains("/nowhere/a.jpg cannot be written: No such file"), "\(nowhere.errors)")
            #expect(chmod(target, 0o640) == 0)
            #expect(try account.run("photo", "show", photo, "--output", target).status == 0)
            #expect(try String(contentsOfFile: target, encoding: .utf8) == document)
            let mode = try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] as? NSNumber
            #expect(mode?.intValue == 0o640)
            let files = try FileManager.default.contentsOfDirectory(atPath: account.folder)
            #expect(!files.contains { $0.hasSuffix(".part") }, "\(files)")
        }
    }

    @Test func `when one of the files is too large none is added, and it is named`() async throws {
        try await Self.fixture { fixture in
            let account = fixture.account
            let small = try fixture.file(PhotoFixture.png, "small.png")
            let large = try fixture.file(PhotoFixture.pdf(11 << 20), "eleven.pdf")
            let add = try account.run("photo", "add", fixture.entry, small, large)
            #expect(add.status == 65 && add.output == "", "\(add.output)")
            #expect(
                add.errors.contains("eleven.pdf: it has 11534336 bytes, and 10485760 is the most"), "\(add.errors)")
            #expect(try account.run("photo", "list", "-e").status == 1)
            let most = try fixture.file(PhotoFixture.pdf(10 << 20), "ten.pdf")
            #expect(try account.run("photo", "add", fixture.entry, small, most).lines.count == 2)
        }
    }

    @Test func `a photo that is deleted goes with its object, at the other device, too`() async throws {
        try await Self.fixture { fixture in
            let photo = try fixture.add(PhotoFixture.pdf(1_000))
            let kept = try fixture.add(PhotoFixture.pdf(2_000), "second")
            #expect(try fixture.account.run("sync", "--quiet").status == 0)
            let other = try fixture.otherDevice()
            let deleted = try fixture.account.run("photo", "delete", photo, photo.uppercased())
            #expect(deleted.status == 0, "\(deleted.errors)")
            #expect(try fixture.account.run("photo", "list").lines.count == 1)
            let logout = try fixture.account.run("logout")
            #expect(logout.status == 75, "What the project has of it is not deleted: \(logout.errors)")
            let push = try fixture.account.run("push")
            #expect(push.status == 0 && push.errors.contains("1 picture deleted at the project"), "\(push.errors)")
            #expect(try fixture.project() == fixture.whole(kept, bytes: 2_000))
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: fixture.account.store + ".photos") == [kept])
            #expect(try other.run("sync", "--quiet").status == 0)
            #expect(try other.run("photo", "list").lines.count == 1)
            // With its entry, at the other device.
            #expect(try other.run("entry", "delete", fixture.entry).status == 0)
            let sync = try other.run("sync")
            #expect(sync.status == 0 && sync.errors.contains("1 picture deleted"), "\(sync.errors)")
            #expect(try fixture.project() == "")
            let last = try fixture.account.run("sync")
            #expect(last.status == 0, "\(last.errors)")
            #expect(try fixture.account.run("photo", "list", "-e").status == 1)
            #expect(try fixture.account.run("photo", "check").status == 0)
            #expect(!FileManager.default.fileExists(atPath: "\(fixture.account.store).photos/\(kept)"))
        }
    }

    @Test func `a guest's photos are the account's after the login, and none is left after the logout`() async throws {
        try await Self.fixture { fixture in
            let account = fixture.account
            #expect(try account.run("logout").status == 0)
            let bird = try #require(try account.sql("SELECT id FROM bird").first)
            #expect(try account.run("list", "add", "Ducks").status == 0)
            let entry = try #require(try account.run("entry", "add", "Ducks", bird).lines.first.map(String.init))
            let file = account.folder + "/guest.pdf"
            try PhotoFixture.pdf(4_321).write(to: URL(filePath: file))
            let photo = try #require(try account.run("photo", "add", entry, file).lines.first.map(String.init))
            #expect(try fixture.states() == ["here"])
            let guestUsage = try account.run("photo", "usage", "-f", "ndjson").output
            #expect(guestUsage.contains(#""files":1,"bytes":4321,"here":1,"waiting":0"#), "\(guestUsage)")
            #expect(try account.logIn(fixture.email).status == 0)
            #expect(try account.run("photo", "usage", "-f", "ndjson").output.contains(#""here":0,"waiting":1"#))
            let sync = try account.run("sync")
            #expect(sync.status == 0 && sync.errors.contains("1 picture sent"), "\(sync.errors)")
            #expect(try fixture.project() == "\(fixture.user)/\(entry)/\(photo).pdf|4321|both")
            let usage = try account.run("photo", "usage", "--project", "-f", "ndjson")
            #expect(
                usage.output.contains(#""project_objects":1,"project_bytes":4321"#), "\(usage.output)\(usage.errors)")
            let address = try account.run("photo", "show", photo, "--url")
            let fetched = try Tool.run(
                "/usr/bin/curl", ["-sSf", "-o", file, address.lines.first.map(String.init) ?? ""])
            #expect(fetched.status == 0 && FileManager.default.contents(atPath: file) == PhotoFixture.pdf(4_321))
            #expect(try account.files(with: "?token=") == [], "The address is kept nowhere.")
            try FileManager.default.removeItem(atPath: file)
            #expect(try account.run("logout").status == 0)
            #expect(!FileManager.default.fileExists(atPath: account.store + ".photos"))
            #expect(try fixture.project().hasSuffix("|both"), "What the project has stays there.")
        }
    }

    @Test func `a picture that comes after the logout leaves nothing in the cache`() async throws {
        try await Self.fixture { fixture in
            let other = try fixture.otherDevice()
            let photo = try fixture.add(PhotoFixture.pdf(3_000))
            #expect(try fixture.account.run("sync", "--quiet").status == 0)
            #expect(try other.run("sync", "--quiet").status == 0)
            try fixture.gateway.set(
                #"{"faults": [{"method": "GET", "path": "/storage/v1/object/", "hold": true, "times": 1}]}"#)
            let copy = other.folder + "/copy"
            let (show, errors) = try other.started(["photo", "show", photo, "--output", copy])
            defer { show.terminate() }
            let deadline = Date().addingTimeInterval(300)
            while Date() < deadline, show.isRunning, try fixture.gateway.counts().running == 0 { usleep(10_000) }
            #expect(try other.run("logout").status == 0)
            #expect(show.isRunning, "The picture is on its way.")
            try fixture.gateway.set(#"{"faults": []}"#)
            show.waitUntilExit()
            let words = String(decoding: try errors.readToEnd() ?? Data(), as: UTF8.self)
            #expect(show.terminationStatus != 0 && words.contains("the store has no photo \(photo)"), "\(words)")
            #expect(try other.run("cache", "info", "-f", "ndjson").output.contains(#""files":0,"bytes":0"#))
            #expect(!FileManager.default.fileExists(atPath: copy))
        }
    }

    @Test func `a guest's photo goes in the first sync, when that brings the bird of its entry`() async throws {
        try await Self.fixture { fixture in
            let account = fixture.account
            #expect(try account.run("logout").status == 0)
            try fixture.gateway.query(
                """
                INSERT INTO bird (id, scientific_name, common_name) VALUES (md5('tit')::uuid, 'Parus major', 'Great Tit')
                """)
            _ = try account.sql(
                """
                INSERT INTO geoq_source VALUES ('birds.csv', 'file');
                INSERT INTO bird (id, scientific_name, common_name, source)
                    VALUES ('b0000000-0000-4000-8000-00000000000f', 'Parus major', 'Great Tit', 'birds.csv');
                """)
            #expect(try account.run("list", "add", "Tits").status == 0)
            let entry = try #require(
                try account.run("entry", "add", "Tits", "Parus major").lines.first.map(String.init))
            let file = account.folder + "/guest.pdf"
            try PhotoFixture.pdf(1_234).write(to: URL(filePath: file))
            let photo = try #require(try account.run("photo", "add", entry, file).lines.first.map(String.init))
            #expect(try account.logIn(fixture.email).status == 0)
            let sync = try account.run("sync")
            #expect(sync.status == 0 && sync.errors.contains("1 picture sent"), "\(sync.errors)")
            #expect(try fixture.project() == "\(fixture.user)/\(entry)/\(photo).pdf|1234|both")
            #expect(try account.run("outbox", "list", "-e").status == 1)
        }
    }

    @Test func `a viewer of a shared list sees its photos, and can neither add nor delete one`() async throws {
        try await Self.fixture { fixture in
            let photo = try fixture.add(PhotoFixture.pdf(1_234))
            #expect(try fixture.account.run("sync", "--quiet").status == 0)
            let folder = fixture.account.folder + "/viewer"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let viewer = try AccountFixture(fixture.gateway, in: folder)
            _ = try viewer.signUp()
            let user = try viewer.userID()
            try fixture.gateway.query(
                """
                INSERT INTO watchlist_shares (id, watchlist_id, user_id, permission)
                    VALUES (md5('\(user)')::uuid, md5('list')::uuid, '\(user)', 'view')
                """)
            #expect(try viewer.run("sync", "--quiet").status == 0)
            let copy = folder + "/copy"
            let show = try viewer.run("photo", "show", photo, "--output", copy)
            #expect(show.status == 0 && FileManager.default.contents(atPath: copy) == PhotoFixture.pdf(1_234))
            let add = try viewer.run("photo", "add", fixture.entry, copy)
            #expect(add.status == 64 && add.errors.contains("another user's"), "\(add.errors)")
            let delete = try viewer.run("photo", "delete", photo)
            #expect(delete.status == 64 && delete.errors.contains("not this user's"), "\(delete.errors)")
            // Another program can, and the project refuses it.
            _ = try viewer.sql("DELETE FROM observed_bird_photos WHERE id = '\(photo)'")
            let sync = try viewer.run("sync")
            #expect(sync.status == 65 && sync.errors.contains("refuses"), "\(sync.errors)")
            #expect(try fixture.project() == fixture.whole(photo, bytes: 1_234))
            #expect(try viewer.run("outbox", "discard", photo).status == 0)
            #expect(try viewer.run("sync", "--quiet").status == 0)
            #expect(try viewer.run("photo", "show", photo, "--output", copy).status == 0)
            #expect(try fixture.project() == fixture.whole(photo, bytes: 1_234))
        }
    }

    @Test func `the share of a quota is told when the quota is given`() async throws {
        try await Self.fixture { fixture in
            let account = fixture.account
            _ = try fixture.add(PhotoFixture.pdf(1_234))
            #expect(try account.run("sync", "--quiet").status == 0)
            for (text, bytes, percent) in [
                ("2468", "2468", "50"), ("1GB", "1000000000", "0"), ("0.1 mb", "100000", "1.23"),
                ("1MiB", "1048576", "0.12"), ("1kB", "1000", "123.4"),
            ] {
                let usage = try account.run("photo", "usage", "--project", "--quota", text, "-f", "ndjson")
                let share = usage.output.firstMatch(of: /"quota_bytes":(\d+),"quota_percent":([0-9.]+?)(\.0)?}/)
                #expect(
                    share.map { [String($0.1), String($0.2)] } == [bytes, percent], "\(text): \(usage.output)")
            }
            for text in ["", "GB", "1 parsec", "-1GB", "0", "1.2.3GB", "1e400", "nan"] {
                #expect(try account.run("photo", "usage", "--project", "--quota=\(text)").status == 64, "\(text)")
            }
            let alone = try account.run("photo", "usage", "--quota", "1GB")
            #expect(alone.status == 64 && alone.errors.contains("add --project"), "\(alone.errors)")
        }
    }

    #if os(Linux)
        @Test func `the library that reads HEIC is loaded when one comes, and not before`() async throws {
            try await Self.fixture { fixture in
                func loads(_ picture: Data, _ name: String) throws -> Bool {
                    // The loader of programs writes what it loads into files of its own.
                    let folder = "\(fixture.account.folder)/\(name)-loaded"
                    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
                    let environment = fixture.account.environment.merging(
                        ["LD_DEBUG": "libs", "LD_DEBUG_OUTPUT": folder + "/of"]) { $1 }
                    _ = try fixture.file(picture, name)
                    let words = ["photo", "add", fixture.entry, "\(fixture.account.folder)/\(name)"]
                    _ = try GeoqProcess(words, environment: environment)
                    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
                    let said = files.compactMap { FileManager.default.contents(atPath: "\(folder)/\($0)") }
                        .map { String(decoding: $0, as: UTF8.self) }
                    #expect(said.contains { $0.contains("libsqlite3") }, "The loader has told.")
                    return said.contains { $0.contains("libheif.so.1") }
                }
                let before = try loads(PhotoFixture.png, "picture.png")
                #expect(!before)
                let heic = Data([0, 0, 0, 24] + Array("ftypheic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8))
                let after = try loads(heic + Data(count: 64), "picture.heic")
                #expect(after)
            }
        }
    #endif

    @Test func `what is no picture is refused, and nothing is added`() async throws {
        try await Self.fixture { fixture in
            let account = fixture.account
            let good = account.folder + "/good.png"
            try PhotoFixture.png.write(to: URL(filePath: good))
            for (name, bytes, words) in [
                ("empty.jpg", Data(), "empty"), ("text.jpg", Data("no picture".utf8), "no JPEG"),
                ("cut.png", PhotoFixture.png.prefix(40), "damaged"),
            ] {
                let bad = account.folder + "/" + name
                try bytes.write(to: URL(filePath: bad))
                let run = try account.run("photo", "add", fixture.entry, good, bad)
                #expect(run.status == 65 && run.errors.contains(name) && run.errors.contains(words), "\(run.errors)")
            }
            #expect(try account.run("photo", "add", fixture.entry, account.folder).status == 65)
            #expect(try account.run("photo", "add", "x", good).status == 64)
            let unknown = "00000000-0000-4000-8000-000000000001"
            #expect(try account.run("photo", "add", unknown, good).status == 66)
            #expect(try account.run("photo", "show", unknown).status == 66)
            #expect(try account.run("photo", "delete", unknown).status == 66)
            #expect(try account.run("photo", "list", "-e").status == 1)
            #expect(try account.run("photo").output == "")
        }
    }
}
