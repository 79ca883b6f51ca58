import Geoq
import GeoqFormats
import GeoqIndex

/// What the features of a file say in their properties `edges` and `pole`, as `geoq areas show` and
/// `geoq export areas` write them.
struct AreaSayings {
    /// How many areas have geodesic edges because the file says so.
    private(set) var geodesic = 0
    /// How many say a pole that no ring of theirs leaves open.
    private(set) var needlessPoles = 0
    /// The first word that is no kind of edges, and how many areas have such a word.
    private var unknownEdges = (word: "", count: 0)
    /// The first word that is no pole, and how many areas have such a word.
    private var unknownPoles = (word: "", count: 0)

    /// How the edges of an area run; nil when the file does not say it, or with an unknown word.
    mutating func edges(of record: AreaRecord) -> Area.Edges? {
        guard let word = Self.word("edges", of: record) else { return nil }
        let edges = Area.Edges(rawValue: word)
        if edges == nil { Self.note(word, &unknownEdges) }
        if edges == .geodesic { geodesic += 1 }
        return edges
    }

    /// The pole that an area holds; nil when the file does not say it, or with an unknown word.
    mutating func pole(of record: AreaRecord) -> Area.Pole? {
        guard let word = Self.word("pole", of: record) else { return nil }
        let pole = Area.Pole(rawValue: word)
        if pole == nil { Self.note(word, &unknownPoles) }
        return pole
    }

    /// Notes that an area says a pole and needs none.
    mutating func noteNeedlessPole() { needlessPoles += 1 }

    /// Blanks say nothing.
    private static func word(_ property: String, of record: AreaRecord) -> String? {
        record.text(property).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }

    private static func note(_ word: String, _ unknown: inout (word: String, count: Int)) {
        if unknown.count == 0 { unknown.word = TerminalText.neutralized(word, limit: 40) }
        unknown.count += 1
    }

    /// What a reader should know of it.
    ///
    /// - Parameter count: how many areas the file has.
    func sentences(among count: Int) -> [String] {
        var parts: [String] = []
        if geodesic > 0 {
            parts.append("\(geodesic == count ? "" : "\(geodesic) with ")geodesic edges, as the file says")
        }
        if unknownEdges.count > 0 {
            parts.append(
                "edges \(FieldProblem.quoted(unknownEdges.word)) of \(Self.areas(unknownEdges.count)) not known "
                    + "(drawn or geodesic are), taken as drawn")
        }
        if unknownPoles.count > 0 {
            parts.append(
                "pole \(FieldProblem.quoted(unknownPoles.word)) of \(Self.areas(unknownPoles.count)) not known "
                    + "(north or south are), not used")
        }
        if needlessPoles > 0 {
            parts.append("the pole of \(Self.areas(needlessPoles)) not used, as no ring leaves it open")
        }
        return parts
    }

    private static func areas(_ count: Int) -> String { count == 1 ? "1 area" : "\(count) areas" }
}

extension AreaRecord {
    /// The text of a property; nil when there is none.
    func text(_ property: String) -> String? {
        for own in properties where own.name == property {
            if case .text(let text) = own.value { return text }
        }
        return nil
    }
}

extension Area {
    /// An area with a pole if one of its rings leaves it open, and else without.
    static func holding(_ pole: Pole?, _ polygons: [Polygon], edges: Edges) throws(AreaError) -> Area {
        do throws(AreaError) {
            return try Area(polygons, edges: edges)
        } catch {
            guard let pole, case .ringAroundPole = error else { throw error }
            return try Area(polygons, edges: edges, pole: pole)
        }
    }
}
