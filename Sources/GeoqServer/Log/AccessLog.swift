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

    /// Writes bytes to an open file, as `write(2)` does: it returns how many were written, or -1 and sets `errno`.
    typealias Writing = @Sendable (Int32, UnsafeRawBufferPointer) -> Int

    /// How the file stands after the last line.
    private struct State {
        /// Whether the file ends in the middle of a line.
        var isCut = false
        /// Lines that are not, or not whole, in the file, since the last that is.
        var lost = 0
    }

    private let descriptor: Int32
    private let isOwn: Bool
    private let name: String
    private let log: ServerLog
    private let writing: Writing
    private let state = Mutex(State())

    /// - Parameters:
    ///   - path: a file, which is made or appended to; `-` for standard output.
    ///   - log: is told when lines are lost, and when no more are.
    /// - Throws: `ServerError.accessLogUnwritable`.
    init(path: String, log: ServerLog, writing: @escaping Writing = systemWrite) throws(ServerError) {
        isOwn = path != "-"
        name = isOwn ? path : "on standard output"
        (self.log, self.writing) = (log, writing)
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
        put(line)
    }

    /// Writes a line, and tells when lines are lost, and when one is written again. A line that is cut, as where a
    /// disk becomes full, stays so; the next one begins on a line of its own.
    private func put(_ line: [UInt8]) {
        let said = state.withLock { state -> (text: String, key: String)? in
            let bytes = state.isCut ? [UInt8(ascii: "\n")] + line : line
            let (written, code) = written(bytes)
            // Of a line end alone nothing is left to be ended.
            if written > 0 { state.isCut = written < bytes.count && !(state.isCut && written == 1) }
            guard written < bytes.count else {
                defer { state.lost = 0 }
                guard state.lost > 0 else { return nil }
                let lines = state.lost == 1 ? "1 line was" : "\(state.lost) lines were"
                return ("the access log \(name) is written again; \(lines) lost", "access log written")
            }
            // The log says it once a minute.
            state.lost += 1
            let reason = written < 0 ? String(cString: strerror(code)) : "not all of a line was taken"
            return ("the access log \(name) cannot be written: \(reason); its lines are lost", "access log lost")
        }
        if let said { log.say(said.text, as: said.key) }
    }

    /// - Returns: how many bytes were written, -1 for none, and the system's error then.
    private func written(_ bytes: [UInt8]) -> (count: Int, code: Int32) {
        bytes.withUnsafeBytes { bytes in
            while true {
                let count = writing(descriptor, bytes)
                let code = errno
                // A signal came before the first byte.
                if count < 0, code == EINTR { continue }
                return (count, code)
            }
        }
    }

    private static let systemWrite: Writing = { descriptor, bytes in
        #if canImport(Glibc)
            Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #else
            Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }
}
