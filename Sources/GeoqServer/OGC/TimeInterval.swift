import Geoq

/// The value of `datetime`: days from one to another; either end may be open.
///
/// OGC API – Features 1.0, section 7.15.4, and RFC 3339, section 5.6. Dates
/// count as they are written, a time counts on its day in UTC.
struct TimeInterval: Equatable {
    static let parameter = makeParameter(
        "Only features that may be of this time; those without a date are.")

    static func makeParameter(_ summary: String) -> Parameter {
        Parameter(
            "datetime",
            .text(
                expected: "a day or a time (RFC 3339), or two with a slash between, either of them open as ..",
                example: "2026-01-01/2026-12-31"),
            summary)
    }

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
        let time =
            #/
            [Tt\x20]([01][0-9]|2[0-3]):([0-5][0-9]):(?:[0-5][0-9]|60)(?:\.[0-9]+)?
            (?:[Zz]|([+\-])([01][0-9]|2[0-3]):([0-5][0-9]))
            /#
        if text.count == 10 { return day }
        guard let parts = text.dropFirst(10).wholeMatch(of: time)?.output else { return nil }
        func minutes(_ hours: Substring?, _ minutes: Substring?) -> Int {
            (hours.flatMap { Int($0) } ?? 0) * 60 + (minutes.flatMap { Int($0) } ?? 0)
        }
        let offset = minutes(parts.4, parts.5) * (parts.3 == "-" ? -1 : 1)
        let inUTC = minutes(parts.1, parts.2) - offset
        return Day(number: day.number + Int32(inUTC < 0 ? -1 : inUTC / 1440))
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
