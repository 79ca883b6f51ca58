import ArgumentParser
import GeoqFiles
import GeoqFormats
import GeoqIndex
import GeoqStore

extension AreaNameError {
    /// What is said of a text given to --area that is neither a file that is there nor the name of
    /// an area: what it is, and what to give instead.
    ///
    /// - Parameter isOfRule: whether a rule is made, which takes no WKT.
    func ofOption(isOfRule: Bool = false) -> any Error {
        guard case .unknown(let text, nil) = self else { return self }
        if let geometry = WrittenGeometry(text) {
            return ValidationError("--area: \(geometry.words(isOfRule: isOfRule)).")
        }
        // A question reads them.
        if Area.isGeoJSON(text) || Area.isHexWKB(text) {
            return ValidationError("--area: \(WrittenGeometry.intoFile("geometry")).")
        }
        if text.contains("/") || text.contains(".") { return InputError.missing(text) }
        return self
    }
}

/// A geometry that a user wrote as WKT, and that is no area.
private struct WrittenGeometry {
    /// In capital letters.
    private let kind: String
    private let isEmpty: Bool

    /// nil for another text.
    init?(_ text: String) {
        let kinds =
            /\s*(?:srid\s*=\s*\d+\s*;\s*)?((?:multi)?(?:point|linestring|polygon)|geometrycollection|multisurface|curvepolygon|polyhedralsurface|tin|triangle)/
        let rest = /\s*(?:z|m|zm)?\s*(?:empty\s*|\(.*)/
        guard let begin = text.prefixMatch(of: kinds.ignoresCase()) else { return nil }
        let end = text[begin.range.upperBound...]
        guard end.wholeMatch(of: rest.ignoresCase().dotMatchesNewlines()) != nil else { return nil }
        kind = begin.1.uppercased()
        isEmpty = !end.contains("(")
    }

    /// What to do with a geometry of which a rule is made.
    static func intoFile(_ what: String) -> String {
        "a rule takes the name of an area in the store, or a file with one; write the \(what) into a file and give that"
    }

    func words(isOfRule: Bool) -> String {
        switch kind {
        case "POLYGON", "MULTIPOLYGON":
            // A question reads all others.
            isEmpty
                ? "\(kind) EMPTY is an area without places; give one with positions"
                : Self.intoFile(kind)
        case "LINESTRING", "MULTILINESTRING":
            "a \(kind) is no area; " + (isOfRule ? "give a rule's line with --route" : "geoq along asks along a line")
        case "MULTISURFACE", "CURVEPOLYGON":
            "a \(kind) is read from a file, and only without arcs; write it into one, or give a POLYGON or MULTIPOLYGON"
        default: "a \(kind) is no area; give a POLYGON or MULTIPOLYGON, a file or a name"
        }
    }
}
