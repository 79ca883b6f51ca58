import Geoq
import GeoqFormats

/// Reads the parameters of a request and notes every mistake, so that one
/// answer can name all of them.
struct ParameterReader {
    /// At most one value for each known parameter: so few that a search from
    /// the front is fast.
    private var given: [(name: String, value: String)] = []
    private(set) var problems: [Problem.BadParameter] = []
    /// Texts that were given, and are empty, or names of nothing but blanks.
    private var empty: [Parameter] = []

    /// - Parameters:
    ///   - query: the text behind the question mark, undecoded.
    ///   - known: all parameters of the endpoint. OGC API – Features 1.0,
    ///     requirement 8 (`query-param-unknown`): any other is answered with
    ///     400.
    init(query: String?, known: [Parameter]) {
        for pair in (query ?? "").utf8.split(separator: UInt8(ascii: "&")) {
            if problems.count >= Problem.mostBadParameters {
                problems.append(.unread)
                return
            }
            let middle = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let (encodedName, encodedValue) = (Substring(pair[..<middle]), Substring(pair[middle...].dropFirst()))
            guard let name = PercentCoding.decoded(encodedName, plusIsBlank: true) else {
                note("?", String(encodedName), "UTF-8, percent-encoded", reason: "its name cannot be decoded")
                continue
            }
            guard let value = PercentCoding.decoded(encodedValue, plusIsBlank: true) else {
                note(name, String(encodedValue), "UTF-8, percent-encoded", reason: "its value cannot be decoded")
                continue
            }
            guard let parameter = known.first(where: { $0.name == name }) else {
                note(name, value, Self.list(known), reason: Parameter.unknown("parameter", name, among: known))
                continue
            }
            if let index = given.firstIndex(where: { $0.name == name }) {
                given[index].value = value
                note(name, value, "one value", reason: "it is given more than once")
            } else {
                given.append((name, value))
                if case .text(_, _) = parameter.kind { checkText(parameter, value) }
            }
        }
        for parameter in known where parameter.isRequired && !has(parameter) {
            problems.append(.init(name: parameter.name, value: nil, expected: parameter.expected))
        }
    }

    /// Notes a text that is empty or too long.
    private mutating func checkText(_ parameter: Parameter, _ text: String) {
        if Self.isEmpty(text, parameter) {
            empty.append(parameter)
        } else if let longest = parameter.longest, text.unicodeScalars.count > longest {
            note(parameter, reason: "it has more than \(longest) characters")
        }
    }

    /// Whether a text has nothing, or nothing but blanks where a name is asked for.
    private static func isEmpty(_ text: String, _ parameter: Parameter) -> Bool {
        text.isEmpty || parameter.longest == Parameter.longestName && text.utf8.allSatisfy { $0 <= 0x20 }
    }

    /// Ends the reading.
    ///
    /// - Throws: a problem that names all bad parameters.
    func check() throws(Problem) {
        if problems.isEmpty, empty.isEmpty { return }
        // Some are noted already, with what is missing in them.
        let unnoted = empty.filter { parameter in !problems.contains { $0.name == parameter.name } }
        let notes = unnoted.map {
            Problem.BadParameter(name: $0.name, value: "", expected: $0.expected, reason: "it is empty")
        }
        throw Problem(problems + notes)
    }

    /// Whether a parameter was given.
    func has(_ parameter: Parameter) -> Bool { value(of: parameter.name) != nil }

    private func value(of name: String) -> String? {
        given.first { $0.name == name }?.value
    }

    /// The text as it was given; nil for an empty one, which `check` refuses.
    func text(_ parameter: Parameter) -> String? {
        value(of: parameter.name).flatMap { Self.isEmpty($0, parameter) ? nil : $0 }
    }

    /// A number in the parameter's range.
    mutating func number(_ parameter: Parameter) -> Double? {
        guard case .number(let range, _) = parameter.kind else {
            preconditionFailure("\(parameter.name) is no number.")
        }
        return value(parameter) { text in Self.decimal(text).flatMap { range.contains($0) ? $0 : nil } }
    }

    /// A whole number in the parameter's range.
    mutating func integer(_ parameter: Parameter) -> Int? {
        guard case .integer(let range) = parameter.kind else {
            preconditionFailure("\(parameter.name) is no whole number.")
        }
        return value(parameter) { text in Int(text).flatMap { range.contains($0) ? $0 : nil } }
    }

    /// A whole number from 1 on; a number too large for `Int` counts as the
    /// largest.
    mutating func count(_ parameter: Parameter) -> Int? {
        value(parameter) { text in
            guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
                return nil
            }
            let number = Int(text) ?? .max
            return number > 0 ? number : nil
        }
    }

    /// One of the words of an enumeration.
    mutating func word<Word: RawRepresentable>(
        _ parameter: Parameter, as type: Word.Type
    ) -> Word? where Word.RawValue == String {
        value(parameter) { Word(rawValue: $0) }
    }

    /// A value that `read` makes of the text. When `read` gives nil, the text
    /// is wrong; a thrown error says why.
    mutating func value<Value>(_ parameter: Parameter, _ read: (String) throws -> Value?) -> Value? {
        guard let text = value(of: parameter.name) else { return nil }
        do {
            if let value = try read(text) { return value }
            note(parameter.name, text, parameter.expected)
        } catch {
            let reason = (error as? FilterError)?.reason ?? "\(error)"
            note(parameter.name, text, parameter.expected, reason: reason)
        }
        return nil
    }

    /// Notes a mistake that only shows in several parameters together.
    mutating func note(_ name: String, _ value: String?, _ expected: String, reason: String? = nil) {
        problems.append(
            .init(name: Problem.shown(name), value: value.map(Problem.shown), expected: expected, reason: reason))
    }

    /// The same, with the text that was given.
    mutating func note(_ parameter: Parameter, reason: String) {
        note(parameter.name, value(of: parameter.name), parameter.expected, reason: reason)
    }

    /// A finite decimal number; nil for hexadecimal numbers, "nan" and "inf".
    private static func decimal(_ text: String) -> Double? {
        let allowed = text.utf8.allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.eE".utf8.contains($0)
        }
        guard allowed, let number = Double(text), number.isFinite else { return nil }
        return number
    }

    private static func list(_ known: [Parameter]) -> String {
        known.isEmpty ? "no parameters" : "one of \(known.map(\.name).joined(separator: ", "))"
    }
}
