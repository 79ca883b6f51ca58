/// A position in a server's write-ahead log (`pg_lsn`): bytes since its start.
package struct LogPosition: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let bytes: UInt64

    package init(bytes: UInt64) {
        self.bytes = bytes
    }

    /// Two hexadecimal numbers, as PostgreSQL writes it: `16/B374D848`.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let high = UInt32(parts[0], radix: 16), let low = UInt32(parts[1], radix: 16) else {
            return nil
        }
        bytes = UInt64(high) << 32 | UInt64(low)
    }

    package static func < (lhs: LogPosition, rhs: LogPosition) -> Bool { lhs.bytes < rhs.bytes }

    package var description: String {
        "\(String(bytes >> 32, radix: 16, uppercase: true))/\(String(bytes & 0xFFFF_FFFF, radix: 16, uppercase: true))"
    }

    /// The position up to which the log must be on disk, so that every record
    /// before this position is.
    ///
    /// `pg_current_wal_insert_lsn()` says where the next record would begin:
    /// right after a page's header when the last record ended with the page
    /// before, while `pg_current_wal_flush_lsn()` then stays at the page's edge
    /// until more is written (`XLogBytePosToRecPtr` and `XLogBytePosToEndRecPtr`
    /// in xlog.c, PostgreSQL 15). Without this, an idle server would never count
    /// as flushed once in a few hundred times.
    ///
    /// - Parameter segment: `wal_segment_size` in bytes.
    package func withoutPageHeader(segment: UInt64) -> LogPosition {
        let page: UInt64 = 8192
        // SizeOfXLogLongPHD and SizeOfXLogShortPHD.
        if segment > 0, bytes % segment == 40 { return LogPosition(bytes: bytes - 40) }
        if bytes % page == 24 { return LogPosition(bytes: bytes - 24) }
        return self
    }
}
