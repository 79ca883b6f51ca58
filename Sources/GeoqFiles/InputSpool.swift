import Geoq
package import GeoqFormats

/// A stream whose bytes are copied to a file as they are read, so that several
/// readers can read them.
package final class InputSpool {
    private let source: any ByteStream
    private let file: TemporaryFile
    private var count = 0

    package init(_ source: any ByteStream, file: TemporaryFile) {
        (self.source, self.file) = (source, file)
    }

    package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if offset < count { return try file.read(at: offset, into: buffer) }
        let read = try source.read(into: buffer)
        try file.append(Array(buffer[..<read]))
        count += read
        return read
    }
}

/// One reader of a spool.
package final class SpooledStream: ByteStream {
    private let spool: InputSpool
    private var offset = 0

    package init(_ spool: InputSpool) {
        self.spool = spool
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = try spool.read(at: offset, into: buffer)
        offset += count
        return count
    }
}
