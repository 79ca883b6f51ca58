import Foundation
import Geoq
import HTTPTypes
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Writes a JSON object a line for each answered request: time, address,
/// target (without secrets), status, bytes, duration.
///
/// JSON, and not the common log format, because the line contains what clients
/// send: JSON can be read in only one way.
final class AccessLog: Sendable {
    /// A request that was answered.
    struct Entry {
        var client: String
        var method: String
        var target: String
        var status: Int
        var bytes: Int
        var milliseconds: Double
    }

    private let descriptor: Int32
    private let isOwn: Bool

    /// - Parameter path: a file, which is made or appended to; `-` for standard
    ///   output.
    /// - Throws: `ServerError.accessLogUnwritable`.
    init(path: String) throws(ServerError) {
        isOwn = path != "-"
        // Each line is one write at the end of the file, so that log rotation
        // by copying works, and so do two servers.
        descriptor = isOwn ? open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o640) : 1
        guard descriptor >= 0 else {
            throw .accessLogUnwritable(path: path, reason: String(cString: strerror(errno)))
        }
    }

    deinit {
        if isOwn { close(descriptor) }
    }

    func write(_ entry: Entry) {
        var line: [UInt8] = []
        line.appendJSON([
            "time": .string(Clock.now()), "client": .string(entry.client), "method": .string(entry.method),
            "target": .string(entry.target), "status": .count(entry.status), "bytes": .count(entry.bytes),
            "ms": .number((entry.milliseconds * 1_000).rounded() / 1_000),
        ])
        line.append(UInt8(ascii: "\n"))
        line.withUnsafeBytes { Self.writeAll(descriptor, $0) }
    }

    private static func writeAll(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) {
        #if canImport(Glibc)
            _ = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #else
            _ = Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }
}
