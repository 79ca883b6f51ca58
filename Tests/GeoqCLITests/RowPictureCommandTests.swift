import Foundation
import TestSupport
import Testing

/// `geoq photo profile` and `geoq photo cover`, as a person with two devices uses
/// them, on a network that breaks off and by a process that is killed.
@Suite(.waits, .serialized, .needsGateway)
struct RowPictureCommandTests {
    private static let gateway = Result { try GatewayProcess() }

    private static func fixture(_ body: (PhotoFixture) throws -> Void) async throws {
        try await PhotoFixture.run(gateway, body)
    }

    /// The states of the profile's photo and of the list's cover.
    private static func states(_ device: AccountFixture) throws -> [String] {
        try [device.run("photo", "profile"), device.run("photo", "cover", "Owls")].map { run in
            run.output.firstMatch(of: /"state": ?"(\w+)"/).map { String($0.1) } ?? run.errors
        }
    }

    private static let whole = ["list-covers|both", "profile-photos|both"]

    /// Sets both pictures.
    private static func set(_ device: AccountFixture, _ file: String) throws {
        for words in [["profile"], ["cover", "Owls"]] {
            let run = try GeoqProcess(["photo"] + words + [file], environment: device.environment)
            #expect(run.status == 0 && run.output + run.errors == "", "\(run.output)\(run.errors)")
        }
    }

