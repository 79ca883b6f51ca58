import Foundation
import GeoqFormats

/// Reads a descriptor as its bytes come, and can be told to stop waiting.
package final class PipeStream: ByteStream {
    private let descriptor: Int32
    private let isOwned: Bool
    private let name: String
    private let patience: InputPatience
    private(set) var bytesRead = 0
    private var hasToldOfWait = false

    /// - Parameter isOwned: whether the descriptor is closed with the stream.
    package init(_ descriptor: Int32, isOwned: Bool, name: String, _ patience: InputPatience) {
        (self.descriptor, self.isOwned, self.name, self.patience) = (descriptor, isOwned, name, patience)
    }

    deinit {
        if isOwned { close(descriptor) }
    }

    /// What messages call standard input.
    package static let nameOfStandardInput = "standard input"

    package static func standardInput(_ patience: InputPatience) -> PipeStream {
        var patience = patience
        // Only a user at a terminal is told that geoq waits; behind a pipe
        // another program is at work.
        if isatty(STDIN_FILENO) == 0 { patience.onWait = { _ in } }
        return PipeStream(STDIN_FILENO, isOwned: false, name: nameOfStandardInput, patience)
    }

    /// - Throws: `InputError.unreadable`.
    package static func open(path: String, _ patience: InputPatience) throws -> PipeStream {
        // Without O_NONBLOCK a FIFO without a writer would stop this process here.
        let descriptor = Foundation.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw InputError.unreadable(path, reason: String(cString: strerror(errno))) }
        return PipeStream(descriptor, isOwned: true, name: path, patience)
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            try waitUntilReadable()
            let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
            if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
            guard count >= 0 else { throw InputError.unreadable(name, reason: String(cString: strerror(errno))) }
            bytesRead += count
            return count
        }
    }

    private func waitUntilReadable() throws {
        var waited: Int32 = 0
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            let ready = poll(&request, 1, InputPatience.step)
            // `read` will report what went wrong.
            if ready > 0 || (ready < 0 && errno != EINTR) { return }
            if patience.isCancelled() { throw CancellationError() }
            // No further: the pipe of a live source may be quiet for weeks.
            if waited < InputPatience.moment { waited += InputPatience.step }
            if waited >= InputPatience.moment, bytesRead == 0, !hasToldOfWait {
                hasToldOfWait = true
                patience.onWait(name)
            }
        }
    }
}
