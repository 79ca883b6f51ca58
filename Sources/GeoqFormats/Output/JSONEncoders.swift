import Geoq
import GeoqIndex

/// A JSON array of flat objects, one a line.
struct JSONArrayEncoder: FeatureEncoder {
    private var isEmpty = true

    mutating func append(_ feature: Feature, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: (isEmpty ? "[\n" : ",\n").utf8)
        isEmpty = false
        bytes.appendFlatJSON(feature)
    }

    mutating func appendEnd(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: (isEmpty ? "[]\n" : "\n]\n").utf8)
    }
}

/// A flat JSON object a line.
struct JSONLinesEncoder: FeatureEncoder {
    mutating func append(_ feature: Feature, to bytes: inout [UInt8]) {
        bytes.appendFlatJSON(feature)
        bytes.append(UInt8(ascii: "\n"))
    }

    mutating func appendEnd(to bytes: inout [UInt8]) {}
}

extension [UInt8] {
    /// Appends `id`, `name` if there is one, `lat`, `lon` and the other fields
    /// in their order. A feature without a place has null for both numbers.
    fileprivate mutating func appendFlatJSON(_ feature: Feature) {
        append(UInt8(ascii: "{"))
        appendJSONKey("id")
        appendJSON(feature.id)
        for field in feature.fields where field.name == Feature.nameField { appendMember(field.name, field.value) }
        appendMember("lat", feature.latitude)
        appendMember("lon", feature.longitude)
        for field in feature.fields where field.name != Feature.nameField { appendMember(field.name, field.value) }
        append(UInt8(ascii: "}"))
    }

    private mutating func appendMember(_ name: String, _ value: FieldValue) {
        append(UInt8(ascii: ","))
        appendJSONKey(name)
        appendJSON(value)
    }
}

extension Feature {
    /// The field that stands before the coordinates.
    static let nameField = "name"

    /// Degrees as a value; null without a place.
    var latitude: FieldValue {
        coordinate.map { .real($0.latitude) } ?? .null
    }

    /// Degrees as a value; null without a place.
    var longitude: FieldValue {
        coordinate.map { .real($0.longitude) } ?? .null
    }
}
