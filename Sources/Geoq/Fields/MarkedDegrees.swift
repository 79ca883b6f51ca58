/// A latitude and a longitude with the letters of the compass, as maps and people write them:
/// `42°26'24"N 76°29'48"W`, `42.44 N, 76.5 W`, `N 42° 26.4' W 76° 30'`, `42:26:24N 76:29:48W`.
package struct MarkedDegrees: Equatable, Sendable {
    /// Degrees north; not checked to be a latitude.
    package var latitude: Double
    /// Degrees east; not checked to be a longitude.
    package var longitude: Double

    /// The degrees of a text, correctly rounded where each of the two has at most ten digits.
    ///
    /// Each of the two has one of the letters N, S, E and W, before or behind it, and no sign.
    /// Degrees may be followed by minutes, and these by seconds, each below 60; the last
    /// number may have decimals, with a point or a comma. Marks may be left out where blanks
    /// stand.
    ///
    /// - Returns: nil for any other text.
    /// - Complexity: O(length of the text).
    package init?(_ text: String) {
        // A number that is longer is no degrees, and would not be exact.
        let numbers = text.split { !$0.isPlainDigit }
        guard numbers.allSatisfy({ $0.count <= MarkScanner.mostDigits }) else { return nil }
        var scanner = MarkScanner(text)
        guard let first = scanner.angle() else { return nil }
        scanner.skipSeparator()
        guard let second = scanner.angle(), scanner.isAtEnd, first.isLatitude != second.isLatitude else { return nil }
        latitude = first.isLatitude ? first.degrees : second.degrees
        longitude = first.isLatitude ? second.degrees : first.degrees
    }

    /// Whether a text has two numbers at least, and beside them only what stands in coordinates:
    /// signs, marks, letters of the compass, commas, semicolons and blanks.
    ///
    /// - Complexity: O(length of the text).
    package static func resembles(_ text: String) -> Bool {
        let numbers = text.split { !$0.isPlainDigit && $0 != "." }
        return numbers.count >= 2 && text.allSatisfy(MarkScanner.isSign)
    }
}

extension Character {
    /// A digit with a mark on it is none.
    fileprivate var isPlainDigit: Bool { utf8.count == 1 && "0"..."9" ~= self }
}

/// Takes degrees with their letter off the front of a text.
private struct MarkScanner {
    /// The marks behind degrees, minutes and seconds.
    static let marks: [Set<Character>] = [
        ["\u{B0}", "\u{BA}", "\u{2DA}", ":"], ["'", "\u{2032}", "\u{2019}", ":"], ["\"", "\u{2033}", "\u{201D}"],
    ]
    static let letters: Set<Character> = ["N", "S", "E", "W", "n", "s", "e", "w"]
    /// What else stands in coordinates.
    private static let others: Set<Character> = ["+", "-", "\u{2212}", ".", ",", ";"]
    /// The most digits before, and after, a decimal point.
    static let mostDigits = 20

    private let characters: [Character]
    private var index = 0

    /// Whether a character may stand in coordinates.
    static func isSign(_ character: Character) -> Bool {
        if character.isPlainDigit || character.isWhitespace { return true }
        if letters.contains(character) || others.contains(character) { return true }
        return marks.contains { $0.contains(character) }
    }

    init(_ text: String) {
        characters = Array(text)
    }

    /// The next degrees, south and west negative; nil when there are none with a letter.
    mutating func angle() -> (degrees: Double, isLatitude: Bool)? {
        let before = take(from: Self.letters)
        // Whole numbers, divided once at the end: 42°26.4' is 25464 / 600.
        var (sum, divisor, count, isWhole) = (0.0, 1.0, 0, true)
        for marks in Self.marks {
            guard isWhole, let number = number() else { break }
            if count > 0 {
                guard number.digits < 60 * number.unit else { return nil }
                (sum, divisor) = (sum * 60, divisor * 60)
            }
            (sum, divisor) = (sum * number.unit + number.digits, divisor * number.unit)
            count += 1
            isWhole = number.unit == 1
            guard take(from: marks) == nil, count == 3, take(from: Self.marks[1]) != nil else { continue }
            // Two marks of minutes stand for one of seconds.
            guard take(from: Self.marks[1]) != nil else { return nil }
        }
        guard count > 0, let letter = before ?? take(from: Self.letters) else { return nil }
        let degrees = sum / divisor
        let isNegative = "SsWw".contains(letter)
        return (isNegative ? 0 - degrees : degrees, "NnSs".contains(letter))
    }

    /// Steps over a comma or a semicolon.
    mutating func skipSeparator() {
        _ = take(from: [",", ";"])
    }

    var isAtEnd: Bool {
        characters[index...].allSatisfy(\.isWhitespace)
    }

    /// A number without a sign: its digits as a whole number, and how many of its last digit make 1.
    private mutating func number() -> (digits: Double, unit: Double)? {
        skipBlanks()
        let whole = digits()
        guard !whole.isEmpty else { return nil }
        var decimals = ""
        if index + 1 < characters.count, characters[index] == "." || characters[index] == ",",
            characters[index + 1].isPlainDigit
        {
            index += 1
            decimals = digits()
        }
        var unit = 1.0
        for _ in decimals { unit *= 10 }
        guard let value = DecimalNumber.parse(whole + decimals) else { return nil }
        return (value, unit)
    }

    private mutating func digits() -> String {
        let start = index
        while index < characters.count, characters[index].isPlainDigit { index += 1 }
        return String(characters[start..<index])
    }

    private mutating func take(from set: Set<Character>) -> Character? {
        skipBlanks()
        guard index < characters.count, set.contains(characters[index]) else { return nil }
        index += 1
        return characters[index - 1]
    }

    private mutating func skipBlanks() {
        while index < characters.count, characters[index].isWhitespace { index += 1 }
    }
}
