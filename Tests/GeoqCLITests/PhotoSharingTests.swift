import Foundation
import TestSupport
import Testing

/// Photos of a list that is shared: what a user who may edit it deletes, what one
/// who may view it is refused, and what stays when the share ends.
@Suite(.waits, .serialized, .needsGateway)
struct PhotoSharingTests {
    private static let gateway = Result { try GatewayProcess() }

    private static func fixture(_ body: (PhotoFixture) throws -> Void) async throws {
        try await PhotoFixture.run(gateway, body)
    }

    /// Another user, with whom the list is shared, and who has synced.
    private static func friend(_ fixture: PhotoFixture, can permission: String) throws -> (AccountFixture, id: String) {
        let folder = fixture.account.folder + "/friend"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let friend = try AccountFixture(fixture.gateway, in: folder)
        _ = try friend.signUp()
        let id = try friend.userID()
        #expect(try fixture.account.run("list", "share", "Owls", id, "--can", permission).status == 0)
        try sync(fixture.account)
        try sync(friend)
        return (friend, id)
    }

    @discardableResult
    private static func sync(_ account: AccountFixture) throws -> GeoqProcess {
        let sync = try account.run("sync", "--no-wait")
        #expect(sync.status == 0, "\(sync.errors)")
        return sync
    }

    private static func notes(_ account: AccountFixture) throws -> [String] {
        try account.sql("SELECT count(*) FROM geoq_setting WHERE name LIKE 'left_photo%'")
    }

