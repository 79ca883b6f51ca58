import GRDB
public import Geoq

extension Repository {
    /// Adds a list.
    ///
    /// - Returns: the list as it is now in the file.
    /// - Throws: `StoreError.invalidValue` for a value that a server would
    ///   refuse; `StoreError.leaving` while a logout is unfinished.
    /// - Complexity: O(log *n*), *n* the rows of the table.
    @discardableResult
    public func add(_ list: Watchlist) async throws -> Watchlist {
        try await store.write { db in
            let id = try Store.Lists.add(db, list.given, id: list.id)
            return try Watchlist.kept(db, id)
        }
    }

    /// Adds an entry to its list.
    ///
    /// - Throws: `StoreError.invalidValue`; `StoreError.noRow` when there is no
    ///   such list or bird; `StoreError.mirrored` when the list is of a remote to
    ///   which nothing is sent; `StoreError.ofAnother` when it is shared with this
    ///   user for viewing; `StoreError.leaving` while a logout is unfinished.
    /// - Complexity: O(log *n*), *n* the rows of the table.
    @discardableResult
    public func add(_ entry: WatchlistEntry) async throws -> WatchlistEntry {
        try await store.write { db in
            let id = try Store.Lists.add(db, entry.given, to: entry.watchlist, in: .watchlistEntries, id: entry.id)
            return try WatchlistEntry.kept(db, id)
        }
    }

    /// Adds a rule to its list.
    ///
    /// - Throws: `StoreError.invalidValue` also when the rule can't be understood; as
    ///   `add` of an entry.
    /// - Complexity: O(log *n*), *n* the rows of the table.
    @discardableResult
    public func add(_ rule: WatchlistRule) async throws -> WatchlistRule {
        let rule = try rule.checked()
        return try await store.write { db in
            let id = try Store.Lists.add(
                db, rule.given, to: rule.watchlist, in: .watchlistRules, id: try WatchlistRule.row(rule.id))
            return try WatchlistRule.kept(db, id)
        }
    }

    /// Changes a list: what `change` does to the list as it now is in the file is
    /// written, and nothing else.
    ///
    /// - Returns: the list as it is now.
    /// - Throws: `StoreError.noRow` when it is not there any more; as `add`; what
    ///   `change` throws, and then nothing is changed.
    /// - Complexity: O(log *n*), *n* the rows of the table.
    @discardableResult
    public func edit(
        _ list: Watchlist, _ change: @escaping @Sendable (inout Watchlist) throws -> Void
    ) async throws -> Watchlist {
        try await store.write { db in try Self.edit(db, list.id, change) }
    }

    /// Changes an entry, in the same way.
    ///
    /// - Throws: as `edit` of a list.
    /// - Complexity: O(log *n*), *n* the rows of the table.
    @discardableResult
    public func edit(
        _ entry: WatchlistEntry, _ change: @escaping @Sendable (inout WatchlistEntry) throws -> Void
    ) async throws -> WatchlistEntry {
        try await store.write { db in try Self.edit(db, entry.id, change) }
    }

    /// Changes a rule, in the same way.
    ///
    /// - Throws: `StoreError.invalidValue` when it can't be understood any more, and
    ///   for a rule that a list has as columns: edit the list.
    /// - Complexity: O(log *n*), *n* the rows of the table.
    @discardableResult
    public func edit(
        _ rule: WatchlistRule, _ change: @escaping @Sendable (inout WatchlistRule) throws -> Void
    ) async throws -> WatchlistRule {
        let id = try WatchlistRule.row(rule.id)
        return try await store.write { db in
            try Self.edit(db, id) { rule in
                try change(&rule)
                rule = try rule.checked()
            }
        }
    }

    /// Deletes a list, with its entries and rules.
    ///
    /// - Throws: `StoreError.noRow`, `StoreError.mirrored`.
    /// - Complexity: O(rows of the list · log *n*), O(areas that were drawn for
    ///   lists · rules), and O(pictures that wait to be sent); when pictures go
    ///   along, O(photos + lists + files of pictures) besides.
    public func delete(_ list: Watchlist) async throws {
        try await store.lists.delete(RowKey(.watchlists, list.id))
    }

    /// Deletes an entry.
    ///
    /// - Throws: As `delete` of a list.
    /// - Complexity: O(log *n*), *n* the rows of the table, and O(pictures that
    ///   wait to be sent); when photos go along, O(photos + lists + files of
    ///   pictures) besides.
    public func delete(_ entry: WatchlistEntry) async throws {
        try await store.lists.delete(RowKey(.watchlistEntries, entry.id))
    }

    /// Deletes a rule; one that a list has as columns is disabled.
    ///
    /// - Throws: As `delete` of a list.
    /// - Complexity: O(log *n*), *n* the rows of the table, O(areas that were drawn
    ///   for lists · rules), and O(pictures that wait to be sent).
    public func delete(_ rule: WatchlistRule) async throws {
        switch rule.id {
        case .row(let id): try await store.lists.delete(RowKey(.watchlistRules, id))
        case .columns: try await store.rules.remove([rule.id.description])
        }
    }

    static func edit<Value: KeptValue>(
        _ db: Database, _ id: FeatureID, _ change: (inout Value) throws -> Void
    ) throws -> Value {
        let before = try Value.kept(db, id)
        var after = before
        try change(&after)
        guard after.fixed == before.fixed else {
            throw StoreError.invalidValue(column: "id", reason: "a row stays what it is, and where it is")
        }
        guard after.isDeleted == before.isDeleted else {
            throw StoreError.invalidValue(column: "deleted_at", reason: "an edit deletes no row; delete it")
        }
        let values = zip(before.given, after.given).filter { !$0.value.isIdentical(to: $1.value) }.map { $1 }
        if values.isEmpty { return before }
        try Store.Lists.edit(db, RowKey(Value.table, id), values)
        return try Value.kept(db, id)
    }
}

extension WatchlistRule {
    /// - Throws: `StoreError.invalidValue` when it can't be understood.
    fileprivate func checked() throws -> WatchlistRule {
        do {
            _ = try condition()
        } catch {
            throw StoreError.invalidValue(column: "parameters_json", reason: error.reason)
        }
        return self
    }

    /// - Throws: `StoreError.invalidValue` for a rule in columns.
    fileprivate static func row(_ id: RuleID) throws -> FeatureID {
        guard case .row(let row) = id else {
            throw StoreError.invalidValue(column: "id", reason: "the rule is a part of its list")
        }
        return row
    }
}
