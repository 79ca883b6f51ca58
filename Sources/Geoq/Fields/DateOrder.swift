/// Which number comes first in a date such as `01/02/2020`.
public enum DateOrder: String, Hashable, Sendable, CaseIterable {
    /// `01/02/2020` is 2 January.
    case monthFirst = "mdy"
    /// `01/02/2020` is 1 February.
    case dayFirst = "dmy"
    /// Dates with two possible orders do not occur: all begin with the year.
    case yearFirst = "ymd"
}

/// The dates of a file may be read in two ways. The file is refused, because a
/// wrongly guessed day would go unnoticed.
public struct UnclearDates: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
        /// No date of the file has a number that can only be a day.
        case undecided
        /// Some dates can only have the month first, others only the day; an
        /// example of the second kind.
        case contradictory(String)
        /// The later dates cannot be looked at: the input is a stream.
        case stream
    }

    /// The name of the file whose dates have no known order.
    public var file: String
    /// A date of the file.
    public var example: String
    package var reason: Reason

    package init(file: String, example: String, reason: Reason) {
        (self.file, self.example, self.reason) = (file, example, reason)
    }

    public var description: String {
        let start = "\(file): "
        let date = FieldProblem.quoted(example)
        switch reason {
        case .undecided:
            return start
                + "dates such as \(date) may begin with the month or with the day, and none of them tells which"
        case .contradictory(let other):
            return start
                + "some dates begin with the month, such as \(date), others with the day, such as "
                + FieldProblem.quoted(other)
        case .stream:
            return start + "dates such as \(date) may begin with the month or with the day, and a stream is read once"
        }
    }
}

/// Reads the dates of one input. The order of their numbers is found when the
/// first date comes that needs it: from the format, from the user, or by a look
/// at all dates of the input before any of them is used.
package final class DateReading {
    private var known: DateOrder?
    private let find: (String) throws -> DateOrder
    private let evidence: DateEvidence?
    /// The order of dates with hyphens, such as `01-02-2020`, where the format has one; others of the same file come
    /// from a program that has written it anew.
    private let hyphenated: DateOrder?

    /// - Parameters:
    ///   - known: the order of all dates.
    ///   - hyphenated: that of dates with hyphens, where `known` is nil.
    ///   - find: looks at all dates of the input and gives their order.
    ///     It is given the first date that needs an order, and is called once at
    ///     most.
    package init(
        _ known: DateOrder?, hyphenated: DateOrder? = nil,
        find: @escaping (String) throws -> DateOrder = { _ in .yearFirst }
    ) {
        (self.known, self.find, evidence) = (known, find, nil)
        self.hyphenated = known == nil ? hyphenated : nil
    }

    /// Notes the dates that it reads, in any order, as evidence.
    package init(noting evidence: DateEvidence, hyphenated: DateOrder? = nil) {
        (known, find, self.evidence) = (nil, { _ in .yearFirst }, evidence)
        self.hyphenated = hyphenated
    }

    /// A date as `DateField.parse(_:_:)` reads it.
    ///
    /// - Throws: `FieldProblem` when the text is no date; `UnclearDates`, and what
    ///   reading the input throws.
    package func date(_ text: String) throws -> DateField {
        guard let (first, second) = DateOrder.numbers(of: text) else { return try DateField.parse(text, .yearFirst) }
        if let hyphenated, text.contains("-") { return try DateField.parse(text, hyphenated) }
        if let evidence {
            evidence.note(first, second, text)
            return try DateField.parse(text, first > 12 ? .dayFirst : .monthFirst)
        }
        let order = try known ?? find(text)
        known = order
        return try DateField.parse(text, order)
    }
}

/// What the dates of an input tell about the order of their numbers.
package final class DateEvidence {
    /// The first date that can only begin with the month, the first that can
    /// only begin with the day, and the first that can begin with either.
    private var monthFirst, dayFirst, either: String?

    package init() {}

    package func note(_ first: Int, _ second: Int, _ text: String) {
        if first > 12, second <= 12 {
            dayFirst = dayFirst ?? text
        } else if second > 12, first <= 12 {
            monthFirst = monthFirst ?? text
        } else if first <= 12, second <= 12, first != second {
            either = either ?? text
        }
    }

    /// - Throws: `UnclearDates` when no date decides the order, or two
    ///   contradict each other.
    package func order(file: String) throws(UnclearDates) -> DateOrder {
        switch (monthFirst, dayFirst) {
        case (let month?, let day?): throw UnclearDates(file: file, example: month, reason: .contradictory(day))
        case (.some, nil): return .monthFirst
        case (nil, .some): return .dayFirst
        case (nil, nil):
            if let either { throw UnclearDates(file: file, example: either, reason: .undecided) }
            // The first of January is the same in either order.
            return .monthFirst
        }
    }
}

extension DateOrder {
    /// The first two numbers of a date that does not begin with its year, such as
    /// `1/2/2020`, `01-02-2020` and `1.2.2020`; nil for any other text.
    package static func numbers(of text: String) -> (Int, Int)? {
        var text = text
        return text.withUTF8 { bytes in
            var reader = DigitReader(bytes.trimmed)
            guard let first = reader.number(digits: 1...2), let separator = reader.peek,
                separator == UInt8(ascii: "/") || separator == UInt8(ascii: "-") || separator == UInt8(ascii: ".")
            else { return nil }
            reader.advance()
            guard let second = reader.number(digits: 1...2), reader.skip(separator), reader.number(digits: 4...4) != nil
            else { return nil }
            return (first, second)
        }
    }
}
