import Foundation
import Geoq

/// A tile of the Web Mercator pyramid, and how coordinates lie in it.
struct TileAddress: Hashable, Sendable {
    let zoom: Int
    let x: Int
    let y: Int

    /// Tiles of higher zooms would show less than a meter.
    static let deepest = 22
    /// The northernmost latitude that the projection shows: atan(sinh π).
    static let edge = 85.051_128_779_806_6

    /// - Returns: nil when there is no such tile.
    init?(zoom: Int, x: Int, y: Int) {
        guard (0...Self.deepest).contains(zoom), (0..<1 << zoom).contains(x), (0..<1 << zoom).contains(y) else {
            return nil
        }
        (self.zoom, self.x, self.y) = (zoom, x, y)
    }

    /// The tile this many columns to the east and rows to the south; nil beyond
    /// the map's upper and lower edge.
    func beside(_ columns: Int, _ rows: Int) -> TileAddress? {
        TileAddress(zoom: zoom, x: (x + columns + (1 << zoom)) & (1 << zoom - 1), y: y + rows)
    }

    /// A place as two numbers of 32 bits, from the map's upper left corner; nil
    /// for a place nearer to a pole than the map reaches.
    static func cell(_ place: Coordinate) -> (x: UInt32, y: UInt32)? {
        guard abs(place.latitude) <= edge else { return nil }
        let sine = sin(place.latitude * .pi / 180)
        let x = place.longitude / 360 + 0.5
        let y = 0.5 - log((1 + sine) / (1 - sine)) / (4 * .pi)
        func scaled(_ value: Double) -> UInt32 { UInt32(min(max(value * 0x1p32, 0), 0x1p32 - 1)) }
        // ±180° is both the map's left and right edge; a point has only one
        // place on it.
        return (scaled(x >= 1 ? x - 1 : x), scaled(y))
    }

    /// The Morton codes of everything inside: the bits of x and y in turn, so
    /// that a tile, and every quarter of it, is one range.
    var codes: ClosedRange<UInt64> {
        let first = zoom == 0 ? 0 : MortonCode.of(x: UInt32(x << (32 - zoom)), y: UInt32(y << (32 - zoom)))
        return first...(first | (zoom == 0 ? .max : (1 << UInt64(64 - 2 * zoom)) - 1))
    }

    /// Where a code's place lies in the tile, from 0 to 4095 from its upper left
    /// corner.
    func position(of code: UInt64) -> (x: Int, y: Int) {
        let (cellX, cellY) = MortonCode.cell(of: code)
        func offset(_ cell: UInt32, _ tile: Int) -> Int {
            Int((UInt64(cell) &- UInt64(tile) << UInt64(32 - zoom)) >> UInt64(32 - zoom - 12 > 0 ? 32 - zoom - 12 : 0))
                << max(0, 12 - (32 - zoom))
        }
        return (offset(cellX, x), offset(cellY, y))
    }
}

/// Two numbers of 32 bits as one of 64: bit *i* of x at 2*i*, of y at 2*i* + 1.
enum MortonCode {
    static func of(x: UInt32, y: UInt32) -> UInt64 {
        spread(x) | spread(y) << 1
    }

    static func cell(of code: UInt64) -> (x: UInt32, y: UInt32) {
        (gathered(code), gathered(code >> 1))
    }

    private static func spread(_ number: UInt32) -> UInt64 {
        var bits = UInt64(number)
        bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF
        bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF
        bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F
        bits = (bits | bits << 2) & 0x3333_3333_3333_3333
        return (bits | bits << 1) & 0x5555_5555_5555_5555
    }

    private static func gathered(_ code: UInt64) -> UInt32 {
        var bits = code & 0x5555_5555_5555_5555
        bits = (bits | bits >> 1) & 0x3333_3333_3333_3333
        bits = (bits | bits >> 2) & 0x0F0F_0F0F_0F0F_0F0F
        bits = (bits | bits >> 4) & 0x00FF_00FF_00FF_00FF
        bits = (bits | bits >> 8) & 0x0000_FFFF_0000_FFFF
        return UInt32(truncatingIfNeeded: bits | bits >> 16)
    }
}
