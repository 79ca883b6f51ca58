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
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                    return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        let seen = Requests()
        let port = listener.channel.localAddress?.port ?? 0
        let serving = Task {
            try await listener.executeThenClose { connections in
                await withTaskGroup(of: Void.self) { group in
                    do {
                        for try await connection in connections {
                            group.addTask { await serve(connection, seen, script) }
                        }
                    } catch {}
                    group.cancelAll()
                }
            }
        }
        defer { serving.cancel() }
        return try await body(ScriptedServer(port: port, seen))
    }

    private static func serve(
        _ connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>, _ seen: Requests,
        _ script: @escaping @Sendable (String) -> [Step]
    ) async {
        // A client that goes away is what many tests are about.
        try? await connection.executeThenClose { inbound, outbound in
            var text = ""
            for try await part in inbound {
                text += String(buffer: part)
                guard isWhole(text) else { continue }
                let request = text
                text = ""
                seen.all.withLock { $0.append(request) }
                for step in script(request) {
                    switch step {
                    case .send(let text): try await outbound.write(ByteBuffer(string: text))
                    case .sendBytes(let bytes): try await outbound.write(ByteBuffer(bytes: bytes))
                    case .wait(let duration): try await Task.sleep(for: duration)
                    case .close: return
                    }
                }
            }
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
