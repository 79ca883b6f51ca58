import Foundation
import Geoq

/// Standard input. Plain text is streamed; an archive, whose members may be
/// needed twice, is first copied to a temporary file.
final class StandardInput: MeasuredInput {
    let name = "standard input"
    let members = ["standard input"]
    private var front: [UInt8]
    private var isOpen = false
    private(set) var bytesRead = 0
    let bytesInAll: Int? = nil

    /// What is peeked at most, and so read before the first question.
    static let peekLimit = 1 << 16

    /// - Parameter isLive: reads no more than the first line before the first
    ///   row is wanted: more may come only much later.
    static func open(isLive: Bool = false) throws -> any MeasuredInput {
        let input = try StandardInput(isLive: isLive)
        guard ArchiveInput.isArchive(input.front) else { return input }
        return try ArchiveInput(temporary: try input.copy(), name: "standard input")
    }

    private init(isLive: Bool) throws {
        front = try isLive ? Self.firstLine() : readFirst(of: DescriptorStream(), Self.peekLimit)
    }

    /// What comes up to the end of the first line that is not blank, and what
    /// came with it.
    private static func firstLine() throws -> [UInt8] {
        let stream = DescriptorStream()
        var front: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: peekLimit)
        let lineEnd = UInt8(ascii: "\n")
        while front.count < peekLimit {
            let count = try buffer.withUnsafeMutableBytes { try stream.read(into: $0) }
            if count == 0 { break }
            front += buffer[..<count]
            let text = front.drop { $0 == lineEnd || $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: " ") }
            if text.contains(lineEnd) { break }
        }
        return front
    }

    func peek(_ member: String, count: Int) throws -> [UInt8] {
        Array(front.prefix(count))
    }

    func open(_ member: String) throws -> any ByteStream {
        guard !isOpen else {
            throw InputError.unreadable(name, reason: "this format is read twice; save it to a file first")
        }
        isOpen = true
        return FrontedStream(front: front) { [weak self] count in self?.bytesRead += count }
    }

    /// - Returns: a temporary file, removed with the process's last use of it.
    private func copy() throws -> TemporaryFile {
        let file = try TemporaryFile()
        let stream = FrontedStream(front: front) { _ in }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = try buffer.withUnsafeMutableBytes { try stream.read(into: $0) }
            if count == 0 { break }
            try file.append(buffer[..<count])
        }
        return file
    }
}

/// Bytes that were read already, then the rest of standard input.
private final class FrontedStream: ByteStream {
    private var front: ArraySlice<UInt8>
    private let rest = DescriptorStream()
    private let count: (Int) -> Void

    init(front: [UInt8], count: @escaping (Int) -> Void) {
        (self.front, self.count) = (front[...], count)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if front.isEmpty {
            let read = try rest.read(into: buffer)
            count(read)
            return read
        }
        let taken = front.prefix(buffer.count)
        buffer.copyBytes(from: taken)
        front = front.dropFirst(taken.count)
        count(taken.count)
        return taken.count
    }
}

/// File descriptor 0.
private final class DescriptorStream: ByteStream {
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            let count = Foundation.read(0, buffer.baseAddress, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else {
                throw InputError.unreadable("standard input", reason: String(cString: strerror(errno)))
            }
            return count
        }
    }
}

/// A file that nobody else knows: open, and already without a name. Readers
/// reach it through its descriptor.
final class TemporaryFile {
    private let handle: FileHandle
    /// Works as long as this object lives.
    var path: String { "/dev/fd/\(handle.fileDescriptor)" }

    init() throws {
        let template = FileManager.default.temporaryDirectory.path + "/geoq-XXXXXX"
        var name = Array(template.utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else {
            throw InputError.unreadable("standard input", reason: "no temporary file can be made")
        }
        unlink(name)
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    func append(_ bytes: ArraySlice<UInt8>) throws {
        try handle.write(contentsOf: bytes)
    }
}
