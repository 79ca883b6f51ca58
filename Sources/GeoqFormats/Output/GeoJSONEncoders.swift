package import Geoq
import GeoqIndex

/// A GeoJSON FeatureCollection (RFC 7946, section 3.3), one feature a line.
struct GeoJSONEncoder: FeatureEncoder {
    private var count = 0

    mutating func append(_ feature: Feature, to bytes: inout [UInt8]) {
        if count == 0 { appendStart(to: &bytes) }
        bytes.beginFeature(count)
        count += 1
        bytes.appendGeoJSON(feature)
    }

    mutating func appendEnd(to bytes: inout [UInt8]) {
        if count == 0 { appendStart(to: &bytes) }
        bytes.endFeatureCollection(of: count)
    }

    private func appendStart(to bytes: inout [UInt8]) {
        bytes.beginFeatureCollection()
        bytes.beginFeatures()
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
    /// Begins a FeatureCollection (RFC 7946, section 3.3); members of its own may
    /// follow, each with a comma in front.
    package mutating func beginFeatureCollection() {
        append(contentsOf: #"{"type":"FeatureCollection""#.utf8)
    }

    /// Begins the features of a collection.
    package mutating func beginFeatures() {
        append(contentsOf: #","features":["#.utf8)
    }

    /// Begins the line of a feature of a collection, the first of which has the index 0.
    package mutating func beginFeature(_ index: Int) {
        if index > 0 { append(UInt8(ascii: ",")) }
        append(UInt8(ascii: "\n"))
    }

    /// Ends a collection of so many features.
    package mutating func endFeatureCollection(of count: Int) {
        append(contentsOf: (count > 0 ? "\n]}\n" : "]}\n").utf8)
    }

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
