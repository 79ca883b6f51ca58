import Geoq
import GeoqFormats
import HTTPTypes
import Hummingbird

/// Reads the members of a JSON object that a request brings, and notes every
/// mistake, so that one answer can name all of them. What `ParameterReader` is
/// for a query.
struct BodyReader {
    private let object: JSONObject
    private(set) var problems: [Problem.BadParameter] = []

    /// - Parameter known: all members; any other is refused.
    /// - Throws: 400 when the body is no JSON object.
    init(_ bytes: [UInt8], known: [Parameter]) throws(Problem) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: bytes)
        } catch {
            throw Problem(.badRequest, "The body is no JSON: \(error).")
        }
        guard let object = value.object else {
            throw Problem(.badRequest, "The body is \(value.kindName), not an object.")
        }
        self.object = object
        var seen: Set<String> = []
        for member in object.members {
            if problems.count >= Problem.mostBadParameters {
                problems.append(.unread)
                return
            }
            if !known.contains(where: { $0.name == member.name }) {
                note(
                    member.name, nil, "one of \(known.map(\.name).joined(separator: ", "))",
                    reason: Parameter.unknown("member", member.name, among: known))
            } else if !seen.insert(member.name).inserted {
                note(member.name, nil, "one value", reason: "it is given more than once")
            }
        }
        for parameter in known where parameter.isRequired && !has(parameter) {
            note(parameter.name, nil, parameter.expected)
        }
    }

    /// Ends the reading.
    ///
    /// - Throws: a problem that names all bad members.
    func check() throws(Problem) {
        if !problems.isEmpty { throw Problem(problems) }
    }

    var isEmpty: Bool { object.members.isEmpty }

    /// Whether a member is there and not null.
    func has(_ parameter: Parameter) -> Bool { isGiven(parameter) && object[parameter.name] != .null }

    /// Whether a mistake of a member is noted already.
    func isRefused(_ parameter: Parameter) -> Bool { problems.contains { $0.name == parameter.name } }

    /// Whether a member is there; null clears what the row has.
    func isGiven(_ parameter: Parameter) -> Bool { object[parameter.name] != nil }

    /// What a text was when the page showed it (`Parameter.former`); null for nothing. It may be one that could not be
    /// written any more: it is only compared.
    mutating func former(_ parameter: Parameter) -> FieldValue {
        guard has(parameter.former) else { return .null }
        if let text = object[parameter.former.name]?.string { return .text(text) }
        note(parameter.former)
        return .null
    }

    /// A text; nil when it is missing, null or empty, or wrong, which is noted.
    mutating func text(_ parameter: Parameter) -> String? {
        guard case .text(_, _) = parameter.kind, let longest = parameter.longest else {
            preconditionFailure("\(parameter.name) is no text with a longest length.")
        }
        guard has(parameter) else { return nil }
        guard let text = object[parameter.name]?.string else {
            note(parameter)
            return nil
        }
        guard text.unicodeScalars.count <= longest else {
            note(parameter, reason: "it has more than \(longest) characters")
            return nil
        }
        // SQLite ends a text there, and PostgreSQL takes none.
        if text.utf8.contains(0) {
            note(parameter, reason: "it has the character U+0000, which no text may have")
            return nil
        }
        if text.utf8.allSatisfy({ $0 <= 0x20 }) {
            if parameter.isRequired { note(parameter, reason: "it is empty") }
            return nil
        }
        return text
    }

    /// A number in the parameter's range; nil when it is missing, null or wrong,
    /// which is noted.
    mutating func number(_ parameter: Parameter) -> Double? {
        guard case .number(let range, _) = parameter.kind else {
            preconditionFailure("\(parameter.name) is no number.")
        }
        guard has(parameter) else { return nil }
        guard let number = object[parameter.name]?.double, range.contains(number) else {
            note(parameter)
            return nil
        }
        return number
    }

    /// One of the words of an enumeration; nil when it is missing, null or another
    /// one, which is noted.
    mutating func word<Word: RawRepresentable>(
        _ parameter: Parameter, as type: Word.Type
    ) -> Word? where Word.RawValue == String {
        guard has(parameter) else { return nil }
        guard let text = object[parameter.name]?.string, let word = Word(rawValue: text) else {
            note(parameter)
            return nil
        }
        return word
    }

    /// A value that `read` makes of a text. When `read` gives nil, the text is
    /// wrong; a thrown error says why.
    mutating func value<Value>(_ parameter: Parameter, _ read: (String) throws -> Value?) -> Value? {
        guard let text = text(parameter) else { return nil }
        do {
            if let value = try read(text) { return value }
            note(parameter)
        } catch {
            note(parameter, reason: "\(error)")
        }
        return nil
    }

    /// Notes that a member has a wrong value, and why, if what is expected does
    /// not say it.
    mutating func note(_ parameter: Parameter, reason: String? = nil) {
        let value = object[parameter.name].map { $0.string ?? $0.text }
        note(parameter.name, value, parameter.expected, reason: reason)
    }

    private mutating func note(_ name: String, _ value: String?, _ expected: String, reason: String? = nil) {
        problems.append(
            .init(name: Problem.shown(name), value: value.map(Problem.shown), expected: expected, reason: reason))
    }
}

extension Ask {
    /// The members of the request's body.
    ///
    /// - Throws: 415 for another type, 413 for a body that is too long, 400 for
    ///   one that is no JSON object.
    func readBody() async throws -> BodyReader {
        guard request.mediaType == Format.json.mediaType else {
            throw Problem(.unsupportedMediaType, "Send the change as \(Format.json.mediaType).")
        }
        return try BodyReader(try await bodyBytes(atMost: service.limits.editBytes), known: endpoint.members)
    }
}
