import Geoq
import GeoqFormats
import GeoqSync

/// `geoq explain near --remote` and the like: what a question costs a server.
struct RemoteExplanation {
    let query: Query
    let format: OutputFormat

    func run(_ hotspots: RemoteHotspots) async throws {
        let cost = try await hotspots.cost(of: query)
        let parts = cost.parts
        let servers = parts.compactMap(\.server).reduce(into: [String]()) { all, name in
            if !all.contains(name) { all.append(name) }
        }
        let asked = parts.map { part in part.name + (part.server.map { " on \($0)" } ?? "") }
        var record: [Feature.Field] = [
            .init("partitions", .integer(Int64(cost.partCount))),
            .init("partitions_asked", .integer(Int64(parts.count))),
            .init("asked", .text(asked.joined(separator: ", "))),
            .init("servers_asked", .integer(Int64(servers.count))),
            .init("statements", .integer(Int64(cost.statements.count))),
            .init("statements_a_partition", .integer(Int64(cost.mostAsked))),
            .init("moments", .text(Self.moments(servers, hasOwn: parts.contains { $0.server == nil }))),
            .init("hits", .integer(Int64(cost.hits))),
            .init("first_us", .integer(ExplainCommand.microseconds(cost.answering))),
            .init("again_us", .integer(ExplainCommand.microseconds(cost.answeringAgain))),
        ]
        if let area = query.inside { record += ExplainCommand.fields(of: area) }
        if let corridor = query.corridor { record += ExplainCommand.fields(of: corridor) }
        try SummaryTable.write(record, format) { Self.words[$0] ?? ExplainCommand.words[$0] }
        sayAdvice(cost.advice)
    }

    /// Says at most four of them: many shards have the same.
    private func sayAdvice(_ advice: [String]) {
        let most = 4
        for words in advice.prefix(most) { Terminal.say(TerminalText.neutralized(words)) }
        if advice.count > most { Terminal.say("and \(advice.count - most) more of the kind") }
    }

    /// Of how many moments the answer is.
    private static func moments(_ servers: [String], hasOwn: Bool) -> String {
        let count = servers.count + (hasOwn ? 1 : 0)
        return count <= 1 ? "one" : "\(count), one for each server: there is none for all of them"
    }

    private static let words: [String: String] = [
        "partitions": "partitions of the table", "partitions_asked": "partitions asked", "asked": "these are",
        "servers_asked": "other servers asked", "statements": "statements",
        "statements_a_partition": "statements to a partition, at most", "moments": "moments of the answer",
        "hits": "hits", "first_us": "first answer, µs", "again_us": "the same again, µs",
    ]
}
