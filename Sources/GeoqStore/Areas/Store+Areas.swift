import GRDB
public import Geoq
public import GeoqIndex

extension Store {
    /// The areas of a store: counties, parks, patches.
    ///
    ///     query.inside = try await store.areas.area("Tompkins").area
    public struct Areas: StoreFacet {
        let store: Store
    }

    /// Counties, parks and patches.
    public var areas: Areas { Areas(store: self) }
}

extension Store.Areas {
    /// Keeps an area under a name. One of the same source and name is the same area, which is changed.
    ///
    ///     let patch = try Area(text: "POLYGON((-76.6 42.4, -76.4 42.4, -76.4 42.5, -76.6 42.4))")
    ///     try await store.areas.add(patch, named: "My patch", from: "mine")
    ///
    /// - Parameters:
    ///   - kind: what it is, such as `county`.
    ///   - source: the name of where it comes from; made when it is new.
    /// - Returns: its id, which rules may name.
    /// - Throws: `StoreError.nameOfRemote` when the source is a mirrored remote;
    ///   `StoreError.invalidValue` for a text with U+0000; `StoreError`.
    /// - Complexity: O(positions).
    @discardableResult
    public func add(_ area: Area, named name: String, kind: String? = nil, from source: String) async throws
        -> FeatureID
    {
        let new = NewArea(name: name, kind: kind, area: area, sourceID: name)
        return try await write { db in
            let remote = try String.fetchOne(
                db, sql: "SELECT name FROM geoq_source WHERE name = ? AND kind = 'remote'", arguments: [source])
            if let remote { throw StoreError.nameOfRemote(remote, file: name) }
            _ = try Self.add(db, [new], from: source, file: name, format: "area")
            return new.id(in: source)
        }
    }

    /// Keeps areas of a source, in one transaction. An area of the same source and
    /// source id is the same area: it is changed, or left when it is equal.
    ///
    /// - Parameters:
    ///   - areas: of one source; of several with the same id the last counts.
    ///   - source: its name; made when it is new.
    ///   - replaces: whether areas of the source that are not among these go.
    ///   - file: what they were read from, and `format` how, for the list of
    ///     sources.
    /// - Throws: `StoreError`.
    /// - Complexity: O(positions).
    package func add(
        _ areas: [NewArea], from source: String, replaces: Bool = false, file: String, format: String
    ) async throws -> AreasReport {
        try await write { db in
            try Self.add(db, areas, from: source, replaces: replaces, file: file, format: format)
        }
    }

    /// The same for several sources, in one transaction; the reports are in their order.
    ///
    /// - Throws: `StoreError`.
    /// - Complexity: O(positions).
    package func add(_ sets: [AreaSet], replaces: Bool = false) async throws -> [AreasReport] {
        try await write { db in
            try sets.map { set in
                try Self.add(
                    db, set.areas, from: set.source, replaces: replaces, file: set.file, format: set.format)
            }
        }
    }

    /// The same in a transaction.
    static func add(
        _ db: Database, _ areas: [NewArea], from source: String, replaces: Bool = false, file: String, format: String
    ) throws -> AreasReport {
        try WrittenText.check(source, of: "source")
        for area in areas {
            try WrittenText.check(area.name, of: "name")
            try WrittenText.check(area.kind, of: "kind")
            try WrittenText.check(area.sourceID, of: "source_id")
        }
        return try BulkWrite.run(db) {
            try Store.Imports.register(source, db)
            var writer = try TableWriter(db, .area, TableSchema.area.importedNames)
            var report = AreasReport()
            let former = try String.fetchOne(
                db, sql: "SELECT CAST(file AS TEXT) FROM geoq_import WHERE source = ? ORDER BY rowid DESC LIMIT 1",
                arguments: [source])
            if former != file { report.formerFile = former }
            var kept: Set<String> = []
            for area in areas {
                let id = area.id(in: source).description
                kept.insert(id)
                writer.row.take(area, id, source)
                if let known = try writer.find(id) {
                    if try !writer.change(known.number, id) { report.unchanged += 1 }
                } else {
                    _ = try writer.add(id)
                }
            }
            if replaces {
                let held = try Row.fetchAll(
                    db, sql: "SELECT fid, CAST(id AS TEXT) FROM area WHERE source = ?", arguments: [source])
                for row in held where !kept.contains(row[1]) { try writer.remove(row[0], row[1]) }
            }
            try writer.finish()
            (report.added, report.changed, report.removed) = (writer.added, writer.changed, writer.removed)
            guard writer.changedIDs != [] else { return (report, .nothing) }
            try db.execute(
                sql: """
                    INSERT INTO geoq_import
                        (source, layer, file, format, imported_at, added, changed, unchanged, rejected)
                    VALUES (?, 'areas', ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?, ?, ?, 0)
                    """,
                arguments: [source, file, format, report.added, report.changed, report.unchanged])
            return (report, .several([("area", writer.changedIDs)]))
        }
    }

    /// Takes an area out of the store, also one that is of no use.
    ///
    /// - Returns: its name.
    /// - Throws: `AreaNameError`; `StoreError`.
    /// - Complexity: O(areas).
    public func remove(_ nameOrID: String) async throws -> String {
        try await write { db in
            let found = try Self.choice(nameOrID, db)
            try db.execute(sql: "DELETE FROM area WHERE id = ?", arguments: [found.id.description])
            return found.name
        }
    }
}

extension RowValues {
    /// Takes the values of an area, in the order of `TableSchema.importedNames`.
    fileprivate mutating func take(_ area: NewArea, _ id: String, _ source: String) {
        clear()
        for text in [id, source, area.sourceID, area.name, area.kind, area.area.edges.rawValue] { append(text) }
        append(area.area.pole?.rawValue)
        append(blob: PolygonsBlob.bytes(area.area.polygons))
    }
}
