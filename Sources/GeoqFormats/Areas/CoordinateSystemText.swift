import Geoq

/// A coordinate reference system as text, as a `.prj` has it: WKT 1 (OGC
/// 01-009, and ESRI's form of it) or WKT 2 (ISO 19162).
struct CoordinateSystemText {
    /// Whether coordinates in a system can be used.
    enum Judgment: Equatable {
        /// Longitude and latitude on WGS 84.
        case wgs84
        /// Longitude and latitude on a datum on the ellipsoid GRS 80 or WGS 84:
        /// NAD83, ETRS89, GDA, SIRGAS and the like, which are within about two
        /// meters of WGS 84. With the name of the system.
        case close(String)
        /// Anything else, with one sentence.
        case foreign(String)
    }

    /// The longest text that is looked at; and how deep brackets may stand.
    private static let (longestText, maximumDepth) = (64 << 10, 32)

    /// `KEYWORD["name", 1, CHILD[…]]`
    private struct Node {
        var keyword: String
        var texts: [String] = []
        var children: [Node] = []

        var name: String { texts.first ?? "" }

        /// The first descendant of one of the keywords.
        func first(_ keywords: String...) -> Node? {
            for child in children {
                if keywords.contains(child.keyword) { return child }
                for keyword in keywords { if let found = child.first(keyword) { return found } }
            }
            return nil
        }
    }

    private let text: [UInt8]
    private var index = 0

    /// - Complexity: O(length of the text).
    static func judge(_ text: String) -> Judgment {
        var parser = CoordinateSystemText(text: Array(text.utf8.prefix(longestText)))
        guard let root = parser.node(depth: 0) else {
            return .foreign("its .prj is not the text of a coordinate system")
        }
        let name = FieldProblem.quoted(root.name)
        let remedy = "convert it to EPSG:4326 first"
        switch root.keyword {
        case "GEOGCS", "GEOGCRS", "GEODCRS", "GEOGRAPHICCRS", "GEODETICCRS": break
        case "PROJCS", "PROJCRS", "PROJECTEDCRS":
            return .foreign("its coordinates are in the projection \(name); \(remedy)")
        default: return .foreign("its coordinates are in the system \(name); \(remedy)")
        }
        guard let ellipsoid = root.first("SPHEROID", "ELLIPSOID"), ellipsoid.texts.count >= 3,
            let radius = DecimalNumber.parse(ellipsoid.texts[1]),
            let flattening = DecimalNumber.parse(ellipsoid.texts[2]),
            abs(radius - 6_378_137) < 0.5, abs(flattening - 298.2572) < 0.001
        else { return .foreign("its coordinates are in the system \(name), which is not on WGS 84; \(remedy)") }
        if let meridian = root.first("PRIMEM", "PRIMEMERIDIAN"), meridian.texts.count >= 2,
            DecimalNumber.parse(meridian.texts[1]) != 0
        {
            return .foreign("its longitudes count from \(FieldProblem.quoted(meridian.name)); \(remedy)")
        }
        let unit = root.children.first { ["UNIT", "ANGLEUNIT"].contains($0.keyword) } ?? root.first("ANGLEUNIT")
        if let unit, unit.texts.count >= 2, let radians = DecimalNumber.parse(unit.texts[1]),
            abs(radians - Double.pi / 180) > 1e-8
        {
            return .foreign("its coordinates are in \(FieldProblem.quoted(unit.name)), not in degrees; \(remedy)")
        }
        let datum = root.first("DATUM", "GEODETICDATUM", "ENSEMBLE")?.name ?? root.name
        let isWGS84 = ["wgs84", "wgs1984", "worldgeodeticsystem1984"].contains { ColumnName(datum).key.contains($0) }
        return isWGS84 ? .wgs84 : .close(name)
    }

    /// What a system is called, when its coordinates have to be transformed; nil for
    /// one that is used as it is, and for a text that is none.
    ///
    /// - Complexity: O(length of the text).
    static func foreignName(_ text: String) -> String? {
        guard case .foreign = judge(text) else { return nil }
        var parser = CoordinateSystemText(text: Array(text.utf8.prefix(longestText)))
        return parser.node(depth: 0).map { FieldProblem.quoted($0.name) }
    }

    /// A keyword with its bracket; nil when the text is not one.
    private mutating func node(depth: Int) -> Node? {
        guard depth < Self.maximumDepth else { return nil }
        skipBlanks()
        var node = Node(keyword: word().uppercased())
        skipBlanks()
        guard !node.keyword.isEmpty, take("[") || take("(") else { return nil }
        repeat {
            skipBlanks()
            if index < text.count, text[index] == UInt8(ascii: "\"") {
                guard let quoted = quoted() else { return nil }
                node.texts.append(quoted)
                skipBlanks()
                continue
            }
            let start = index
            let word = word()
            skipBlanks()
            if index < text.count, text[index] == UInt8(ascii: "[") || text[index] == UInt8(ascii: "(") {
                index = start
                guard let child = self.node(depth: depth + 1) else { return nil }
                node.children.append(child)
            } else {
                node.texts.append(word)
            }
            skipBlanks()
        } while take(",")
        skipBlanks()
        return take("]") || take(")") ? node : nil
    }

    /// Letters, digits and the signs of numbers.
    private mutating func word() -> String {
        let start = index
        while index < text.count, !text[index].isBlank, !"[](),\"".utf8.contains(text[index]) { index += 1 }
        return String(decoding: text[start..<index], as: UTF8.self)
    }

    private mutating func quoted() -> String? {
        guard let end = text[(index + 1)...].firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        defer { index = end + 1 }
        return String(decoding: text[(index + 1)..<end], as: UTF8.self)
    }

    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
        guard index < text.count, text[index] == UInt8(ascii: sign) else { return false }
        index += 1
        return true
    }

    private mutating func skipBlanks() {
        while index < text.count, text[index].isBlank { index += 1 }
    }
}
