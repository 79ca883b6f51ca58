import Geoq
package import GeoqIndex

/// Ids whose first two bytes, as a number, lie in a range, both ends included.
package struct IDRange: Hashable, Sendable {
    package var lower: UInt16
    package var upper: UInt16

    /// - Precondition: `lower` is not greater than `upper`.
    package init(_ lower: UInt16, _ upper: UInt16) {
        precondition(lower <= upper, "A range begins before it ends.")
        (self.lower, self.upper) = (lower, upper)
    }

    /// All ids that begin with a byte.
    package init(firstByte: UInt8) {
        self.init(UInt16(firstByte) << 8, UInt16(firstByte) << 8 | 0xFF)
    }

    /// The first two bytes of an id.
    package static func prefix(of id: ItemKey) -> UInt16 { UInt16(truncatingIfNeeded: id.high >> 48) }

    /// Two texts that bound the ids of the range in lower case: an id is not
    /// before the first, and is before the second. "g" comes after every digit.
    var texts: (first: String, beyond: String) {
        (HexDigits.text(lower), upper == .max ? "g" : HexDigits.text(upper + 1))
    }
}
