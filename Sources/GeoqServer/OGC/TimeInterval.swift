import Geoq

/// The value of `datetime`: days from one to another; either end may be open.
///
/// OGC API – Features 1.0, section 7.15.4, and RFC 3339, section 5.6. Dates
/// count as they are written, a time counts on its day in UTC.
struct TimeInterval: Equatable {
    static let parameter = Parameter(
        "datetime",
        .text(
            expected: "a day or a time (RFC 3339), or two with a slash between, either of them open as ..",
            example: "2026-01-01/2026-12-31"),
        "Only features that may be of this time; those without a date are.")

    let first: Day?
    let last: Day?

    /// - Returns: nil when the text is no interval, or ends before it starts.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count) else { return nil }
        if parts.count == 1 {
            guard let day = Self.day(parts[0]) else { return nil }
            (first, last) = (day, day)
            return
        }
        func end(_ text: Substring) -> Day?? {
            if text.isEmpty || text == ".." { return .some(nil) }
            guard let day = Self.day(text) else { return nil }
            return .some(day)
        }
        guard let start = end(parts[0]), let end = end(parts[1]) else { return nil }
        if start == nil && end == nil { return nil }
        if let start, let end, end < start { return nil }
        (first, last) = (start, end)
    }

    /// A day, or the day in UTC of a time such as `2026-05-03T22:00:00-05:00`.
    private static func day(_ text: Substring) -> Day? {
        guard let day = Day(iso: text.prefix(10)) else { return nil }
        let rest = Array(text.utf8.dropFirst(10))
        return rest.isEmpty ? day : rest.withUnsafeBufferPointer { dayInUTC(of: day, $0) }
    }

    /// - Parameter text: the time of the day and its offset from UTC, behind `T` or a blank.
    private static func dayInUTC(of day: Day, _ text: UnsafeBufferPointer<UInt8>) -> Day? {
        var reader = DigitReader(text)
        guard reader.skipWord("t") || reader.skip(UInt8(ascii: " ")), let time = ClockTime(&reader, lastSecond: 60)
        else { return nil }
        if reader.skipWord("z") { return reader.isAtEnd ? day : nil }
        let isWest = reader.skip(UInt8(ascii: "-"))
        guard isWest || reader.skip(UInt8(ascii: "+")), let hours = reader.number(digits: 2...2), hours < 24,
            reader.skip(UInt8(ascii: ":")), let minutes = reader.number(digits: 2...2), minutes < 60, reader.isAtEnd
        else { return nil }
        let offset = (hours * 60 + minutes) * (isWest ? 1 : -1)
        let inUTC = time.hour * 60 + time.minute + offset
        let number = Int(day.number) + (inUTC < 0 ? -1 : inUTC / 1440)
        // Days are compared as texts of ten characters, which others are not.
        let days = Day.number(ofYear: 1, month: 1, day: 1)...Day.number(ofYear: 9999, month: 12, day: 31)
        return Day(number: Int32(min(max(number, days.lowerBound), days.upperBound)))
    }

    /// The condition on a feature's days: some of them lie in the interval, or
    /// the feature has none (requirement 26 B: features without a time match,
    /// as planned entries do). nil for a layer without dates.
    func filter(for layer: Layer) -> PropertyFilter? {
        let ends: [String]
        switch layer {
        case .hotspots: return nil
        case .observations: ends = ["date_end", "date"]
        // An entry has one day.
        case .entries: ends = ["date"]
        }
        var conditions: [PropertyFilter] = []
        if let last { conditions.append(.comparison(.column("date"), .lessOrEqual, .literal(.date(last)))) }
        if let first {
            let reaches = ends.map { PropertyFilter.comparison(.column($0), .greaterOrEqual, .literal(.date(first))) }
            conditions.append(reaches.count > 1 ? .or(reaches) : reaches[0])
        }
        return PropertyFilter.all(conditions).map { .or([.isNull("date"), $0]) }
    }
}

extension Ask {
    /// Adds `datetime` to a question whose filter was read.
    mutating func readInterval(_ query: inout Query) {
        let interval = parameters.value(TimeInterval.parameter) { TimeInterval($0) }
        query.filter = PropertyFilter.all([query.filter, interval?.filter(for: query.layer)].compactMap { $0 })
    }
}
