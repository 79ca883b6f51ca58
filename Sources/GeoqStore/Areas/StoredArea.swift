public import Geoq
import GeoqFormats
public import GeoqIndex

/// An area that a store holds: a county, a park, a patch.
public struct StoredArea: Hashable, Sendable, Identifiable {
    /// The area's id.
    public let id: FeatureID
    /// Its name.
    public let name: String
    /// What it is, as its file says; nil when the file does not.
    public let kind: String?
    /// Its polygons, and how their edges run.
    public let area: Area
    /// The name of the source that it came from.
    public let source: String
    /// Its id or number in the source.
    public let sourceID: String?
}

extension StoredArea {
    /// The names of `fields`, in its order.
    package static let fieldNames = ["name", "kind", "edges", "pole", "positions", "source", "id"]

    /// What lists show of it.
    package var fields: [Feature.Field] {
        [
            .init("name", .text(name)), .init("kind", kind.map { .text($0) } ?? .null),
            .init("edges", .text(area.edges.rawValue)), .init("pole", area.pole.map { .text($0.rawValue) } ?? .null),
            .init("positions", .integer(Int64(area.positionCount))),
            .init("source", .text(source)), .init("id", .text(id.description)),
        ]
    }

    /// The area as a line of GeoJSON, from which geoq reads the same area again: with how
    /// its edges run, and with its source and its id there. One across ±180° is cut there for other programs.
    ///
    /// - Complexity: O(positions).
    package var geoJSON: [UInt8] {
        var properties = fields.filter { !["id", "positions"].contains($0.name) }
        properties.append(.init("source_id", sourceID.map { .text($0) } ?? .null))
        return area.geoJSON(id: id.description, properties: properties)
    }

    /// The names of `fields(edge:)`, in its order.
    package static let namesWithEdge = ["name", "kind", "edge_m", "source", "id"]

    /// The fields that are shown of an area that holds a place.
    ///
    /// - Parameter edge: how far the place is from the area's boundary; nil for an area without one.
    package func fields(edge: Distance?) -> [Feature.Field] {
        [
            .init("name", .text(name)), .init("kind", kind.map { .text($0) } ?? .null),
            .init("edge_m", edge.map { .real($0.meters) } ?? .null), .init("source", .text(source)),
            .init("id", .text(id.description)),
        ]
    }
}

/// An area to be kept.
package struct NewArea: Sendable {
    package var name: String
    package var kind: String?
    package var area: Area
    /// The id that the source gives it. Two areas with the same source and this id are one area.
    package var sourceID: String

    package init(name: String, kind: String? = nil, area: Area, sourceID: String) {
        (self.name, self.kind, self.area, self.sourceID) = (name, kind, area, sourceID)
    }

    /// Its id in a store, when it is of that source.
    func id(in source: String) -> FeatureID { Self.id(source: source, sourceID: sourceID) }

    /// The id of the area that a source calls so.
    package static func id(source: String, sourceID: String) -> FeatureID {
        RecordUUID.derived(source: source, sourceID: sourceID)
    }
}

/// Areas of one source that are added together.
package struct AreaSet: Sendable {
    package var source: String
    package var areas: [NewArea]
    /// What they were read from, and how, for the list of sources.
    package var file: String
    package var format: String

    package init(source: String, areas: [NewArea], file: String, format: String) {
        (self.source, self.areas, self.file, self.format) = (source, areas, file, format)
    }
}

/// What became of areas that were added.
package struct AreasReport: Hashable, Sendable {
    package var added = 0
    package var changed = 0
    package var unchanged = 0
    /// Areas of the source that were not among them any more.
    package var removed = 0
    /// The file that areas of the source were read from last, when it is another one.
    package var formerFile: String?
}

/// Why an area was not found by its name.
public enum AreaNameError: Error, Hashable, Sendable, CustomStringConvertible {
    /// - Parameter suggestion: a name much like it; nil when none is near.
    case unknown(String, suggestion: String?)
    /// Several areas have the name: their ids, each with words that tell it from the others.
    case ambiguous(String, areas: [FeatureID: String])
    /// The polygons of the row cannot be used: another program has changed them.
    case unusable(String, reason: String)

    public var description: String {
        switch self {
        case .unknown(let name, let suggestion):
            "no area is called \(TerminalText.neutralized(name, limit: 200))"
                + (suggestion.map { "; did you mean \(TerminalText.neutralized($0, limit: 200))?" } ?? "")
        case .ambiguous(let name, let areas):
            "\(areas.count) areas are called \(TerminalText.neutralized(name, limit: 200)): "
                + areas.sorted { $0.key < $1.key }.prefix(10).map(\.value).joined(separator: "; ")
                + (areas.count > 10 ? "; …" : "") + "; say which by its id"
        case .unusable(let name, let reason):
            "the area \(TerminalText.neutralized(name, limit: 200)) cannot be used: \(reason)"
        }
    }
}

/// One of several areas with the same name.
struct AreaChoice: CustomStringConvertible {
    let id: FeatureID
    /// The name that it shares with others.
    let name: String
    /// What it is, as its file says; nil when the file does not.
    let kind: String?
    /// The name of the source that it came from.
    let source: String
    /// The middle of its box; nil when its polygons cannot be read.
    let middle: Coordinate?

    /// "Springfield (city, from towns, around 39.8, -89.6, id …)"
    var description: String {
        func rounded(_ degrees: Double) -> Double { (degrees * 10).rounded() / 10 }
        let place = middle.map { "around \(rounded($0.latitude)), \(rounded($0.longitude))" }
        let parts = [kind, "from \(source)", place, "id \(id)"].compactMap { $0 }.joined(separator: ", ")
        return TerminalText.neutralized("\(name) (\(parts))", limit: 300)
    }
}
