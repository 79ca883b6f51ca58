/// How far a written time is ahead of UTC: `Z`, `+02`, `-03:30` or `+00:19:32`, as PostgreSQL and PostgREST write it.
package struct UTCOffset: Hashable, Sendable {
    /// East of Greenwich is positive.
    package let seconds: Int

    /// Reads the offset at which the reader stands, and stops behind it; nil for anything else. PostgreSQL's are less
    /// than 16 hours.
    package init?(_ reader: inout DigitReader) {
        if reader.skip(UInt8(ascii: "Z")) {
            seconds = 0
            return
        }
        let isWest = reader.skip(UInt8(ascii: "-"))
        guard isWest || reader.skip(UInt8(ascii: "+")), let hours = reader.number(digits: 2...2), hours < 16 else {
            return nil
        }
        var seconds = hours * 3_600
        if reader.skip(UInt8(ascii: ":")) {
            guard let minutes = reader.number(digits: 2...2), minutes < 60 else { return nil }
            seconds += minutes * 60
            if reader.skip(UInt8(ascii: ":")) {
                guard let rest = reader.number(digits: 2...2), rest < 60 else { return nil }
                seconds += rest
            }
        }
        self.seconds = isWest ? -seconds : seconds
    }
}
