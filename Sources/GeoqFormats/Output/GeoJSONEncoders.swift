package import Geoq
import GeoqIndex

/// A GeoJSON FeatureCollection (RFC 7946, section 3.3), one feature a line.
struct GeoJSONEncoder: FeatureEncoder {
    private var isEmpty = true

    mutating func append(_ feature: Feature, to bytes: inout [UInt8]) {
        if isEmpty { appendStart(to: &bytes) }
        bytes.append(contentsOf: (isEmpty ? "\n" : ",\n").utf8)
        isEmpty = false
        bytes.appendGeoJSON(feature)
    }

    mutating func appendEnd(to bytes: inout [UInt8]) {
        if isEmpty { appendStart(to: &bytes) }
        bytes.append(contentsOf: (isEmpty ? "]}\n" : "\n]}\n").utf8)
    }

    private func appendStart(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: #"{"type":"FeatureCollection","features":["#.utf8)
    }
}

/// A GeoJSON text sequence (RFC 8142, section 2): each text starts with the
/// record separator and ends with a line feed.
struct GeoJSONSequenceEncoder: FeatureEncoder {
    mutating func append(_ feature: Feature, to bytes: inout [UInt8]) {
        bytes.append(0x1E)
        bytes.appendGeoJSON(feature)
        bytes.append(UInt8(ascii: "\n"))
    }

    mutating func appendEnd(to bytes: inout [UInt8]) {}
}

extension [UInt8] {
    /// Appends a Feature object (RFC 7946, section 3.2).
    package mutating func appendGeoJSON(_ feature: Feature) {
        append(contentsOf: #"{"type":"Feature","id":"#.utf8)
        appendJSON(feature.id)
        append(contentsOf: #","geometry":"#.utf8)
        if let coordinate = feature.coordinate {
            // Section 3.1.1: longitude first.
            append(contentsOf: #"{"type":"Point","coordinates":["#.utf8)
            appendJSON(coordinate.longitude)
            append(UInt8(ascii: ","))
            appendJSON(coordinate.latitude)
            append(contentsOf: "]}".utf8)
        } else {
            // Section 3.2: an unlocated feature has the geometry null.
            append(contentsOf: "null".utf8)
        }
        append(contentsOf: #","properties":{"#.utf8)
        for (index, field) in feature.fields.enumerated() {
            if index > 0 { append(UInt8(ascii: ",")) }
            appendJSONKey(field.name)
            appendJSON(field.value)
        }
        append(contentsOf: "}}".utf8)
    }
}
