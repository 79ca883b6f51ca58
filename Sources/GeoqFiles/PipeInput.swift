package import GeoqFormats

/// What to do while an input gives nothing.
package struct InputPatience: Sendable {
    /// Called with an input's name when it has given nothing for a moment.
    package var onWait: @Sendable (_ input: String) -> Void
    /// Whether to stop waiting.
    package var isCancelled: @Sendable () -> Bool

    package init(
        onWait: @escaping @Sendable (_ input: String) -> Void = { _ in },
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) {
        (self.onWait, self.isCancelled) = (onWait, isCancelled)
    }

    /// How long a moment is, and how long the reader sleeps between two looks
    /// at `isCancelled`, in milliseconds.
    package static let moment: Int32 = 1_000
    package static let step: Int32 = 200
}

/// Bytes that can be read once: standard input, a FIFO, the pipe that a shell
/// makes of `<(…)`, a device.
///
/// Text is streamed; an archive, whose files may be needed twice, is first
/// copied to a temporary file, and text with dates whose order must be found is
/// copied while it is read.
package final class PipeInput: MeasuredInput {
    package let name: String
    package let members: [String]
    package let sourceName: String?
    private let front: [UInt8]
    private let rest: any ByteStream
    private let pipe: PipeStream
    private var isOpen = false
    private var spool: InputSpool?
    package let canBeReadAgain: Bool

    /// The most that `peek` reads.
    package static let peekLimit = 1 << 16

    /// Standard input.
    ///
    /// - Parameter isLive: reads no more than the first line before the first
    ///   row is wanted: more may come only much later.
    package static func standardInput(isLive: Bool = false, _ patience: InputPatience) throws -> any MeasuredInput {
        let name = PipeStream.nameOfStandardInput
        return try open(PipeStream.standardInput(patience), name: name, sourceName: name, isLive: isLive)
    }

    /// A path that is neither a file nor a folder.
    package static func open(path: String, isLive: Bool = false, _ patience: InputPatience) throws -> any MeasuredInput
    {
        if isStandardInput(path) { return try standardInput(isLive: isLive, patience) }
        let stream = try PipeStream.open(path: path, patience)
        let base = path.split(separator: "/").last.map(String.init) ?? path
        let isNameless = path.hasPrefix("/dev/") || path.hasPrefix("/proc/")
        return try open(
            stream, name: isNameless ? path : base, sourceName: isNameless ? nil : baseName(base), isLive: isLive)
    }

    /// Whether a path is another name of `-`.
    package static func isStandardInput(_ path: String) -> Bool {
        ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].contains(path)
    }

    private static func open(
        _ pipe: PipeStream, name: String, sourceName: String?, isLive: Bool
    ) throws -> any MeasuredInput {
        var front = try isLive ? firstLine(pipe) : readFirst(of: pipe, peekLimit)
        var rest: any ByteStream = pipe
        if Packing(front) != nil {
            rest = try Packing.unpacked(FrontedStream(front, pipe), name: name)
            front = try readFirst(of: rest, peekLimit)
        }
        if ArchiveKind(front) != nil {
            let file = try TemporaryFile(name)
            try file.append(FrontedStream(front, rest), limit: nil)
            return try ArchiveInput(path: file.path, name: name, temporary: file)
        }
        return PipeInput(
            name: name, sourceName: sourceName, front: front, rest: rest, pipe: pipe,
            canBeReadAgain: !isLive && hasDateInOrder(front))
    }

    private init(
        name: String, sourceName: String?, front: [UInt8], rest: any ByteStream, pipe: PipeStream,
        canBeReadAgain: Bool
    ) {
        (self.name, self.sourceName, members) = (name, sourceName, [name])
        (self.front, self.rest, self.pipe) = (front, rest, pipe)
        self.canBeReadAgain = canBeReadAgain
    }

    /// Whether the bytes may hold a date that could begin with the month or
    /// with the day: `1/2/2020`, `01-02-2020`, `1.2.2020`.
    private static func hasDateInOrder(_ bytes: [UInt8]) -> Bool {
        func isDigit(_ index: Int) -> Bool { index >= 0 && index < bytes.count && bytes[index] & 0xF0 == 0x30 }
        for index in bytes.indices where "/-.".utf8.contains(bytes[index]) {
            guard isDigit(index - 1), isDigit(index + 1) else { continue }
            let second = isDigit(index + 2) ? index + 3 : index + 2
            if second < bytes.count, bytes[second] == bytes[index], (1...4).allSatisfy({ isDigit(second + $0) }) {
                return true
            }
        }
        return false
    }

    /// The bytes up to the end of the first line that is not blank, and those
    /// that were read with it.
    private static func firstLine(_ stream: any ByteStream) throws -> [UInt8] {
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

    package func peek(_ member: String, count: Int) throws -> [UInt8] {
        Array(front.prefix(count))
    }

    package func open(_ member: String) throws -> any ByteStream {
        if let spool { return SpooledStream(spool) }
        guard !isOpen else {
            throw InputError.unreadable(name, reason: "this format is read twice; save it to a file first")
        }
        isOpen = true
        let stream = FrontedStream(front, rest)
        guard canBeReadAgain else { return stream }
        let spool = InputSpool(stream, file: try TemporaryFile(name))
        self.spool = spool
        return SpooledStream(spool)
    }

    package var bytesRead: Int { pipe.bytesRead }
    package let bytesInAll: Int? = nil
}
