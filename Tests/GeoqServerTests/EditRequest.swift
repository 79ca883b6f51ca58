import Geoq
import HTTPTypes
import NIOCore

@testable import GeoqServer

/// Changes as the server's page sends them.
enum EditRequest {
    /// What the page sends with a change.
    static func headers(_ client: TestedServer, _ more: HTTPFields = [:]) async throws -> HTTPFields {
        let state = try await client.json("/map/edits").body
        var headers: HTTPFields = [.origin: "http://localhost", .contentType: "application/json"]
        headers[EditAccess.header] = state["token"]?.string
        for field in more { headers[field.name] = field.value }
        return headers
    }

    static func send(
        _ client: TestedServer, _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil,
        _ more: HTTPFields = [:]
    ) async throws -> (status: Int, body: JSONValue, headers: HTTPFields) {
        let answer = try await client.execute(
            uri: path, method: method, headers: try await headers(client, more),
            body: body.map { ByteBuffer(string: $0.text) })
        let text = String(buffer: answer.body)
        return (answer.status.code, text.isEmpty ? .null : try JSONValue(parsing: text), answer.headers)
    }
}
