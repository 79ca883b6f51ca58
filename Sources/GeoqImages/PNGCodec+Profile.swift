import CZlib

extension PNGCodec {
    /// The gammas, in hundred-thousandths, with which libpng leaves samples as they are.
    private static let usualGammas = 45_000...46_000

    /// The color profile (the chunk iCCP).
    ///
    /// - Returns: nil for none, for one that does not describe red, green and blue or is too
    ///   large, and where libpng turns the samples into those of sRGB, by a gamma of the picture's own.
    static func profile(_ bytes: [UInt8]) -> [UInt8]? {
        // A name, 0, the method of compression, which is 0, and the compressed profile.
        guard let data = chunk("iCCP", bytes), let end = data.firstIndex(of: 0), end + 2 < data.endIndex,
            data[end + 1] == 0
        else { return nil }
        if let gamma = chunk("gAMA", bytes), !usualGammas.contains(gamma.prefix(4).reduce(0) { $0 << 8 | Int($1) }) {
            return nil
        }
        let compressed = Array(data[(end + 2)...])
        let profile = [UInt8](unsafeUninitializedCapacity: ColorProfile.mostBytes) { buffer, initialized in
            var count = uLongf(ColorProfile.mostBytes)
            let status = uncompress(buffer.baseAddress, &count, compressed, uLong(compressed.count))
            initialized = status == Z_OK ? Int(count) : 0
        }
        return ColorProfile.ofRGB(profile)
    }
}
