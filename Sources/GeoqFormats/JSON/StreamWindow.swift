import Geoq

/// The part of a stream that a reader looks at, in bounded memory.
///
/// Positions count bytes from the stream's start; they stay valid when the
/// window moves its bytes. Bytes before the position are dropped, unless they
/// are kept for a value that is not complete yet.
final class StreamWindow {
    /// How many bytes are kept at most for one value.
    let maximumKept: Int
    /// The next byte to look at.
    private(set) var position = 0
    /// The line of `position`; 1 is the first. Lines end with LF.
    private(set) var line = 1
    /// The front of the last value that was longer than `maximumKept`.
    private(set) var longValuePrefix: [UInt8] = []

    private let stream: any ByteStream
    private var storage = [UInt8](repeating: 0, count: StreamWindow.chunkSize)
    /// The stream position of `storage[0]`.
    private var base = 0
    /// How much of `storage` holds bytes.
    private var filled = 0
    private var keptFrom: Int?
    private var hasEnded = false

    private static let chunkSize = 1 << 16
    private static let prefixSize = 4096

    init(_ stream: any ByteStream, maximumKept: Int) {
        precondition(maximumKept > 0, "a window keeps at least one byte")
        (self.stream, self.maximumKept) = (stream, maximumKept)
    }

    /// How many bytes of memory are in use.
    var capacity: Int { storage.count }

    /// The byte at the position; nil at the end.
    func peek() throws -> UInt8? {
        guard try fillIfEmpty() else { return nil }
        return storage[position - base]
    }

    /// Steps over the byte that `peek` has shown.
    func advance() {
        precondition(position - base < filled, "peek comes before advance")
        if storage[position - base] == UInt8(ascii: "\n") { line += 1 }
        position += 1
        forgetLongValue()
    }

    /// Steps over a byte, when it is this one.
    func skip(_ character: Unicode.Scalar) throws -> Bool {
        guard try peek() == UInt8(ascii: character) else { return false }
        advance()
        return true
    }

    /// Steps over blanks and line ends.
    func skipBlanks() throws {
        while let byte = try peek(), byte.isJSONBlank { advance() }
    }

    /// Gives `body` all bytes from the position on that are in memory, at least
    /// one.
    ///
    /// - Parameter body: Returns how many of the bytes it used, and how many
    ///   lines ended in them.
    /// - Returns: false at the end of the stream; `body` is not called then.
    func consume(
        _ body: (UnsafeBufferPointer<UInt8>) throws(JSONShapeError) -> (bytes: Int, lines: Int)
    ) throws -> Bool {
        guard try fillIfEmpty() else { return false }
        let used = try storage.withUnsafeBufferPointer { (all) throws(JSONShapeError) in
            try body(UnsafeBufferPointer(rebasing: all[(position - base)..<filled]))
        }
        position += used.bytes
        line += used.lines
        forgetLongValue()
        return true
    }

    /// Keeps all bytes from the position on, until there are too many of them
    /// or the next call.
    func keep() {
        keptFrom = position
    }

    /// Whether the bytes from `start` on are still here.
    func isKept(from start: Int) -> Bool {
        keptFrom.map { $0 <= start } ?? false
    }

    /// Goes back to bytes that are kept.
    func rewind(to start: Int, line: Int) {
        precondition(isKept(from: start), "only kept bytes can be seen again")
        (position, self.line) = (start, line)
    }

    /// Gives the bytes of a kept range.
    func withBytes<Answer, Problem: Error>(
        _ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) throws(Problem) -> Answer
    ) throws(Problem) -> Answer {
        precondition(isKept(from: range.lowerBound), "only kept bytes can be seen again")
        return try storage.withUnsafeBufferPointer { (all) throws(Problem) in
            try body(UnsafeBufferPointer(rebasing: all[(range.lowerBound - base)..<(range.upperBound - base)]))
        }
    }

    private func forgetLongValue() {
        guard let start = keptFrom, position - start > maximumKept else { return }
        longValuePrefix = Array(storage[(start - base)..<(start - base + min(StreamWindow.prefixSize, maximumKept))])
        keptFrom = nil
    }

    private func fillIfEmpty() throws -> Bool {
        if position - base < filled { return true }
        if hasEnded { return false }
        // The bytes that are still needed move to the front; the room behind
        // them is free again.
        let start = min(keptFrom ?? position, position) - base
        if start > 0 {
            storage.withUnsafeMutableBytes { bytes in
                bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[start..<filled]))
            }
            base += start
            filled -= start
        }
        if storage.count - filled < StreamWindow.chunkSize / 2 {
            storage.append(contentsOf: repeatElement(0, count: storage.count))
        }
        let count = try storage.withUnsafeMutableBytes { bytes in
            try stream.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]))
        }
        filled += count
        hasEnded = count == 0
        return !hasEnded
    }
}
