import Geoq
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import ServiceLifecycle

/// A server that is asked by Hummingbird's test client.
///
/// Hummingbird's own `.live` gives up after 20 seconds, which a busy machine
/// may well take: this one waits as long as the server's limits in tests.
struct TestedServer: Sendable {
    /// How it is asked.
    enum Way {
        /// Without a connection.
        case router
        /// On a free port.
        case live
    }

    struct Answer {
        let status: HTTPResponse.Status
        let headers: HTTPFields
        let body: ByteBuffer
    }

    /// nil without a connection.
    let port: Int?
    private let ask: @Sendable (String, HTTPRequest.Method, HTTPFields, ByteBuffer?) async throws -> Answer

    func execute(
        uri: String, method: HTTPRequest.Method, headers: HTTPFields = [:], body: ByteBuffer? = nil
    ) async throws -> Answer {
        try await ask(uri, method, headers, body)
    }

    /// Runs `body` while an application answers without a connection.
    static func route(
        _ application: some ApplicationProtocol, _ body: @Sendable (TestedServer) async throws -> Void
    ) async throws {
        try await application.test(.router) { client in
            try await body(
                TestedServer(port: nil) { uri, method, headers, content in
                    let answer = try await client.execute(uri: uri, method: method, headers: headers, body: content)
                    return Answer(status: answer.status, headers: answer.headers, body: answer.body)
                })
        }
    }

    /// Runs `body` while an application listens.
    ///
    /// - Parameter addresses: gives the page's address once it does.
    static func listen(
        _ application: some ApplicationProtocol, _ addresses: AsyncStream<String>,
        _ end: AsyncStream<String>.Continuation, _ body: @Sendable (TestedServer) async throws -> Void
    ) async throws {
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(services: [application], logger: Logger(label: "geoq.test")))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { end.finish() }
                try await group.run()
            }
            let address = await addresses.first { _ in true }
            if let port = address?.dropLast().split(separator: ":").last.flatMap({ Int($0) }) {
                do {
                    try await connect(port, body)
                } catch {
                    await group.triggerGracefulShutdown()
                    throw error
                }
                await group.triggerGracefulShutdown()
            }
            // An error that stopped the application is thrown here.
            try await tasks.waitForAll()
        }
    }

    private static func connect(_ port: Int, _ body: @Sendable (TestedServer) async throws -> Void) async throws {
        let configuration = TestClient.Configuration(timeout: .seconds(600))
        let client = TestClient(host: "127.0.0.1", port: port, configuration: configuration)
        client.connect()
        let server = TestedServer(port: port) { uri, method, headers, content in
            var headers = headers
            headers[.connection] = "keep-alive"
            let answer = try await client.execute(
                TestClient.Request(uri, method: method, authority: "localhost", headers: headers, body: content))
            return Answer(status: answer.status, headers: answer.headers, body: answer.body ?? ByteBuffer())
        }
        do {
            try await body(server)
        } catch {
            try? await client.shutdown()
            throw error
        }
        try await client.shutdown()
    }
}

extension TestedServer {
    /// GET, with the body as JSON.
    func json(_ uri: String, headers: HTTPFields = [:]) async throws -> (
        status: Int, body: JSONValue, headers: HTTPFields
    ) {
        let answer = try await get(uri, headers: headers)
        return (answer.status.code, try JSONValue(parsing: String(buffer: answer.body)), answer.headers)
    }

    func get(_ uri: String, headers: HTTPFields = [:]) async throws -> Answer {
        try await execute(uri: uri, method: .get, headers: headers)
    }
}
