import Foundation
import Geoq
import GeoqSupabase

extension Account {
    /// Asks the project for something that geoq has no call of its own for, as the user who is logged in, and decodes the
    /// answer: a table or a function of an application, an edge function.
    ///
    ///     struct Trip: Decodable { let id: UUID, title: String }
    ///     let trips: [Trip] = try await account.request("rest/v1/trips", query: [("select", "id,title")])
    ///     let _: Trip? = try await account.request("rest/v1/rpc/begin_trip", method: "POST", body: ["title": "Owls"])
    ///
    /// Row-level security decides what the user may see and do. The token is renewed once when the project refuses it. A
    /// GET is tried again after a fault that may pass, as `picture(of:)` is; another method is sent once.
    ///
    /// - Parameters:
    ///   - path: below the project's address, with the service and its version: `rest/v1/…`, `auth/v1/…`,
    ///     `storage/v1/…` or `functions/v1/…`. Each part between two slashes is encoded.
    ///   - query: names and values, in this order; both are encoded.
    ///   - headers: besides those of the key, the token and the JSON, such as `("prefer", "return=representation")`.
    ///   - body: sent as JSON; nil for none.
    /// - Returns: the answer's JSON as a value of the type; of an answer without a body nil, for an optional type.
    /// - Throws: `SyncError`; `DecodingError` when the answer has another form; `EncodingError`; `CancellationError`.
    /// - Precondition: the path begins with a service and `v1`.
    /// - Complexity: one request; O(bytes of the answer).
    public func request<Answer: Decodable>(
        _ path: String, method: String = "GET", query: [(name: String, value: String)] = [],
        headers: [(name: String, value: String)] = [], body: (any Encodable)? = nil, as type: Answer.Type = Answer.self
    ) async throws -> Answer {
        // An empty part within is a part: names of objects may have one.
        let parts = path.drop { $0 == "/" }.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count > 1, parts[1] == "v1", let service = WireRequest.Service(rawValue: parts[0]),
            service != .realtime
        else { preconditionFailure("A path begins with a service of the project and v1, such as rest/v1/trips.") }
        let method = method.uppercased()
        var request = WireRequest(service, method, mayRepeat: ["GET", "HEAD"].contains(method))
        (request.path, request.query, request.headers) = (Array(parts.dropFirst(2)), query, headers)
        if let body {
            request.body = Array(try JSONEncoder().encode(body))
            request.headers.append(("content-type", "application/json"))
        }
        let answer: [UInt8]
        do {
            answer = try await patient.send(request).body
        } catch {
            throw SyncError.ofProject(error)
        }
        return try JSONDecoder().decode(type, from: answer.isEmpty ? Data("null".utf8) : Data(answer))
    }
}
