import Foundation
import GeoqSync
import TestSupport
import Testing

/// What an application asks its project for, besides what geoq has calls for.
@Suite(.waits, .needsGateway) struct AccountRequestTests {
    private struct List: Codable, Equatable {
        var title: String
    }

    @Test func `an application asks any endpoint as its user, and gets values of its types`() async throws {
        try await PushJourneyTests.run("kit") { fixture, device in
            let account = device.account
            let query = [(name: "select", value: "title"), (name: "title", value: "eq.Old")]
            #expect(try await account.request("rest/v1/watchlists", query: query) == [List(title: "Old")])
            // A value with every sign of the grammar stays a value.
            let odd = "a&b=c/d ü,(\"x\")"
            let made: [List] = try await account.request(
                "rest/v1/watchlists", method: "POST", query: [("select", "title")],
                headers: [("prefer", "return=representation")],
                body: ["id": UUID().uuidString, "title": odd, "owner_id": device.user])
            #expect(made == [List(title: odd)])
            let nothing: [List]? = try await account.request(
                "rest/v1/watchlists", method: "PATCH", query: [("title", "eq.Old")], body: List(title: "New"))
            #expect(nothing == nil)
            #expect(try fixture.gateway.query("SELECT count(*) FROM watchlists WHERE title = 'New'") == "1")
            // The user's right decides, as everywhere.
            let foreign = [
                "id": UUID().uuidString, "title": "x", "owner_id": "00000000-0000-4000-8000-00000000000f",
            ]
            await #expect {
                let _: Int? = try await account.request("rest/v1/watchlists", method: "POST", body: foreign)
            } throws: { ($0 as? SyncError)?.code == "42501" }
            await #expect {
                let _: Int? = try await account.request("rest/v1/nothing_of_this_name")
            } throws: { ($0 as? SyncError)?.kind == .noTable }
            await #expect(throws: DecodingError.self) {
                let _: [Int] = try await account.request("rest/v1/watchlists", query: [("select", "title")])
            }
        }
    }

    @Test func `a token that the project refuses is renewed once`() async throws {
        try await PushJourneyTests.run("rest") { fixture, device in
            try fixture.gateway.set(
                """
                {"faults": [{"path": "/rest/v1/watchlists", "times": 1, "status": 401,
                    "body": {"code": "PGRST303", "message": "JWT expired"}}]}
                """)
            device.transport.forget()
            let lists: [List] = try await device.account.request("/rest/v1/watchlists", query: [("select", "title")])
            #expect(lists == [List(title: "Old")])
            #expect(device.transport.exchanges.count == 3)
        }
    }
}
