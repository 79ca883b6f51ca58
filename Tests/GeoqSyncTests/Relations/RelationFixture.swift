import Foundation
import Geoq
import GeoqFormats
import GeoqPostgres
import GeoqStore
import GeoqSync
import TestSupport
import Testing

extension PostgresRemote {
    /// One relation of the server, as `geoq sync --table` finds it.
    func relation(named name: String) async throws -> CatalogRelation {
        try await place(ofRelation: name).relation
    }
}

extension SyncFixture {
    /// A client that mirrors one relation, as `geoq sync --table` does.
    func client(
        of name: String, _ wish: RelationProposal.Wish = .init(), _ change: (inout SyncOptions) -> Void = { _ in }
    ) async throws -> SyncClient {
        var remote = try PostgresRemote(url)
        let proposal = try RelationProposal(try await remote.relation(named: name), wish)
        if let obstacle = proposal.obstacle { throw obstacle }
        let mapping = TableMapping(tables: [proposal.table: proposal.names])
        remote.relation = mapping.relation
        var options = SyncOptions()
        options.retry = .never
        options.mayRemove = { _, _ in true }
        (options.mapping, options.connection) = (mapping, remote.connectionWithoutSecrets)
        change(&options)
        return SyncClient(remote: remote, store: store, options: options)
    }

    @discardableResult
    func pull(
        relation name: String, _ wish: RelationProposal.Wish = .init(), _ change: (inout SyncOptions) -> Void = { _ in }
    ) async throws -> SyncReport {
        try await client(of: name, wish, change).pull()
    }

    /// The differences between a relation and its mirror, row by row; empty when
    /// there are none.
    func differences(_ relation: WildRelation) throws -> [String] {
        func bits(_ value: String) -> String { "coalesce(encode(float8send(\(value)), 'hex'), '-')" }
        let names = relation.name.split(separator: ".").map { "\"\($0)\"" }.joined(separator: ".")
        let living = relation.name == "public.spots" ? "deleted_at IS NULL" : "true"
        let expected = try sql(
            """
            SET TimeZone = 'UTC'; SELECT \(relation.key) || '~' || \(relation.text) || '~' || \(bits(relation.latitude)) || '~' || \(bits(relation.longitude))
            FROM \(names) AS t WHERE \(living)
            """
        ).split(separator: "\n").map(String.init)
        let text =
            relation.table == .hotspot
            ? "name" : "scientific_name || '/' || coalesce(date, '-') || '/' || coalesce(count, '-')"
        let held = try local(
            """
            SELECT source_id || '~' || \(text) || '~' || coalesce(bits(lat), '-') || '~' || coalesce(bits(lon), '-')
            FROM \(relation.table) WHERE source LIKE '% \(relation.name)'
            """)
        let (server, mirror) = (Set(expected), Set(held))
        guard server.count == expected.count, mirror.count == held.count else { return ["a row is there twice"] }
        return server.subtracting(mirror).map { "missing \($0)" } + mirror.subtracting(server).map { "extra \($0)" }
            + (try keptDifferences(relation))
    }

    /// The differences between the columns that a mirror keeps and those of the
    /// relation, value by value, as `jsonb` has them.
    func keptDifferences(_ relation: WildRelation) throws -> [String] {
        guard relation.wish.keep != nil else { return [] }
        let noted = try local(
            "SELECT kept FROM geoq_remote_table WHERE remote LIKE '% \(relation.name)' AND kept IS NOT NULL")
        let names = (noted.first.flatMap { try? JSONValue(parsing: $0) }?.array ?? [])
            .compactMap { $0.object?["name"]?.string }
        if names.isEmpty { return [] }
        let values = names.map { name in
            let column = name.hasPrefix("kept_") ? String(name.dropFirst(5)) : name
            return "nullif(jsonb_build_object('\(name)', t.\"\(column)\"), '{\"\(name)\": null}')"
        }
        let table = relation.name.split(separator: ".").map { "\"\($0)\"" }.joined(separator: ".")
        let living = relation.name == "public.spots" ? "deleted_at IS NULL" : "true"
        let expected = try sql(
            """
            SET TimeZone = 'UTC'; SET IntervalStyle = 'postgres'; SET lc_monetary = 'C';
            SELECT \(relation.key) || '~' || coalesce((SELECT jsonb_object_agg(key, value) FROM unnest(ARRAY[\(
                values.joined(separator: ", "))]) AS member, jsonb_each(member)), '{}') FROM \(table) AS t WHERE \(living)
            """
        ).split(separator: "\n").map(String.init)
        let held = try local(
            """
            SELECT source_id || '~' || ifnull(kept, '{}') FROM \(relation.table) WHERE source LIKE '% \(relation.name)'
            """)
        let (server, mirror) = (try Self.members(expected), try Self.members(held))
        return Set(server.keys).union(mirror.keys).sorted().compactMap { key in
            let (there, here) = (server[key], mirror[key])
            return there == here ? nil : "kept of \(key): \(there ?? [:]) there, \(here ?? [:]) here"
        }
    }

    /// By their keys, the objects of lines `key~object`.
    private static func members(_ lines: [String]) throws -> [String: NSDictionary] {
        var objects: [String: NSDictionary] = [:]
        for line in lines {
            let brace = try #require(line.range(of: "~{"))
            let text = "{" + line[brace.upperBound...]
            objects[String(line[..<brace.lowerBound])] =
                try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
        }
        return objects
    }
}
