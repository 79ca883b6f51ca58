/// Color profiles (ICC.1), which say what the samples of a picture mean.
enum ColorProfile {
    /// Larger ones do not fit into one segment of a JPEG.
    static let mostBytes = 65_000

    /// A profile as a segment of a JPEG has it; nil for one that does not describe red,
    /// green and blue.
    static func segment(_ profile: [UInt8]) -> [UInt8]? {
        // What it describes stands behind 16 bytes (ICC.1, 7.2).
        guard (20...mostBytes).contains(profile.count), profile[16..<20].elementsEqual("RGB ".utf8) else { return nil }
        return Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + profile
    }
}
