extension DateField {
    /// The date whose year, month and day stand in fields of their own.
    package static func date(year: String?, month: String?, day: String?) throws(FieldProblem) -> ObservedDate? {
        guard let year else { return nil }
        let text = [year, month, day].map { $0 ?? "" }.joined(separator: "-")
        func number(_ text: String?) -> Int?? {
            guard let text else { return .some(nil) }
            return DecimalNumber.parse(text).flatMap { Int(exactly: $0) }.map { .some($0) }
        }
        let date: ObservedDate?
        switch (number(year), number(month), number(day)) {
        case (.some(.some(let year)), .some(.some(let month)), .some(.some(let day))):
            date = Day(year: year, month: month, day: day).flatMap { ObservedDate($0) }
        case (.some(.some(let year)), .some(.some(let month)), .some(nil)):
            date = (1...12).contains(month) ? ObservedDate(year: year, month: month) : nil
        case (.some(.some(let year)), .some(nil), .some):
            date = ObservedDate(year: year)
        default:
            date = nil
        }
        guard let date else {
            throw FieldProblem(
                column: "year", value: text, reason: "date \(FieldProblem.quoted(text)) is unreadable",
                hint: "year, month and day must be numbers")
        }
        return date
    }
}
