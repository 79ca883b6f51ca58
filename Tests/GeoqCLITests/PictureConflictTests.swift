import Foundation
import TestSupport
import Testing

/// Two devices of a user that set the same profile's photo or list's cover: no
/// picture replaces another unseen.
@Suite(.waits, .serialized, .needsGateway)
struct PictureConflictTests {
    private static let gateway = Result { try GatewayProcess() }

    private static func fixture(_ body: (PhotoFixture) throws -> Void) async throws {
        try await PhotoFixture.run(gateway, body)
    }

    private static func words(_ what: String) -> [String] { what == "profile" ? ["profile"] : ["cover", "Owls"] }

    private static func set(_ device: AccountFixture, _ what: String, _ file: String) throws {
        let run = try GeoqProcess(["photo"] + words(what) + [file], environment: device.environment)
        #expect(run.status == 0, "\(run.errors)")
    }

    private static func state(_ device: AccountFixture, _ what: String) throws -> String {
        let run = try GeoqProcess(["photo"] + words(what), environment: device.environment)
        return run.output.firstMatch(of: /"state": ?"(\w+)"/).map { String($0.1) } ?? run.errors
    }

    /// The SHA-256 of the only object.
    private static func object(_ fixture: PhotoFixture) throws -> String {
        try fixture.gateway.query("SELECT user_metadata ->> 'sha256' FROM storage.objects")
    }

    /// The row names the object in the version that is there.
    private static func whole(_ what: String) -> [String] {
        [what == "profile" ? "profile-photos|both" : "list-covers|both"]
    }

    @Test(arguments: ["cover", "profile"], ["push", "sync"])
    func `a picture that another device has set meanwhile stays at the project`(what: String, how: String) async throws
    {
        try await Self.fixture { fixture in
            let (first, second) = (fixture.account, try fixture.otherDevice())
            try Self.set(first, what, try fixture.file(PhotoFixture.png))
            #expect(try first.run("push", "--quiet").status == 0)
            let stored = try Self.object(fixture)
            try Self.set(second, what, try fixture.file(PhotoFixture.otherPNG, "other.png"))
            let run = try second.run(how)
            #expect(run.status == 65 && run.errors.contains("1 picture in conflict"), "\(run.errors)")
            #expect(!run.errors.contains("1 picture sent"), "\(run.errors)")
            #expect(try Self.object(fixture) == stored, "The object is the first device's.")
            #expect(try fixture.rowPictures() == Self.whole(what))
            #expect(try second.run("conflicts", "list").lines.count == 1)
            #expect(try Self.state(second, what) == "there", "It shows the project's.")
            let sent = try fixture.counting("POST", "/storage/v1/(object/profile|object/list-covers|upload)") {
                let quiet = try second.run("push", "--quiet")
                #expect(quiet.status == 65, "\(quiet.errors)")
            }
            #expect(sent == 0, "It waits for its user's word.")
            let folder = second.store + ".photos"
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)

            #expect(try second.run("conflicts", "dismiss", "--all").status == 0)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
            for word in ["push", "sync"] {
                let next = try second.run(word)
                #expect(next.status == 0, "\(next.errors)")
            }
            #expect(try first.run("sync", "--quiet").status == 0)
            #expect(try Self.object(fixture) == stored, "The server's picture stays.")
            #expect(try fixture.rowPictures() == Self.whole(what))
            #expect(try Self.state(first, what) == "sent")
        }
    }

    @Test(arguments: ["cover", "profile"], ["kit", "rest"])
    func `a picture that lost is sent when its user takes it, and not before`(what: String, level: String) async throws
    {
        let gateway = level == "rest" ? Result { try GatewayProcess(["--level", "rest"]) } : Self.gateway
        try await PhotoFixture.run(gateway) { fixture in
            let (first, second) = (fixture.account, try fixture.otherDevice())
            try Self.set(first, what, try fixture.file(PhotoFixture.png))
            #expect(try first.run("push", "--quiet").status == 0)
            let stored = try Self.object(fixture)
            try Self.set(second, what, try fixture.file(PhotoFixture.otherPNG, "other.png"))
            #expect(try second.run("push", "--quiet").status == 65)
            let take = try second.run("conflicts", "take-mine", "--all")
            #expect(take.status == 0, "\(take.errors)")
            #expect(try Self.state(second, what) == "waiting")
            #expect(try Self.object(fixture) == stored, "Nothing is sent yet.")
            let push = try second.run("push")
            #expect(push.status == 0 && push.errors.contains("1 picture sent"), "\(push.errors)")
            #expect(try Self.object(fixture) != stored)
            #expect(try fixture.rowPictures() == Self.whole(what))
            #expect(try second.run("conflicts", "list").lines == [])
            let sync = try first.run("sync", "--quiet")
            #expect(sync.status == 0, "\(sync.errors)")
            #expect(try Self.state(first, what) == "there")
            #expect(try Self.state(second, what) == "sent")
        }
    }

    @Test func `a picture of the same bytes as the one before replaces no newer one, either`() async throws {
        try await Self.fixture { fixture in
            let (first, second) = (fixture.account, try fixture.otherDevice())
            let (old, new) = (try fixture.file(PhotoFixture.png), try fixture.file(PhotoFixture.otherPNG, "other.png"))
            try Self.set(second, "cover", old)
            #expect(try second.run("push", "--quiet").status == 0)
            #expect(try first.run("sync", "--quiet").status == 0)
            try Self.set(first, "cover", new)
            #expect(try first.run("push", "--quiet").status == 0)
            let stored = try Self.object(fixture)
            try Self.set(second, "cover", old)
            let push = try second.run("push")
            #expect(push.status == 65 && push.errors.contains("1 picture in conflict"), "\(push.errors)")
            #expect(try Self.object(fixture) == stored)
            #expect(try fixture.rowPictures() == Self.whole("cover"))
        }
    }

    /// After the object, and after the row names it here.
    @Test(arguments: ["C20", "C3"])
    func `a push that was killed replaces nothing when it goes on, and its picture can be taken`(point: String)
        async throws
    {
        try await Self.fixture { fixture in
            let (first, second) = (fixture.account, try fixture.otherDevice())
            try Self.set(first, "cover", try fixture.file(PhotoFixture.png))
            let environment = first.environment.merging(["GEOQ_CRASH": point]) { $1 }
            #expect(try GeoqProcess(["push", "--quiet"], environment: environment).status == SIGKILL)
            try Self.set(second, "cover", try fixture.file(PhotoFixture.otherPNG, "other.png"))
            let other = try second.run("push")
            #expect(other.status == 0, "The project's row names nothing yet: \(other.errors)")
            let stored = try Self.object(fixture)
            let push = try first.run("push")
            #expect(push.status == 65, "\(push.errors)")
            #expect(try Self.object(fixture) == stored)
            #expect(try fixture.rowPictures() == Self.whole("cover"))
            #expect(try first.run("conflicts", "take-mine", "--all").status == 0)
            let taken = try first.run("push")
            #expect(taken.status == 0 && taken.errors.contains("1 picture sent"), "\(taken.errors)")
            #expect(try Self.object(fixture) != stored)
            #expect(try fixture.rowPictures() == Self.whole("cover"))
        }
    }
}
