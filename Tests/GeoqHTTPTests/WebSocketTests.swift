import GeoqSupabase
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket
import TestSupport
import Testing

@testable import GeoqHTTP

/// WebSockets on their way, and the ways in which they fail.
@Suite struct WebSocketTests {
    /// - Parameter timeout: for the opening; on a busy machine it takes long.
    private static func request(
        _ port: Int, isSecure: Bool = false, bytes: Int = 1 << 16, timeout: Duration = .seconds(30)
    ) -> WebSocketRequest {
        WebSocketRequest(
            isSecure: isSecure, host: "127.0.0.1", port: port, target: "/realtime/v1/websocket?apikey=k",
            timeout: timeout, maximumMessageBytes: bytes)
    }

    /// Opens a WebSocket at a server, and gives what it says to the end.
    private static func conversation(
        _ frames: @escaping @Sendable (String) -> [WebSocketFrame], saying words: [String], tls: NIOSSLContext? = nil,
        roots: TLSTrust = .system, bytes: Int = 1 << 16
    ) async throws -> [String] {
        try await FrameServer.run(tls: tls, frames) { server in
            let socket = try await WebSockets(roots: roots).open(
                request(server.port, isSecure: tls != nil, bytes: bytes))
            defer { socket.close() }
            for word in words { socket.send(word) }
            var heard: [String] = []
            do {
                for try await text in socket.texts { heard.append(text) }
                heard.append("end")
            } catch let failure as WebSocketFailure {
                heard.append("\(failure)")
            }
            return heard
        }
    }

    private static func text(_ text: String, isLast: Bool = true) -> WebSocketFrame {
        WebSocketFrame(fin: isLast, opcode: .text, data: ByteBuffer(string: text))
    }

    private static let end = WebSocketFrame(fin: true, opcode: .connectionClose, data: ByteBuffer())

