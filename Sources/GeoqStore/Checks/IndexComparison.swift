import GRDB
import Geoq
import GeoqIndex

/// Compares an index with the rows, each by its id: the place, the names, the
/// days, the bird; and the names of the store's birds (`BirdComparison`).
struct IndexComparison {
    /// Rows that an answer can have.
    private(set) var rows = 0
    /// Rows that the index lacks or holds with other values, and items without
    /// a row; birds, too.
    private(set) var differences = 0
    /// The first of them, in words.
    private(set) var examples: [String] = []

    private static let mostExamples = 5

    /// - Parameter snapshot: of the version that the connection sees.
    /// - Complexity: O(rows · log rows), 20 bytes a row.
    init(_ db: Database, _ snapshot: Snapshot) throws {
        for layer in Layer.allCases { try compare(db, snapshot, layer) }
        for difference in try BirdComparison(db).differences(from: snapshot.birds) { note(difference) }
    }

    private mutating func compare(_ db: Database, _ snapshot: Snapshot, _ layer: Layer) throws {
        let tree = snapshot.tree(of: layer)
        var keys: [ItemKey] = []
        keys.reserveCapacity(tree.positionCount)
        for position in 0..<tree.positionCount { keys.append(try tree.key(at: position)) }
        let byKey = (0..<UInt32(tree.positionCount)).filter { tree.contains(Int($0)) }
            .sorted { keys[Int($0)] < keys[Int($1)] }
        var met = PositionSet(capacity: tree.positionCount)
        try LayerScan(db, layer).forEachRow { row in
            rows += 1
            var place = Self.first(of: row.id.key, in: byKey, keys)
            var other: (position: Int, row: LayerRow)?
            // An observation and an entry may have one id.
            while place < byKey.count, keys[Int(byKey[place])] == row.id.key {
                let position = Int(byKey[place])
                place += 1
                if met.contains(position) { continue }
                let indexed = try snapshot.row(at: position, in: layer)
                if indexed == row.content, try Self.isNamed(row.content, at: position, in: layer, snapshot) {
                    met.insert(position)
                    return
                }
                other = (position, indexed)
            }
            if let other { met.insert(other.position) }
            note("\(layer.rawValue) \(row.id): " + Self.difference(row.content, other?.row))
        }
        for position in byKey where !met.contains(Int(position)) {
            note("\(layer.rawValue) \(FeatureID(key: keys[Int(position)])): in the index, not among the rows")
        }
    }

    /// Whether hits have the right name: anything but a hotspot has the name of
    /// its species.
    private static func isNamed(
        _ row: LayerRow, at position: Int, in layer: Layer, _ snapshot: Snapshot
    ) throws -> Bool {
        if layer == .hotspots { return true }
        let name = row.commonName.isEmpty ? row.scientificName : row.commonName
        return try snapshot.hit(at: position, in: layer).name == name
    }

    private mutating func note(_ difference: String) {
        differences += 1
        if examples.count < Self.mostExamples { examples.append(difference) }
    }

    /// The first of the positions with a key, or after it.
    private static func first(of key: ItemKey, in byKey: [UInt32], _ keys: [ItemKey]) -> Int {
        var (low, high) = (0, byKey.count)
        while low < high {
            let middle = (low + high) / 2
            if keys[Int(byKey[middle])] < key { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func difference(_ row: LayerRow, _ indexed: LayerRow?) -> String {
        guard let indexed else { return "not in the index" }
        if row.coordinate != indexed.coordinate {
            let (here, there) = (row.coordinate, indexed.coordinate)
            return "at \(here.latitude), \(here.longitude); in the index at \(there.latitude), \(there.longitude)"
        }
        func day(_ day: Day?) -> String { day.map { "\($0)" } ?? "no day" }
        let pairs = [
            (row.name, indexed.name), (row.scientificName, indexed.scientificName),
            (row.commonName, indexed.commonName), (day(row.first), day(indexed.first)),
            (day(row.last), day(indexed.last)),
            (row.bird?.description ?? "no bird", indexed.bird?.description ?? "no bird"),
        ]
        guard let pair = pairs.first(where: { $0.0 != $0.1 }) else { return "under another name in the index" }
        return "“\(pair.0)”; in the index “\(pair.1)”"
    }
}
