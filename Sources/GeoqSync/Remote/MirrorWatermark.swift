/// The lower half of a transaction's number, as rows have it.
package struct MirrorWatermark {
    package let low: UInt32

    package init(_ xid: UInt64) {
        low = UInt32(truncatingIfNeeded: xid)
    }
}