    @Test func `texts go both ways, in parts too, and pings are answered`() async throws {
        let heard = try await Self.conversation(
            { word in
                switch word {
                case "one": [WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer(string: "p"))]
                case "pong p":
                    [
                        Self.text(String(repeating: "ä", count: 20), isLast: false),
                        WebSocketFrame(fin: true, opcode: .continuation, data: ByteBuffer(string: "!")),
                        Self.text("two"),
                        Self.end,
                    ]
                default: []
                }
            }, saying: ["one"])
        #expect(heard == [String(repeating: "ä", count: 20) + "!", "two", "end"])
    }

    @Test func `what is too long, no text, or no UTF-8 ends the connection`() async throws {
        func answer(_ frames: WebSocketFrame...) async throws -> [String] {
            try await Self.conversation({ _ in frames }, saying: ["go"], bytes: 1_000)
        }
        let long = String(repeating: "x", count: 999)
        #expect(try await answer(Self.text(long), Self.end) == [long, "end"])
        #expect(try await answer(Self.text(long + "xx")) == ["tooLarge"])
        let part = WebSocketFrame(fin: false, opcode: .continuation, data: ByteBuffer(string: long))
        #expect(try await answer(Self.text(long, isLast: false), part) == ["tooLarge"])
        let bytes = ByteBuffer(bytes: [0xC3, 0x28])
        let opcodes: [WebSocketOpcode] = [.text, .binary]
        for opcode in opcodes {
            let heard = try await answer(WebSocketFrame(fin: true, opcode: opcode, data: bytes))
            #expect(heard == ["broken"], "\(opcode)")
        }
        // More than a reader who sleeps can take. On a busy machine the server may not have sent it by then.
        var flood = -1
        for pause in [Duration.milliseconds(200), .seconds(2), .seconds(20)] where flood < 0 {
            flood = try await FrameServer.run { _ in
                (0..<2_000).map { Self.text("\($0)") } + [Self.end]
            } _: { server in
                let socket = try await WebSockets().open(Self.request(server.port))
                defer { socket.close() }
                socket.send("go")
                try await Task.sleep(for: pause)
                var count = 0
                do {
                    for try await _ in socket.texts { count += 1 }
                } catch WebSocketFailure.tooLarge {
                    return count
                }
                return -1
            }
        }
        #expect(flood > 0 && flood < 2_000)
    }

    @Test(arguments: [
        ("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", WebSocketFailure.refused(status: 404)),
        ("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n", .refused(status: 302)),
        ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n<html", .refused(status: 200)),
        (
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Accept: AAAAAAAAAAAAAAAAAAAAAAAAAAA=\r\n\r\n", .broken
        ), ("no HTTP at all\r\n\r\n", .notReached), ("", .timedOut),
    ])
    func `what opens no WebSocket says why, and no redirect is followed`(
        answer: String, failure: WebSocketFailure
    ) async throws {
        try await ScriptedServer.run { _ in
            answer.isEmpty ? [] : [.send(answer)]
        } _: { server in
            let timeout = Duration.milliseconds(failure == .timedOut ? 700 : 30_000)
            await #expect(throws: failure) {
                _ = try await WebSockets().open(Self.request(server.port, timeout: timeout))
            }
            #expect(server.requests.count == 1)
            let head = server.requests.first?.lowercased() ?? ""
            #expect(head.contains("get /realtime/v1/websocket?apikey=k http/1.1") && head.contains("host: 127.0.0.1:"))
        }
        await #expect(throws: WebSocketFailure.notReached) { _ = try await WebSockets().open(Self.request(1)) }
    }

    @Test func `only a certificate that is believed, for this host, is taken`() async throws {
        try await withFolder { folder in
            let certificates = try TestCertificates(in: folder)
            func outcome(_ context: NIOSSLContext, _ roots: TLSTrust) async throws -> String {
                do {
                    return try await Self.conversation(
                        { _ in [Self.text("hi"), Self.end] }, saying: ["go"], tls: context, roots: roots
                    ).joined(separator: " ")
                } catch let failure as WebSocketFailure {
                    return "\(failure)"
                }
            }
            let good = try certificates.context(names: "IP:127.0.0.1")
            let believed = TLSTrust.file(certificates.authority)
            #expect(try await outcome(good, believed) == "hi end")
            #expect(try await outcome(good, .system) == "untrusted")
            #expect(try await outcome(try certificates.context(names: "IP:127.0.0.2"), believed) == "untrusted")
        }
    }

    @Test func `opening can be cancelled`() async throws {
        try await ScriptedServer.run { _ in
            []
        } _: { server in
            let task = Task { try await WebSockets().open(Self.request(server.port)) }
            try await Task.sleep(for: .milliseconds(50))
            task.cancel()
            await #expect(throws: CancellationError.self) { _ = try await task.value }
        }
    }
}

/// A WebSocket server on loopback that says what a test tells it.
private final class FrameServer: Sendable {
    let port: Int

    private init(port: Int) {
        self.port = port
    }

    /// - Parameter frames: what is said to a text; to a pong, which is given as
    ///   `pong` and its data.
    static func run<Value: Sendable>(
        tls: NIOSSLContext? = nil, _ frames: @escaping @Sendable (String) -> [WebSocketFrame],
        _ body: (FrameServer) async throws -> Value
    ) async throws -> Value {
        let upgrader = NIOWebSocketServerUpgrader(
            shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture(HTTPHeaders()) },
            upgradePipelineHandler: { channel, _ in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Handler(frames))
                }
            })
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
                    try pipeline.configureHTTPServerPipeline(
                        withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in }))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        do {
            let value = try await body(FrameServer(port: listener.localAddress?.port ?? 0))
            try? await listener.close()
            return value
        } catch {
            try? await listener.close()
            throw error
        }
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = WebSocketFrame
        typealias OutboundOut = WebSocketFrame

        private let frames: @Sendable (String) -> [WebSocketFrame]

        init(_ frames: @escaping @Sendable (String) -> [WebSocketFrame]) {
            self.frames = frames
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let frame = unwrapInboundIn(data)
            let text = String(buffer: frame.unmaskedData)
            switch frame.opcode {
            case .text, .pong:
                // RFC 6455, 5.1: a client masks each frame.
                guard frame.maskKey != nil else { return context.close(promise: nil) }
                for answer in frames(frame.opcode == .text ? text : "pong " + text) {
                    context.write(wrapOutboundOut(answer), promise: nil)
                }
                context.flush()
            default: break
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }
}
