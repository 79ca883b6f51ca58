import Geoq
import Synchronization
import Testing

@testable import GeoqStore
@testable import GeoqSupabase
@testable import GeoqSync

/// Projects without the kit, which are asked for their tables alone.
extension ProjectWriterTests {
    @Test func `without the kit, what belongs to a deleted row is refused as the kit refuses it`() async throws {
        let entries = [Self.entry(1, of: 8), Self.entry(2, of: 9)]
        let deleted = PushScript.json(200, #"[{"id":"\#(Self.id(8))"}]"#)
        let refused = OperationAnswer.refused(
            isForbidden: false, code: "PT410", message: "the row in watchlists that this one belongs to is deleted")
        #expect(try await Self.push(entries, .tables(deleted)).answers == [refused, Self.applied])

        // Who may not see the lists is told by the policies of the entries.
        let hidden = try await Self.push(entries, .tables(PushScript.fault(403, "42501")))
        #expect(hidden.answers == [Self.applied, Self.applied] && hidden.obstacle == nil)
        // Without an answer nothing is sent, and no try is counted.
        let busy = try await Self.push(entries, .tables(PushScript.fault(503, "PGRST002")))
        #expect(busy.answers == [.unsent, .unsent] && busy.obstacle?.retryMayHelp == true)

        let revival = Self.operation(8, .update, version: 3, [ColumnValue("deleted_at", .null)])
        let later = try await Self.push([revival] + entries, .tables(deleted, change: PushScript.fault(500, "57014")))
        #expect(
            later.answers == [
                .transient(code: "57014", message: "told to"), .waits(for: RowKey(.watchlists, Self.id(8))),
                Self.applied,
            ])
    }

    @Test func `without the kit, a delete whose children are not marked comes again, and so do those behind it`()
        async throws
    {
        let script = PushScript { request in
            if request.url.contains("/rpc/geoq_push") { return PushScript.fault(404, "PGRST202") }
            guard request.method == "PATCH" else { return PushScript.json(200, "[]") }
            guard request.url.contains("/watchlists?") else { return PushScript.fault(503, "PGRST002") }
            let row = (1...2).map { Self.id($0).description }.first { request.url.contains($0) } ?? ""
            return PushScript.json(200, #"[{"id":"\#(row)","row_version":4}]"#)
        }
        let reply = try await Self.push((1...2).map { Self.operation($0, .delete, version: 3) }, script)
        #expect(reply.answers == [.unsent, .unsent] && reply.unanswered == [0, 1])
        #expect(reply.obstacle?.retryMayHelp == true)
    }

    @Test func `a project that answers of functions for its tables refuses no operation`() async throws {
        let script = PushScript { _ in PushScript.fault(404, "PGRST202") }
        let change = Self.operation(4, .update, version: 3)
        let reply = try await Self.push(Self.inserts(3) + [change], script)
        #expect(reply.answers == Array(repeating: .unsent, count: 4))
        let obstacle = try #require(reply.obstacle)
        #expect(obstacle.retryMayHelp && "\(obstacle)" == "the project takes no changes now: told to", "\(obstacle)")
    }

    @Test func `without the kit, what belongs to a row of a deleted row is refused, too`() async throws {
        let script = PushScript { request in
            if request.url.contains("/rpc/geoq_push") { return PushScript.fault(404, "PGRST202") }
            guard request.method == "GET" else { return PushScript.json(201, "[]") }
            guard request.url.contains("/watchlist_entries") else {
                return PushScript.json(200, #"[{"id":"\#(Self.id(9))"}]"#)
            }
            let list = #""deleted_at":null,"watchlist_id":"\#(Self.id(9))""#
            return PushScript.json(200, #"[{"id":"\#(Self.id(8))",\#(list)}]"#)
        }
        let photo = Self.operation(
            1, .insert, .observedBirdPhotos, [ColumnValue("watchlist_entry_id", .text(Self.id(8).description))])
        let message = "the row in watchlist_entries that this one belongs to is deleted"
        #expect(
            try await Self.push([photo], script).answers == [
                .refused(isForbidden: false, code: "PT410", message: message)
            ])
    }

    /// Such as after an answer that was lost: the rows are there, and PostgREST tells of none of them.
    @Test func `without the kit, all rows are looked at again, however few the server sends at once`() async throws {
        let script = PushScript { request in
            if request.url.contains("/rpc/geoq_push") { return PushScript.fault(404, "PGRST202") }
            guard request.method == "GET" else { return PushScript.json(201, "[]") }
            let asked = (0..<5).map { Self.id($0).description }.filter { request.url.contains($0) }
            let rows = asked.prefix(2).map { #"{"id":"\#($0)","title":"Ducks","row_version":1}"# }
            return PushScript.json(200, "[\(rows.joined(separator: ","))]")
        }
        let reply = try await Self.push(Self.inserts(5), script)
        #expect(reply.answers == Array(repeating: .applied(version: 1), count: 5) && reply.obstacle == nil)
    }

    @Test func `without the kit, fewer long rows are looked at at once`() async throws {
        let looks = Mutex<[Int]>([])
        let script = PushScript(failing: .tooLarge) { request in
            if request.url.contains("/rpc/geoq_push") { return PushScript.fault(404, "PGRST202") }
            guard request.method == "GET" else { return PushScript.json(201, "[]") }
            let asked = (0..<9).map { Self.id($0).description }.filter { request.url.contains($0) }
            looks.withLock { $0.append(asked.count) }
            if asked.count > 2 { return nil }
            let rows = asked.map { #"{"id":"\#($0)","title":"Ducks","row_version":1}"# }
            return PushScript.json(200, "[\(rows.joined(separator: ","))]")
        }
        let reply = try await Self.push(Self.inserts(9), script)
        #expect(reply.answers == Array(repeating: .applied(version: 1), count: 9) && reply.obstacle == nil)
        #expect(looks.withLock { $0 } == [9, 4, 2, 2, 2, 2, 1])

        let longer = PushScript(failing: .tooLarge) { request in
            if request.url.contains("/rpc/geoq_push") { return PushScript.fault(404, "PGRST202") }
            return request.method == "GET" ? nil : PushScript.json(201, "[]")
        }
        let stopped = try await Self.push(Self.inserts(2), longer)
        #expect(stopped.obstacle?.message.contains("of a single row, is larger") == true)
    }
}
