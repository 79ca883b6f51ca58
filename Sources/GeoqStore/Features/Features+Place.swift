import GRDB
package import Geoq
import GeoqIndex

/// A hotspot that was asked for by its name or id.
package struct FoundPlace: Sendable {
    package let feature: Feature
    /// Whether its id or its name is exactly the text, and not only similar to
    /// it or a part of it.
    package let isAsWritten: Bool

    /// `Zürich, CH`
    package var title: String { feature.title }
}

extension Store.Features {
    /// The place of a hotspot: by its UUID, by a source's id, or by its name; or
    /// else that of an observation, by its UUID or a source's id.
    ///
    /// Names are compared without regard to case, accents and punctuation other
    /// than a slash. A name that is exactly the text is preferred to others that
    /// are the same without these. Behind a
    /// comma may stand its locality or words of it: `Ithaca, NY`. When no name
    /// equals the text, a name that contains its words is taken if it is the
    /// only one: `Stewart Park` for `Stewart Park, Ithaca`. A piece of a word
    /// never counts.
    ///
    /// - Throws: `PlaceError` when no place fits, or more than one;
    ///   `StoreError`.
    /// - Complexity: O(log *n*) and one for each name that fits; O(*n*) for an
    ///   id of a source that was not imported, and when no place fits.
    package func place(
        _ nameOrID: String, verifying verification: Store.Verification = .everything
    ) async throws -> FoundPlace {
        if let found = try await placeByID(nameOrID) { return found }
        if let found = try await placeByName(nameOrID, verification) { return found }
        let bySource = try await features(of: .hotspots, where: "source_id = ?1", [nameOrID.databaseValue])
        if bySource.count > 1 { throw PlaceError.ambiguous(nameOrID, bySource.map(PlaceChoice.init)) }
        if let feature = bySource.first { return FoundPlace(feature: feature, isAsWritten: true) }
        if let found = try await placeByID(nameOrID, in: .observations) { return found }
        var suggestion = try await hotspotName(like: nameOrID, verifying: verification)
        if suggestion == nil, !nameOrID.foldedName.isEmpty,
            case .text(let name)? = try await hotspots(named: nameOrID, limit: 1, verifying: verification).first?[
                "name"]
        {
            suggestion = name
        }
        throw PlaceError.unknown(nameOrID, suggestion: suggestion)
    }

    /// The id of a hotspot, or else of an observation, whose source gives it this id; nil when there is
    /// none.
    ///
    /// - Throws: `StoreError`.
    /// - Complexity: O(sources · log *n*).
    package func row(ofKey key: String) async throws -> FeatureID? {
        let sources = try await read { db in try String.fetchAll(db, sql: "SELECT name FROM geoq_source ORDER BY name")
        }
        for layer in [Layer.hotspots, .observations] {
            for id in sources.map({ RecordUUID.derived(source: $0, sourceID: key) })
            where try await !features(of: layer, where: "id = ?1", [id.description.databaseValue]).isEmpty {
                return id
            }
        }
        return nil
    }

    /// By its UUID, or by a source's id: the UUID of an imported row follows
    /// from it.
    private func placeByID(_ text: String, in layer: Layer = .hotspots) async throws -> FoundPlace? {
        var ids: [FeatureID] = FeatureID(text).map { [$0] } ?? []
        let sources = try await read { db in try String.fetchAll(db, sql: "SELECT name FROM geoq_source ORDER BY name")
        }
        ids += sources.map { RecordUUID.derived(source: $0, sourceID: text) }
        var found: [Feature] = []
        for id in ids {
            found += try await features(of: layer, where: "id = ?1", [id.description.databaseValue])
            // A UUID belongs to one place only.
            if FeatureID(text) != nil, !found.isEmpty { break }
        }
        if found.count > 1 { throw PlaceError.ambiguous(text, found.map(PlaceChoice.init)) }
        return found.first.map { FoundPlace(feature: $0, isAsWritten: true) }
    }

    /// By its name: the whole text, and the text before each comma with the
    /// text behind it as the locality.
    private func placeByName(_ text: String, _ verification: Store.Verification) async throws -> FoundPlace? {
        for fits in [[NameFit.whole], [.firstWords, .words]] as [Set<NameFit>] {
            if let found = try await place(text, text, nil, fits, verification) { return found }
            let commas = text.indices.filter { text[$0] == "," }
            for comma in commas.reversed() {
                let locality = String(text[text.index(after: comma)...])
                if locality.foldedName.isEmpty { continue }
                if let found = try await place(text, String(text[..<comma]), locality, fits, verification) {
                    return found
                }
            }
        }
        return nil
    }

    /// The most names that are looked through for a locality.
    private static let mostNames = 10_000

