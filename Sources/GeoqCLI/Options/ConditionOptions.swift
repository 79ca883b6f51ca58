import ArgumentParser
import Geoq

/// Conditions on observations: their days, and any column.
struct ConditionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Only what was certainly seen on this day or later.", valueName: "yyyy-mm-dd"),
        transform: ArgumentText.day)
    var since: Day?

    @Option(
        help: ArgumentHelp("Only what was certainly seen on this day or before.", valueName: "yyyy-mm-dd"),
        transform: ArgumentText.day)
    var until: Day?

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "A condition on any column, as CQL2 text: \"locality = 'US' AND name LIKE 'Mill%'\".", valueName: "cql2"))
    var filters: [String] = []

    /// The condition that was given.
    var filter: String? { filters.first }

    func validate() throws {
        if let since, let until, until < since {
            throw ValidationError("--until \(until) lies before --since \(since).")
        }
        try Self.check(filters)
    }

    /// Refuses a filter that cannot be read, and a second one, before a store is opened.
    static func check(_ filters: [String]) throws {
        if filters.count > 1 {
            throw ValidationError(
                "--where is given \(filters.count) times; join the conditions with AND, or with OR.")
        }
        do {
            _ = try filters.first.map { try PropertyFilter(cql2Text: $0) }
        } catch {
            throw ValidationError("--where: \(error)")
        }
    }

    /// Adds the conditions to a question.
    ///
    /// - Throws: `FilterError` when `--where` cannot be read.
    func apply(to query: inout Query) throws {
        (query.since, query.until) = (since, until)
        query.filter = try filter.map { try PropertyFilter(cql2Text: $0) }
    }
}
