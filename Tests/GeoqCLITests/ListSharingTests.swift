import Foundation
import TestSupport
import Testing

/// A list that one user shares with another, from both sides.
@Suite(.waits, .serialized, .needsGateway)
struct ListSharingTests {
    private static let kit = Result { try GatewayProcess() }
    private static let rest = Result { try GatewayProcess(["--level", "rest"]) }

    /// A user who has a list, and another one.
    private struct Users {
        let owner: AccountFixture
        let friend: AccountFixture
        let ownerID: String
        let friendID: String
    }

    private static func users(_ level: String, _ body: (Users) throws -> Void) async throws {
        try await withFolder { folder in
            let gateway = try (level == "rest" ? rest : kit).get()
            let (owner, friend) = (try user(gateway, folder + "/owner"), try user(gateway, folder + "/friend"))
            let users = Users(
                owner: owner, friend: friend, ownerID: try #require(try owner.whoami().fields["user_id"]),
                friendID: try #require(try friend.whoami().fields["user_id"]))
            #expect(try owner.run("list", "add", "Owls").status == 0)
            try sync(owner)
            try body(users)
        }
    }

    private static func user(_ gateway: GatewayProcess, _ folder: String) throws -> AccountFixture {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let user = try AccountFixture(gateway, in: folder)
        _ = try user.signUp()
        return user
    }

    private static func sync(_ user: AccountFixture) throws {
        let sync = try user.run("sync", "--quiet")
        #expect(sync.status == 0, "\(sync.errors)")
    }

    /// Whose the list is, as `list list` says it: for programs, and for people.
    private static func whose(_ user: AccountFixture) throws -> (fields: [String], table: String) {
        let csv = try user.run("list", "list", "-f", "csv")
        let fields = csv.lines.dropFirst().map { line in
            line.split(separator: ",", omittingEmptySubsequences: false).suffix(5).prefix(3).joined(separator: ",")
        }
        return (fields, try user.run("list", "list", "-f", "table").output)
    }

    @Test func `a list says whose it is, and what this user may do with it`() async throws {
        try await Self.users("kit") { users in
            #expect(try Self.whose(users.owner).fields == ["own,\(users.ownerID),0"])
            for permission in ["view", "edit"] {
                let share = try users.owner.run("list", "share", "Owls", users.friendID, "--can", permission)
                #expect(share.status == 0, "\(share.errors)")
                let waiting = try users.owner.run("outbox", "list")
                #expect(waiting.output.contains(#""label":"Owls, with \#(users.friendID)""#), "\(waiting.output)")
                let own = try Self.whose(users.owner)
                #expect(own.fields == ["own,\(users.ownerID),1"])
                #expect(own.table.contains("yours, shared with 1"), "\(own.table)")
                try Self.sync(users.owner)
                try Self.sync(users.friend)
                let lent = try Self.whose(users.friend)
                #expect(lent.fields == ["\(permission),\(users.ownerID),1"])
                #expect(lent.table.contains("yours to \(permission), of \(users.ownerID)"), "\(lent.table)")
            }
        }
    }

    @Test func `a list is shared neither with an address nor with its own user, and each is said`() async throws {
        try await Self.users("kit") { users in
            let address = try users.owner.run("list", "share", "Owls", "bea@example.org")
            #expect(address.status == 64 && address.errors.contains("geoq whoami tells that user"), "\(address.errors)")
            let own = try users.owner.run("list", "share", "Owls", users.ownerID)
            #expect(own.status == 64 && own.errors.contains("it is this user's own id"), "\(own.errors)")
            #expect(try users.owner.run("list", "shares", "Owls", "-e").status == 1)
        }
    }

    @Test(arguments: ["kit", "rest"])
    func `a user leaves a list that is shared, offline, and what was changed of it before is sent`(
        _ level: String
    ) async throws {
        try await Self.users(level) { users in
            let alone = try users.friend.run("list", "leave", "Owls")
            #expect(alone.status == 66, "\(alone.errors)")
            #expect(try users.owner.run("list", "share", "Owls", users.friendID, "--can", "edit").status == 0)
            try Self.sync(users.owner)
            try Self.sync(users.friend)
            let own = try users.owner.run("list", "leave", "Owls")
            #expect(own.status == 66 && own.errors.contains("no user shares Owls with you"), "\(own.errors)")

            for words in [["list", "unshare", "Owls", users.friendID], ["list", "delete", "Owls"]] {
                let refused = try GeoqProcess(words, environment: users.friend.environment)
                #expect(
                    refused.status == 64 && refused.errors.contains("leave it with: geoq list leave"),
                    "\(refused.errors)")
            }
            #expect(try users.friend.run("list", "edit", "Owls", "--type", "nocturnal").status == 0)
            let leave = try users.friend.run("list", "leave", "Owls")
            #expect(leave.status == 0 && leave.errors.isEmpty, "\(leave.errors)")
            #expect(try users.friend.run("list", "shares", "Owls", "-e").status == 1)
            let left = try Self.whose(users.friend)
            #expect(left.fields == ["left,\(users.ownerID),0"])
            #expect(left.table.contains("left, of \(users.ownerID)"), "\(left.table)")
            let waiting = try users.friend.run("outbox", "list", "-f", "csv").lines.dropFirst()
            #expect(
                waiting.contains { $0.contains("pendingDelete") && $0.contains("Owls, with \(users.friendID)") },
                "\(waiting)")
            try Self.sync(users.friend)
            #expect(try users.friend.run("list", "list", "-e").status == 1, "It is gone.")
            #expect(try users.friend.run("outbox", "list", "-e").status == 1, "Nothing waits.")
            try Self.sync(users.owner)
            #expect(try users.owner.run("list", "shares", "Owls", "-e").status == 1)
            let list = try users.owner.run("list", "list").output
            #expect(list.contains(#""type":"nocturnal""#) && list.contains(#""shared_with":0"#), "\(list)")

            // The owner can share it again.
            #expect(try users.owner.run("list", "share", "Owls", users.friendID).status == 0)
            try Self.sync(users.owner)
            try Self.sync(users.friend)
            #expect(try Self.whose(users.friend).fields == ["view,\(users.ownerID),1"])
            #expect(try users.friend.run("list", "leave", "Owls").status == 0)
            let push = try users.friend.run("push")
            #expect(
                push.status == 0
                    && push.errors.contains("Owls, which you have left, stays here until the next geoq sync"),
                "\(push.errors)")
            let again = try users.friend.run("push")
            #expect(again.status == 0 && !again.errors.contains("which you have left"), "\(again.errors)")
            try Self.sync(users.friend)
            #expect(try users.friend.run("list", "list", "-e").status == 1)
        }
    }
}
