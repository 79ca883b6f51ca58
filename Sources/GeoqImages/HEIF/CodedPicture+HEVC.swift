extension CodedPicture {
    /// How many pictures a decoder of HEVC holds: up to 16 to which later ones refer (ITU-T H.265, A.4.2), and one.
    static let mostHeldOfHEVC = 17
    /// A file has fewer of them in one place.
    private static let mostUnits = 20_000

    /// The units of an `hvcC` (ISO 14496-15, 8.3.3.1).
    static func units(ofConfiguration body: ArraySlice<UInt8>) throws -> [ArraySlice<UInt8>] {
        var fields = ByteFields(body)
        var units: [ArraySlice<UInt8>] = []
        _ = try fields.bytes(22)
        for _ in 0..<(try fields.number(1)) {
            _ = try fields.number(1)
            for _ in 0..<(try fields.number(2)) {
                guard units.count < mostUnits else { throw ByteFields.Ended() }
                units.append(try fields.bytes(try fields.number(2)))
            }
        }
        return units
    }

    /// The units of an image's bytes, each behind its length in four bytes.
    static func units(ofImage bytes: ArraySlice<UInt8>) throws -> [ArraySlice<UInt8>] {
        var fields = ByteFields(bytes)
        var units: [ArraySlice<UInt8>] = []
        while !fields.rest.isEmpty {
            guard units.count < mostUnits else { throw ByteFields.Ended() }
            units.append(try fields.bytes(try fields.number(4)))
        }
        return units
    }

    /// The pictures that units announce: one for each set of parameters of a sequence (ITU-T H.265, 7.3.1).
    static func sequences(in units: [ArraySlice<UInt8>]) throws -> [CodedPicture] {
        try units.filter { kind(of: $0) == 33 }.map { try CodedPicture(ofSequence: $0.dropFirst(2)) }
    }

    /// How many pictures units have: the first part of each begins with a bit that says so (7.3.6.1).
    static func pictureCount(of units: [ArraySlice<UInt8>]) -> Int {
        units.count { kind(of: $0) < 32 && $0.count > 2 && $0[$0.startIndex + 2] >= 128 }
    }

    private static func kind(of unit: ArraySlice<UInt8>) -> Int { unit.first.map { Int($0 >> 1 & 63) } ?? 63 }

    /// Reads the parameters of a sequence up to the number of bits (ITU-T H.265, 7.3.2.2).
    private init(ofSequence unit: ArraySlice<UInt8>) throws {
        var bits = BitFields(Self.unescaped(unit.prefix(600)))
        try bits.skip(4)
        let layers = try bits.number(3)
        try bits.skip(1)
        // The profile, tier and level, and those of each layer below (7.3.3).
        try bits.skip(96)
        if layers > 0 {
            let has = try (0..<8).map { _ in (try bits.flag(), try bits.flag()) }
            for (profile, level) in has.prefix(layers) { try bits.skip((profile ? 88 : 0) + (level ? 8 : 0)) }
        }
        _ = try bits.exponential()
        let chroma = try bits.exponential()
        if chroma == 3 { try bits.skip(1) }
        width = try bits.exponential()
        height = try bits.exponential()
        if try bits.flag() { for _ in 0..<4 { _ = try bits.exponential() } }
        let (luma, other) = (try bits.exponential(), try bits.exponential())
        isDeep = luma > 0 || other > 0
        samplesPerPixel = chroma == 0 ? 1 : chroma == 1 ? 1.5 : chroma == 2 ? 2 : 3
    }

    /// Without the bytes that keep a unit from holding a mark of the next one (ITU-T H.265, 7.4.2).
    private static func unescaped(_ unit: ArraySlice<UInt8>) -> [UInt8] {
        var (bytes, zeros) = ([UInt8](), 0)
        for byte in unit {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            bytes.append(byte)
        }
        return bytes
    }
}
