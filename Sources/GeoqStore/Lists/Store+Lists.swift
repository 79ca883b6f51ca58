import GRDB
package import Geoq

extension Store {
    /// The lists, entries and rules that a person writes on this device. With an
    /// account they are the account's and are sent; without one they are a
    /// guest's, until a login adopts them.
    ///
    ///     let list = try await store.lists.add([ColumnValue("title", .text("Ducks"))])
    package struct Lists: StoreFacet {
        let store: Store
    }

    /// The rows that a person writes: lists, entries, shares and the like.
    package var lists: Lists { Lists(store: self) }
}

extension Store.Lists {
    /// Makes a list. When it returns, the list is in the file.
    ///
    /// - Returns: its id.
    /// - Throws: `StoreError.invalidValue`.
    package func add(_ values: [ColumnValue]) async throws -> FeatureID {
        try await write { db in try Self.add(db, values) }
    }

    /// - Parameter id: of the list; nil for a random one.
    static func add(_ db: Database, _ values: [ColumnValue], id: FeatureID? = nil) throws -> FeatureID {
        try add(db, values, in: .watchlists, id: id)
    }

    /// Makes a row of a table whose rows belong to no other row: a list, a
    /// sighting for the community, an identification.
    ///
    /// - Throws: As `add` of a list.
    package func add(_ values: [ColumnValue], in table: MirrorTable) async throws -> FeatureID {
        try await write { db in try Self.add(db, values, in: table) }
    }

    /// - Parameter id: of the row; nil for a random one.
    static func add(
        _ db: Database, _ values: [ColumnValue], in table: MirrorTable, id: FeatureID? = nil
    ) throws -> FeatureID {
        precondition(!table.isReference && table.parentColumn == nil, "A row of \(table) belongs to another one.")
        return try insert(db, table, values, source: try source(db), parent: nil, id: id)
    }

    /// Makes a row that belongs to another one: an entry, a rule or a share of a
    /// list, a part of an identification.
    ///
    /// - Returns: its id.
    /// - Throws: `StoreError.invalidValue`, `StoreError.noRow` when there is no
    ///   such parent, `StoreError.mirrored` when it is of another remote,
    ///   `StoreError.ofAnother` when this user may only read it.
    package func add(_ values: [ColumnValue], to parent: FeatureID, in table: MirrorTable) async throws -> FeatureID {
        try await write { db in try Self.add(db, values, to: parent, in: table) }
    }

    /// - Parameter id: of the row; nil for a random one.
    static func add(
        _ db: Database, _ values: [ColumnValue], to parent: FeatureID, in table: MirrorTable, id: FeatureID? = nil
    ) throws -> FeatureID {
        guard let parents = table.parentColumn?.table else { preconditionFailure("A row of \(table) has no parent.") }
        let key = RowKey(parents, parent)
        try checkWritable(db, key)
        return try insert(db, table, values, source: try source(db, below: key), parent: parent.description, id: id)
    }

    /// Changes columns of a row; `.null` clears one.
    ///
    /// - Throws: As `add`; `StoreError.noRow`.
    ///
    /// - Parameter former: values that the row must still have, as the caller has shown them to a person: an edit of what
    ///   was brought meanwhile would overwrite it unseen.
    /// - Throws: `StoreError.changedMeanwhile` when it has others.
    package func edit(_ row: RowKey, _ values: [ColumnValue], insteadOf former: [ColumnValue] = []) async throws {
        try await write { db in
            try Self.check(db, row, has: former)
            try Self.edit(db, row, values)
        }
    }

    static func check(_ db: Database, _ row: RowKey, has former: [ColumnValue]) throws {
        if former.isEmpty { return }
        try checkWritable(db, row)
        let source = try String.fetchOne(
            db, sql: "SELECT source FROM \(row.table) WHERE id = ?", arguments: [row.id.description])
        let rows = OpenRows(db, row.table, remote: source ?? "")
        guard let now = try rows.visible(row.id.description) else { throw StoreError.noRow(row.description) }
        var changed: [ColumnValue] = []
        for value in former {
            guard let position = rows.position(value.name) else { continue }
            // A page shows no difference between an empty text and none.
            let (known, present) = (rows.columns[position].stored(value.value), now[position])
            if try !rows.isSame(position, known, present),
                ![known, present].allSatisfy({ $0 == .null || $0 == .text("") })
            {
                changed.append(ColumnValue(value.name, present))
            }
        }
        if !changed.isEmpty {
            throw StoreError.changedMeanwhile(columns: changed.map(\.name), now: changed.map(\.value))
        }
    }

