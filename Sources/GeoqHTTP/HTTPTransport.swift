import AsyncHTTPClient
public import GeoqSupabase
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import Synchronization

/// The way to a project on Linux: HTTP/1.1 and HTTP/2 by AsyncHTTPClient.
///
/// Certificates are always verified, no redirect is followed, no cookie is
/// kept, nothing is cached, and no proxy is asked. An answer that is packed
/// with gzip is unpacked while it comes; one that grows beyond the request's
/// limit ends there, however small it was on its way.
///
/// A connection is kept for a short time and used again. `close()` ends all of
/// them and waits until they are; without it they end when the last reference
/// to the transport goes. A request after `close()` makes new ones.
public final class HTTPTransport: Transport {
    /// A connection without a request is closed after this time, so that a
    /// server seldom closes it first, under the next request.
    package static let idleSeconds: Int64 = 4

    let roots: TLSTrust
    private let clients = Mutex<[Limits: HTTPClient]>([:])

    package init(roots: TLSTrust) {
        self.roots = roots
    }

    /// Believes the certificates that the system believes.
    public convenience init() {
        self.init(roots: .system)
    }

    deinit {
        // A client that goes without having been shut down would end the program.
        for client in taken() { Task { try? await client.shutdown() } }
    }

    /// Runs work with a transport, and closes it then.
    package static func run<Value: Sendable>(
        roots: TLSTrust = .system, _ work: (HTTPTransport) async throws -> Value
    ) async throws -> Value {
        let transport = HTTPTransport(roots: roots)
        do {
            let value = try await work(transport)
            await transport.close()
            return value
        } catch {
            await transport.close()
            throw error
        }
    }

    /// Ends the connections, and waits until they have ended. Requests that are under way fail.
    ///
    /// - Complexity: O(connections).
    public func close() async {
        // A client fails to shut down twice, and no other place shuts one down that was taken here.
        for client in taken() { try? await client.shutdown() }
    }

    private func taken() -> [HTTPClient] {
        clients.withLock { clients in
            defer { clients = [:] }
            return Array(clients.values)
        }
    }

    /// Sends the request and reads its whole answer, as `Transport` says.
    ///
    /// - Throws: `TransportFailure`; `CancellationError`.
    /// - Complexity: one request; O(bytes of its body and of the answer, unpacked)
    ///   in memory.
    public func answer(to request: TransportRequest) async throws -> TransportAnswer {
        try Task.checkCancellation()
        let message = try Self.message(request)
        let client = client(for: Limits(request))
        do {
            let response = try await client.execute(message, deadline: .distantFuture)
            return try await Self.whole(response, maximumBytes: request.maximumAnswerBytes)
        } catch {
            if Task.isCancelled { throw CancellationError() }
            throw TransportFailure(error)
        }
    }

    private static func message(_ request: TransportRequest) throws -> HTTPClientRequest {
        var message = HTTPClientRequest(url: request.url)
        message.method = HTTPMethod(rawValue: request.method)
        message.headers = HTTPHeaders(request.headers.map { ($0.name, $0.value) })
        if !request.body.isEmpty { message.body = .bytes(request.body) }
        return message
    }

    private static func whole(_ response: HTTPClientResponse, maximumBytes: Int) async throws -> TransportAnswer {
        var body: [UInt8] = []
        for try await part in response.body {
            guard body.count + part.readableBytes <= maximumBytes else { throw TransportFailure.tooLarge }
            body.append(contentsOf: part.readableBytesView)
        }
        var headers = response.headers.map { (name: $0.name.lowercased(), value: $0.value) }
        // These two headers describe the packed bytes.
        if headers.contains(where: { $0.name == "content-encoding" && Self.isUnpacked($0.value) }) {
            headers.removeAll { $0.name == "content-encoding" || $0.name == "content-length" }
        }
        return TransportAnswer(status: Int(response.status.code), headers: headers, body: body)
    }

    private static func isUnpacked(_ coding: String) -> Bool { coding == "gzip" || coding == "deflate" }

    // MARK: Clients

    /// What a client is made for. Requests have few different limits, so there
    /// are few clients.
    private struct Limits: Hashable {
        let connect: Duration
        let silence: Duration
        let bytes: Int

        init(_ request: TransportRequest) {
            (connect, silence) = (request.connectTimeout, request.silenceTimeout)
            bytes = request.maximumAnswerBytes
        }
    }

    private func client(for limits: Limits) -> HTTPClient {
        clients.withLock { clients in
            if let client = clients[limits] { return client }
            let client = HTTPClient(
                eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration(limits))
            clients[limits] = client
            return client
        }
    }

    private func configuration(_ limits: Limits) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: roots.configuration, redirectConfiguration: .disallow,
            timeout: .init(connect: TimeAmount(limits.connect), read: TimeAmount(limits.silence)),
            decompression: .enabled(limit: .size(limits.bytes)))
        configuration.timeout.write = TimeAmount(limits.silence)
        configuration.connectionPool.idleTimeout = .seconds(Self.idleSeconds)
        // What may be tried again is decided above, where it is known.
        configuration.connectionPool.retryConnectionEstablishment = false
        return configuration
    }
}
