import Foundation
import Synchronization

@testable import GeoqSupabase

/// HTTP/1.1 to a gateway on loopback, one connection for each request, which
/// counts bytes as they are on the line.
final class LoopbackTransport: Transport {
    /// A request and its answer.
    struct Exchange: Sendable {
        var target: String
        var sent: Int
        var received: Int
        var status: Int
    }

    private let state = Mutex<[Exchange]>([])
    private let change = Mutex<(@Sendable (Exchange, TransportAnswer) -> TransportAnswer)?>(nil)
    private let maximum = Mutex<Int?>(nil)
    private let after = Mutex<(@Sendable (Exchange) throws -> Void)?>(nil)

    var exchanges: [Exchange] { state.withLock { $0 } }
    var bytes: Int { exchanges.reduce(0) { $0 + $1.sent + $1.received } }

    /// Takes answers of at most so many bytes; nil for as many as a request says.
    func limitAnswers(to bytes: Int?) { maximum.withLock { $0 = bytes } }

    func forget() { state.withLock { $0 = [] } }

    /// Calls `body` after each answer, before the client sees it.
    func whenAnswered(_ body: (@Sendable (Exchange) throws -> Void)?) { after.withLock { $0 = body } }

    /// Gives the client what `body` makes of an answer.
    func replaceAnswers(_ body: (@Sendable (Exchange, TransportAnswer) -> TransportAnswer)?) {
        change.withLock { $0 = body }
    }

    func answer(to request: TransportRequest) async throws -> TransportAnswer {
        let (head, body, port) = try Self.message(request)
        let received: [UInt8] = try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try Self.converse(port, head + body) })
            }
        }
        // Behind scheme and host.
        let path = request.url.split(separator: "/", maxSplits: 2).last ?? ""
        var exchange = Exchange(
            target: "\(request.method) /\(path)", sent: head.count + body.count, received: received.count, status: 0)
        guard let answer = Self.parse(received) else {
            state.withLock { $0.append(exchange) }
            throw TransportFailure.notReached
        }
        exchange.status = answer.status
        state.withLock { $0.append(exchange) }
        let most = maximum.withLock { $0 } ?? request.maximumAnswerBytes
        guard answer.body.count <= most else { throw TransportFailure.tooLarge }
        if let after = after.withLock({ $0 }) { try after(exchange) }
        return change.withLock { $0 }?(exchange, answer) ?? answer
    }

    private static func message(_ request: TransportRequest) throws -> (head: [UInt8], body: [UInt8], port: UInt16) {
        guard let url = URLComponents(string: request.url), let port = url.port, url.host == "127.0.0.1" else {
            throw TransportFailure.notReached
        }
        var lines = ["\(request.method) \(request.url.dropFirst("http://127.0.0.1:\(port)".utf8.count)) HTTP/1.1"]
        lines += ["host: 127.0.0.1:\(port)", "connection: close", "content-length: \(request.body.count)"]
        // Answers are counted as they are before they are packed.
        lines += request.headers.filter { $0.name != "accept-encoding" }.map { "\($0.name): \($0.value)" }
        return (Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8), request.body, UInt16(port))
    }

    /// Sends all bytes and reads all that come.
    private static func converse(_ port: UInt16, _ message: [UInt8]) throws -> [UInt8] {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw TransportFailure.notReached }
        var start = 0
        while start < message.count {
            let count = message[start...].withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw TransportFailure.notReached }
            start += count
        }
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { return received }
            received += buffer[..<count]
        }
    }

    /// A whole answer; nil when it was cut.
    private static func parse(_ bytes: [UInt8]) -> TransportAnswer? {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return nil }
        let headers = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (line[..<colon].lowercased(), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        }
        let answer = TransportAnswer(status: status, headers: headers, body: Array(bytes[end.upperBound...]))
        let length = answer.header("content-length").flatMap { Int($0) } ?? 0
        return status == 204 || answer.body.count == length ? answer : nil
    }
}

/// A vault that lasts as long as the test.
final class MemoryVault: SessionVault {
    private let kept = Mutex<VaultContents?>(nil)

    func contents() async throws -> VaultContents? { kept.withLock { $0 } }

    func remove() async throws { kept.withLock { $0 = nil } }

    func update(
        _ change: @escaping @Sendable (VaultContents?) throws -> VaultContents?
    ) async throws -> VaultContents? {
        try kept.withLock { kept in
            guard let new = try change(kept) else { return nil }
            kept = new
            return new
        }
    }

    func whileRefreshing<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
        try await body()
    }
}
