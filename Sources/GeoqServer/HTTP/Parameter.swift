import Geoq

/// A parameter of the API: its name, its values, and their meaning. Requests
/// are read by it and `/api` is written from it, so the two always agree.
struct Parameter: Sendable {
    /// The values that it accepts.
    enum Kind: Sendable {
        case number(ClosedRange<Double>, unit: String)
        case integer(ClosedRange<Int>)
        /// A whole number from 1 on, however large.
        case count
        case word([String])
        /// Any text but the empty one, and for a name (`longestName`) one of blanks; `expected`
        /// describes it. The example is nil when no example works on every server.
        case text(expected: String, example: String?)
        /// Numbers with commas between; how many there must be is one of the
        /// counts.
        case numbers([Int], expected: String, example: String)

        /// A box of longitudes and latitudes, with or without heights.
        static let box = numbers(
            [4, 6], expected: "west,south,east,north in degrees, south not above north; west above east crosses ±180°",
            example: "-77,42,-76,43")
    }

    let name: String
    let kind: Kind
    let summary: String
    var isRequired = false
    /// The value that holds when none is given, for the documentation.
    var standard: String?
    /// How many characters a text has at most; nil for one that may be as long as the
    /// query or the form.
    var longest: Int?

    /// Of a name that is asked for: as many as an import takes bytes.
    static let longestName = 1_000

    /// Why a name that none of `known` has is refused.
    static func unknown(_ noun: String, _ name: String, among known: [Parameter]) -> String {
        let nearest = NameSuggestion.nearest(to: name, among: known.map(\.name))
        return "there is no such \(noun)" + (nearest.map { "; did you mean \($0)?" } ?? " here")
    }

    init(_ name: String, _ kind: Kind, _ summary: String, standard: String? = nil, longest: Int? = nil) {
        (self.name, self.kind, self.summary, self.standard) = (name, kind, summary, standard)
        self.longest = longest
    }

    /// The same parameter, required.
    var required: Parameter {
        var copy = self
        copy.isRequired = true
        return copy
    }

    /// The member of a body that says what another one had when it was shown to a person: `was_notes` beside `notes`. When
    /// the row has another value by now, nothing is changed.
    var former: Parameter {
        Parameter(
            "was_" + name, kind, "What \(name) was when the page showed it; null for nothing.", longest: longest)
    }

    /// The same parameter, which may be left out.
    ///
    /// - Parameter when: a sentence for the documentation that says when.
    func optional(_ when: String) -> Parameter {
        Parameter(name, kind, "\(summary) \(when)", standard: standard, longest: longest)
    }

    /// The accepted values, as words of a sentence.
    var expected: String {
        switch kind {
        case .number(let range, let unit):
            "a number of \(unit) from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .count: "a whole number from 1 on"
        case .word(let words): "one of \(words.joined(separator: ", "))"
        case .text(let expected, _): expected
        case .numbers(_, let expected, _): expected
        }
    }

    /// The OpenAPI object.
    var openAPI: JSONValue {
        var members: [(String, JSONValue)] = [
            ("name", .string(name)), ("in", "query"), ("description", .string(summary)),
            ("required", .bool(isRequired)), ("schema", schema),
        ]
        if isList { members += [("style", "form"), ("explode", false)] }
        return JSONValue.object(JSONObject()).adding(members)
    }

    /// Whether its value is several, with commas between.
    var isList: Bool { if case .numbers = kind { true } else { false } }

    /// The OpenAPI schema of it in a form.
    var formSchema: JSONValue { schema.adding([("description", .string(summary))]) }

    /// The OpenAPI schema of a member of a body, which null clears when it need
    /// not be there.
    var memberSchema: JSONValue {
        var own: [(String, JSONValue)] = [("description", .string(summary))]
        if !isRequired { own.append(("nullable", true)) }
        return schema.adding(own)
    }

    private var schema: JSONValue {
        switch kind {
        case .number(let range, _):
            ["type": "number", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)]
        case .integer(let range):
            JSONValue.object(JSONObject()).adding(
                [
                    ("type", "integer"), ("minimum", .count(range.lowerBound)), ("maximum", .count(range.upperBound)),
                ] + (standard.flatMap(Int64.init).map { [("default", .integer($0))] } ?? []))
        case .count:
            JSONValue.object(JSONObject()).adding(
                [("type", "integer"), ("minimum", 1)]
                    + (standard.flatMap(Int64.init).map { [("default", .integer($0))] } ?? []))
        case .word(let words): ["type": "string", "enum": .array(words.map { .string($0) })]
        case .text(_, let example):
            JSONValue.object(JSONObject()).adding(
                [("type", "string"), ("minLength", 1)] + (longest.map { [("maxLength", .count($0))] } ?? [])
                    + (example.map { [("example", .string($0))] } ?? []))
        case .numbers(let counts, _, let example):
            [
                "type": "array", "items": ["type": "number"],
                "oneOf": .array(counts.map { ["minItems": .count($0), "maxItems": .count($0)] }),
                "example": .array(example.split(separator: ",").compactMap { Double($0).map { .number($0) } }),
            ]
        }
    }

    private static func text(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : "\(number)"
    }
}
