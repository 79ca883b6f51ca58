import CZlib
import Geoq
package import GeoqFormats

/// The contents of a gzip file (RFC 1952): of all its members, one after the
/// other.
///
/// zlib compares each member with the checksum and the length at its end.
/// Zeros behind the last member are padding; anything else there is damage.
package final class GzipStream: ByteStream {
    private let packed: any ByteStream
    /// The name of the input in messages.
    private let name: String
    /// zlib keeps the address, so it must not move.
    private let state: UnsafeMutablePointer<z_stream>
    private let input: UnsafeMutableRawBufferPointer
    private var isInputAtEnd = false
    private var hasEnded = false

    /// - Parameter packed: a stream that begins with a gzip member.
    package init(_ packed: any ByteStream, name: String) throws {
        (self.packed, self.name) = (packed, name)
        state = .allocate(capacity: 1)
        state.initialize(to: z_stream())
        input = .allocate(byteCount: 1 << 16, alignment: 16)
        // 15 bits of window; 16 more ask for gzip's header and trailer.
        let code = inflateInit2_(state, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard code == Z_OK else { throw InputError.unreadable(name, reason: "zlib has no memory for it") }
    }

    deinit {
        inflateEnd(state)
        state.deallocate()
        input.deallocate()
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if hasEnded || buffer.isEmpty { return 0 }
        let room = uInt(min(buffer.count, 1 << 30))
        state.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: Bytef.self)
        state.pointee.avail_out = room
        while true {
            if state.pointee.avail_in == 0 { try fill() }
            let code = inflate(state, Z_NO_FLUSH)
            let written = Int(room - state.pointee.avail_out)
            switch code {
            case Z_OK: break
            case Z_STREAM_END: try endMember()
            case Z_BUF_ERROR where written == 0 && isInputAtEnd: throw damaged("truncated gzip input")
            case Z_BUF_ERROR: break
            default: throw damaged(reason)
            }
            if written > 0 || hasEnded { return written }
        }
    }

    private func fill() throws {
        if isInputAtEnd { return }
        let count = try packed.read(into: input)
        isInputAtEnd = count == 0
        state.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: Bytef.self)
        state.pointee.avail_in = uInt(count)
    }

    /// Prepares for the next member, if there is one.
    private func endMember() throws {
        var hasPadding = false
        while true {
            if state.pointee.avail_in == 0 { try fill() }
            guard state.pointee.avail_in > 0, let next = state.pointee.next_in else {
                hasEnded = true
                return
            }
            if next.pointee == 0x1F, !hasPadding {
                inflateReset(state)
                return
            }
            guard next.pointee == 0 else { throw damaged("there are other bytes behind its end") }
            hasPadding = true
            state.pointee.next_in = next + 1
            state.pointee.avail_in -= 1
        }
    }

    private var reason: String {
        guard let message = state.pointee.msg else { return "it is not what gzip writes" }
        switch String(cString: message) {
        case "incorrect data check": return "its bytes do not have the checksum that it gives"
        case "incorrect length check": return "it does not have the length that it gives"
        case let other: return other
        }
    }

    private func damaged(_ reason: String) -> InputError {
        .damagedArchive(name, reason: reason)
    }
}
