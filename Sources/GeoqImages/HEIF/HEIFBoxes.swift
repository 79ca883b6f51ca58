/// Reads the boxes of which a HEIF file is made (ISO 14496-12, 4.2).
struct HEIFBoxes {
    /// A picture of a hundred megapixels has some thousands, one for each tile.
    static let mostBoxes = 20_000

    /// HEIC or AVIF, for messages.
    let kind: PictureKind

    /// - Throws: `PictureError.damaged` when a box is longer than where it lies, `.unsupported` for more than
    ///   `mostBoxes`.
    func boxes(in bytes: ArraySlice<UInt8>) throws -> [(kind: String, body: ArraySlice<UInt8>)] {
        var boxes: [(kind: String, body: ArraySlice<UInt8>)] = []
        var fields = ByteFields(bytes)
        // Fewer bytes than a box has are none.
        while fields.rest.count >= 8 {
            guard boxes.count < Self.mostBoxes else {
                throw PictureError.unsupported(kind, reason: "it has more than \(Self.mostBoxes) boxes in one place")
            }
            try read {
                let start = fields.rest.startIndex
                let short = try fields.number(4)
                let name = try fields.letters(4)
                // 1: a longer number follows; 0: up to the end.
                let length = short == 1 ? try fields.number(8) : short == 0 ? bytes.endIndex - start : short
                if name == "uuid" { _ = try fields.bytes(16) }
                let head = fields.rest.startIndex - start
                guard length >= head else { throw ByteFields.Ended() }
                boxes.append((name, try fields.bytes(length - head)))
            }
        }
        return boxes
    }

    /// The body of the box of a kind; nil without one.
    ///
    /// - Throws: `PictureError.damaged` when there are two.
    func only(_ name: String, of boxes: [(kind: String, body: ArraySlice<UInt8>)]) throws -> ArraySlice<UInt8>? {
        let found = boxes.filter { $0.kind == name }
        guard found.count <= 1 else { throw PictureError.damaged(kind, reason: "it has \(name) twice") }
        return found.first?.body
    }

    /// - Throws: `PictureError.damaged` when `body` finds fewer bytes than it needs, or others.
    func read<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch is ByteFields.Ended {
            throw PictureError.damaged(kind, reason: "its boxes contradict themselves")
        }
    }
}

/// Numbers of some bytes, one behind another, the highest byte first.
struct ByteFields {
    /// Fewer bytes are left than were asked for, or they are not what they must be.
    struct Ended: Error {}

    /// What was not read yet.
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    mutating func bytes(_ count: Int) throws -> ArraySlice<UInt8> {
        guard count >= 0, count <= rest.count else { throw Ended() }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// A number of at most eight bytes; 0 of none.
    mutating func number(_ count: Int) throws -> Int {
        let value = try bytes(count).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard let number = Int(exactly: value) else { throw Ended() }
        return number
    }

    mutating func letters(_ count: Int) throws -> String {
        String(decoding: try bytes(count), as: Unicode.ASCII.self)
    }
}

/// Bits, one behind another, the highest of each byte first.
struct BitFields {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    /// A number of at most 32 bits.
    mutating func number(_ count: Int) throws -> Int {
        guard position + count <= 8 * bytes.count else { throw ByteFields.Ended() }
        defer { position += count }
        return (position..<position + count).reduce(0) { $0 << 1 | Int(bytes[$1 / 8] >> (7 - $1 % 8) & 1) }
    }

    mutating func flag() throws -> Bool { try number(1) == 1 }

    mutating func skip(_ count: Int) throws {
        guard position + count <= 8 * bytes.count else { throw ByteFields.Ended() }
        position += count
    }

    /// A number of as many bits as zeros come before them (Exp-Golomb; ITU-T H.265, 9.2).
    mutating func exponential() throws -> Int {
        var zeros = 0
        while try !flag() {
            zeros += 1
            guard zeros < 32 else { throw ByteFields.Ended() }
        }
        return (1 << zeros) - 1 + (try number(zeros))
    }
}
