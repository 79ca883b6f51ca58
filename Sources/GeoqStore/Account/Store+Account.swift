import GRDB

extension Store {
    /// The account of a store, as a login and a logout keep it.
    package struct Account: StoreFacet {
        let store: Store
    }

    /// The account.
    package var account: Account { Account(store: self) }
}

extension Store.Account {
    /// What the account's remote is called as a source of rows; nil when no user is logged in.
    static func remote(_ db: Database) throws -> String? {
        try String.fetchOne(db, sql: "SELECT remote FROM geoq_account")
    }

    /// The id of the user; nil when none is logged in.
    static func user(_ db: Database) throws -> String? {
        try String.fetchOne(db, sql: "SELECT user_id FROM geoq_account")
    }

    /// The account; nil when no user is logged in.
    ///
    /// - Throws: `StoreError.failed` when another program has made the account unreadable.
    package func stored() async throws -> StoredAccount? {
        let path = store.path
        return try await read { db in try Self.stored(db, path) }
    }

    private static func stored(_ db: Database, _ path: String) throws -> StoredAccount? {
        guard let found = try Row.fetchOne(db, sql: "SELECT * FROM geoq_account") else { return nil }
        let row = WrittenRow(found)
        guard let remote: String = row["remote"], let url: String = row["url"],
            let user: String = row["user_id"], let state: StoredAccount.State = row.word("state")
        else {
            throw StoreError.failed(
                path: path,
                reason: "another program has changed geoq_account, and the account cannot be read; "
                    + "put back a copy of the file")
        }
        return StoredAccount(remote: remote, url: url, userID: user, level: row.word("level"), state: state)
    }

