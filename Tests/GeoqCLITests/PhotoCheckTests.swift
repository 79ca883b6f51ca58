import Foundation
import TestSupport
import Testing

/// The project's pictures and the rows that name them, compared by `geoq photo check`
/// and, once a day, by a sync.
@Suite(.waits, .serialized, .needsGateway)
struct PhotoCheckTests {
    private static let gateway = Result { try GatewayProcess() }

    private static func fixture(_ body: (PhotoFixture) throws -> Void) async throws {
        try await PhotoFixture.run(gateway, body)
    }

    @Test func `a check finds and mends what has no counterpart`() async throws {
        try await Self.fixture { fixture in
            let account = fixture.account
            let lost = try fixture.add(PhotoFixture.pdf(700), "lost")
            let orphan = try fixture.add(PhotoFixture.pdf(800), "orphan")
            #expect(try account.run("sync", "--quiet").status == 0)
            #expect(try account.run("photo", "check").status == 0)
            try fixture.gateway.query(
                """
                DELETE FROM storage.objects WHERE name LIKE '%\(lost)%';
                DELETE FROM observed_bird_photos WHERE id = '\(orphan)';
                UPDATE storage.objects SET created_at = now() - interval '1 hour' WHERE name LIKE '%\(orphan)%'
                """)
            let young = try account.run("photo", "check")
            #expect(
                young.status == 65 && young.errors.contains(lost) && !young.errors.contains(orphan)
                    && young.errors.contains("1 picture that is younger has no row yet"), "\(young.errors)")
            let check = try account.run("photo", "check", "--hours", "0")
            #expect(check.status == 65 && check.errors.contains("\(orphan).pdf"), "\(check.errors)")
            #expect(try account.run("photo", "check", "--mend", "--hours", "0").status == 0)
            // The picture is here alone now, and no change waits.
            let logout = try account.run("logout")
            #expect(
                logout.status == 75 && logout.errors.contains("1 picture is not at the project"), "\(logout.errors)")
            let sync = try account.run("sync")
            #expect(sync.status == 0 && sync.errors.contains("1 picture sent"), "\(sync.errors)")
            #expect(try fixture.project() == fixture.whole(lost, bytes: 700))
            #expect(try account.run("photo", "check", "--hours", "0").status == 0)
        }
    }

    /// As if all objects had been stored a week ago.
    private static func age(_ fixture: PhotoFixture) throws {
        try fixture.gateway.query(
            """
            UPDATE storage.objects SET created_at = now() - interval '7 days',
                metadata = metadata || jsonb_build_object('lastModified', now() - interval '7 days')
            """)
    }

    /// The cover is another one than its list says, as if its device had been lost.
    private static func exchangeCover(_ fixture: PhotoFixture) throws {
        try fixture.gateway.query(
            """
            UPDATE storage.objects SET user_metadata = jsonb_build_object('sha256', repeat('0a', 32))
            WHERE bucket_id = 'list-covers'
            """)
        #expect(try fixture.rowPictures() == ["list-covers|another version"])
    }

    @Test func `a sync closes gaps between objects and rows by itself, once a day, and leaves what others stored`()
        async throws
    {
        try await Self.fixture { fixture in
            let account = fixture.account
            let lost = try fixture.add(PhotoFixture.pdf(700), "lost")
            let orphan = try fixture.add(PhotoFixture.pdf(800), "orphan")
            #expect(try account.run("photo", "cover", "Owls", try fixture.file(PhotoFixture.png)).status == 0)
            #expect(try account.run("sync", "--quiet").status == 0)
            let object = "\(fixture.gateway.url)/storage/v1/object/watchlist-photos/\(fixture.user)/notes.pdf"
            let put = try Tool.run(
                "/usr/bin/curl",
                [
                    "-sSf", "-X", "POST", "-H", "authorization: Bearer \(fixture.gateway.serviceKey)", "-H",
                    "content-type: application/pdf", "-d", "%PDF- another", object,
                ])
            #expect(put.status == 0, "\(put.errors)")
            try Self.age(fixture)
            try Self.exchangeCover(fixture)
            try fixture.gateway.query(
                """
                DELETE FROM storage.objects WHERE name LIKE '%\(lost)%';
                DELETE FROM observed_bird_photos WHERE id = '\(orphan)'
                """)
            let early = try fixture.counting("POST", "/storage/v1/object/list/") {
                let sync = try account.run("sync", "--quiet")
                #expect(sync.status == 0, "\(sync.errors)")
            }
            #expect(early == 0, "It is not due.")
            #expect(try fixture.project().contains("no object"))
            _ = try account.sql("UPDATE geoq_setting SET value = '0' WHERE name = 'photo_check'")
            let sync = try account.run("sync")
            #expect(sync.status == 0 && sync.errors.contains("1 picture deleted at the project"), "\(sync.errors)")
            #expect(sync.errors.contains("2 pictures sent"), "\(sync.errors)")
            let others = "\(fixture.user)/notes.pdf|13|no row"
            let project = try fixture.project().split(separator: "\n").map { String($0) }
            #expect(Set(project) == [fixture.whole(lost, bytes: 700), others])
            #expect(try fixture.rowPictures() == ["list-covers|both"])
            let again = try fixture.counting("POST", "/storage/v1/object/list/") {
                let sync = try account.run("sync", "--quiet")
                #expect(sync.status == 0, "\(sync.errors)")
            }
            #expect(again == 0, "It was done.")
            let check = try account.run("photo", "check")
            #expect(check.status == 65 && check.errors.contains("notes.pdf"), "\(check.errors)")
            #expect(try account.run("photo", "check", "--mend").status == 0)
            #expect(try account.run("photo", "check").status == 0)
        }
    }

    @Test func `a cover of other bytes is found, and named by its list where no better one is`() async throws {
        try await Self.fixture { fixture in
            let account = fixture.account
            #expect(try account.run("photo", "cover", "Owls", try fixture.file(PhotoFixture.png)).status == 0)
            #expect(try account.run("sync", "--quiet").status == 0)
            let other = try fixture.otherDevice()
            try Self.exchangeCover(fixture)
            #expect(try other.run("photo", "check").status == 0, "It is young; its row may be on its way.")
            try Self.age(fixture)
            let check = try other.run("photo", "check")
            #expect(check.status == 65 && check.errors.contains("another version of its picture"), "\(check.errors)")
            let mend = try other.run("photo", "check", "--mend")
            #expect(mend.status == 0 && mend.errors.contains("1 picture named by its row"), "\(mend.errors)")
            #expect(try other.run("sync", "--quiet").status == 0)
            #expect(try fixture.rowPictures() == ["list-covers|both"])
            #expect(try other.run("photo", "check").status == 0)
            #expect(try account.run("sync", "--quiet").status == 0)
            #expect(try account.run("photo", "check").status == 0)
        }
    }

    @Test func `an object whose photo is there and does not name it stays, and is told`() async throws {
        try await Self.fixture { fixture in
            let account = fixture.account
            let photo = try fixture.add(PhotoFixture.pdf(900))
            #expect(try account.run("sync", "--quiet").status == 0)
            try fixture.gateway.query("UPDATE observed_bird_photos SET is_uploaded = false WHERE id = '\(photo)'")
            try Self.age(fixture)
            let check = try account.run("photo", "check", "--mend")
            #expect(
                check.status == 65 && check.errors.contains("does not name it; the picture stays"), "\(check.errors)")
            #expect(try fixture.project() == fixture.whole(photo, bytes: 900))
        }
    }
}
