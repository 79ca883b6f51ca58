import GRDB
import Geoq

extension Store.Outbox {
    /// Conflicts, oldest first.
    package func conflicts(includingSettled: Bool = false) async throws -> [OutboxConflict] {
        try await read { db in try Self.conflicts(db, includingSettled: includingSettled) }
    }

    static func conflicts(_ db: Database, includingSettled: Bool) throws -> [OutboxConflict] {
        try Row.fetchAll(
            db, sql: "SELECT * FROM geoq_conflict WHERE ? OR settled IS NULL ORDER BY number",
            arguments: [includingSettled]
        ).compactMap { OutboxConflict($0) }
    }

    /// The conflict of a number; nil when there is none.
    package func conflict(_ number: Int64) async throws -> OutboxConflict? {
        try await read { db in try Self.conflict(db, number) }
    }

    private static func conflict(_ db: Database, _ number: Int64) throws -> OutboxConflict? {
        try Row.fetchOne(db, sql: "SELECT * FROM geoq_conflict WHERE number = ?", arguments: [number])
            .flatMap { OutboxConflict($0) }
    }

    /// By what a person knows the rows of conflicts, by their numbers: as the rows are
    /// now, or else by what the conflicts keep of them. A row of which neither tells a
    /// name has none.
    ///
    /// - Complexity: O(conflicts · log *n*).
    package func labels(of conflicts: [OutboxConflict]) async throws -> [Int64: String] {
        try await read { db in try Self.labels(db, of: conflicts) }
    }

    static func labels(_ db: Database, of conflicts: [OutboxConflict]) throws -> [Int64: String] {
        guard let remote = try Store.Account.remote(db) else { return [:] }
        var labels: [Int64: String] = [:]
        for conflict in conflicts {
            let rows = OpenRows(db, conflict.row.table, remote: remote)
            let id = conflict.row.id.description
            let values = try rows.visible(id) ?? rows.base(id)?.values ?? []
            labels[conflict.number] = try Self.label(rows) { column in
                let now = rows.position(column).flatMap { $0 < values.count ? values[$0] : nil }
                let kept = [conflict.mine, conflict.theirs, conflict.base].lazy
                    .compactMap { side in side.first { $0.name == column }?.value }.first
                guard case .text(let text)? = now ?? kept else { return nil }
                return text.allSatisfy(\.isWhitespace) ? nil : text
            }
        }
        return labels
    }

    /// Makes the values that lost new edits, and settles the conflicts: all of them, or
    /// none. Their order does not matter. The picture of a profile or a list that lost
    /// is sent by the next push, and its row names it then.
    ///
    /// A column may have a third value by now, from a later change, which would be overwritten unseen. Then its
    /// conflict is about that value from now on, and none of the conflicts is settled.
    ///
    /// The conflict of a row that was deleted here is settled, and nothing is sent: the row has no values to take.
    ///
    /// - Returns: the conflicts that are about a later value now; if there are any, none is settled.
    /// - Throws: `StoreError.noSuchConflict`, also for one that is settled; `StoreError.noRow` when the row,
    ///   or the row that it belongs to, is not there any more, and cannot be made again.
    package func takeMine(_ numbers: [Int64]) async throws -> [Int64] {
        try await write { db in
            guard let remote = try Store.Account.remote(db) else { return [] }
            let conflicts = try Set(numbers).sorted().map { number in
                guard let conflict = try Self.conflict(db, number), conflict.settled == nil else {
                    throw StoreError.noSuchConflict(number)
                }
                return conflict
            }
            let renewed = try conflicts.filter { try Self.renew($0, OpenRows(db, $0.row.table, remote: remote)) }
            guard renewed.isEmpty else { return renewed.map(\.number) }
            // A row that is made again needs the row that it belongs to.
            for conflict in conflicts.sorted(by: { ($0.row.table.rank, $0.number) < ($1.row.table.rank, $1.number) }) {
                let rows = OpenRows(db, conflict.row.table, remote: remote)
                switch conflict.reason {
                // Nothing of the row is kept here; its delete has its own operation, or is sent already.
                case .deletedHere: break
                // The row is not seen. Where it is seen again, it has perhaps other values than those that were deleted.
                case .gone where conflict.isOfLostDelete: break
                case .edited: try Self.edit(conflict, rows)
                case .deletedThere, .gone, .parentGone: try Self.makeAgain(conflict, rows)
                }
                try Self.settle(db, conflict.number, "mine")
            }
            return []
        }
    }

