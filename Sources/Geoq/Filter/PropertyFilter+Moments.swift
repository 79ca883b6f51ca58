extension PropertyFilter {
    /// The same filter, in which days and times that are compared with a column of moments are written as such a
    /// column has them: in UTC, so that the order of the texts is that of the moments.
    ///
    /// A day stands for its beginning, and a time without a zone is in UTC. A text that is neither stays as it is.
    ///
    /// - Parameter columns: the names of columns whose texts are moments in UTC, as `WrittenMoment` has them.
    package func writingMoments(of columns: Set<String>) -> PropertyFilter {
        func isMoment(_ operand: Operand) -> Bool {
            if case .column(let name) = operand { columns.contains(name) } else { false }
        }
        switch self {
        case .comparison(let left, let comparison, let right):
            return .comparison(
                isMoment(right) ? left.asMoment : left, comparison, isMoment(left) ? right.asMoment : right)
        case .between(let operand, let low, let high):
            guard isMoment(operand) else { return self }
            return .between(operand, low.asMoment, high.asMoment)
        case .isIn(let operand, let elements):
            guard isMoment(operand) else { return self }
            return .isIn(operand, elements.map(\.asMoment))
        case .not(let filter): return .not(filter.writingMoments(of: columns))
        case .and(let filters): return .and(filters.map { $0.writingMoments(of: columns) })
        case .or(let filters): return .or(filters.map { $0.writingMoments(of: columns) })
        case .constant, .like, .isNull, .inside, .within: return self
        }
    }
}

extension PropertyFilter.Operand {
    fileprivate var asMoment: Self {
        switch self {
        case .literal(.date(let day)): .literal(.text(WrittenMoment(day: day, seconds: 0, fraction: "").text))
        case .literal(.text(let text)): .literal(.text(WrittenMoment(text)?.text ?? text))
        case .column, .literal, .foldedColumn, .foldedText: self
        }
    }
}

/// A moment as ISO 8601 writes it, in any zone, and as PostgreSQL's JSON has it in UTC.
struct WrittenMoment {
    /// `yyyy-mm-ddThh:mm:ss+00:00`, perhaps with a fraction of the second.
    let text: String

    init(day: Day, seconds: Int, fraction: String) {
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        text =
            "\(day)T\(padded(hour)):\(padded(minute)):\(padded(second))\(fraction.isEmpty ? "" : ".\(fraction)")+00:00"
    }

    /// - Returns: nil for what is no day and no time.
    init?(_ written: String) {
        guard let day = Day(iso: written.prefix(10)) else { return nil }
        var rest = written.dropFirst(10)
        var (seconds, fraction) = (0, "")
        if !rest.isEmpty {
            guard "Tt ".contains(rest.removeFirst()), let hour = Self.number(&rest, below: 24), Self.take(":", &rest),
                let minute = Self.number(&rest, below: 60)
            else { return nil }
            seconds = hour * 3600 + minute * 60
            if Self.take(":", &rest) {
                guard let second = Self.number(&rest, below: 60) else { return nil }
                seconds += second
                if Self.take(".", &rest) {
                    fraction = String(rest.prefix { "0123456789".contains($0) })
                    if fraction.isEmpty { return nil }
                    rest = rest.dropFirst(fraction.count)
                    while fraction.last == "0" { fraction.removeLast() }
                }
            }
            guard let offset = Self.offset(&rest), rest.isEmpty else { return nil }
            seconds -= offset
        }
        // The zones are less than a day from UTC.
        let turn = seconds < 0 ? -1 : seconds >= 86_400 ? 1 : 0
        self.init(
            day: Day(number: day.number + Int32(turn)), seconds: seconds - turn * 86_400, fraction: fraction)
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
