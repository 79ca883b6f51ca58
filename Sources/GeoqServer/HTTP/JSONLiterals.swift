package import Geoq

// Lets the server's documents be written in Swift in the shape of their JSON.

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(floatLiteral value: Double) { self = .number(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(nilLiteral: ()) { self = .null }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.map { JSONObject.Member($0.0, $0.1) }))
    }
}

extension JSONValue {
    static func count(_ number: Int) -> JSONValue { .integer(Int64(number)) }

    /// A FeatureCollection with members of its own in front of its features.
    static func featureCollection(_ members: KeyValuePairs<String, JSONValue>, of features: [JSONValue]) -> JSONValue {
        featureCollection(members.map { ($0.key, $0.value) }, of: features)
    }

    static func featureCollection(_ members: [(String, JSONValue)] = [], of features: [JSONValue]) -> JSONValue {
        JSONValue.object(JSONObject([JSONObject.Member("type", "FeatureCollection")]))
            .adding(members + [("features", JSONValue.array(features))])
    }

    /// The object with more members behind its own.
    func adding(_ others: [(String, JSONValue)]) -> JSONValue {
        guard var object else { return self }
        object.members += others.map { JSONObject.Member($0.0, $0.1) }
        return .object(object)
    }
}