    /// Notes the values that a row has now as the other side's. The values of a row that was gone and lives again are
    /// compared with those that it had before.
    ///
    /// - Returns: whether a column has a value that is neither the one that lost nor the one that won.
    private static func renew(_ conflict: OutboxConflict, _ rows: OpenRows) throws -> Bool {
        guard conflict.reason != .deletedHere, let values = try rows.visible(conflict.row.id.description) else {
            return false
        }
        let names = Set(conflict.columnNames)
        var theirs = conflict.theirs
        var isNew = false
        for mine in conflict.mine where names.contains(mine.name) {
            guard let position = rows.position(mine.name) else { continue }
            let place = theirs.firstIndex { $0.name == mine.name }
            // An edit that lost names the other side's value of each column.
            if conflict.reason == .edited, place == nil { continue }
            let known = place.map { theirs[$0] } ?? conflict.base.first { $0.name == mine.name }
            let column = rows.columns[position]
            let value = values[position]
            guard value != column.stored(mine.value), known.map({ value != column.stored($0.value) }) ?? true else {
                continue
            }
            let new = ColumnValue(mine.name, column.traveling(value))
            if let place { theirs[place] = new } else { theirs.append(new) }
            isNew = true
        }
        if isNew {
            try rows.db.execute(
                sql: "UPDATE geoq_conflict SET theirs = ? WHERE number = ?",
                arguments: [Payload.text(theirs), conflict.number])
        }
        return isNew
    }

    /// Settles conflicts: the rows stay as they are, and pictures that lost are removed.
    /// All of them, or none.
    ///
    /// - Returns: what was removed of the pictures.
    /// - Throws: `StoreError.noSuchConflict`, also for one that is settled.
    @discardableResult
    package func dismiss(_ numbers: [Int64]) async throws -> PhotoSweep {
        let hadPictures = try await write { db in
            var hadPictures = false
            for number in Set(numbers).sorted() {
                try Self.settle(db, number, "dismissed")
                if db.changesCount == 0 { throw StoreError.noSuchConflict(number) }
                if try Store.Photos.dropLost(db, number) != nil { hadPictures = true }
            }
            return hadPictures
        }
        return hadPictures ? try await store.photos.sweep() : PhotoSweep()
    }

    private static func settle(_ db: Database, _ number: Int64, _ word: String) throws {
        try db.execute(
            sql: "UPDATE geoq_conflict SET settled = ? WHERE number = ? AND settled IS NULL", arguments: [word, number])
    }

    /// Writes the columns that the conflict is about. In a row that lives again, columns that others have changed since
    /// stay. The triggers catch this edit as they catch the edits of any program.
    private static func edit(_ conflict: OutboxConflict, _ rows: OpenRows) throws {
        let id = conflict.row.id.description
        guard var values = try rows.visible(id) else { throw StoreError.noRow(conflict.row.description) }
        if conflict.movesRow { try requireParent(of: conflict, rows) }
        // The row names a picture when the project has it.
        let picture = try Store.Photos.takeLost(rows.db, conflict)
        let names = Set(conflict.columnNames)
        var positions: [Int] = []
        for column in conflict.mine where names.contains(column.name) && column.name != picture {
            guard let position = rows.position(column.name) else { continue }
            values[position] = rows.columns[position].stored(column.value)
            positions.append(position)
        }
        try rows.write(id, values, at: positions)
    }

    /// - Throws: `StoreError.noRow` when what lost puts the row below one that is not there.
    private static func requireParent(of conflict: OutboxConflict, _ rows: OpenRows) throws {
        guard let parent = Self.parent(of: conflict),
            try OpenRows(rows.db, parent.table, remote: rows.remote).visible(parent.id.description) == nil
        else { return }
        throw StoreError.noRow(parent.description)
    }

