package import GeoqSupabase
import NIOCore
import NIOPosix
import Synchronization

/// A page on loopback to which a browser brings the code of a login
/// (RFC 8252, 7.3). It answers one kind of request, with a page of one
/// sentence.
package struct LoopbackListener: CodeListener {
    package let address: String
    private let waiting: Waiting

    /// A request with a longer head is refused.
    package static let longestHead = 16_384

    /// Listens while `work` runs.
    package static func run<Value: Sendable>(
        _ work: @Sendable (LoopbackListener) async throws -> Value
    ) async throws -> Value {
        let waiting = Waiting()
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(CodeHandler(waiting))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        do {
            let address = "http://127.0.0.1:\(server.localAddress?.port ?? 0)/"
            let value = try await work(LoopbackListener(address: address, waiting: waiting))
            try? await server.close()
            return value
        } catch {
            try? await server.close()
            throw error
        }
    }

    package func code(state: String) async throws -> Secret {
        let (outcomes, sink) = AsyncStream.makeStream(of: Result<Secret, CodeRefusal>.self)
        waiting.wanted.withLock { $0 = (state, sink) }
        defer { waiting.wanted.withLock { $0 = nil } }
        for await outcome in outcomes { return try outcome.get() }
        throw CancellationError()
    }
}

/// What is waited for: nothing before and after `code`.
private final class Waiting: Sendable {
    typealias Sink = AsyncStream<Result<Secret, CodeRefusal>>.Continuation

    let wanted = Mutex<(state: String, sink: Sink)?>(nil)
}

/// Answers one request of a connection, and closes it.
private final class CodeHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let waiting: Waiting
    private var head: [UInt8] = []
    private var isAnswered = false

    init(_ waiting: Waiting) {
        self.waiting = waiting
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isAnswered else { return }
        head += unwrapInboundIn(data).readableBytesView
        guard head.count <= LoopbackListener.longestHead else { return context.close(promise: nil) }
        guard let target = Self.target(of: head) else { return }
        isAnswered = true
        let wanted = waiting.wanted.withLock { $0 }
        var outcome: Result<Secret, CodeRefusal>?
        var page = Self.page("404 Not Found", "This page takes the end of a login only.")
        do throws(CodeRefusal) {
            if let wanted, let code = try CodeRequest(target: target).code(state: wanted.state) {
                outcome = .success(code)
                page = Self.page("200 OK", "The login goes on in the terminal. You may close this page.")
            }
        } catch {
            outcome = .failure(error)
            page = Self.page("200 OK", "The login was refused. You may close this page.")
        }
        // The browser has its page before the listener goes.
        context.writeAndFlush(wrapOutboundOut(page)).whenComplete { [channel = context.channel, outcome] _ in
            channel.close(promise: nil)
            if let outcome { wanted?.sink.yield(outcome) }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    /// The target of a GET whose head is whole; empty for another method.
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
