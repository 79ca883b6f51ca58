package import GeoqSupabase
import NIOCore
import NIOPosix

/// A page on loopback to which a browser brings the code of a login
/// (RFC 8252, 7.3). It answers one kind of request, with a page of one
/// sentence.
package struct LoopbackListener: CodeListener {
    package let address: String
    private let server: NIOAsyncChannel<Connection, Never>

    private typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    /// A request with a longer head is refused.
    package static let longestHead = 16_384

    /// Listens while `work` runs.
    package static func run<Value: Sendable>(
        _ work: @Sendable (LoopbackListener) async throws -> Value
    ) async throws -> Value {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture { try Connection(wrappingChannelSynchronously: channel) }
            }
        do {
            let value = try await work(
                LoopbackListener(
                    address: "http://127.0.0.1:\(server.channel.localAddress?.port ?? 0)/", server: server))
            try? await server.channel.close()
            return value
        } catch {
            try? await server.channel.close()
            throw error
        }
    }

    /// It may be called once.
    package func code(state: String) async throws -> Secret {
        let (outcomes, sink) = AsyncStream.makeStream(of: Result<Secret, CodeRefusal>.self)
        let server = server
        let serving = Task {
            try? await server.executeThenClose { connections in
                await withDiscardingTaskGroup { group in
                    do {
                        for try await connection in connections {
                            group.addTask {
                                if let outcome = await Self.outcome(of: connection, state) { sink.yield(outcome) }
                            }
                        }
                    } catch {
                        // The listener was closed.
                    }
                    group.cancelAll()
                }
            }
            sink.finish()
        }
        defer { serving.cancel() }
        for await outcome in outcomes { return try outcome.get() }
        throw CancellationError()
    }

    /// Answers one request of a connection.
    ///
    /// - Returns: nil when it brought nothing of use.
    private static func outcome(of connection: Connection, _ state: String) async -> Result<Secret, CodeRefusal>? {
        try? await connection.executeThenClose { inbound, outbound -> Result<Secret, CodeRefusal>? in
            var head: [UInt8] = []
            for try await part in inbound {
                head += part.readableBytesView
                guard head.count <= longestHead else { return nil }
                guard let target = target(of: head) else { continue }
                do throws(CodeRefusal) {
                    guard let code = try CodeRequest(target: target).code(state: state) else {
                        try? await outbound.write(page("404 Not Found", "This page takes the end of a login only."))
                        return nil
                    }
                    try? await outbound.write(page("200 OK", "You are logged in. You may close this page."))
                    return .success(code)
                } catch {
                    try? await outbound.write(page("200 OK", "The login was refused. You may close this page."))
                    return .failure(error)
                }
            }
            return nil
        } ?? nil
    }

    /// The target of a GET whose head is whole.
    private static func target(of head: [UInt8]) -> Substring? {
        let text = String(decoding: head, as: UTF8.self)
        guard text.contains("\r\n\r\n") else { return nil }
        let words = text.prefix { $0 != "\r\n" }.split(separator: " ", omittingEmptySubsequences: false)
        return words.count == 3 && words[0] == "GET" ? words[1] : ""
    }

    private static func page(_ status: String, _ sentence: String) -> ByteBuffer {
        let body = "<!doctype html><meta charset=utf-8><title>geoq</title><p>\(sentence)\n"
        return ByteBuffer(
            string: """
                HTTP/1.1 \(status)\r
                Content-Type: text/html; charset=utf-8\r
                Content-Length: \(body.utf8.count)\r
                Cache-Control: no-store\r
                Referrer-Policy: no-referrer\r
                Connection: close\r
                \r
                \(body)
                """)
    }
}