    static func edit(_ db: Database, _ row: RowKey, _ values: [ColumnValue]) throws {
        try checkWritable(db, row)
        let source =
            try String.fetchOne(
                db, sql: "SELECT source FROM \(row.table) WHERE id = ?", arguments: [row.id.description]) ?? ""
        let rows = OpenRows(db, row.table, remote: source)
        let id = row.id.description
        guard var whole = try rows.visible(id) else { throw StoreError.noRow(row.description) }
        var changed: [Int] = []
        let place = place(of: whole, values, rows)
        if row.table == .watchlists, id == CaptureTriggers.virtualID {
            try VirtualListName.keep(db, changing: values.map(\.name))
        }
        for value in values {
            let stored = try RowRules.stored(value, of: row.table, at: place)
            guard let position = rows.position(value.name) else { continue }
            whole[position] = stored
            changed.append(position)
        }
        try RowRules.check(whole, of: row.table)
        try checkBird(db, whole, rows)
        try rows.write(id, whole, at: changed)
        try stampChanged(db, row)
    }

    /// Removes a row, with what belongs to it. Pictures that no row has any more go
    /// from the disk.
    ///
    /// - Returns: what was removed of the pictures.
    /// - Throws: `StoreError.noRow`, `StoreError.mirrored`, `StoreError.ofAnother`.
    @discardableResult
    package func delete(_ row: RowKey) async throws -> PhotoSweep {
        let hadPictures = try await write { db in
            try Self.checkWritable(db, row, to: .delete)
            let hasPictures = try Store.Photos.hasPictures(db, row)
            try db.execute(sql: "DELETE FROM \(row.table) WHERE id = ?", arguments: [row.id.description])
            if [.watchlists, .watchlistRules].contains(row.table) { try Store.Areas.removeUnnamedDrawn(db) }
            return hasPictures
        }
        return hadPictures ? try await store.photos.sweepDeleted() : PhotoSweep()
    }

