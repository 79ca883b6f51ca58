import Geoq
import GeoqIndex
import HTTPTypes
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

@testable import GeoqServer

/// A server that a test asks, with or without a connection.
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
    private let ask: @Sendable (HTTPRequest, ByteBuffer?) async throws -> Answer

    func execute(
        uri: String, method: HTTPRequest.Method, headers: HTTPFields = [:], body: ByteBuffer? = nil
    ) async throws -> Answer {
        try await ask(
            HTTPRequest(method: method, scheme: "http", authority: "localhost", path: uri, headerFields: headers), body)
    }

    /// Runs `body` while a dispatcher answers without a connection.
    static func route(
        _ dispatcher: Dispatcher, _ body: @Sendable (TestedServer) async throws -> Void
    ) async throws {
        try await body(
            TestedServer(port: nil) { request, content in
                let rest = Pieces(content)
                let message =
                    switch dispatcher.answer(request, from: nil) {
                    case .message(let message): message
                    case .question(let question):
                        await question.answer(
                            Interruption(),
                            RequestBody(next: { rest.take().map { ByteBuffer(bytes: $0) } }, consent: {}))
                    }
                var body = ByteBuffer()
                switch message.content {
                case .none: break
                case .bytes(let bytes): body = bytes
                case .stream(let stream):
                    let collected = Pieces(nil)
                    try await stream(BodyWriter { collected.add(Array($0.readableBytesView)) })
                    body = ByteBuffer(bytes: collected.take() ?? [])
                }
                return Answer(status: message.status, headers: message.headers, body: body)
            })
    }

    /// Runs `body` while a server listens.
    ///
    /// - Parameter addresses: gives the page's address once it does.
    static func listen(
        _ server: Server, _ addresses: AsyncStream<String>, _ end: AsyncStream<String>.Continuation,
        _ body: @Sendable (TestedServer) async throws -> Void
    ) async throws {
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: server.services, logger: Logger(label: "geoq.test")))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { end.finish() }
                try await group.run()
            }
            let address = await addresses.first { _ in true }
            if let port = address?.dropLast().split(separator: ":").last.flatMap({ Int($0) }) {
                do {
                    try await body(TestedServer(port: port) { try await exchange($0, $1, port) })
                } catch {
                    await group.triggerGracefulShutdown()
                    throw error
                }
                await group.triggerGracefulShutdown()
            }
            // An error that stopped the server is thrown here.
            try await tasks.waitForAll()
        }
    }

    /// Asks on a connection of its own.
    private static func exchange(_ request: HTTPRequest, _ body: ByteBuffer?, _ port: Int) async throws -> Answer {
        var text = "\(request.method.rawValue) \(request.path ?? "/") HTTP/1.1\r\nHost: localhost\r\n"
        for field in request.headerFields { text += "\(field.name.canonicalName): \(field.value)\r\n" }
        if let body { text += "Content-Length: \(body.readableBytes)\r\n" }
        let bytes =
            Array((text + "Connection: close\r\n\r\n").utf8) + Array(body?.readableBytesView ?? ByteBufferView())
        return try Answer(whole: await (try RawHTTP(port: port)).exchange(bytes))
    }
}

extension TestedServer.Answer {
    /// An answer whose end is that of its connection.
    init(whole bytes: [UInt8]) throws {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { throw Broken(bytes: bytes) }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        guard let code = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw Broken(bytes: bytes)
        }
        var headers = HTTPFields()
        for line in lines.dropFirst() {
            let halves = line.split(separator: ":", maxSplits: 1)
            guard halves.count == 2, let name = HTTPField.Name(String(halves[0])) else { throw Broken(bytes: bytes) }
            headers.append(HTTPField(name: name, value: String(halves[1].drop { $0 == " " })))
        }
        let rest = bytes[end.upperBound...]
        let body = headers[.transferEncoding] == "chunked" ? try Self.joined(rest) : Array(rest)
        if headers[.transferEncoding] == nil, let length = headers[.contentLength].flatMap({ Int($0) }),
            body.count != length, !body.isEmpty
        {
            throw Broken(bytes: bytes)
        }
        self.init(status: .init(code: code), headers: headers, body: ByteBuffer(bytes: body))
    }

    /// The chunks of a body (RFC 9112, section 7.1).
    private static func joined(_ bytes: ArraySlice<UInt8>) throws -> [UInt8] {
        var (rest, body): (ArraySlice<UInt8>, [UInt8]) = (bytes, [])
        while let end = rest.firstRange(of: Array("\r\n".utf8)) {
            guard let size = Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16) else { break }
            if size == 0 { return body }
            body += rest[end.upperBound...].prefix(size)
            rest = rest[end.upperBound...].dropFirst(size + 2)
        }
        throw Broken(bytes: Array(bytes))
    }

    /// What came is no whole answer.
    private struct Broken: Error {
        let bytes: [UInt8]
    }
}

/// Bytes that are handed over once.
private final class Pieces: Sendable {
    private let bytes: Mutex<[UInt8]?>

    init(_ buffer: ByteBuffer?) {
        bytes = Mutex(buffer.map { Array($0.readableBytesView) })
    }

    func add(_ more: [UInt8]) { bytes.withLock { $0 = ($0 ?? []) + more } }

    func take() -> [UInt8]? {
        bytes.withLock { bytes in
            defer { bytes = nil }
            return bytes
        }
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
