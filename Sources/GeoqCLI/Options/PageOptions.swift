import ArgumentParser
import Geoq

/// How much of the answer.
struct PageOptions: ParsableArguments {
    @Option(help: ArgumentHelp("At most so many hits.", valueName: "count"))
    var limit: Int?

    // The end of a page of a box begins with a dash.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The next page: what the page before said it ended with.", valueName: "distance,id,version"))
    var after: String?

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit \(limit) is negative.") }
        if let after, PageCursor(after) == nil {
            throw ValidationError("--after \(after) is not the end of a page: distance,id,version.")
        }
    }

    func apply(to query: inout Query) {
        query.limit = limit
        query.after = after.flatMap { PageCursor($0) }
    }
}