    /// The bird of an id or a name; names are compared as `NameFolding` writes
    /// them. The account's own birds come first.
    ///
    /// - Throws: `StoreError.unknownBird`, `StoreError.ambiguousBird`.
    package func bird(_ nameOrID: String) async throws -> FeatureID {
        let birds = try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT id, source IS (SELECT remote FROM geoq_account) AS is_known
                    FROM bird WHERE deleted_at IS NULL AND (id = ?1
                        OR \(Store.foldNameFunctionName)(scientific_name) = ?2
                        OR \(Store.foldNameFunctionName)(common_name) = ?2)
                    ORDER BY is_known DESC, id LIMIT 2
                    """, arguments: [nameOrID.lowercased(), nameOrID.foldedName]
            ).compactMap { row in
                // Another program may have written an id that no entry can name.
                WrittenRow(row).id("id").map { (id: $0, isKnown: row["is_known"] as Bool) }
            }
        }
        let isSingle = birds.count == 1 || birds.count == 2 && birds[0].isKnown && !birds[1].isKnown
        guard let first = birds.first else {
            throw StoreError.unknownBird(nameOrID, suggestion: try await birdName(like: nameOrID))
        }
        guard isSingle else { throw StoreError.ambiguousBird(nameOrID) }
        return first.id
    }

    /// The most similar name of a bird.
    ///
    /// - Complexity: O(birds).
    private func birdName(like name: String) async throws -> String? {
        try await read { db in
            var guess = NameSuggestion(for: name)
            let rows = try Row.fetchCursor(
                db,
                sql:
                    "SELECT CAST(common_name AS TEXT), CAST(scientific_name AS TEXT) FROM bird WHERE deleted_at IS NULL ORDER BY id"
            )
            while let row = try rows.next() {
                for name in [row[0] as String?, row[1] as String?].compactMap({ $0 }) { guess.consider(name) }
            }
            return guess.best
        }
    }

    // MARK: Small parts

    /// The source of what is written by hand now.
    ///
    /// - Throws: `StoreError.leaving`.
    private static func source(_ db: Database) throws -> String {
        try String.fetchOne(db, sql: "SELECT captures FROM geoq_device") ?? handwriting(db)
    }

    /// The same of what is added to a row: it goes where the row goes.
    ///
    /// - Throws: `StoreError.leaving`.
    static func source(_ db: Database, below parent: RowKey) throws -> String {
        let ofParent = try String.fetchOne(
            db, sql: "SELECT source FROM \(parent.table) WHERE id = ?", arguments: [parent.id.description])
        let account = try String.fetchOne(db, sql: "SELECT captures FROM geoq_device")
        if let account, account == ofParent { return account }
        return try handwriting(db)
    }

    /// - Throws: `StoreError.leaving` while a logout is unfinished: what is written
    ///   then would be neither the user's nor a guest's.
    static func handwriting(_ db: Database) throws -> String {
        try checkStaying(db)
        try Store.Rules.registerHandwriting(db)
        return Store.Rules.handwrittenSource
    }

    /// Where a row is, with the values that it is given.
    private static func place(of row: [FieldValue], _ given: [ColumnValue], _ rows: OpenRows) -> Coordinate? {
        func number(_ name: String) -> Double? {
            let kept = rows.position(name).map { row[$0] }
            switch given.last(where: { $0.name == name })?.value ?? kept {
            case .real(let number)?: return number
            case .integer(let number)?: return Double(number)
            default: return nil
            }
        }
        guard let latitude = number("lat"), let longitude = number("lon") else { return nil }
        return try? Coordinate(strictLatitude: latitude, longitude: longitude)
    }

    static func insert(
        _ db: Database, _ table: MirrorTable, _ given: [ColumnValue], source: String, parent: String?,
        id: FeatureID?
    ) throws -> FeatureID {
        let rows = OpenRows(db, table, remote: source)
        var values = rows.columns.map { $0.stored($0.standard ?? .null) }
        let place = place(of: values, given, rows)
        for value in given {
            let stored = try RowRules.stored(value, of: table, at: place)
            if let position = rows.position(value.name) { values[position] = stored }
        }
        if let parent, let column = table.parentColumn, let position = rows.position(column.name) {
            values[position] = .text(parent)
        }
        try RowRules.check(values, of: table)
        try checkBird(db, values, rows)
        let user = try String.fetchOne(
            db, sql: "SELECT user_id FROM geoq_account WHERE remote = ?", arguments: [source])
        if let user, let position = rows.position("owner_id") { values[position] = .text(user) }
        if let position = rows.position("added_date"), values[position] == .null {
            let now = try String.fetchOne(db, sql: "SELECT strftime('%Y-%m-%dT%H:%M:%f000Z', 'now')")
            values[position] = now.map { .text($0) } ?? .null
        }
        let id = id ?? .random()
        let isTaken = try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE id = ?)", arguments: [id.description])
        if isTaken == true { throw StoreError.invalidValue(column: "id", reason: "there is such a row") }
        try rows.insert(id.description, values)
        try stampMade(db, RowKey(table, id))
        return id
    }

    /// Notes when a row was made here.
    static func stampMade(_ db: Database, _ row: RowKey) throws {
        try db.execute(
            sql: """
                UPDATE \(row.table) SET created_at = strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'),
                    updated_at = strftime('%Y-%m-%dT%H:%M:%f000Z', 'now') WHERE id = ?
                """, arguments: [row.id.description])
    }

    /// Notes when a row was changed here.
    static func stampChanged(_ db: Database, _ row: RowKey) throws {
        try db.execute(
            sql: "UPDATE \(row.table) SET updated_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now') WHERE id = ?",
            arguments: [row.id.description])
    }
}
