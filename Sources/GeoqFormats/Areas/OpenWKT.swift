import Geoq

/// A geometry of WKT that begins in one line of a file and ends in another.
///
/// It goes on up to its last parenthesis, but not into a line that is a geometry by itself: one
/// that is cut short must not take those behind it with it.
struct OpenWKT {
    /// How many parentheses are open.
    private var depth = 0
    /// Whether there was a parenthesis; until then only the name has been read.
    private var hasBegun = false
    /// The last byte that is no blank.
    private var last: UInt8 = 0
    /// Whether other geometries stand in it, which may begin a line.
    private let isCollection: Bool

    private static let open = UInt8(ascii: "(")
    private static let close = UInt8(ascii: ")")

    /// - Parameter line: perhaps with a name and a tab before the geometry.
    /// - Returns: nil when the line begins no geometry, or has all of it.
    /// - Complexity: O(length of the line).
    init?(_ line: [UInt8]) {
        guard let start = OpenWKT.start(in: line) else { return nil }
        let head = Array(line[start...].prefix(200))
        isCollection = WKT.holdsGeometries(head)
        if WKT.begins(head) {
            append(line[start...])
            hasBegun = true
        }
        guard isOpen else { return nil }
    }

    /// Where a geometry begins in a line, of which the line has its name at least.
    static func start(in line: [UInt8]) -> Int? {
        func isStart(_ part: ArraySlice<UInt8>) -> Bool {
            let head = Array(part.prefix(200))
            return WKT.begins(head) || part.count < 200 && WKT.isName(head)
        }
        if isStart(line[...]) { return 0 }
        guard let tab = line.firstIndex(of: UInt8(ascii: "\t")), isStart(line[(tab + 1)...]) else { return nil }
        return tab + 1
    }

    /// Whether there is more to come.
    var isOpen: Bool { !hasBegun || depth > 0 }

    /// Takes the next line in.
    ///
    /// - Parameter isGeometry: whether the line may be a geometry by itself.
    /// - Returns: false when the line is not of this geometry.
    /// - Complexity: O(length of the line).
    mutating func take(_ line: [UInt8], isGeometry: Bool) -> Bool {
        guard let first = line.first(where: { !$0.isBlank }) else { return true }
        guard hasBegun || first == OpenWKT.open else { return false }
        let isPart = isCollection && (last == OpenWKT.open || last == UInt8(ascii: ","))
        guard !isGeometry || isPart else { return false }
        append(line[...])
        return true
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes where !byte.isBlank {
            if byte == OpenWKT.open {
                depth += 1
                hasBegun = true
            } else if byte == OpenWKT.close {
                depth -= 1
            }
            last = byte
        }
    }
}
