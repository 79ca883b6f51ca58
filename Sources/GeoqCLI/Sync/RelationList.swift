import Foundation
import Geoq
import GeoqFiles
import GeoqFormats
import GeoqPostgres
import GeoqStore
import GeoqSync

/// `geoq sync --list`: the relations of a server that have places.
struct RelationList {
    let remote: PostgresRemote
    let quiet: Bool

    /// - Parameter file: gets the relations that can be mirrored, in the form that
    ///   `--tables` takes; nil for no file.
    func run(writing file: String?) async throws {
        let proposals = try await remote.relations().map { try RelationProposal($0) }
        try SummaryTable.write(proposals.map(Self.fields), Terminal.isOutput ? .table : .ndjson)
        if proposals.isEmpty, !quiet { Terminal.say("no relation that this user can see has places") }
        guard let file else { return }
        let usable = proposals.filter { $0.obstacle == nil }
        let text = TableMapping.json(relations: usable.map { TableMapping(tables: [$0.table: $0.names]) })
        do {
            try Data(text.utf8).write(to: URL(filePath: file))
        } catch {
            throw SyncError(.local, "\(file) cannot be written: \(error.systemReason)", retryMayHelp: false)
        }
        if !quiet {
            let left = proposals.count - usable.count
            Terminal.say(
                "\(TerminalText.neutralized(file)): \(usable.count) relation\(usable.count == 1 ? "" : "s")\(left > 0 ? "; \(left) left out, each with something in the way" : "")"
            )
        }
    }

    private static func fields(_ proposal: RelationProposal) -> [Feature.Field] {
        let relation = proposal.relation
        let names = proposal.names
        let place =
            names.location.map { "\($0): \(proposal.placeWords)\(proposal.shapeAdvice)" }
            ?? names.columns["lat"].flatMap { latitude in names.columns["lon"].map { "\(latitude), \($0)" } }
        func text(_ value: String?) -> FieldValue { value.map { .text($0) } ?? .null }
        return [
            .init("relation", .text(relation.fullName)), .init("kind", .text(relation.kind.rawValue)),
            .init("rows", relation.rows.map { .integer(Int64($0)) } ?? .null),
            .init("place", text(place)),
            .init("key", text(names.key.flatMap { $0.isEmpty ? nil : $0.joined(separator: ", ") })),
            .init("name", text(names.columns[proposal.table == .hotspot ? "name" : "scientific_name"])),
            .init("fits", .text(proposal.table == .hotspot ? "hotspots" : "observations")),
            .init("in_the_way", text(proposal.obstacle.map { SyncHint.sentence($0) })),
        ]
    }
}
