/// A Mapbox Vector Tile, version 2.1, of points or polygons, as protocol buffers.
///
/// Written by hand: the format is a page long, and a runtime for protocol
/// buffers is many times as long as this.
struct VectorTile {
    /// A value of an attribute (section 4.4).
    enum Value: Hashable {
        case text(String)
        case count(UInt64)
    }

    static let extent: UInt64 = 4_096

    private let name: String
    private var features: [UInt8] = []
    private var keys: [String] = []
    private var keyIndexes: [String: UInt64] = [:]
    private var values: [Value] = []
    private var valueIndexes: [Value: UInt64] = [:]
    private(set) var featureCount = 0

    /// A tile of one layer.
    init(layer name: String) {
        self.name = name
    }

    /// Adds a point.
    ///
    /// - Parameters:
    ///   - x, y: from the upper left corner, in units of a 4096th of the tile.
    mutating func add(x: Int, y: Int, _ attributes: [(String, Value)]) {
        var geometry = ProtocolBuffer()
        // Section 4.3.1: MoveTo (1), once (1 << 3), then the way from (0, 0).
        geometry.varint(1 | 1 << 3)
        geometry.varint(Self.zigZag(x))
        geometry.varint(Self.zigZag(y))
        add(type: 1, geometry, attributes)
    }

    /// Adds polygons.
    ///
    /// - Parameter rings: without the last position, which is the first; each outer ring,
    ///   which encloses a positive area, before its holes.
    mutating func add(polygons rings: [[SIMD2<Int>]], _ attributes: [(String, Value)]) {
        var geometry = ProtocolBuffer()
        var pen = SIMD2(0, 0)
        for ring in rings {
            for (number, place) in ring.enumerated() {
                // MoveTo once, LineTo (2) for the others, and ClosePath (7) at the end.
                if number == 0 { geometry.varint(1 | 1 << 3) }
                if number == 1 { geometry.varint(2 | UInt64(ring.count - 1) << 3) }
                geometry.varint(Self.zigZag(place.x - pen.x))
                geometry.varint(Self.zigZag(place.y - pen.y))
                pen = place
            }
            geometry.varint(7 | 1 << 3)
        }
        add(type: 3, geometry, attributes)
    }

    /// - Parameter type: 1 for a point, 3 for polygons.
    private mutating func add(type: UInt64, _ geometry: ProtocolBuffer, _ attributes: [(String, Value)]) {
        var feature = ProtocolBuffer()
        var tags = ProtocolBuffer()
        for (key, value) in attributes {
            tags.varint(index(of: key))
            tags.varint(index(of: value))
        }
        feature.field(2, bytes: tags.bytes)  // Feature.tags
        feature.field(3, varint: type)  // Feature.type
        feature.field(4, bytes: geometry.bytes)  // Feature.geometry
        var wrapped = ProtocolBuffer()
        wrapped.field(2, bytes: feature.bytes)  // Layer.features
        features += wrapped.bytes
        featureCount += 1
    }

    /// The tile; section 4.1: a layer without features is left out.
    var bytes: [UInt8] {
        guard featureCount > 0 else { return [] }
        var layer = ProtocolBuffer()
        layer.field(15, varint: 2)  // Layer.version
        layer.field(1, bytes: Array(name.utf8))
        layer.bytes += features
        for key in keys { layer.field(3, bytes: Array(key.utf8)) }
        for value in values {
            var encoded = ProtocolBuffer()
            switch value {
            case .text(let text): encoded.field(1, bytes: Array(text.utf8))
            case .count(let number): encoded.field(5, varint: number)
            }
            layer.field(4, bytes: encoded.bytes)
        }
        layer.field(5, varint: Self.extent)
        var tile = ProtocolBuffer()
        tile.field(3, bytes: layer.bytes)  // Tile.layers
        return tile.bytes
    }

    private mutating func index(of key: String) -> UInt64 {
        if let index = keyIndexes[key] { return index }
        keyIndexes[key] = UInt64(keys.count)
        keys.append(key)
        return UInt64(keys.count - 1)
    }

    private mutating func index(of value: Value) -> UInt64 {
        if let index = valueIndexes[value] { return index }
        valueIndexes[value] = UInt64(values.count)
        values.append(value)
        return UInt64(values.count - 1)
    }

    /// Section 4.3.2: small numbers of either sign are small.
    private static func zigZag(_ number: Int) -> UInt64 {
        UInt64(bitPattern: Int64(number << 1 ^ number >> 63))
    }
}

/// Fields of a protocol buffer's message.
private struct ProtocolBuffer {
    var bytes: [UInt8] = []

    mutating func varint(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func field(_ number: UInt64, varint value: UInt64) {
        varint(number << 3)
        varint(value)
    }

    mutating func field(_ number: UInt64, bytes value: [UInt8]) {
        varint(number << 3 | 2)
        varint(UInt64(value.count))
        bytes += value
    }
}
