import GRDB
import Geoq
import GeoqIndex

/// Compares what the birds of an index are called with the rows: each bird by its
/// id, and then as questions ask, by each name.
///
/// It reads the rows by itself, as `LayerScan` does for the layers. So it can show
/// that an index is wrong.
struct BirdComparison {
    /// The names of the rows' birds, by key. Two rows have one key when their ids differ
    /// in case only.
    private var rows: [ItemKey: Set<BirdName>] = [:]

    /// - Complexity: O(birds).
    init(_ db: Database) throws {
        let birds = try PreparedStatement(
            db, "SELECT id, scientific_name, common_name FROM bird WHERE deleted_at IS NULL")
        while try birds.step() {
            guard let id = FeatureID(birds.text(0)) else { continue }
            let name = BirdName(
                Bird(id: id, scientificName: birds.optionalText(1), commonName: birds.optionalText(2)))
            if !name.isEmpty { rows[id.key, default: []].insert(name) }
        }
    }

    /// What differs, in words.
    ///
    /// - Complexity: O(*n* log *n*) for *n* birds.
    func differences(from indexed: BirdNames) throws -> [String] {
        var index: [ItemKey: Set<BirdName>] = [:]
        for bird in try indexed.all() { index[bird.key, default: []].insert(bird.name) }
        let different = Set(rows.keys).union(index.keys).filter { rows[$0] != index[$0] }
        // Without the right birds no name leads to them.
        guard different.isEmpty else {
            return different.sorted().map { "bird \(FeatureID(key: $0)): " + Self.words(rows[$0], index[$0]) }
        }
        return try differencesByName(from: indexed)
    }

    private func differencesByName(from indexed: BirdNames) throws -> [String] {
        var byName: [String: Set<BirdName>] = [:]
        for bird in rows.values.joined() {
            for name in [bird.scientific, bird.common] where !name.isEmpty { byName[name, default: []].insert(bird) }
        }
        return try byName.keys.sorted().filter { try indexed.birds(named: [$0]) != byName[$0] }
            .map { "birds called “\($0)”: not those that the index finds by this name" }
    }

    private static func words(_ row: Set<BirdName>?, _ indexed: Set<BirdName>?) -> String {
        guard let indexed else { return "not in the index" }
        guard let row else { return "in the index, not among the rows" }
        return "“\(text(row))”; in the index “\(text(indexed))”"
    }

    private static func text(_ names: Set<BirdName>) -> String {
        names.map { [$0.scientific, $0.common].filter { !$0.isEmpty }.joined(separator: ", ") }.sorted()
            .joined(separator: "; ")
    }
}
