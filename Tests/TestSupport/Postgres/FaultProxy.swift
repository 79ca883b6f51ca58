import Foundation
import GeoqFormats
import Synchronization

/// Stands between a client and a server's socket and does what networks do: it
/// cuts a connection after some bytes, or falls silent.
package final class FaultProxy: Sendable {
    /// The fault of a connection.
    package enum Fault: Sendable {
        case none
        /// Closes the connection after this many bytes from the server.
        case cut(after: Int)
        /// Passes nothing on after this many bytes from the server, and keeps
        /// the connection open.
        case silence(after: Int)
    }

    package let folder: String
    package static let port = 6432
    /// Where it listens on loopback; 0 when it listens at a socket in `folder`.
    package let tcpPort: UInt16
    private let listener: Int32
    private let state = Mutex(State())

    private struct State {
        var faults: [Fault] = []
        var bytes = 0
        var connections = 0
        var open: Set<Int32> = []
        var isClosed = false
        var isParted = false
    }

    /// Listens on loopback.
    ///
    /// - Parameter port: the server's, on loopback.
    package init(toPort port: UInt16) throws {
        folder = ""
        listener = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (listener, size) = (listener, length)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        guard isListening else { throw PostgresError(words: "no proxy: \(String(cString: strerror(errno)))") }
        tcpPort = UInt16(bigEndian: address.sin_port)
        let accepting = Thread { [self] in
            accept {
                let server = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
                var address = Self.loopback(port)
                let connected = withUnsafePointer(to: &address) {
                    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(server, $0, size) }
                }
                if connected == 0 { return server }
                Foundation.close(server)
                return nil
            }
        }
        accepting.start()
    }

    /// - Parameter socket: the server's.
    package init(to socket: String) throws {
        tcpPort = 0
        folder = "/tmp/geoq-proxy-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        listener = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.address("\(folder)/.s.PGSQL.\(Self.port)")
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0, listen(listener, 64) == 0 else {
            throw PostgresError(words: "no proxy at \(folder): \(String(cString: strerror(errno)))")
        }
        let accepting = Thread { [self] in
            accept {
                let server = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
                var address = Self.address(socket)
                let connected = withUnsafePointer(to: &address) {
                    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        connect(server, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                    }
                }
                if connected == 0 { return server }
                Foundation.close(server)
                return nil
            }
        }
        accepting.start()
    }

    /// Parts client and server, or lets them meet again: open connections end,
    /// and new ones do.
    package func part(_ isParted: Bool) {
        state.withLock { state in
            state.isParted = isParted
            if isParted { for descriptor in state.open { shutdown(descriptor, Int32(SHUT_RDWR)) } }
        }
    }

    /// Sets the faults of the next connections, one after the other; later
    /// connections have none.
    package func next(_ faults: [Fault]) {
        state.withLock { $0.faults = faults }
    }

    /// Bytes that came from the server, of all connections since the last call.
    package func takeBytes() -> Int {
        state.withLock { state in
            defer { state.bytes = 0 }
            return state.bytes
        }
    }

    package var connections: Int { state.withLock { $0.connections } }

    package func url(_ database: String) -> String {
        "host=\(folder) port=\(Self.port) user=postgres dbname=\(database)"
    }

    /// Ends all connections and listens no more.
    package func close() {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.isClosed = true
            // The thread closes it: its number must not be another's while it may be asked once more.
            shutdown(listener, Int32(SHUT_RDWR))
            for descriptor in state.open { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
        if !folder.isEmpty { try? FileManager.default.removeItem(atPath: folder) }
    }

    private func accept(_ connect: () -> Int32?) {
        while true {
            let client = Foundation.accept(listener, nil, nil)
            guard client >= 0 else {
                Foundation.close(listener)
                return
            }
            guard !state.withLock({ $0.isParted }), let server = connect() else {
                Foundation.close(client)
                continue
            }
            let fault = state.withLock { state in
                state.connections += 1
                state.open.formUnion([client, server])
                return state.faults.isEmpty ? Fault.none : state.faults.removeFirst()
            }
            let ends = Mutex(0)
            let pump = { @Sendable [self] (from: Int32, to: Int32, isAnswer: Bool) in
                carry(from, to, isAnswer ? fault : .none, isAnswer)
                shutdown(from, Int32(SHUT_RDWR))
                shutdown(to, Int32(SHUT_RDWR))
                let isLast = ends.withLock { count in
                    count += 1
                    return count == 2
                }
                guard isLast else { return }
                state.withLock { $0.open.subtract([client, server]) }
                Foundation.close(client)
                Foundation.close(server)
            }
            Thread { pump(client, server, false) }.start()
            Thread { pump(server, client, true) }.start()
        }
    }

    private func carry(_ from: Int32, _ to: Int32, _ fault: Fault, _ isAnswer: Bool) {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        var carried = 0
        while true {
            var count = read(from, &buffer, buffer.count)
            guard count > 0 else { return }
            var ends = false
            switch fault {
            case .none: break
            case .cut(let limit):
                ends = carried + count >= limit
                count = min(count, limit - carried)
            case .silence(let limit):
                if carried + count >= limit { count = max(0, limit - carried) }
            }
            if isAnswer { state.withLock { $0.bytes += count } }
            var start = 0
            while start < count {
                let written = buffer[start..<count].withUnsafeBytes {
                    send(to, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard written > 0 else { return }
                start += written
            }
            carried += count
            if ends { return }
        }
    }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return address
    }

    private static func address(_ path: String) -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            precondition(path.utf8.count < bytes.count, "A socket's path is short.")
            bytes.copyBytes(from: path.utf8)
        }
        return address
    }
}
