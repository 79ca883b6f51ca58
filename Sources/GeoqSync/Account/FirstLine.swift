import Foundation

/// The first line of an input, as a password, a key or a token comes.
package enum FirstLine {
    /// The line, without its end, also one of Windows, and without the byte order mark that some editors put before it.
    case line([UInt8])
    /// It has more bytes than are taken.
    case tooLong
    /// The input cannot be opened or read: the system's code (errno).
    case failed(Int32)

    /// Reads the first line of a file or pipe.
    ///
    /// - Parameter longest: how many bytes it may have.
    package init(ofFile path: String, longest: Int) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            self = .failed(errno)
            return
        }
        self.init(of: descriptor, longest: longest)
        close(descriptor)
    }

    /// Reads up to the end of the line, and waits for no more: who types a line, or writes it into a pipe, need not end
    /// the input.
    ///
    /// - Parameter longest: how many bytes it may have.
    package init(of descriptor: Int32, longest: Int) {
        var line: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while line.count <= longest {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == EAGAIN {
                // Another program has set that it does not wait.
                var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                _ = poll(&ready, 1, -1)
                continue
            }
            guard count >= 0 else {
                self = .failed(errno)
                return
            }
            let end = buffer[..<count].firstIndex(of: UInt8(ascii: "\n"))
            line += buffer[..<(end ?? count)]
            if end != nil || count == 0 { break }
        }
        self = line.count <= longest ? .line(Self.bare(line)) : .tooLong
    }

    /// A line without what an editor puts around it.
    private static func bare(_ line: [UInt8]) -> [UInt8] {
        var line = line[...]
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        if line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
        return Array(line)
    }
}
