import Foundation
import TestSupport

/// A client that sends bytes as they are, right or wrong.
///
/// It waits on threads of its own: those of the tests are the server's, too.
struct RawHTTP: Sendable {
    private let descriptor: Int32

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        guard result == 0 else { throw POSIXError(.ECONNREFUSED) }
        // Nothing here waits forever.
        var timeout = timeval(tv_sec: 300, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Sends bytes; false when the other end is closed.
    @discardableResult
    func send(_ text: String) async -> Bool {
        await Self.onThread { [descriptor] in
            let bytes = Array(text.utf8)
            return Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
        }
    }

    /// The received bytes, up to a number; nil when the other end is closed.
    func receive(_ count: Int = 65_536) async -> String? {
        await receiveBytes(count).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The received bytes, unchanged.
    func receiveBytes(_ count: Int) async -> ArraySlice<UInt8>? {
        await Self.onThread { [descriptor] in
            var bytes = [UInt8](repeating: 0, count: count)
            let received = recv(descriptor, &bytes, count, 0)
            return received > 0 ? bytes[..<received] : nil
        }
    }

    /// Receives until the other end closes, no faster than so many bytes a second:
    /// how many came, and the last of them. No other test can make it pause.
    func receiveAll(bytesPerSecond: Double) async -> (count: Int, end: String) {
        await Self.onThread { [descriptor] in
            let start = ContinuousClock.now
            var bytes = [UInt8](repeating: 0, count: 65_536)
            var (count, end) = (0, [UInt8]())
            while true {
                let received = recv(descriptor, &bytes, bytes.count, 0)
                guard received > 0 else { return (count, String(decoding: end, as: UTF8.self)) }
                count += received
                end = Array((end + bytes[..<received]).suffix(100))
                let ahead = .seconds(Double(count) / bytesPerSecond) - (ContinuousClock.now - start)
                if ahead > .zero { Thread.sleep(forTimeInterval: ahead / .seconds(1)) }
            }
        }
    }

    /// The bytes that arrive within a second; nil when none do.
    func receiveSoon() async -> String? {
        let isThere = await Self.onThread { [descriptor] in
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&waiting, 1, 1_000) > 0
        }
        return isThere ? await receive() : nil
    }

    /// Tells the other end that nothing more is sent; answers can still come.
    func endSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Whether the other end has closed.
    var isClosed: Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, 0) > 0 else { return false }
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK)) <= 0
    }

    /// Sends, and reads until the other end closes.
    func exchange(_ text: String) async -> String {
        await send(text)
        var answer = ""
        while let more = await receive() { answer += more }
        close()
        return answer
    }

    private static func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: body()) }
        }
    }

    func close() {
        Foundation.close(descriptor)
    }
}

/// `gzip -d`, an implementation that does not share geoq's code.
enum Gunzip {
    static func plain(_ bytes: [UInt8]) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc"]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(bytes))
        try input.fileHandleForWriting.close()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Array(data)
    }
}
