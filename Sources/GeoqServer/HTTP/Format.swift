/// The kinds of bodies. The raw value is the word for `f=`.
enum Format: String, CaseIterable, Sendable {
    case json, html, geojson, geojsonseq, csv, ndjson, ids, openapi, schema, mvt, picture, text, events

    /// The value of `Content-Type`.
    var contentType: String {
        switch self {
        case .json: "application/json"
        case .html: "text/html; charset=utf-8"
        case .geojson: "application/geo+json"
        case .geojsonseq: "application/geo+json-seq"
        case .csv: "text/csv; charset=utf-8"
        case .ndjson: "application/x-ndjson"
        case .ids: "text/plain; charset=utf-8"
        case .openapi: "application/vnd.oai.openapi+json;version=3.0"
        case .schema: "application/schema+json"
        case .mvt: "application/vnd.mapbox-vector-tile"
        case .picture: "image/*"
        case .text: "text/plain; version=0.0.4; charset=utf-8"
        case .events: "text/event-stream"
        }
    }

    /// The type without its parameters, as `Accept` names it.
    var mediaType: String { String(contentType.prefix { $0 != ";" }) }

    /// Whether gzip makes it smaller.
    var isCompressible: Bool { self != .events && self != .picture }

    /// The offered format that a client prefers.
    ///
    /// RFC 9110, section 12.5.1: the most specific range that matches counts,
    /// and `q=0` means never. Among equally preferred formats the first is
    /// taken.
    ///
    /// - Returns: nil when the client accepts none of them.
    static func negotiated(_ accept: String?, among offered: [Format]) -> Format? {
        guard let accept, !accept.isEmpty else { return offered.first }
        let ranges = accept.split(separator: ",").prefix(32).map { AcceptRange($0) }
        var best: (format: Format, quality: Double)?
        for format in offered {
            var named = ranges.filter { $0.matches(format.mediaType) }
            // GeoJSON, a schema and the API's document are JSON: a client that accepts only JSON
            // can read them.
            if [.geojson, .schema, .openapi].contains(format), !offered.contains(.json) {
                named += ranges.filter { $0.precision == 2 && $0.matches(Format.json.mediaType) }
            }
            let quality = named.max { $0.precision < $1.precision }?.quality ?? 0
            if quality > best?.quality ?? 0 { best = (format, quality) }
        }
        return best?.format
    }
}

/// One entry of `Accept`, such as `text/html;q=0.8`.
private struct AcceptRange {
    let type: String
    let quality: Double

    init(_ text: Substring) {
        let parts = text.split(separator: ";").map { $0.trimmed.lowercased() }
        type = parts.first ?? ""
        let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
        self.quality = quality >= 0 && quality <= 1 ? quality : 0
    }

    /// 2 for a type, 1 for `text/*`, 0 for anything.
    var precision: Int { type == "*/*" ? 0 : type.hasSuffix("/*") ? 1 : 2 }

    func matches(_ mediaType: String) -> Bool {
        switch precision {
        case 0: true
        case 1: mediaType.hasPrefix(type.dropLast())
        default: mediaType == type
        }
    }
}

extension StringProtocol {
    /// The text without blanks and tabs at its ends.
    var trimmed: SubSequence {
        func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
            return self[endIndex...]
        }
        return self[first...last]
    }
}
