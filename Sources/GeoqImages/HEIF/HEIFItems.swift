/// What the container of a HEIF file says of its images: what kinds they are of, where their bytes lie, and of which
/// other images they are made (ISO 14496-12, 8.11; ISO 23008-12).
///
/// Where a box is there twice, readers differ in which one they take. Such a file is refused, so that what is
/// checked here is what libheif decodes.
struct HEIFItems {
    struct Item {
        /// Four letters, such as `hvc1`, `av01`, `grid`.
        var kind: String
        /// The parts of its bytes, in order.
        var extents: [ArraySlice<UInt8>] = []
        /// The items that it is made of.
        var sources: [UInt32] = []

        var bytes: ArraySlice<UInt8> { extents.count == 1 ? extents[0] : ArraySlice(extents.joined()) }
    }

    private(set) var items: [UInt32: Item] = [:]
    /// What decoders are told before the bytes of an image: bodies of `hvcC` and `av1C` (ISO 14496-15, 8.3.3; AV1 in
    /// ISOBMFF, 2.3).
    private(set) var configurations: [(kind: String, body: ArraySlice<UInt8>)] = []

    /// All items of a file together may have this many times the bytes of the file: items may share them.
    private static let mostShared = 2
    /// Images of forms that are decoded without a check of their size, by a libheif that knows them.
    private static let unchecked: Set = ["avc1", "evc1", "j2k1", "jpeg", "mski", "tili", "unci", "vvc1"]

    /// - Throws: `PictureError.damaged`, and `.unsupported` for an image of a form whose size is not checked.
    init(of bytes: [UInt8], _ kind: PictureKind) throws {
        let reader = HEIFBoxes(kind: kind)
        // libheif paints what is missing in gray.
        let tooShort = PictureError.damaged(kind, reason: "it ends too early")
        let top: [(kind: String, body: ArraySlice<UInt8>)]
        do {
            top = try reader.boxes(in: bytes[...])
        } catch PictureError.damaged {
            throw tooShort
        }
        guard top.last?.body.endIndex == bytes.count else { throw tooShort }
        guard let meta = try reader.only("meta", of: top)?.dropFirst(4) else { return }
        let boxes = try reader.boxes(in: meta)
        try readKinds(try reader.only("iinf", of: boxes), reader)
        try readSources(try reader.only("iref", of: boxes), reader)
        try readPlaces(
            try reader.only("iloc", of: boxes), in: bytes, or: try reader.only("idat", of: boxes), reader)
        if let properties = try reader.only("iprp", of: boxes),
            let list = try reader.only("ipco", of: reader.boxes(in: properties))
        {
            configurations = try reader.boxes(in: list).filter { ["hvcC", "av1C"].contains($0.kind) }
                .map { ($0.kind, $0.body) }
        }
    }

    private mutating func readKinds(_ box: ArraySlice<UInt8>?, _ reader: HEIFBoxes) throws {
        guard var fields = box.map(ByteFields.init) else { return }
        let version = try reader.read { try fields.number(4) } >> 24
        _ = try reader.read { try fields.number(version == 0 ? 2 : 4) }
        for entry in try reader.boxes(in: fields.rest) where entry.kind == "infe" {
            var fields = ByteFields(entry.body)
            try reader.read {
                let version = try fields.number(4) >> 24
                // Those before have no kind, and are no images.
                guard version >= 2 else { return }
                let id = UInt32(try fields.number(version == 2 ? 2 : 4))
                _ = try fields.number(2)
                let kind = try fields.letters(4)
                guard !Self.unchecked.contains(kind) else {
                    throw PictureError.unsupported(reader.kind, reason: "it has an image of the form \(kind)")
                }
                guard items.updateValue(Item(kind: kind), forKey: id) == nil else { throw ByteFields.Ended() }
            }
        }
    }

    private mutating func readSources(_ box: ArraySlice<UInt8>?, _ reader: HEIFBoxes) throws {
        guard var fields = box.map(ByteFields.init) else { return }
        let width = try reader.read { try fields.number(4) } >> 24 == 0 ? 2 : 4
        for reference in try reader.boxes(in: fields.rest) where reference.kind == "dimg" {
            var fields = ByteFields(reference.body)
            try reader.read {
                let id = UInt32(try fields.number(width))
                for _ in 0..<(try fields.number(2)) {
                    items[id]?.sources.append(UInt32(try fields.number(width)))
                }
            }
        }
    }

    private mutating func readPlaces(
        _ box: ArraySlice<UInt8>?, in bytes: [UInt8], or data: ArraySlice<UInt8>?, _ reader: HEIFBoxes
    ) throws {
        guard var fields = box.map(ByteFields.init) else { return }
        var room = bytes.count * Self.mostShared
        var seen: Set<UInt32> = []
        try reader.read {
            let version = try fields.number(4) >> 24
            let sizes = try fields.number(2)
            let widths = (0..<4).map { sizes >> (12 - 4 * $0) & 15 }
            let indexWidth = version == 0 ? 0 : widths[3]
            guard version <= 2, (widths[..<3] + [indexWidth]).allSatisfy([0, 4, 8].contains) else {
                throw ByteFields.Ended()
            }
            for _ in 0..<(try fields.number(version < 2 ? 2 : 4)) {
                let id = UInt32(try fields.number(version < 2 ? 2 : 4))
                let method = version == 0 ? 0 : try fields.number(2) & 15
                _ = try fields.number(2)
                let base = try fields.number(widths[2])
                guard seen.insert(id).inserted else { throw ByteFields.Ended() }
                for _ in 0..<(try fields.number(2)) {
                    _ = try fields.number(indexWidth)
                    let (offset, count) = (try fields.number(widths[0]), try fields.number(widths[1]))
                    // Only what is decoded counts.
                    guard let kind = items[id]?.kind, ["hvc1", "av01", "grid", "iovl"].contains(kind) else { continue }
                    guard let source = method == 0 ? bytes[...] : method == 1 ? data : nil,
                        base <= source.count, offset <= source.count - base, count > 0,
                        count <= source.count - base - offset, count <= room
                    else { throw ByteFields.Ended() }
                    room -= count
                    let start = source.startIndex + base + offset
                    items[id]?.extents.append(source[start..<start + count])
                }
            }
        }
    }
}
