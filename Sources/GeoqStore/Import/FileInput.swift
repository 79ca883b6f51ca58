import Foundation
import Geoq

/// A plain file.
final class FileInput: MeasuredInput {
    let name: String
    let members: [String]
    private let path: String
    private var streams: [FileStream] = []

    init(path: String, name: String) {
        (self.path, self.name, members) = (path, name, [name])
    }

    func open(_ member: String) throws -> any ByteStream {
        let stream = try FileStream(path: path)
        streams.append(stream)
        return stream
    }

    func peek(_ member: String, count: Int) throws -> [UInt8] {
        try FileStream(path: path).first(count)
    }

    var bytesRead: Int { streams.last?.bytesRead ?? 0 }
    var bytesInAll: Int? { FileStream.size(path) }
}

/// A folder: its files, and those of folders in it, two levels deep.
final class FolderInput: MeasuredInput {
    static let memberLimit = 10_000
    let name: String
    let members: [String]
    private let path: String
    private var streams: [FileStream] = []

    init(path: String) throws {
        self.path = path
        name = path.split(separator: "/").last.map(String.init) ?? path
        var found: [String] = []
        guard let walk = FileManager.default.enumerator(atPath: path) else {
            throw InputError.unreadable(path, reason: "the folder cannot be listed")
        }
        for case let member as String in walk {
            if walk.level > 3 {
                walk.skipDescendants()
                continue
            }
            guard FileStream.isFile(path + "/" + member) else { continue }
            found.append(member)
            if found.count > Self.memberLimit { throw InputError.tooManyMembers(path, limit: Self.memberLimit) }
        }
        members = found.sorted()
    }

    func open(_ member: String) throws -> any ByteStream {
        let stream = try FileStream(path: location(member))
        streams.append(stream)
        return stream
    }

    func peek(_ member: String, count: Int) throws -> [UInt8] {
        try FileStream(path: location(member)).first(count)
    }

    /// Only what was listed is opened: a name from a file leads nowhere else.
    private func location(_ member: String) throws -> String {
        guard members.contains(member) else { throw InputError.missing("\(name)/\(member)") }
        return path + "/" + member
    }

    var bytesRead: Int { streams.reduce(0) { $0 + $1.bytesRead } }
    var bytesInAll: Int? { nil }
}

/// The bytes of a file, by POSIX `read`.
final class FileStream: ByteStream {
    private let descriptor: Int32
    private let path: String
    private(set) var bytesRead = 0

    init(path: String) throws {
        self.path = path
        descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw InputError.unreadable(path, reason: String(cString: strerror(errno))) }
    }

    deinit {
        close(descriptor)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw InputError.unreadable(path, reason: String(cString: strerror(errno))) }
            bytesRead += count
            return count
        }
    }

    /// The first bytes, for a stream that is then thrown away.
    func first(_ count: Int) throws -> [UInt8] {
        try readFirst(of: self, count)
    }

    static func size(_ path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && (status.st_mode & S_IFMT) == S_IFREG
    }
}

/// Up to `count` bytes from the front of a stream.
func readFirst(of stream: any ByteStream, _ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
        let read = try bytes.withUnsafeMutableBytes { buffer in
            try stream.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
        }
        if read == 0 { break }
        filled += read
    }
    bytes.removeLast(count - filled)
    return bytes
}
