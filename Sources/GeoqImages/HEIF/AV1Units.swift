/// The units of AV1 (AV1, 5.3) that a decoder is given, and the pictures that it makes of them.
struct AV1Units {
    /// A frame of AV1 refers to up to eight others; a decoder may have begun the next.
    private static let mostHeld = 10
    private static let mostUnits = 20_000
    private var announced: [CodedPicture] = []
    private var frameCount = 0
    private var unitCount = 0
    private var sequence: AV1Sequence?

    /// Those of each sequence, and of frames with a size of their own; each as many times as there are frames.
    var pictures: [CodedPicture] {
        announced.map { picture in
            var picture = picture
            picture.count = min(max(frameCount, 1), Self.mostHeld)
            return picture
        }
    }

    /// - Throws: `ByteFields.Ended`
    mutating func read(_ bytes: ArraySlice<UInt8>) throws {
        var fields = ByteFields(bytes)
        while !fields.rest.isEmpty {
            unitCount += 1
            guard unitCount <= Self.mostUnits else { throw ByteFields.Ended() }
            let head = try fields.number(1)
            if head & 4 != 0 { _ = try fields.number(1) }
            let unit = try fields.bytes(head & 2 != 0 ? try Self.length(&fields) : fields.rest.count)
            switch head >> 3 & 15 {
            case 1:
                let read = try AV1Sequence(BitFields(unit.prefix(1_000)))
                sequence = read
                announced.append(read.picture)
            // The head of a frame, by itself or before its tiles.
            case 3, 6, 7:
                frameCount += 1
                if let sequence, try sequence.mayResize(BitFields(unit.prefix(100))) {
                    announced.append(sequence.largestPicture)
                }
            default: break
            }
        }
    }

    /// A number of up to eight bytes, the lowest seven bits first (AV1, 4.10.5).
    private static func length(_ fields: inout ByteFields) throws -> Int {
        var value = 0
        for index in 0..<8 {
            let byte = try fields.number(1)
            value |= (byte & 127) << (7 * index)
            if byte < 128 { return value }
        }
        throw ByteFields.Ended()
    }
}

/// What a sequence of AV1 says of its frames (AV1, 5.5).
private struct AV1Sequence {
    let picture: CodedPicture
    /// A frame with a size of its own has one of this many bits.
    private let (widthBits, heightBits): (Int, Int)
    private let isReduced: Bool
    /// 2 when each frame says it.
    private var (screenTools, wholeMotion) = (2, 2)
    /// How many bits the number of a frame has; 0 without numbers.
    private var numberBits = 0
    /// How many bits the time of a shown frame has; 0 without times.
    private var timeBits = 0

    init(_ fields: BitFields) throws {
        var bits = fields
        let profile = try bits.number(3)
        try bits.skip(1)
        isReduced = try bits.flag()
        if isReduced {
            try bits.skip(5)
        } else {
            timeBits = try Self.skipOperatingPoints(&bits)
        }
        (widthBits, heightBits) = (try bits.number(4) + 1, try bits.number(4) + 1)
        let (width, height) = (try bits.number(widthBits) + 1, try bits.number(heightBits) + 1)
        if !isReduced, try bits.flag() {
            let difference = try bits.number(4) + 2
            numberBits = try bits.number(3) + difference + 1
        }
        try bits.skip(3)
        if !isReduced {
            try bits.skip(4)
            if try bits.flag() { try bits.skip(2) }
            screenTools = try bits.flag() ? 2 : try bits.number(1)
            if screenTools > 0 { wholeMotion = try bits.flag() ? 2 : try bits.number(1) }
        }
        try bits.skip(3)
        // The color configuration (5.5.2).
        let isHigh = try bits.flag()
        let isTwelve = profile == 2 && isHigh ? try bits.flag() : false
        let isGray = profile == 1 ? false : try bits.flag()
        let isDescribed = try bits.flag()
        let colors = isDescribed ? try bits.number(24) : 0x02_02_02
        var samples = profile == 0 ? 1.5 : profile == 1 ? 3 : 2.0
        if isGray {
            samples = 1
        } else if colors == 0x01_0D_00 {
            samples = 3
        } else if isTwelve {
            try bits.skip(1)
            samples = try !bits.flag() ? 3 : try bits.flag() ? 1.5 : 2
        }
        picture = CodedPicture(width: width, height: height, isDeep: isHigh, samplesPerPixel: samples)
    }

    /// The largest that a frame with a size of its own may be.
    var largestPicture: CodedPicture {
        CodedPicture(
            width: 1 << widthBits, height: 1 << heightBits, isDeep: picture.isDeep,
            samplesPerPixel: picture.samplesPerPixel)
    }

    /// Whether a frame has a size of its own: reads its head up to there (AV1, 5.9.2).
    func mayResize(_ fields: BitFields) throws -> Bool {
        guard !isReduced else { return false }
        var bits = fields
        // One that was decoded before is shown.
        if try bits.flag() { return false }
        let kind = try bits.number(2)
        let isShown = try bits.flag()
        if isShown { try bits.skip(timeBits) } else { try bits.skip(1) }
        if kind == 3 { return true }
        if !(kind == 0 && isShown) { try bits.skip(1) }
        try bits.skip(1)
        let hasTools = screenTools == 2 ? try bits.flag() : screenTools == 1
        if hasTools, wholeMotion == 2 { try bits.skip(1) }
        try bits.skip(numberBits)
        return try bits.flag()
    }

    /// - Returns: how many bits the time of a shown frame has.
    private static func skipOperatingPoints(_ bits: inout BitFields) throws -> Int {
        var (delayBits, timeBits) = (0, 0)
        var hasModel = false
        if try bits.flag() {
            try bits.skip(64)
            let isEqual = try bits.flag()
            if isEqual { _ = try bits.exponential() }
            hasModel = try bits.flag()
            if hasModel {
                delayBits = try bits.number(5) + 1
                try bits.skip(32 + 5)
                timeBits = try bits.number(5) + 1
                if isEqual { timeBits = 0 }
            }
        }
        let hasDelays = try bits.flag()
        for _ in 0...(try bits.number(5)) {
            try bits.skip(12)
            if try bits.number(5) > 7 { try bits.skip(1) }
            if hasModel, try bits.flag() { try bits.skip(2 * delayBits + 1) }
            if hasDelays, try bits.flag() { try bits.skip(4) }
        }
        return timeBits
    }
}