    /// Whether a user's rows are here, or may be: a login is done; or it was not finished, and something was written or
    /// read since.
    ///
    /// - Complexity: O(rows that users write) after a login that was not finished.
    package func isUsed() async throws -> Bool {
        try await read { db in
            guard let account = try Row.fetchOne(db, sql: "SELECT remote, state FROM geoq_account").map(WrittenRow.init)
            else { return false }
            guard let remote = account[0], account[1] == StoredAccount.State.joining.rawValue else { return true }
            for table in MirrorTable.written {
                let isAny = try Bool.fetchOne(
                    db,
                    sql: """
                        SELECT EXISTS (SELECT 1 FROM \(table) WHERE source = ?)
                            OR EXISTS (SELECT 1 FROM geoq_base_\(table))
                        """, arguments: [remote])
                if isAny == true { return true }
            }
            return try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM geoq_conflict)") ?? false
        }
    }

    /// What tells this store from all others; a copy of its file has the same.
    package func identityOfStore() async throws -> String {
        try await read { db in
            guard let identity = try String.fetchOne(db, sql: "SELECT identity FROM geoq_store") else {
                throw StoreError.notAStore(path: store.path, reason: "it has no identity")
            }
            return identity
        }
    }

    /// Makes sure that the lists of some sources could become an account's.
    ///
    /// - Throws: `StoreError.noSuchSource`.
    package func checkAdoptable(_ sources: [String]) async throws {
        try await read { db in
            for source in sources {
                let isFile = try Bool.fetchOne(
                    db, sql: "SELECT EXISTS (SELECT 1 FROM geoq_source WHERE name = ? AND kind = 'file')",
                    arguments: [source])
                guard isFile == true else { throw StoreError.noSuchSource(source) }
            }
        }
    }

    /// Notes the account of a login, in place of one that was noted before.
    ///
    /// From its first moment on, changes of its rows are caught. With the state
    /// `active`, what a guest made by hand becomes the account's in the same
    /// transaction.
    ///
    /// - Parameters:
    ///   - sources: sources of imported files whose lists become the account's as
    ///     well.
    ///   - email: the user's address, of which a profile is made when the server
    ///     has none.
    /// - Returns: how many rows became the account's.
    /// - Throws: `StoreError` when files were imported under the name of the
    ///   account's remote, or there is no such source.
    @discardableResult
    package func note(
        _ account: StoredAccount, adopting sources: [String] = [], email: String? = nil
    ) async throws -> Int {
        try await write { db in try Self.note(db, account, sources, email) }
    }

    private static func note(
        _ db: Database, _ account: StoredAccount, _ sources: [String], _ email: String?
    ) throws -> Int {
        try write(db, account)
        guard account.state == .active else { return 0 }
        try HandwrittenRows.mend(db)
        let adoption = Adoption(db, account)
        var count = 0
        // Rows of one source may belong to rows of another, which are the account's only then.
        while true {
            var adopted = 0
            for source in [Store.Rules.handwrittenSource] + sources { adopted += try adoption.run(of: source) }
            count += adopted
            if adopted == 0 || sources.isEmpty { break }
        }
        try db.execute(sql: "UPDATE OR REPLACE geoq_setting SET scope = 'user' WHERE scope = 'guest'")
        if let email { try Store.Settings.write(db, email, for: emailSetting) }
        CrashPoint.adopting.reached()
        return count
    }

    /// Whether files were imported under a name, so that no remote's rows can have it.
    package func isNameOfFiles(_ name: String) async throws -> Bool {
        try await read { db in
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM geoq_source WHERE name = ? AND kind = 'file')",
                arguments: [name]) == true
        }
    }

    /// Notes that a login has begun, unless another login or a logout came since its process looked.
    ///
    /// - Parameter before: what `stored` gave, in whose place it is noted.
    /// - Returns: whether it is noted; if not, nothing is changed.
    package func begin(_ account: StoredAccount, insteadOf before: StoredAccount?) async throws -> Bool {
        let path = store.path
        return try await write { db in
            guard try Self.stored(db, path) == before else { return false }
            _ = try Self.note(db, account, [], nil)
            return true
        }
    }

    /// Notes a login as done, as `note` does, unless a login of another user, or at another project, has begun since.
    ///
    /// - Returns: whether it is noted; if not, nothing is changed.
    package func finish(_ account: StoredAccount, adopting sources: [String], email: String?) async throws -> Bool {
        try await write { db in
            let isAnother = try Bool.fetchOne(
                db, sql: "SELECT remote <> ? OR user_id <> ? FROM geoq_account",
                arguments: [account.remote, account.userID])
            if isAnother == true { return false }
            _ = try Self.note(db, account, sources, email)
            return true
        }
    }

    /// Notes what the account's project offers, as a sync has found it.
    ///
    /// - Parameter url: the project's origin; the account of another project stays.
    package func note(_ level: StoredAccount.Level, of url: String) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE geoq_account SET level = ?1 WHERE url = ?2 AND level IS NOT ?1",
                arguments: [level.rawValue, url])
        }
    }

    /// Notes that a logout has begun, unless it would lose more than its user knows of: another program may have
    /// written meanwhile. From then on nothing of the account is caught.
    ///
    /// - Parameter known: what is unsent, as `unsent` gave it; nil when the user lets it go, whatever it is.
    /// - Returns: whether it is noted; if not, nothing is changed.
    package func leave(_ account: StoredAccount, knowing known: [String]?) async throws -> Bool {
        try await write { db in
            if let known, try Store.Outbox.unsent(db) != known { return false }
            var account = account
            account.state = .leaving
            try Self.write(db, account)
            return true
        }
    }

    private static func write(_ db: Database, _ account: StoredAccount) throws {
        try RemoteSource.register(db, account.remote)
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO geoq_account (one, remote, url, user_id, level, state)
                VALUES (1, ?, ?, ?, ?, ?)
                """,
            arguments: [
                account.remote, account.url, account.userID, account.level?.rawValue, account.state.rawValue,
            ])
        try CaptureTriggers.followAccount(db)
        try HandwrittenRows.followAccount(db)
    }
}
