extension PropertyFilter {
    /// The same filter, in which days and times that are compared with a column of times are written as such a
    /// column has them, so that the order of the texts is that of the times: moments in UTC, local times without a
    /// zone.
    ///
    /// A day stands for its beginning. Compared with moments a time without a zone is in UTC; compared with local
    /// times it counts as it is written, whatever zone stands behind it, as for PostgreSQL. A text that is no time
    /// stays as it is.
    ///
    /// - Parameters:
    ///   - columns: the names of columns whose texts are moments in UTC, as `WrittenMoment` has them.
    ///   - local: of those whose texts are the same without a zone.
    package func writingMoments(of columns: Set<String>, local: Set<String> = []) -> PropertyFilter {
        // nil for what has no times.
        func isLocal(_ operand: Operand) -> Bool? {
            guard case .column(let name) = operand else { return nil }
            return columns.contains(name) ? false : local.contains(name) ? true : nil
        }
        switch self {
        case .comparison(let left, let comparison, let right):
            return .comparison(
                left.written(asLocal: isLocal(right)), comparison, right.written(asLocal: isLocal(left)))
        case .between(let operand, let low, let high):
            let form = isLocal(operand)
            return .between(operand, low.written(asLocal: form), high.written(asLocal: form))
        case .isIn(let operand, let elements):
            let form = isLocal(operand)
            return .isIn(operand, elements.map { $0.written(asLocal: form) })
        case .not(let filter): return .not(filter.writingMoments(of: columns, local: local))
        case .and(let filters): return .and(filters.map { $0.writingMoments(of: columns, local: local) })
        case .or(let filters): return .or(filters.map { $0.writingMoments(of: columns, local: local) })
        case .constant, .like, .isNull, .inside, .within: return self
        }
    }
}

extension PropertyFilter.Operand {
    /// - Parameter isLocal: whether it is compared with local times, or else with moments; nil for neither.
    fileprivate func written(asLocal isLocal: Bool?) -> Self {
        guard let isLocal else { return self }
        switch self {
        case .literal(.date(let day)):
            return .literal(.text(WrittenMoment(day: day, seconds: 0, fraction: "", isLocal: isLocal).text))
        case .literal(.text(let text)):
            return .literal(.text(WrittenMoment(text, isLocal: isLocal)?.text ?? text))
        case .column, .literal, .foldedColumn, .foldedText: return self
        }
    }
}

/// A moment as ISO 8601 writes it, in any zone, and as PostgreSQL's JSON has it in UTC; or a local time.
struct WrittenMoment {
    /// `yyyy-mm-ddThh:mm:ss+00:00`, perhaps with a fraction of the second; a local time without the zone.
    let text: String

    init(day: Day, seconds: Int, fraction: String, isLocal: Bool = false) {
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        text =
            "\(day)T\(padded(hour)):\(padded(minute)):\(padded(second))\(fraction.isEmpty ? "" : ".\(fraction)")"
            + (isLocal ? "" : "+00:00")
    }

    /// As in PostgreSQL, 24:00 is the end of its day, and a second may be the 60th. What lies behind the year 9999 is
    /// its end, 24:00 of the last day.
    ///
    /// - Parameter isLocal: whether the zone is passed over.
    /// - Returns: nil for a text that is neither a day nor a time.
    init?(_ written: String, isLocal: Bool = false) {
        guard let day = Day(iso: written.prefix(10)) else { return nil }
        var rest = written.dropFirst(10)
        var (seconds, fraction) = (0, "")
        if !rest.isEmpty {
            guard "Tt ".contains(rest.removeFirst()), let hour = Self.number(&rest, below: 25), Self.take(":", &rest),
                let minute = Self.number(&rest, below: 60)
            else { return nil }
            seconds = hour * 3600 + minute * 60
            if Self.take(":", &rest) {
                guard let second = Self.number(&rest, below: 61) else { return nil }
                seconds += second
                if Self.take(".", &rest) {
                    fraction = String(rest.prefix { "0123456789".contains($0) })
                    if fraction.isEmpty { return nil }
                    rest = rest.dropFirst(fraction.count)
                    while fraction.last == "0" { fraction.removeLast() }
                }
            }
            if hour == 24, seconds > 86_400 || !fraction.isEmpty { return nil }
            guard let offset = Self.offset(&rest), rest.isEmpty else { return nil }
            if !isLocal { seconds -= offset }
        }
        // The zones are less than a day from UTC.
        let turn = seconds < 0 ? -1 : seconds >= 86_400 ? 1 : 0
        let turned = Day(number: day.number + Int32(turn))
        guard turned.components.year < 10_000 else {
            // A year of five digits comes before others in the order of texts: the end of the last day counts instead.
            self.init(day: day, seconds: 86_400, fraction: "", isLocal: isLocal)
            return
        }
        self.init(day: turned, seconds: seconds - turn * 86_400, fraction: fraction, isLocal: isLocal)
    }

    /// The seconds by which a zone is before UTC; 0 without one.
    private static func offset(_ rest: inout Substring) -> Int? {
        if rest.isEmpty || take("Z", &rest) || take("z", &rest) { return 0 }
        let isWest = take("-", &rest)
        guard isWest || take("+", &rest), let hours = number(&rest, below: 24) else { return nil }
        var minutes = 0
        if !rest.isEmpty {
            _ = take(":", &rest)
            guard let read = number(&rest, below: 60) else { return nil }
            minutes = read
        }
        let seconds = hours * 3600 + minutes * 60
        return isWest ? -seconds : seconds
    }

    /// Two digits.
    private static func number(_ rest: inout Substring, below end: Int) -> Int? {
        let digits = rest.prefix(2)
        guard digits.count == 2, digits.allSatisfy({ "0123456789".contains($0) }), let number = Int(digits),
            number < end
        else { return nil }
        rest = rest.dropFirst(2)
        return number
    }

    private static func take(_ character: Character, _ rest: inout Substring) -> Bool {
        guard rest.first == character else { return false }
        rest.removeFirst()
        return true
    }
}