    private static func makeAgain(_ conflict: OutboxConflict, _ rows: OpenRows) throws {
        let id = conflict.row.id.description
        guard try rows.visible(id) == nil else { return try edit(conflict, rows) }
        let user = try Store.Account.user(rows.db)
        if isOfAnother(conflict, than: user) { throw StoreError.noRow(conflict.row.description) }
        var values = [FieldValue](repeating: .null, count: rows.columns.count)
        for column in conflict.mine {
            guard let position = rows.position(column.name) else { continue }
            values[position] = rows.columns[position].stored(column.value)
        }
        try requireParent(of: conflict, rows)
        // A row stays, marked as deleted, while rows of other sources belong to it.
        let isKept = try rows.present(id) != nil
        if conflict.reason == .deletedThere {
            // The server has the row, marked as deleted: it is to live again.
            let version = try Int64.fetchOne(
                rows.db, sql: "SELECT their_version FROM geoq_conflict WHERE number = ?", arguments: [conflict.number])
            try rows.writeBase(
                id,
                BaseRow(
                    isBorn: false, isGone: false, version: version, deletedAt: conflict.at,
                    values: Array(repeating: .null, count: values.count), token: nil))
        } else if isKept {
            try rows.writeBase(
                id,
                BaseRow(
                    isBorn: true, isGone: false, version: nil, deletedAt: nil,
                    values: Array(repeating: .null, count: values.count), token: nil))
            try rows.writeEdits(id, ["+": Merging.now(rows.db)])
        }
        // Also one that the server has as deleted, with the row that it belonged to.
        try rows.noteDeleted(id)
        guard isKept else { return try rows.insert(id, values) }
        try rows.unmark(id)
        try rows.write(id, values, at: Array(values.indices))
    }
}

extension OutboxConflict {
    /// Whether what lost was a delete: the row left the user's sight before the server heard of it.
    package var isOfLostDelete: Bool { reason == .gone && mine.isEmpty }

    /// Whether what lost puts the row, where it is there, below another one.
    var movesRow: Bool { row.table.parentColumn.map { columnNames.contains($0.name) } ?? false }

    /// The names of the columns that the conflict is about:
    ///
    /// - For a row that both sides changed, the columns whose values lost; latitude and longitude together, also when
    ///   each side changed only one of them.
    /// - For a row that is gone, the columns that were changed here when that is known, or else all.
    /// - For a row that was deleted here, the columns that were changed there.
    package var columnNames: [String] {
        switch reason {
        case .deletedHere: return theirs.map(\.name)
        // `mine` has only what differs, and `takeMine` writes all of that.
        case .edited: return mine.map(\.name)
        case .deletedThere, .gone, .parentGone: break
        }
        let changed = mine.filter { mine in base.contains { $0.name == mine.name && $0.value != mine.value } }
        return (changed.isEmpty ? mine : changed).map(\.name)
    }

    /// The conflict as a JSON object, for an export.
    package var json: String {
        return JSONValue.object(
            JSONObject([
                .init("table", .string("conflict")), .init("id", .string(row.id.description)),
                .init("of", .string(row.table.rawValue)), .init("at", .string(at)),
                .init("reason", .string(reason.rawValue)), .init("mine", Payload.object(mine)),
                .init("theirs", Payload.object(theirs)), .init("before", Payload.object(base)),
            ])
        ).text
    }

    /// - Returns: nil for a row that no geoq wrote.
    init?(_ row: Row) {
        let row = WrittenRow(row)
        guard let table: MirrorTable = row.word("table_name"), let id = row.id("row_id"),
            let reason: Reason = row.word("reason"), let number = row.int64("number"), let at: String = row["at"]
        else { return nil }
        func columns(_ name: String) -> [ColumnValue]? {
            let text: String? = row[name]
            return text.flatMap { Payload.columns($0, of: table) }
        }
        guard let base = columns("base"), let mine = columns("mine"), let theirs = columns("theirs") else {
            return nil
        }
        self.init(
            number: number, at: at, row: RowKey(table, id), reason: reason, base: base, mine: mine, theirs: theirs,
            settled: row["settled"])
    }
}
