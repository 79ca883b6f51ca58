import Foundation
import Geoq
import GeoqStore

/// The message about a species or a shape that no row of a store has: a
/// question or rule about it would find nothing.
enum UnknownNames {
    /// - Parameters:
    ///   - store: nil when the birds and rules are a server's.
    ///   - countsRules: whether a name that a rule has is known.
    /// - Returns: nil when a bird, a rule, a sighting or an entry has the name, or
    ///   it is the id of a bird.
    static func sentence(
        species name: String, _ stored: StoredRules, in store: Store?, countsRules: Bool = true
    ) async throws -> String? {
        if let id = FeatureID(name) {
            return stored.birds.contains { $0.id == id } ? nil : "no bird has the id \(id)"
        }
        let folded = name.foldedName
        let names = stored.birds.flatMap { [$0.commonName, $0.scientificName] }.compactMap { $0 }
        if names.contains(where: { $0.foldedName == folded }) { return nil }
        for rule in stored.rules where countsRules && !rule.isDeleted {
            if case .species(.scientificName(let name)) = try? rule.condition(), name.foldedName == folded {
                return nil
            }
        }
        let snapshot = try await store?.snapshot(verifying: .touched)
        for layer in [Layer.observations, .entries] {
            if try snapshot?.hasSpecies(named: name, in: layer) == true { return nil }
        }
        var guess = NameSuggestion(for: name)
        for name in names { guess.consider(name) }
        for layer in [Layer.observations, .entries] {
            if let name = try snapshot?.species(like: name, in: layer) { guess.consider(name) }
        }
        return
            "no bird\(store == nil ? "" : " and no sighting") is called \(TerminalText.neutralized(name, limit: 100))"
            + question(about: guess.best)
    }

    /// - Returns: nil when a bird has the shape.
    static func sentence(shape: String, _ stored: StoredRules) -> String? {
        let shapes = Set(stored.birds.compactMap(\.shapeID))
        if shapes.contains(shape) { return nil }
        if shapes.isEmpty {
            return "no bird has a shape yet; data/birds.csv of geoq's repository has them: "
                + "geoq import data/birds.csv --as birds"
        }
        var guess = NameSuggestion(for: shape)
        for shape in shapes.sorted() { guess.consider(shape) }
        // `duck` means `duck-like`, although many letters differ.
        let alike = shapes.sorted().first { $0.foldedName.commonPrefix(with: shape.foldedName).count >= 3 }
        return "no bird has the shape \(TerminalText.neutralized(shape, limit: 100))"
            + question(about: guess.best ?? alike)
    }

    /// The end of a sentence about a name that nothing has: whether another one is meant.
    static func question(about name: String?) -> String {
        name.map { "; did you mean \(TerminalText.neutralized($0))?" } ?? ""
    }

    /// Warns about a rule that is stored all the same: the birds may come
    /// later.
    static func warn(_ sentence: String) {
        Terminal.say(sentence + (sentence.hasSuffix("?") ? " As it is" : "; as it is") + ", the list matches nothing")
    }
}