    private func place(
        _ text: String, _ name: String, _ locality: String?, _ fits: Set<NameFit>, _ verification: Store.Verification
    ) async throws -> FoundPlace? {
        if name.foldedName.isEmpty { return nil }
        var found = try await named(verification) { snapshot throws(IndexError) in
            try snapshot.hotspots(named: name, fits: fits, limit: Self.mostNames)
        }
        if let locality { found = found.filter { $0.isIn(locality) } }
        let exact = found.filter { $0["name"] == .text(name) }
        if locality == nil, exact.count == 1, fits.contains(.whole) {
            return FoundPlace(feature: exact[0], isAsWritten: true)
        }
        let candidates = exact.isEmpty || locality != nil ? found : exact
        guard let first = candidates.first else { return nil }
        guard candidates.count == 1 else {
            let choices = candidates.map(PlaceChoice.init)
            throw fits.contains(.whole)
                ? PlaceError.ambiguous(text, choices) : PlaceError.severalWithWords(text, choices)
        }
        return FoundPlace(feature: first, isAsWritten: text == first.title)
    }

    /// Features with a place that meet a condition, which is a literal.
    private func features(
        of layer: Layer, where condition: String, _ arguments: [DatabaseValue]
    ) async throws -> [Feature] {
        try await read { db in
            let kept = try KeptColumns.of(layer, db)
            let columns = LayerTable.columns(of: layer, keeping: kept)
            let part = LayerTable.parts(of: layer, keeping: kept)[0]
            let selection = FeatureReader.selection(columns, part)
            return try Row.fetchAll(
                db,
                sql: "\(selection) WHERE \(condition) AND lat IS NOT NULL AND deleted_at IS NULL ORDER BY id LIMIT 100",
                arguments: StatementArguments(arguments)
            ).map { FeatureReader.feature($0, columns) }
        }
    }
}

/// One of several places that a name may mean.
package struct PlaceChoice: Hashable, Sendable, CustomStringConvertible {
    package let id: String
    /// Its name and its locality.
    package let title: String
    package let coordinate: Coordinate?
    fileprivate let hasLocality: Bool
    fileprivate let source: String?

    init(_ feature: Feature) {
        (id, title, coordinate) = (feature.id, feature.title, feature.coordinate)
        hasLocality = feature["locality"].map { $0 != .null } ?? false
        if case .text(let name)? = feature["source"] { source = name } else { source = nil }
    }

    /// `9a92…  Springfield, US-IL  39.80172,-89.64371`
    package var description: String {
        "\(id)  \(title)" + (coordinate.map { "  \($0.latitude),\($0.longitude)" } ?? "")
    }
}

/// Why a place cannot be found by its name.
package enum PlaceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No place has the name; with the most similar name, if there is one.
    case unknown(String, suggestion: String?)
    /// Several places have the name.
    case ambiguous(String, [PlaceChoice])
    /// No place has the name, and several contain it.
    case severalWithWords(String, [PlaceChoice])

    package var description: String {
        switch self {
        case .unknown(let name, let suggestion?):
            "no hotspot is called \(Self.cut(name)); did you mean \(suggestion)?"
        case .unknown(let name, nil):
            "no hotspot is called \(Self.cut(name))"
        case .ambiguous(let name, let places):
            "\(places.count) hotspots are called \(Self.cut(name)); choose one by its id"
                + (places.contains(where: \.hasLocality) ? ", or by its locality:" : ":") + Self.listing(places)
        case .severalWithWords(let name, let places):
            "no hotspot is called \(Self.cut(name)), and \(places.count) have it in their names; choose one by its id:"
                + Self.listing(places)
        }
    }

    /// On one line, and not too long.
    private static func cut(_ name: String) -> String {
        let line = String(name.map { $0.isNewline ? " " : $0 })
        return line.count > 100 ? line.prefix(100) + "…" : line
    }

    /// A line for each of the first places, with their sources where these differ.
    private static func listing(_ places: [PlaceChoice]) -> String {
        let differ = Set(places.map(\.source)).count > 1
        return places.prefix(10).map { place in
            "\n  \(place)" + (differ ? place.source.map { "  (\($0))" } ?? "" : "")
        }
        .joined()
            + (places.count > 10 ? "\n  and \(places.count - 10) more" : "")
    }
}

extension Feature {
    /// Its name and locality, or its id.
    fileprivate var title: String {
        guard case .text(let name) = self["name"] else { return id }
        guard case .text(let locality) = self["locality"] else { return name }
        return "\(name), \(locality)"
    }

    /// Whether the locality contains some words.
    fileprivate func isIn(_ locality: String) -> Bool {
        guard case .text(let own) = self["locality"] else { return false }
        let name = " \(own.foldedName) "
        return name.contains(" \(locality.foldedName) ")
    }
}
