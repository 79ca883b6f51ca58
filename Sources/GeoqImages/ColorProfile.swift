/// Color profiles (ICC.1), which say what the samples of a picture mean.
enum ColorProfile {
    /// Larger ones are left out: a picture that is ready to send has some hundred kilobytes.
    static let mostBytes = 1 << 20

    /// What every segment of a JPEG that has a profile, or a part of one, begins with
    /// (ICC.1, B.4). The number of the part follows, from 1, and how many there are.
    static let mark = Array("ICC_PROFILE\0".utf8)
    /// A segment has 65 535 bytes at most, with its length, the mark and two numbers.
    private static let mostBytesOfPart = 65_535 - 2 - 12 - 2

    /// The profile; nil for one that does not describe red, green and blue, or is too large.
    static func ofRGB(_ profile: [UInt8]) -> [UInt8]? {
        // What it describes stands behind 16 bytes (ICC.1, 7.2).
        guard (20...mostBytes).contains(profile.count), profile[16..<20].elementsEqual("RGB ".utf8) else { return nil }
        return profile
    }

    /// The segments of a JPEG that have a profile, one behind the other.
    ///
    /// - Precondition: it has `mostBytes` at most.
    static func segments(_ profile: [UInt8]) -> [UInt8] {
        precondition(profile.count <= mostBytes, "A profile that is too large is left out.")
        let count = (profile.count + mostBytesOfPart - 1) / mostBytesOfPart
        var segments: [UInt8] = []
        for part in 0..<count {
            let start = part * mostBytesOfPart
            let data = profile[start..<min(start + mostBytesOfPart, profile.count)]
            let length = 2 + mark.count + 2 + data.count
            segments += [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 255)]
            segments += mark
            segments += [UInt8(part + 1), UInt8(count)]
            segments += data
        }
        return segments
    }
}

/// The parts of a color profile, as the segments of a JPEG have them.
struct ColorProfileParts {
    private var parts: [UInt8: [UInt8]] = [:]
    private var count: UInt8 = 0
    private var isContradictory = false

    /// Takes a segment that begins with `ColorProfile.mark`.
    mutating func take(_ segment: ArraySlice<UInt8>) {
        let data = Array(segment.dropFirst(ColorProfile.mark.count))
        guard data.count >= 2, data[0] >= 1, data[0] <= data[1], parts[data[0]] == nil,
            parts.isEmpty || count == data[1]
        else {
            isContradictory = true
            return
        }
        count = data[1]
        parts[data[0]] = Array(data.dropFirst(2))
    }

    /// The whole profile; nil for none, for one of which a part is missing or there twice, and
    /// for one that is too large.
    var whole: [UInt8]? {
        guard !isContradictory, !parts.isEmpty, parts.count == Int(count) else { return nil }
        var profile: [UInt8] = []
        for number in 1...count { profile += parts[number] ?? [] }
        return (1...ColorProfile.mostBytes).contains(profile.count) ? profile : nil
    }
}
