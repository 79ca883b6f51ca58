import Foundation
import GeoqIndex
import Synchronization

/// The time zones of the 34 006 places of GeoNames with 15 000 people and more.
///
/// The coordinates are kept to about 0.001°, 150 m.
struct PlaceZones: Sendable {
    /// Decoded when it is first used.
    static let all = PlaceZones(table)

    /// A place further away does not tell the time zone.
    static let reach = Distance.kilometers(300)

    /// The names of the zones, as IANA gives them.
    let names: [String]
    private let tree: PackedTree

    /// - Parameter table: as `data/make-zones.py` writes it.
    init(_ table: String) {
        var (names, coordinates, keys): ([String], [Coordinate], [ItemKey]) = ([], [], [])
        for line in table.utf8.split(separator: UInt8(ascii: "\n")) {
            guard let blank = line.firstIndex(of: UInt8(ascii: " ")) else { continue }
            let digits = line[blank...].dropFirst().map(Self.value)
            for place in stride(from: 0, to: digits.count - 5, by: 6) {
                func part(_ start: Int) -> Double {
                    Double(digits[start] << 12 | digits[start + 1] << 6 | digits[start + 2]) / 262_143
                }
                guard
                    let coordinate = try? Coordinate(
                        latitude: part(place) * 180 - 90, longitude: part(place + 3) * 360 - 180)
                else { continue }
                coordinates.append(coordinate)
                keys.append(ItemKey(high: UInt64(keys.count), low: UInt64(names.count)))
            }
            names.append(String(decoding: line[..<blank], as: UTF8.self))
        }
        self.names = names
        tree = PackedTree.build(coordinates: coordinates, keys: keys).tree
    }

    /// How many places there are.
    var count: Int { tree.count }

    /// The zone of the nearest place; nil when no place is within `reach`.
    ///
    /// - Complexity: O(log *places*), some microseconds.
    func zone(nearest coordinate: Coordinate) -> String? {
        let query = NeighborQuery(origin: coordinate, limit: 1, radius: Self.reach)
        // The tree was built in memory, so it cannot be damaged.
        guard let nearest = try? tree.neighbors(query).first, let key = try? tree.key(at: nearest.position) else {
            return nil
        }
        return names[Int(key.low)]
    }

    private static let timeZones = Mutex<[String: TimeZone?]>([:])

    /// The same as a zone of the system; nil also when the system does not know
    /// the name.
    func timeZone(nearest coordinate: Coordinate) -> TimeZone? {
        guard let name = zone(nearest: coordinate) else { return nil }
        return Self.timeZones.withLock { known in
            if let zone = known[name] { return zone }
            let zone = TimeZone(identifier: name)
            known[name] = zone
            return zone
        }
    }

    /// A digit of base 64 (RFC 4648, 4).
    private static func value(_ digit: UInt8) -> Int {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        default: 63
        }
    }
}