    @Test func `of an entry that another user deletes, the owner's next sync deletes the objects (F37)`() async throws {
        try await Self.fixture { fixture in
            let photos = try [700, 800].map { try fixture.add(PhotoFixture.pdf($0), "\($0)") }
            let (friend, _) = try Self.friend(fixture, can: "edit")
            let other = try fixture.otherDevice()
            #expect(try fixture.project().split(separator: "\n").map { $0.suffix(5) } == ["|both", "|both"])
            #expect(try friend.run("entry", "delete", fixture.entry).status == 0)
            let deleted = try Self.sync(friend)
            #expect(!deleted.errors.contains("deleted at the project"), "It cannot: \(deleted.errors)")
            #expect(try fixture.project().split(separator: "\n").map { $0.suffix(7) } == ["|no row", "|no row"])
            // The project cannot delete objects just now: the next sync does it.
            try fixture.gateway.set(
                #"{"faults": [{"method": "DELETE", "path": "/storage/v1/object/", "status": 503, "times": 9}]}"#)
            _ = try fixture.account.run("sync", "--no-wait", "--quiet")
            try fixture.gateway.set(#"{"faults": []}"#)
            #expect(try Self.notes(fixture.account) == ["2"])
            let sync = try Self.sync(fixture.account)
            #expect(sync.errors.contains("2 pictures deleted at the project"), "\(sync.errors)")
            #expect(try fixture.project() == "")
            #expect(try Self.notes(fixture.account) == ["0"])
            for photo in photos {
                #expect(!FileManager.default.fileExists(atPath: fixture.account.store + ".photos/" + photo))
            }
            #expect(try fixture.account.run("photo", "check", "--hours", "0").status == 0)
            // A second device of the owner finds nothing left to delete.
            try Self.sync(other)
            #expect(try Self.notes(other) == ["0"])
            #expect(try other.run("photo", "check", "--hours", "0").status == 0)
        }
    }

    @Test func `a device that has never had the photo finds its young object by the row that is marked as deleted`()
        async throws
    {
        try await Self.fixture { fixture in
            let photo = try fixture.add(PhotoFixture.pdf(700))
            let (friend, _) = try Self.friend(fixture, can: "edit")
            #expect(try friend.run("entry", "delete", fixture.entry).status == 0)
            try Self.sync(friend)
            let other = try fixture.otherDevice()
            let check = try other.run("photo", "check")
            #expect(check.status == 65 && check.errors.contains("\(photo).pdf"), "\(check.errors)")
            #expect(try other.run("photo", "check", "--mend").status == 0)
            #expect(try fixture.project() == "")
        }
    }

    @Test func `photos that are only out of sight keep their objects`() async throws {
        try await Self.fixture { fixture in
            let photo = try fixture.add(PhotoFixture.pdf(700))
            try Self.sync(fixture.account)
            let policy = #"ALTER POLICY "Users can manage photos in own entries" ON observed_bird_photos"#
            let isShown = "watchlist_entry_id IN (SELECT geoq.entries_owned())"
            try fixture.gateway.query("\(policy) USING (false)")
            defer { _ = try? fixture.gateway.query("\(policy) USING (\(isShown))") }
            try Self.sync(fixture.account)
            #expect(try fixture.account.run("photo", "list", "-e").status == 1, "It has left.")
            try Self.sync(fixture.account)
            #expect(try fixture.project() == fixture.whole(photo, bytes: 700))
            try fixture.gateway.query("\(policy) USING (\(isShown))")
            try Self.sync(fixture.account)
            #expect(try fixture.account.run("photo", "list").lines.count == 1)
            #expect(try fixture.project() == fixture.whole(photo, bytes: 700))
        }
    }

    @Test func `who may view a list is refused at once, and who may edit it where only the owner may`() async throws {
        try await Self.fixture { fixture in
            let photo = try fixture.add(PhotoFixture.pdf(700))
            #expect(try fixture.account.run("rules", "add", "Owls", "--shape", "owl-like").status == 0)
            let (friend, id) = try Self.friend(fixture, can: "view")
            let rule = try #require(try friend.sql("SELECT id FROM watchlist_rules").first)
            let list = try #require(try friend.sql("SELECT id FROM watchlists WHERE title = 'Owls'").first)
            func refused(_ words: [String]) throws {
                let run = try GeoqProcess(words, environment: friend.environment)
                #expect(
                    run.status == 64 && run.errors.contains("not this user's, and its owner has not shared it"),
                    "\(words): \(run.status) \(run.errors)")
            }
            let ofOwner = [
                ["photo", "delete", photo], ["list", "delete", "Owls"], ["list", "unshare", "Owls", id],
                ["list", "share", "Owls", fixture.user],
            ]
            let ofEditors = [
                ["entry", "edit", fixture.entry, "--notes", "x"], ["entry", "add", "Owls", "Wren"],
                ["list", "edit", "Owls", "--title", "Mine"], ["rules", "add", "Owls", "--shape", "hawk-like"],
                ["draft", "add", "Owls", "a gull"], ["rules", "remove", rule], ["entry", "delete", fixture.entry],
            ]
            for words in ofOwner + ofEditors { try refused(words) }
            for (table, row) in [("watchlist_entries", fixture.entry), ("watchlists", list)] {
                let line = fixture.account.folder + "/line.ndjson"
                try #"{"table":"\#(table)","id":"\#(row)","status":"pendingDelete","values":{}}"#
                    .write(toFile: line, atomically: false, encoding: .utf8)
                let run = try friend.run("outbox", "import", line)
                #expect(run.status == 65 && run.errors.contains("is not this user's"), "\(run.errors)")
            }
            #expect(try friend.run("outbox", "list", "-e").status == 1, "Nothing waits.")
            #expect(try friend.run("photo", "cover", "Owls", try fixture.file(PhotoFixture.png)).status == 64)
            #expect(try friend.run("photo", "add", fixture.entry, try fixture.file(PhotoFixture.png)).status == 64)

            #expect(try fixture.account.run("list", "share", "Owls", id, "--can", "edit").status == 0)
            try Self.sync(fixture.account)
            try Self.sync(friend)
            for words in ofOwner { try refused(words) }
            for words in ofEditors {
                let run = try GeoqProcess(words, environment: friend.environment)
                #expect(run.status == 0, "\(words): \(run.errors)")
            }
            try Self.sync(friend)
            let titles = try fixture.gateway.query("SELECT title FROM watchlists WHERE id = '\(list)'")
            #expect(titles == "Mine")
        }
    }

    @Test func `pictures of a list that is shared no more leave the cache`() async throws {
        try await Self.fixture { fixture in
            let photo = try fixture.add(PhotoFixture.pdf(700))
            #expect(
                try fixture.account.run("photo", "cover", "Owls", try fixture.file(PhotoFixture.png)).status == 0)
            try Self.sync(fixture.account)
            let (friend, id) = try Self.friend(fixture, can: "view")
            let list = try #require(try friend.sql("SELECT id FROM watchlists WHERE title = 'Owls'").first)
            for picture in [photo, list] {
                let show = try friend.run("photo", "show", picture, "--output", friend.folder + "/shown")
                #expect(show.status == 0, "\(show.errors)")
            }
            let folder = friend.store + ".cache"
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
            try Self.sync(friend)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2, "Both are shown still.")
            #expect(try fixture.account.run("list", "unshare", "Owls", id).status == 0)
            try Self.sync(fixture.account)
            try Self.sync(friend)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        }
    }
}
