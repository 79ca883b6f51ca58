import Geoq
package import GeoqFormats

/// How a file is compressed as a whole, by its first bytes.
package enum Packing: String {
    case gzip, bzip2, xz, zstd, lz4, lzip, compress

    /// How many bytes are needed to tell.
    package static let prefixLength = 10

    /// How many layers of compression a file may have.
    package static let mostLayers = 3

    package init?(_ first: some Collection<UInt8>) {
        func begins(_ bytes: [UInt8]) -> Bool { first.starts(with: bytes) }
        if begins([0x1F, 0x8B]) {
            self = .gzip
        } else if begins([0x42, 0x5A, 0x68]),
            // After the level, a block or the end of the file begins.
            [[0x31, 0x41, 0x59, 0x26], [0x17, 0x72, 0x45, 0x38]].contains(Array(first.dropFirst(4).prefix(4)))
        {
            self = .bzip2
        } else if begins([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]) {
            self = .xz
        } else if begins([0x28, 0xB5, 0x2F, 0xFD]) {
            self = .zstd
        } else if begins([0x04, 0x22, 0x4D, 0x18]) {
            self = .lz4
        } else if begins([0x4C, 0x5A, 0x49, 0x50, 0x01]) {
            self = .lzip
        } else if begins([0x1F, 0x9D]) {
            self = .compress
        } else {
            return nil
        }
    }

    /// The stream without its compression; the stream itself when it is not
    /// compressed.
    ///
    /// - Parameters:
    ///   - name: the name of the input in messages.
    ///   - all: counts what is unpacked, of a file of an archive.
    /// - Throws: `InputError` when it is packed more than `mostLayers` times.
    package static func unpacked(
        _ stream: any ByteStream, name: String, all: UnpackedBytes? = nil
    ) throws -> any ByteStream {
        var stream = stream
        for _ in 0...mostLayers {
            let first = try readFirst(of: stream, prefixLength)
            stream = FrontedStream(first, stream)
            guard let packing = Packing(first) else { return stream }
            let counted = CountedStream(stream)
            // libarchive does not check gzip's checksums.
            let content: any ByteStream =
                packing == .gzip
                ? try GzipStream(counted, name: name)
                : try ArchiveStream(counted, packing: packing, name: name)
            stream = BoundedStream(content, name: name, all: all) { counted.bytesRead }
        }
        throw InputError.damagedArchive(name, reason: "it is compressed more than \(mostLayers) times")
    }
}

/// A stream that knows how much of it has been read.
package final class CountedStream: ByteStream {
    private let stream: any ByteStream
    private(set) var bytesRead = 0

    package init(_ stream: any ByteStream) {
        self.stream = stream
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = try stream.read(into: buffer)
        bytesRead += count
        return count
    }
}

/// Stops a small file from becoming an endless one.
package final class BoundedStream: ByteStream {
    private let stream: any ByteStream
    private let packed: () -> Int
    private let name: String
    private let all: UnpackedBytes?
    private var bytesRead = 0

    /// DEFLATE makes at most 1032 bytes of one; text grows a hundredfold at
    /// most.
    package static let mostForOne = 1_100
    /// Up to this many bytes nothing is checked.
    package static let unquestioned = 1 << 30
    private let unquestioned: Int

    /// - Parameters:
    ///   - all: counts the bytes, of a file of an archive.
    ///   - packed: how many bytes it was made of so far.
    package init(
        _ stream: any ByteStream, name: String, unquestioned: Int = BoundedStream.unquestioned,
        all: UnpackedBytes? = nil, packed: @escaping () -> Int
    ) {
        (self.stream, self.name, self.unquestioned) = (stream, name, unquestioned)
        (self.all, self.packed) = (all, packed)
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = try stream.read(into: buffer)
        bytesRead += count
        if bytesRead > unquestioned, bytesRead / Self.mostForOne > packed() {
            throw InputError.expandsTooMuch(name, times: Self.mostForOne)
        }
        try all?.add(count)
        return count
    }
}
