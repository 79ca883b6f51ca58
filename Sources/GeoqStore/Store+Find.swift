import GRDB
public import Geoq
import GeoqIndex

extension Store {
    /// Hotspots by name: those with exactly this name first, then those that
    /// begin with it, then those that contain it, without regard to case;
    /// within each by name and id.
    ///
    /// - Complexity: O(*n*) comparisons of names.
    public func find(_ name: String, limit: Int) async throws -> [Feature] {
        precondition(limit >= 0, "A limit is zero or more.")
        let columns = LayerTable.columns(of: .hotspots)
        let folded = PropertyFilter.foldCase(.text(name)).databaseValue
        return try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    \(FeatureReader.selection(columns, "hotspot"))
                    JOIN (SELECT fid AS number, \(PropertyFilter.foldFunctionName)(name) AS folded FROM hotspot
                        WHERE lat IS NOT NULL AND deleted_at IS NULL) ON number = fid
                    WHERE instr(folded, ?1) > 0
                    ORDER BY CASE folded WHEN ?1 THEN 0 ELSE 1 + (instr(folded, ?1) > 1) END, name, id LIMIT ?2
                    """,
                arguments: [folded, limit])
            return rows.map { FeatureReader.feature($0, columns) }
        }
    }

    /// The place of a hotspot: by its UUID, by a source's id, or by its name.
    ///
    /// - Throws: `PlaceError` when there is none, or more than one of the name.
    public func place(_ nameOrID: String) async throws -> Feature {
        let columns = LayerTable.columns(of: .hotspots)
        let selection = FeatureReader.selection(columns, "hotspot")
        let byID = try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    \(selection) WHERE (id = ?1 OR source_id = ?2) AND lat IS NOT NULL AND deleted_at IS NULL
                    ORDER BY id = ?1 DESC, id LIMIT 3
                    """,
                arguments: [nameOrID.lowercased(), nameOrID]
            ).map { FeatureReader.feature($0, columns) }
        }
        if let exact = byID.first, exact.id == nameOrID.lowercased() || byID.count == 1 { return exact }
        if byID.count > 1 { throw PlaceError.ambiguous(nameOrID, byID.map(\.summary)) }
        let named = try await find(nameOrID, limit: 4)
        let exact = named.filter { $0.hasName(nameOrID) }
        let candidates = exact.isEmpty ? named : exact
        guard let first = candidates.first else {
            throw PlaceError.unknown(nameOrID, suggestion: try await name(like: nameOrID))
        }
        guard candidates.count == 1 else { throw PlaceError.ambiguous(nameOrID, candidates.map(\.summary)) }
        return first
    }

    /// The name of a hotspot that comes nearest to one that was perhaps
    /// misspelt; nil when none is near.
    ///
    /// - Complexity: O(*n*).
    public func name(like name: String) async throws -> String? {
        try await read { db in
            var suggestion = NameSuggestion(for: name)
            let names = try String.fetchCursor(
                db, sql: "SELECT name FROM hotspot WHERE lat IS NOT NULL AND deleted_at IS NULL ORDER BY name")
            while let name = try names.next() { suggestion.consider(name) }
            return suggestion.best
        }
    }
}

/// Why a place cannot be found by its name.
public enum PlaceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No place has the name; one with a name much like it, if there is one.
    case unknown(String, suggestion: String?)
    /// Several places have the name; the first of them.
    case ambiguous(String, [String])

    public var description: String {
        switch self {
        case .unknown(let name, let suggestion?):
            "no hotspot is called \(name); did you mean \(suggestion)?"
        case .unknown(let name, nil):
            "no hotspot is called \(name); try: geoq find \"part of the name\""
        case .ambiguous(let name, let places):
            "more than one hotspot is called \(name): \(places.joined(separator: "; ")); use an id"
        }
    }
}

extension Feature {
    fileprivate var summary: String {
        guard case .text(let name) = self["name"] else { return id }
        guard case .text(let locality) = self["locality"] else { return "\(name) \(id)" }
        return "\(name), \(locality) \(id)"
    }

    fileprivate func hasName(_ wanted: String) -> Bool {
        guard case .text(let name) = self["name"] else { return false }
        return PropertyFilter.foldCase(.text(name)) == PropertyFilter.foldCase(.text(wanted))
    }
}
