import Foundation
import TestSupport

/// The command on a terminal: a pseudo-terminal of a chosen width stands where
/// a person would sit.
struct TerminalRun {
    /// The streams of a process that can be a terminal.
    enum Stream {
        case output, errors
    }

    /// What the terminal was sent, with plain line ends.
    let screen: String
    /// What went to standard output when that was a pipe.
    let output: String
    /// What went to standard error when that was a pipe.
    let errors: String
    let status: Int32

    /// - Parameter terminal: the streams that are the terminal; the others are
    ///   pipes.
    init(
        _ arguments: [String], terminal: Set<Stream> = [.output, .errors], columns: Int = 120,
        environment: [String: String] = [:]
    ) throws {
        var (master, slave): (Int32, Int32) = (-1, -1)
        var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&master, &slave, nil, nil, &size) == 0 else { throw POSIXError(.ENXIO) }
        // No other process that a test starts now may keep the terminal open.
        for descriptor in [master, slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        let process = GeoqProcess.prepared(
            arguments, environment: ["TERM": "xterm-256color"].merging(environment) { $1 })
        let device = FileHandle(fileDescriptor: slave, closeOnDealloc: false)
        let (out, err) = (Pipe(), Pipe())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = terminal.contains(.output) ? device : out
        process.standardError = terminal.contains(.errors) ? device : err
        try process.run()
        close(slave)
        // Read first: what is in the terminal goes with its last user.
        screen = Self.text(of: master).replacing("\r\n", with: "\n")
        close(master)
        func words(_ pipe: Pipe, _ stream: Stream) throws -> String {
            if terminal.contains(stream) { return "" }
            return String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        }
        (output, errors) = (try words(out, .output), try words(err, .errors))
        process.waitUntilExit()
        status = process.terminationStatus
    }

    /// All output, until the terminal is closed everywhere (`EIO`).
    private static func text(of master: Int32) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(master, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }

    var lines: [Substring] { screen.split(separator: "\n") }
}
