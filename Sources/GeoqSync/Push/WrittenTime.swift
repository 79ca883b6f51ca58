import Geoq
import GeoqStore

extension PendingOperation {
    /// Why it is not sent: a column of days or moments has a text that is neither; nil when it can be sent.
    ///
    /// Any program may write such a text. PostgreSQL refuses most of them, and reads some in a way that nobody has
    /// asked for: `today` by its own clock, `1/2/2026` with the month first.
    var wrongTime: String? {
        for column in row.table.columns where column.kind == .date || column.kind == .timestamp {
            guard case .text(let text)? = values.first(where: { $0.name == column.name })?.value,
                !WrittenTime.isDayOrMoment(text)
            else { continue }
            let form = column.kind == .date ? "day (yyyy-mm-dd)" : "moment (yyyy-mm-ddThh:mm:ssZ)"
            let shown = text.count > 40 ? String(text.prefix(40)) + "…" : text
            return "not sent: \(column.name) of \(row) is \"\(shown)\", which is no \(form)"
        }
        return nil
    }
}

/// The texts of days and moments that a server reads in one way.
enum WrittenTime {
    /// Whether a text is a day that the calendar has, alone or with a time: ISO 8601, also with a space for the `T`,
    /// without seconds, or with an offset from UTC; ` BC` at the end, and the two infinities.
    static func isDayOrMoment(_ text: String) -> Bool {
        if text == "infinity" || text == "-infinity" { return true }
        let written = text.hasSuffix(" BC") ? String(text.dropLast(3)) : text
        guard Array(written.utf8.prefix(5)).last == UInt8(ascii: "-"), !written.hasPrefix("-") else {
            // A year of more than four digits, or with a sign.
            return CalendarText.daysSince2000(written.utf8) != nil
                || CalendarText.microsecondsSince2000(written.utf8) != nil || JSONTime.date(text) != nil
        }
        guard Day(iso: written.prefix(10)) != nil else { return false }
        let rest = Array(written.utf8.dropFirst(10))
        return rest.isEmpty || isTime(rest)
    }

    /// Whether bytes are a mark, a time of the day, and perhaps an offset from UTC.
    private static func isTime(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        func digits() -> ArraySlice<UInt8> {
            rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        func skip(_ marks: String) -> Bool {
            guard let next = rest.first, marks.utf8.contains(next) else { return false }
            rest = rest.dropFirst()
            return true
        }
        func pair(below limit: Int) -> Bool {
            let pair = digits().prefix(2)
            guard pair.count == 2, pair.reduce(0, { $0 * 10 + Int($1 - UInt8(ascii: "0")) }) < limit else {
                return false
            }
            rest = rest.dropFirst(2)
            return true
        }
        guard skip("T "), pair(below: 25), skip(":"), pair(below: 60) else { return false }
        if skip(":") {
            guard pair(below: 61) else { return false }
            if skip(".") {
                let fraction = digits()
                guard !fraction.isEmpty else { return false }
                rest = rest.dropFirst(fraction.count)
            }
        }
        _ = skip(" ")
        if rest.isEmpty || skip("Z") { return rest.isEmpty }
        guard skip("+-"), pair(below: 16) else { return false }
        while !rest.isEmpty {
            _ = skip(":")
            guard pair(below: 60) else { return false }
        }
        return true
    }
}
