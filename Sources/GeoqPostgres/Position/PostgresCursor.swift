package import GeoqStore

/// How far a PostgreSQL has been read: at that moment no transaction below
/// `xmin` was running, and none from `xmax` on had begun. The numbers have 64
/// bits; rows have the lower half of the number of the transaction that wrote
/// them.
package struct PostgresCursor: Hashable, Sendable {
    package let xmin: UInt64
    package let xmax: UInt64

    /// - Precondition: `xmin` is not greater than `xmax`.
    package init(xmin: UInt64, xmax: UInt64) {
        precondition(xmin <= xmax, "The oldest running transaction is not younger than the next one.")
        (self.xmin, self.xmax) = (xmin, xmax)
    }

    /// nil when a damaged store has another text.
    package init?(_ cursor: MirrorCursor) {
        let parts = cursor.text.split(separator: ":", omittingEmptySubsequences: false).map { UInt64($0) }
        guard parts.count == 2, let xmin = parts[0], let xmax = parts[1], xmin <= xmax else { return nil }
        (self.xmin, self.xmax) = (xmin, xmax)
    }

    /// `XMIN:XMAX`. A shipped step of the store's schema writes this form, too.
    package var stored: MirrorCursor { MirrorCursor("\(xmin):\(xmax)") }

    /// The lower half of `xmin`, as rows have it.
    var watermark: UInt32 { UInt32(truncatingIfNeeded: xmin) }

    /// Whether a row of this version may have been written since. As
    /// `SQLText.isChanged(since:)`: numbers of transactions wrap, but their
    /// differences do not. Numbers below 3 are older than all others.
    func isChanged(_ version: Int64) -> Bool {
        let xid = UInt32(truncatingIfNeeded: version)
        return xid >= 3 && Int32(bitPattern: xid &- watermark) >= 0
    }
}
