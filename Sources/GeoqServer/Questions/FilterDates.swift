import Geoq

extension PropertyFilter {
    /// The same filter, with texts that are compared with a column of days read
    /// as days: GDAL and QGIS write them so, and CQL2 writes `TIMESTAMP('…')`.
    ///
    /// A time is compared with the beginning of the column's day, in UTC. A
    /// text that is neither a day nor a time stays as it is.
    func readingDates(in columns: [String: ColumnType]) -> PropertyFilter {
        switch self {
        case .comparison(.column(let name), let comparison, .literal(.text(let text))) where columns[name] == .date:
            guard let time = WrittenTime(text) else { return self }
            return time.compared(with: name, comparison)
        case .comparison(.literal(let value), let comparison, .column(let name)) where columns[name] == .date:
            return PropertyFilter.comparison(.column(name), comparison.turned, .literal(value)).readingDates(
                in: columns)
        case .between(.column(let name), .literal(.text(let low)), .literal(.text(let high)))
        where columns[name] == .date:
            guard let low = WrittenTime(low), let high = WrittenTime(high) else { return self }
            return .and([low.compared(with: name, .greaterOrEqual), high.compared(with: name, .lessOrEqual)])
        case .isIn(.column(let name), let elements) where columns[name] == .date:
            return .isIn(
                .column(name),
                elements.map { element in
                    guard case .literal(.text(let text)) = element, let time = WrittenTime(text), time.isMidnight else {
                        return element
                    }
                    return .literal(.date(time.day))
                })
        case .not(let filter): return .not(filter.readingDates(in: columns))
        case .and(let filters): return .and(filters.map { $0.readingDates(in: columns) })
        case .or(let filters): return .or(filters.map { $0.readingDates(in: columns) })
        default: return self
        }
    }
}

extension PropertyFilter.Comparison {
    /// The same with its sides changed.
    fileprivate var turned: Self {
        switch self {
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        case .equal, .notEqual: self
        }
    }
}

/// A day, or a time in UTC, as a filter writes it.
private struct WrittenTime {
    let day: Day
    let isMidnight: Bool

    init?(_ text: String) {
        guard let day = Day(iso: text.prefix(10)) else { return nil }
        self.day = day
        if text.utf8.count == 10 {
            isMidnight = true
            return
        }
        // RFC 3339, in UTC, which is what CQL2 allows: hours, minutes, seconds, perhaps a fraction.
        guard text.wholeMatch(of: /.{10}T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?Z/) != nil else { return nil }
        isMidnight = text.dropFirst(11).allSatisfy { "0:.Z".contains($0) }
    }

    func compared(with column: String, _ comparison: PropertyFilter.Comparison) -> PropertyFilter {
        func compare(_ comparison: PropertyFilter.Comparison) -> PropertyFilter {
            .comparison(.column(column), comparison, .literal(.date(day)))
        }
        if isMidnight { return compare(comparison) }
        // The day has begun before this time.
        switch comparison {
        case .less, .lessOrEqual: return compare(.lessOrEqual)
        case .greater, .greaterOrEqual: return compare(.greater)
        // No day begins at this time; a row without a day is unknown.
        case .equal: return .and([compare(.less), compare(.greater)])
        case .notEqual: return .not(.isNull(column))
        }
    }
}
