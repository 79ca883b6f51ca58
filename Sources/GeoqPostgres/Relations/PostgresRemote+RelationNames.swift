import Foundation
import Geoq
package import GeoqSync

/// How a relation of a server is found by its name.
extension PostgresRemote {
    /// One relation, by the name that SQL would take, or else by its exact name; and
    /// where the server is, without user and password. One connection asks for both.
    ///
    /// - Throws: `SyncError` when there is no such relation.
    package func place(ofRelation name: String) async throws -> (address: String, relation: CatalogRelation) {
        try await asking { connection in
            let found = try Self.found(name, connection) { text -> (address: String, relation: CatalogRelation)? in
                let all = try CatalogRelation.all(CatalogRelation.named, connection, [text])
                guard let relation = all.first else { return nil }
                let postgis = try connection.query(Self.postgisQuestion).first?.column(0)
                var granted = relation
                granted.grantOfSystems = try PostGISGrant.systems.missing(connection)
                granted.grantOfPostGIS = try PostGISGrant.schema.missing(connection)
                granted.grantOfTransform = try PostGISGrant.transform.missing(connection)
                // The last, because the connection can ask nothing after a server that does not answer.
                return (connection.place, Self.looked(into: granted, connection, postgis, counts: false))
            }
            guard let found else { throw try NearNames.error(for: name, connection) }
            return found
        }
    }

    /// Which of some names are names of the same relation.
    ///
    /// - Throws: `SyncError`, also for a schema that the user may not use.
    package func names(of relation: RelationName, among others: [RelationName]) async throws -> [RelationName] {
        try await asking { connection in
            let same = """
                SELECT pg_catalog.to_regclass($1)::pg_catalog.oid = pg_catalog.to_regclass($2)::pg_catalog.oid
                """
            return try others.filter { other in
                try connection.query(same, [Self.quoted(relation), Self.quoted(other)]).first?.column(0) == "t"
            }
        }
    }

    /// Names of relations, each with its accents written as the server has it; one that the server does not have
    /// stays. All are asked for by one connection.
    ///
    /// - Throws: `SyncError`.
    package func spelled(_ names: [RelationName]) async throws -> [RelationName] {
        if names.allSatisfy(Self.hasOneSpelling) { return names }
        return try await asking { connection in
            try names.map { name in
                do {
                    return try Self.spelled(name, connection)
                } catch let error as SyncError where error.code != nil && connection.isAlive {
                    return name
                }
            }
        }
    }

    /// The same of one.
    static func spelled(_ name: RelationName, _ connection: PostgresConnection) throws -> RelationName {
        if hasOneSpelling(name) { return name }
        let question = """
            SELECT n.nspname, c.relname FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            WHERE c.oid = pg_catalog.to_regclass($1)
            """
        let there = try found(quoted(name), connection) { text in try connection.names(question, [text]).first }
        guard let there, !there.hasBytes, let table = try there.row.column(1) else { return name }
        return RelationName(schema: name.schema == nil ? nil : try there.row.column(0), table: table)
    }

    private static func hasOneSpelling(_ name: RelationName) -> Bool {
        name.description.utf8.allSatisfy { $0 < 128 }
    }

    /// As SQL writes it.
    private static func quoted(_ name: RelationName) -> String {
        (name.schema.map { SQLText.name($0) + "." } ?? "") + SQLText.name(name.table)
    }

    /// What is found by the first reading of a relation's name by which something is; nil when nothing is. After an
    /// error of the server the transaction can go on.
    ///
    /// - Parameter look: gets a name as SQL writes it, for `to_regclass`.
    static func found<Value>(
        _ name: String, _ connection: PostgresConnection, _ look: (_ text: String) throws -> Value?
    ) throws -> Value? {
        for text in readings(of: name) {
            try connection.execute("SAVEPOINT geoq_name")
            do {
                if let value = try look(text) { return value }
            } catch let error as SyncError {
                if connection.isAlive { try connection.execute("ROLLBACK TO SAVEPOINT geoq_name") }
                guard isNoName(error), connection.isAlive else {
                    throw SchemaGrant.error(for: error, schema: RelationName(name)?.schema, connection)
                }
            }
        }
        return nil
    }

    /// What a name may mean, as SQL writes it: any dot may stand between schema and relation, or be
    /// a part of the name. In the list of relations a part may stand in quotation marks beside one
    /// that does not. Last, its accents may be written in the other way, as one character or as two:
    /// SQL tells the two apart.
    private static func readings(of name: String) -> [String] {
        let dots = name.indices.filter { name[$0] == "." }.map { dot in
            (String(name[..<dot]), String(name[name.index(after: dot)...]))
        }
        let split = dots.filter { !$0.isEmpty && !$1.isEmpty }.map { "\(SQLText.name($0)).\(SQLText.name($1))" }
        let listed = RelationName(name).map(quoted)
        let written = split + (name.isEmpty ? [] : [SQLText.name(name)] + [listed].compactMap { $0 } + [name])
        if name.utf8.allSatisfy({ $0 < 128 }) { return written }
        let spelled =
            written.map { $0.precomposedStringWithCanonicalMapping }
            + written.map { $0.decomposedStringWithCanonicalMapping }
        return written + spelled.filter { other in !written.contains { $0.utf8.elementsEqual(other.utf8) } }
    }

    /// `syntax_error` and `invalid_name`: the text is no name as SQL writes it. `untranslatable_character`: the
    /// database's encoding has no such letters, and so no such name.
    private static func isNoName(_ error: SyncError) -> Bool {
        ["42601", "42602", "22P05"].contains(error.code ?? "")
    }
}
