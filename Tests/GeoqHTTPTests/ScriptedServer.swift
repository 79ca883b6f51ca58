import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A server on loopback that says what a test tells it, byte by byte.
final class ScriptedServer: Sendable {
    /// What it does after a request.
    enum Step: Sendable {
        case send(String)
        case sendBytes([UInt8])
        case wait(Duration)
        /// Closes the connection.
        case close
    }

    let port: Int
    private let seen: Requests

    /// The requests that came, head and body.
    var requests: [String] { seen.all.withLock { $0 } }

    private final class Requests: Sendable {
        let all = Mutex<[String]>([])
    }

    private init(port: Int, _ seen: Requests) {
        (self.port, self.seen) = (port, seen)
    }

    /// Runs a server while `body` runs.
    ///
    /// - Parameters:
    ///   - tls: nil for a server without TLS.
    ///   - script: What is done after each request, which it gets whole.
    @discardableResult
    static func run<Value: Sendable>(
        tls: NIOSSLContext? = nil, _ script: @escaping @Sendable (String) -> [Step],
        _ body: (ScriptedServer) async throws -> Value
    ) async throws -> Value {
        let seen = Requests()
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                    try channel.pipeline.syncOperations.addHandler(Handler(seen, script))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        do {
            let value = try await body(ScriptedServer(port: listener.localAddress?.port ?? 0, seen))
            try? await listener.close()
            return value
        } catch {
            try? await listener.close()
            throw error
        }
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let seen: Requests
        private let script: @Sendable (String) -> [Step]
        private var text = ""

        init(_ seen: Requests, _ script: @escaping @Sendable (String) -> [Step]) {
            (self.seen, self.script) = (seen, script)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            text += String(buffer: unwrapInboundIn(data))
            guard ScriptedServer.isWhole(text) else { return }
            let request = text
            text = ""
            seen.all.withLock { $0.append(request) }
            ScriptedServer.play(script(request)[...], on: context.channel)
        }

        /// A client that goes away is what many tests are about.
        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }

    private static func play(_ steps: ArraySlice<Step>, on channel: any Channel) {
        guard let step = steps.first else { return }
        let rest = steps.dropFirst()
        switch step {
        case .send(let text):
            channel.writeAndFlush(ByteBuffer(string: text)).whenSuccess { play(rest, on: channel) }
        case .sendBytes(let bytes):
            channel.writeAndFlush(ByteBuffer(bytes: bytes)).whenSuccess { play(rest, on: channel) }
        case .wait(let duration):
            channel.eventLoop.scheduleTask(in: TimeAmount(duration)) { play(rest, on: channel) }
        case .close: channel.close(promise: nil)
        }
    }

    private static func isWhole(_ text: String) -> Bool {
        guard let end = text.range(of: "\r\n\r\n") else { return false }
        let head = text[..<end.lowerBound]
        let length = head.firstMatch(of: /(?i)content-length: (\d+)/).flatMap { Int($0.1) } ?? 0
        return text[end.upperBound...].utf8.count >= length
    }

    /// An answer with a length.
    static func answer(_ body: [UInt8], _ headers: String...) -> [Step] {
        let head = (["HTTP/1.1 200 OK", "content-length: \(body.count)"] + headers).joined(separator: "\r\n")
        return [.send(head + "\r\n\r\n"), .sendBytes(body)]
    }
}

extension String {
    fileprivate func range(of text: String) -> Range<Index>? { ranges(of: text).first }
}
