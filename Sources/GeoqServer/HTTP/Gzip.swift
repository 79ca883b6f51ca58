import CZlib

/// gzip (RFC 1952), by zlib.
enum Gzip {
    /// Smaller bodies gain too little by compression.
    static let smallest = 1_024

    /// The bytes, compressed.
    ///
    /// - Parameter level: 1, fast, to 9, small.
    /// - Returns: nil when zlib has no memory.
    static func compressed(_ bytes: [UInt8], level: Int32 = 1) -> [UInt8]? {
        var stream = z_stream()
        // 15 bits of window; 16 more ask for gzip's header.
        let started = deflateInit2_(
            &stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard started == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        let bound = Int(deflateBound(&stream, uLong(bytes.count)))
        var input = bytes
        var isWhole = false
        let result = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            input.withUnsafeMutableBufferPointer { source in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(source.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
            }
            count = Int(stream.total_out)
        }
        return isWhole ? result : nil
    }

    /// Whether `Accept-Encoding` allows gzip (RFC 9110, section 12.5.3).
    static func isAccepted(_ header: String?) -> Bool {
        guard let header else { return false }
        var ofOthers = 0.0
        for part in header.split(separator: ",").prefix(32) {
            let words = part.split(separator: ";").map { $0.trimmed.lowercased() }
            guard let coding = words.first, coding == "gzip" || coding == "*" else { continue }
            let quality = words.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            if coding == "gzip" { return quality > 0 }
            // It stands for what is not named (RFC 9110, 12.5.3).
            ofOthers = quality
        }
        return ofOthers > 0
    }
}