    @Test func `pictures that are set offline are shown at once, and are replaced and cleared on both devices`()
        async throws
    {
        try await Self.fixture { fixture in
            let (account, other) = (fixture.account, try fixture.otherDevice())
            let (first, second) = (
                try fixture.file(PhotoFixture.png), try fixture.file(PhotoFixture.otherPNG, "second")
            )
            #expect(try Self.states(account) == ["none", "none"])
            #expect(try account.run("photo", "profile", "-e").status == 1)
            try fixture.gateway.set(#"{"faults": [{"html": true}]}"#)
            try Self.set(account, first)
            #expect(try Self.states(account) == ["waiting", "waiting"])
            let copy = account.folder + "/copy"
            #expect(try account.run("photo", "profile", "--output", copy).status == 0)
            #expect(FileManager.default.contents(atPath: copy) == PhotoFixture.png, "It is here as it was.")
            #expect(try account.run("logout").status == 75, "They would be lost.")
            try fixture.gateway.set(#"{"faults": []}"#)
            let sync = try account.run("sync")
            #expect(sync.status == 0 && sync.errors.contains("2 pictures sent"), "\(sync.errors)")
            #expect(try Self.states(account) == ["sent", "sent"])
            #expect(try fixture.rowPictures() == Self.whole)
            #expect(
                try fixture.gateway.query("SELECT name FROM storage.objects ORDER BY bucket_id").split(separator: "\n")
                    == ["\(fixture.user)/\(try Self.list(fixture)).jpg", "\(fixture.user)/avatar.jpg"])
            let idle = try fixture.counting("POST", "/storage/v1/") {
                let again = try account.run("sync", "--quiet")
                #expect(again.status == 0, "\(again.errors)")
            }
            #expect(idle == 0, "Nothing is sent twice.")

            // The other device fetches each once, and shows it offline.
            #expect(try other.run("sync", "--quiet").status == 0)
            #expect(try Self.states(other) == ["there", "there"])
            #expect(try other.run("photo", "cover", "Owls", "--output", copy).status == 0)
            let sent = try #require(FileManager.default.contents(atPath: copy))
            #expect(sent.starts(with: [0xFF, 0xD8]) && sent != PhotoFixture.png, "A JPEG.")
            try fixture.gateway.set(#"{"faults": [{"html": true}]}"#)
            #expect(try other.run("photo", "cover", "Owls", "--output", copy).status == 0)
            #expect(try other.run("photo", "profile", "--output", copy).status == 69)
            try fixture.gateway.set(#"{"faults": []}"#)

            try Self.set(other, second)
            #expect(try other.run("sync", "--quiet").status == 0)
            #expect(try fixture.rowPictures() == Self.whole)
            #expect(try account.run("sync", "--quiet").status == 0)
            #expect(try Self.states(account) == ["there", "there"])
            #expect(try FileManager.default.contentsOfDirectory(atPath: account.store + ".photos") == [])
            #expect(try account.run("photo", "cover", "Owls", "--output", copy).status == 0)
            #expect(FileManager.default.contents(atPath: copy) != sent, "It is the newer one.")
            let url = try #require(
                try account.run("photo", "cover", "Owls").output.firstMatch(of: /"url": ?"([^"]+)"/)?.1)
            let fetched = try Tool.run("/usr/bin/curl", ["-sSf", "-o", copy + "2", String(url)])
            #expect(fetched.status == 0 && FileManager.default.contentsEqual(atPath: copy, andPath: copy + "2"))

            let usage = try account.run("photo", "usage", "--project")
            #expect(usage.output.contains(#""project_objects":2"#), "\(usage.output)\(usage.errors)")
            #expect(try account.run("photo", "profile", "--clear").status == 0)
            #expect(try account.run("list", "delete", "Owls").status == 0)
            let gone = try account.run("sync")
            #expect(gone.status == 0 && gone.errors.contains("2 pictures deleted"), "\(gone.errors)")
            #expect(try fixture.rowPictures() == [])
            #expect(try other.run("sync", "--quiet").status == 0)
            #expect(try other.run("photo", "profile").output.contains(#""state":"none""#))
            #expect(try FileManager.default.contentsOfDirectory(atPath: other.store + ".photos") == [])
            #expect(try other.run("photo", "check", "--hours", "0").status == 0)
        }
    }

    private static func list(_ fixture: PhotoFixture) throws -> String {
        try fixture.gateway.query("SELECT md5('list')::uuid")
    }

    @Test func `who is logged in, lists and photos say that there is a picture, and how it stands`() async throws {
        try await Self.fixture { fixture in
            let account = fixture.account
            func said(_ words: String...) throws -> String {
                try GeoqProcess(words, environment: account.environment).output
            }
            let list = try fixture.gateway.query("SELECT md5('list')::uuid")
            #expect(try said("whoami", "-f", "ndjson").contains(#""photo":null"#))
            #expect(try said("list", "list").contains(#""cover":null"#))
            #expect(try said("photo", "list") == "")
            try Self.set(account, try fixture.file(PhotoFixture.png))
            let states = ["waiting", "sent"]
            for state in states {
                #expect(try said("whoami", "-f", "ndjson").contains(#""photo":"\#(state)""#))
                #expect(try said("list", "list").contains(#""cover":"\#(state)""#))
                let lines = try said("photo", "list").split(separator: "\n")
                #expect(lines.count == 2 && lines.allSatisfy { $0.contains(#""state":"\#(state)""#) }, "\(lines)")
                #expect(lines.first?.contains(#""id":"\#(fixture.user)","of":"profile","list":null"#) == true)
                #expect(lines.last?.contains(#""id":"\#(list)","of":"cover","list":"Owls""#) == true)
                #expect(try said("photo", "list", fixture.entry) == "", "They are no photos of an entry.")
                for id in [fixture.user, list] {
                    #expect(try said("photo", "show", id).contains(#""state":"\#(state)""#))
                    #expect(try said("photo", "show", id, "--output", "-").utf8.count > 0)
                }
                if state == states[0] {
                    let early = try account.run("photo", "show", list, "--url")
                    #expect(early.status == 66 && early.errors.contains("does not have the picture yet"))
                    #expect(try account.run("sync", "--quiet").status == 0)
                }
            }
            let other = try fixture.otherDevice()
            #expect(try other.run("whoami", "-f", "ndjson").output.contains(#""photo":"there""#))
            #expect(try other.run("list", "list", "-f", "table").output.contains("there"))
            let copy = other.folder + "/copy"
            for id in [fixture.user, list] {
                #expect(try other.run("photo", "show", id, "--output", copy).status == 0)
                let saved = try #require(FileManager.default.contents(atPath: copy))
                let url = try other.run("photo", "show", id, "--url").lines.first.map { String($0) }
                let fetched = try Tool.run("/usr/bin/curl", ["-sSf", "-o", copy + "2", try #require(url)])
                #expect(fetched.status == 0 && FileManager.default.contents(atPath: copy + "2") == saved)
            }
            #expect(try account.run("photo", "profile", "--clear").status == 0)
            let none = try account.run("photo", "show", fixture.user, "--output", copy)
            #expect(none.status == 66 && none.errors.contains("there is no picture"), "\(none.errors)")
        }
    }

    @Test func `a picture that the project refuses is shown, and goes after its user's word`() async throws {
        try await Self.fixture { fixture in
            let account = fixture.account
            defer { _ = try? fixture.gateway.query("UPDATE storage.buckets SET file_size_limit = 10485760") }
            try fixture.gateway.query("UPDATE storage.buckets SET file_size_limit = 10 WHERE id = 'list-covers'")
            try Self.set(account, try fixture.file(PhotoFixture.png))
            let sync = try account.run("sync")
            #expect(sync.status == 65 && sync.errors.contains("1 picture sent; 1 picture refused"), "\(sync.errors)")
            #expect(try fixture.rowPictures() == ["profile-photos|both"])
            #expect(try Self.states(account) == ["sent", "refused"])
            let list = try Self.list(fixture)
            #expect(try account.run("list", "list").output.contains(#""waits":"failed""#))
            #expect(try account.run("outbox", "list").output.contains("EntityTooLarge"))
            try fixture.gateway.query("UPDATE storage.buckets SET file_size_limit = 5242880")
            #expect(try account.run("outbox", "retry", list).status == 0)
            let again = try account.run("sync")
            #expect(again.status == 0 && again.errors.contains("1 picture sent"), "\(again.errors)")
            #expect(try fixture.rowPictures() == Self.whole)
        }
    }

    @Test func `an upload that is cut off leaves no row, and is there once (F37)`() async throws {
        try await Self.fixture { fixture in
            let account = fixture.account
            try Self.set(account, try fixture.file(PhotoFixture.png))
            // The first comes through, and its answer is lost; the second is cut off.
            try fixture.gateway.set(
                #"""
                {"faults": [
                    {"method": "POST", "path": "/object/profile-photos/", "drop": true, "times": 1},
                    {"method": "POST", "path": "/object/list-covers/", "request_cut": 100, "times": 1}
                ]}
                """#)
            for _ in 0..<2 { #expect(try account.run("push", "--no-wait", "--quiet").status == 69) }
            let between = try fixture.rowPictures()
            #expect(!between.contains("list-covers|no object"), "\(between)")
            let sync = try account.run("sync", "--quiet", "--no-wait")
            #expect(sync.status == 0, "\(sync.errors)")
            #expect(try fixture.rowPictures() == Self.whole)
        }
    }

    @Test func `a push killed after the object is finished by the next one, and sends it once (C20, C21)`() async throws
    {
        try await Self.fixture { fixture in
            let account = fixture.account
            let files = [try fixture.file(PhotoFixture.png), try fixture.file(PhotoFixture.otherPNG, "second")]
            // First, and in the place of another one.
            for file in files {
                #expect(try account.run("photo", "profile", file).status == 0)
                let environment = account.environment.merging(["GEOQ_CRASH": "C20"]) { $1 }
                #expect(try GeoqProcess(["push", "--quiet"], environment: environment).status == SIGKILL)
                let sent = try fixture.counting("POST", "/storage/v1/(object/profile|upload)") {
                    let push = try account.run("push", "--quiet")
                    #expect(push.status == 0, "\(push.errors)")
                }
                #expect(sent == 0)
                #expect(try fixture.rowPictures() == ["profile-photos|both"])
            }
            // A deletion.
            #expect(try account.run("photo", "profile", "--clear").status == 0)
            let environment = account.environment.merging(["GEOQ_CRASH": "C21"]) { $1 }
            #expect(try GeoqProcess(["push", "--quiet"], environment: environment).status == SIGKILL)
            #expect(try fixture.rowPictures() == ["profile-photos|no row"])
            #expect(try account.run("push", "--quiet").status == 0)
            #expect(try fixture.rowPictures() == [])
            #expect(try FileManager.default.contentsOfDirectory(atPath: account.store + ".photos") == [])
        }
    }

    @Test func `a guest's cover is the account's after the login, and others' lists and files are refused`()
        async throws
    {
        try await Self.fixture { fixture in
            let account = fixture.account
            #expect(try account.run("logout").status == 0)
            #expect(try account.run("list", "add", "Ducks").status == 0)
            let file = try fixture.file(PhotoFixture.png)
            #expect(try account.run("photo", "cover", "Ducks", file).status == 0)
            #expect(try account.run("photo", "cover", "Ducks").output.contains(#""state":"here""#))
            let guest = try account.run("photo", "profile", file)
            #expect(guest.status == 77 && guest.errors.contains("geoq login"), "\(guest.status) \(guest.errors)")
            #expect(try account.logIn(fixture.email).status == 0)
            let sync = try account.run("sync")
            #expect(sync.status == 0 && sync.errors.contains("1 picture sent"), "\(sync.errors)")
            #expect(try fixture.rowPictures() == ["list-covers|both"])

            let bad = account.folder + "/certificate.pdf"
            try PhotoFixture.pdf(500).write(to: URL(filePath: bad))
            let document = try account.run("photo", "cover", "Ducks", bad)
            #expect(document.status == 65 && document.errors.contains("certificate.pdf"), "\(document.errors)")
            #expect(try account.run("photo", "cover", "Geese", file).status == 66)
            #expect(try account.run("photo", "cover", "Ducks", file, "--clear").status == 64)
            let folder = account.folder + "/viewer"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let viewer = try AccountFixture(fixture.gateway, in: folder)
            _ = try viewer.signUp()
            let user = try viewer.userID()
            try fixture.gateway.query(
                """
                INSERT INTO watchlist_shares (id, watchlist_id, user_id, permission)
                    SELECT md5('\(user)')::uuid, id, '\(user)', 'edit' FROM watchlists WHERE title = 'Ducks'
                """)
            #expect(try viewer.run("sync", "--quiet").status == 0)
            #expect(try viewer.run("photo", "cover", "Ducks", "--output", folder + "/copy").status == 0)
            let set = try viewer.run("photo", "cover", "Ducks", file)
            #expect(set.status == 64 && set.errors.contains("another user's"), "\(set.errors)")
        }
    }
}
