package import Geoq
import GeoqIndex

/// A GeoJSON FeatureCollection (RFC 7946, section 3.3), one feature a line.
package struct GeoJSONEncoder: FeatureEncoder {
    private let members: [(String, JSONValue)]
    private var isEmpty = true

    /// - Parameter members: more members of the collection (section 6.1), which
    ///   come before its features.
    package init(members: [(String, JSONValue)] = []) {
        self.members = members
    }

    mutating func append(_ feature: Feature, to bytes: inout [UInt8]) {
        append(to: &bytes) { $0.appendGeoJSON(feature) }
    }

    /// Adds the feature that `write` appends.
    package mutating func append(to bytes: inout [UInt8], _ write: (inout [UInt8]) throws -> Void) rethrows {
        appendStart(to: &bytes)
        bytes.append(contentsOf: (isEmpty ? "\n" : ",\n").utf8)
        isEmpty = false
        try write(&bytes)
    }

    package mutating func appendEnd(to bytes: inout [UInt8]) {
        appendStart(to: &bytes)
        bytes.append(contentsOf: (isEmpty ? "]}\n" : "\n]}\n").utf8)
    }

    private func appendStart(to bytes: inout [UInt8]) {
        if !isEmpty { return }
        bytes.append(contentsOf: #"{"type":"FeatureCollection""#.utf8)
        for (name, value) in members {
            bytes.append(UInt8(ascii: ","))
            bytes.appendJSONKey(name)
            bytes.appendJSON(value)
        }
        bytes.append(contentsOf: #","features":["#.utf8)
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
        appendJSONMembers(feature.fields)
        append(contentsOf: "}}".utf8)
    }
}
