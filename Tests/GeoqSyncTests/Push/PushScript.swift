import Geoq
import GeoqSupabase
import Synchronization

/// Answers requests from a script, and remembers what was sent.
final class PushScript: Transport {
    private let script: @Sendable (TransportRequest) -> TransportAnswer?
    private let failure: TransportFailure
    private let sent = Mutex<[[JSONObject]]>([])

    /// - Parameters:
    ///   - failure: how a connection fails.
    ///   - script: gives nil for a connection that fails.
    init(
        failing failure: TransportFailure = .notReached,
        _ script: @escaping @Sendable (TransportRequest) -> TransportAnswer?
    ) {
        (self.failure, self.script) = (failure, script)
    }

    /// How many operations each request had.
    var sizes: [Int] { sent.withLock { $0.map(\.count) } }
    /// The operations of the last request.
    var operations: [JSONObject] { sent.withLock { $0.last ?? [] } }

    func answer(to request: TransportRequest) async throws -> TransportAnswer {
        sent.withLock { $0.append(Self.operations(of: request)) }
        guard let answer = script(request) else { throw failure }
        return answer
    }

    static func json(_ status: Int, _ body: String) -> TransportAnswer {
        TransportAnswer(status: status, headers: [("content-type", "application/json")], body: Array(body.utf8))
    }

    static func fault(_ status: Int, _ code: String) -> TransportAnswer {
        json(status, #"{"code":"\#(code)","message":"told to","details":null,"hint":null}"#)
    }

    static let portal = TransportAnswer(
        status: 200, headers: [("content-type", "text/html")], body: Array("<p>Log in".utf8))

    private static func operations(of request: TransportRequest) -> [JSONObject] {
        let body = try? JSONValue(parsing: request.body)
        return (body?.object?["p_ops"]?.array ?? body?.array)?.compactMap(\.object) ?? []
    }

    /// The kit, which takes everything; a batch for which `fault` gives an answer
    /// gets that. Operations are told by their numbers.
    static func kit(_ fault: @escaping @Sendable ([Int]) -> TransportAnswer?) -> PushScript {
        PushScript { request in
            let operations = operations(of: request)
            if let answer = fault(operations.map(number)) { return answer }
            return answers(operations) { _ in #""status":"ok","row_version":1"# }
        }
    }

    /// Tables without the kit, which take every new row.
    ///
    /// - Parameters:
    ///   - rows: the answer to each question for rows.
    ///   - change: the answer to each change of a row.
    static func tables(_ rows: TransportAnswer, change: TransportAnswer? = nil) -> PushScript {
        PushScript { request in
            if request.url.contains("/rpc/geoq_push") { return fault(404, "PGRST202") }
            if request.method != "POST" { return request.method == "GET" ? rows : change }
            let made = operations(of: request).map { #"{"id":"\#($0["id"]?.string ?? "")","row_version":1}"# }
            return json(201, "[\(made.joined(separator: ","))]")
        }
    }

    /// The kit, which answers to an operation with these members.
    ///
    /// - Parameter rows: the answer to each question for rows.
    static func answering(
        rows: TransportAnswer? = nil, _ members: @escaping @Sendable (Int) -> String
    ) -> PushScript {
        PushScript { request in
            if request.method == "GET", let rows { return rows }
            return answers(operations(of: request), members)
        }
    }

    private static func answers(_ operations: [JSONObject], _ members: (Int) -> String) -> TransportAnswer {
        let list = operations.map { #"{"op_id":"\#($0["op_id"]?.string ?? "")",\#(members(number($0)))}"# }
        return json(200, #"{"kit":2,"now":"n","answers":[\#(list.joined(separator: ","))]}"#)
    }

    private static func number(_ operation: JSONObject) -> Int {
        operation["op_id"]?.string.flatMap { Int($0.suffix(12)) } ?? -1
    }
}
