/// A date as text, and the time that may stand behind it.
package struct DateField: Equatable {
    package var date: ObservedDate
    /// As `TimeField` writes it; of a range, the time at which it starts.
    package var time: String?
    /// Of a range, the time at which it ends.
    package var endTime: String?

    package init(date: ObservedDate, time: String? = nil, endTime: String? = nil) {
        (self.date, self.time, self.endTime) = (date, time, endTime)
    }

    /// The date that a text gives.
    ///
    /// It reads `yyyy-mm-dd`, `yyyy/mm/dd`, `yyyy-mm` and `yyyy`; in the given
    /// order `m/d/yyyy`, `mm-dd-yyyy`, `d/m/yyyy`, `dd-mm-yyyy` and, only with
    /// the day first, `d.m.yyyy`; each day with a time behind `T` or a blank; and
    /// ranges of two dates with `/` between them, of which the second may leave
    /// out what it has in common with the first (`2007-11-13/15`, ISO 8601
    /// 4.4.4.5). The day counts as it is written, in any zone.
    ///
    /// - Throws: `FieldProblem` when the text is no date; a date is never
    ///   guessed.
    /// - Complexity: O(length of the text).
    package static func parse(_ text: String, _ order: DateOrder = .yearFirst) throws(FieldProblem) -> DateField {
        var copy = text
        let parsed: Result<DateField, FieldProblem> = copy.withUTF8 { bytes in
            do throws(FieldProblem) { return .success(try parse(bytes.trimmed, order)) } catch {
                return .failure(error)
            }
        }
        return try parsed.get()
    }

    /// The date that is written, from bytes.
    package static func parse(
        _ text: UnsafeBufferPointer<UInt8>, _ order: DateOrder
    ) throws(FieldProblem) -> DateField {
        var reader = DigitReader(text)
        guard let first = DateParts.read(&reader, order) else { throw unreadable(text) }
        if reader.isAtEnd {
            guard let date = first.date else { throw unreadable(text, first) }
            return DateField(date: date, time: first.time)
        }
        guard reader.skip(UInt8(ascii: "/")), let last = DateParts.read(&reader, order, after: first), reader.isAtEnd,
            let start = first.date, let end = last.date
        else { throw unreadable(text, first) }
        let precision: ObservedDate.Precision =
            start.precision == end.precision
            ? start.precision : start.precision == .year || end.precision == .year ? .year : .month
        guard let date = ObservedDate(start.first, through: end.last, precision: precision) else {
            let value = String(decoding: text, as: UTF8.self)
            throw FieldProblem(value: value, reason: "date \(FieldProblem.quoted(value)) ends before it starts")
        }
        return DateField(date: date, time: first.time, endTime: last.time)
    }

    private static func unreadable(_ text: UnsafeBufferPointer<UInt8>, _ parts: DateParts? = nil) -> FieldProblem {
        let value = String(decoding: text, as: UTF8.self)
        let other = parts?.order.flatMap { order -> String? in
            guard (parts?.month ?? 0) > 12, (parts?.day ?? 0) <= 12 else { return nil }
            return order == .monthFirst ? "the month comes first" : "the day comes first"
        }
        return FieldProblem(
            value: value, reason: "date \(FieldProblem.quoted(value)) is unreadable",
            hint: other.map { "\($0), or write yyyy-mm-dd" } ?? "write yyyy-mm-dd")
    }
}

/// The numbers of one date, not yet checked against the calendar.
private struct DateParts {
    var year: Int
    var month: Int?
    var day: Int?
    var time: String?
    /// The order in which it is written when the year comes last.
    var order: DateOrder?

    /// The date; nil when the calendar has no such day.
    var date: ObservedDate? {
        guard let month else { return ObservedDate(year: year) }
        guard (1...12).contains(month) else { return nil }
        guard let day else { return ObservedDate(year: year, month: month) }
        return Day(year: year, month: month, day: day).flatMap { ObservedDate($0) }
    }

    /// Reads a date and its time, up to the end or to the `/` of a range.
    ///
    /// - Parameter start: The start of the range that ends here. The end takes
    ///   from it the numbers that it leaves out.
    static func read(
        _ reader: inout DigitReader, _ order: DateOrder, after start: DateParts? = nil
    ) -> DateParts? {
        let (dash, slash, point) = (UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "."))
        var parts: DateParts
        if let year = reader.number(digits: 4...4) {
            parts = DateParts(year: year)
            if reader.skip(dash) {
                guard let month = reader.number(digits: 1...2) else { return nil }
                parts.month = month
                if reader.skip(dash) {
                    guard let day = reader.number(digits: 1...2) else { return nil }
                    parts.day = day
                }
            } else if start == nil {
                parts.readSlashes(&reader)
            }
        } else {
            guard let number = reader.number(digits: 1...2) else { return nil }
            if let start, reader.isAtEnd || reader.peek == UInt8(ascii: "T") {
                parts = start
                parts.time = nil
                if start.day != nil { parts.day = number } else { parts.month = number }
                guard start.month != nil else { return nil }
            } else {
                guard let separator = reader.peek, separator == dash || separator == slash || separator == point
                else { return nil }
                reader.advance()
                guard let second = reader.number(digits: 1...2) else { return nil }
                if let start, start.day != nil, separator == dash, reader.isAtEnd {
                    parts = DateParts(year: start.year, month: number, day: second)
                } else {
                    guard order != .yearFirst, separator != point || order == .dayFirst,
                        reader.skip(separator), let year = reader.number(digits: 4...4)
                    else { return nil }
                    parts =
                        order == .monthFirst
                        ? DateParts(year: year, month: number, day: second, order: order)
                        : DateParts(year: year, month: second, day: number, order: order)
                }
            }
        }
        return parts.readTime(&reader) ? parts : nil
    }

    /// `yyyy/mm/dd`; leaves `yyyy/yyyy`, which is a range, alone.
    private mutating func readSlashes(_ reader: inout DigitReader) {
        let slash = UInt8(ascii: "/")
        var ahead = reader
        guard ahead.skip(slash), let month = ahead.number(digits: 1...2), ahead.skip(slash),
            let day = ahead.number(digits: 1...2)
        else { return }
        (self.month, self.day, reader) = (month, day, ahead)
    }

    /// Reads the time behind a day.
    private mutating func readTime(_ reader: inout DigitReader) -> Bool {
        guard let next = reader.peek, next == UInt8(ascii: "T") || next.isBlank else { return true }
        guard day != nil else { return false }
        reader.advance()
        let rest = reader.rest
        let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.count
        guard let time = TimeField.parse(UnsafeBufferPointer(rebasing: rest[..<end]).trimmed) else { return false }
        self.time = time
        for _ in 0..<end { reader.advance() }
        return true
    }
}
