import Foundation
import Geoq
package import GeoqFiles
package import GeoqFormats

/// Reads sightings from a file, a folder, an archive or standard input, in any
/// format that an import reads, without storing them.
package struct SightingInput {
    /// The file; `-` for standard input.
    package var path: String
    package var options = ImportOptions(kind: .observations)
    /// Whether to wait for more at the end of the file.
    package var follows = false
    /// What to do while a pipe gives nothing.
    package var patience = InputPatience()

    package init(path: String) {
        self.path = path
        options.takesPlacesAlone = true
    }

    /// Gives each sighting to the sink as soon as it has been read, with the
    /// day and time at its place (`LocalDays`). It waits for the input, for ever
    /// if that is followed: call it where a thread may wait.
    ///
    /// - Parameter beforeReading: called before the next read, which may take
    ///   long, so that the caller can hand over finished output.
    /// - Throws: `FileProblem` when the input as a whole is refused; `FollowedFileChanged`; what reading,
    ///   the sink and `beforeReading` throw.
    package func read(
        into sink: any ImportSink, beforeReading: @escaping () throws -> Void
    ) throws -> FormatReport {
        let local = LocalDaySink(sink)
        var report = try readImport(
            LiveInput(try open(), following: follows ? path : nil, beforeReading: beforeReading), options: options,
            into: local
        ) { try SpoolTable() }
        report.notes += local.days.notes
        return report
    }

    private func open() throws -> any MeasuredInput {
        guard follows else { return try openInput(path, isLive: true, patience) }
        guard FileManager.default.fileExists(atPath: path) else { throw InputError.missing(path) }
        try waitForFirstLine()
        let input = try openInput(path)
        guard let file = input as? FileInput, try !file.isPacked() else {
            throw InputError.unreadable(path, reason: "only a plain file can be followed")
        }
        return input
    }

    /// Waits, because a file that another program is about to write has no
    /// format yet.
    private func waitForFirstLine() throws {
        while FileStream.isFile(path), try !FileStream(path: path).first(PipeInput.peekLimit).contains(0x0A) {
            LiveStream.pause()
        }
    }
}

/// A file that is followed has fewer bytes than were read of it, or another one has its name: what is written there
/// from now on is not what follows.
package struct FollowedFileChanged: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file.
    package let path: String

    package var description: String { "\(path) was cut or replaced while it was followed" }
}

/// An input whose streams call back before they wait.
private final class LiveInput: ImportInput {
    private let input: any MeasuredInput
    private let followed: String?
    private let beforeReading: () throws -> Void

    init(_ input: any MeasuredInput, following followed: String?, beforeReading: @escaping () throws -> Void) {
        (self.input, self.followed, self.beforeReading) = (input, followed, beforeReading)
    }

    var name: String { input.name }
    var members: [String] { input.members }
    var canBeReadAgain: Bool { followed == nil && input.canBeReadAgain }

    func open(_ member: String) throws -> any ByteStream {
        LiveStream(try input.open(member), following: followed, beforeReading)
    }

    func peek(_ member: String, count: Int) throws -> [UInt8] {
        try input.peek(member, count: count)
    }

    var leftOut: [LeftOutMember] { input.leftOut }

    func archive(in member: String) throws -> (any ImportInput)? {
        try input.archive(in: member)
    }
}

private final class LiveStream: ByteStream {
    private let stream: any ByteStream
    private let followed: String?
    private let beforeReading: () throws -> Void
    private let number: UInt64?
    private var taken: Int64 = 0

    init(_ stream: any ByteStream, following followed: String?, _ beforeReading: @escaping () throws -> Void) {
        (self.stream, self.followed, self.beforeReading) = (stream, followed, beforeReading)
        number = followed.flatMap { Self.look($0)?.number }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try beforeReading()
        while true {
            let count = try stream.read(into: buffer)
            taken += Int64(count)
            guard count == 0, let followed else { return count }
            // Where nothing has the name for a moment, another file may come.
            if let now = Self.look(followed), now.number != number || now.bytes < taken {
                throw FollowedFileChanged(path: followed)
            }
            Self.pause()
        }
    }

    /// The number and the size of the file of a name.
    private static func look(_ path: String) -> (number: UInt64, bytes: Int64)? {
        var found = stat()
        guard stat(path, &found) == 0 else { return nil }
        return (UInt64(found.st_ino), Int64(found.st_size))
    }

    /// Waits between two looks at a file that may grow.
    static func pause() {
        usleep(200_000)
    }
}
