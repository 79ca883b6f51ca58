package import GeoqStore
package import GeoqSupabase

/// What a logout has done.
package struct LogoutReport: Sendable {
    /// The project from which the user logged out.
    package var url: String
    /// How many rows of the user were removed.
    package var removed: Int
    /// Whether the project ended the session, too.
    package var isTold: Bool
    /// The copy of the store, which a migration had left beside it and which was removed; nil when there was none.
    package var removedCopy: String?
    /// Whether the vault had nothing of a login that was done: it lies elsewhere, and its session goes on there.
    package var isLoginMissing = false
}

/// What a logout does when changes were not sent.
package enum UnsentChanges: Sendable {
    /// The logout is not done.
    case refuse
    /// The changes are lost, by the user's word.
    case discard
    /// The changes are given to the function first, one JSON object each, and open
    /// conflicts with them; when it throws, the logout is not done. Pictures that
    /// were not sent refuse it, and so do texts that are no UTF-8.
    case export(@Sendable ([String]) async throws -> Void)
}

extension Account {
    /// Logs out: the session ends here and, when the project is reached, there;
    /// what the user has of the project leaves the store. Birds and hotspots
    /// stay.
    ///
    /// Without a network it does the same. After a crash it goes on where it
    /// was, and so it does when it is called again.
    ///
    /// - Parameters:
    ///   - unsent: What becomes of changes that were not sent.
    ///   - watched: The sessions whose watchers are told of the end; nil when there are none.
    ///   - vault: As of `kept`.
    /// - Throws: `AccountError`, `StoreError`, `VaultError`.
    package static func logOut(
        of store: Store, transport: any Transport, unsent: UnsentChanges = .refuse, watched: SessionKeeper? = nil,
        vault: (_ origin: String) async throws -> any SessionVault
    ) async throws -> LogoutReport {
        guard let stored = try await store.account.stored() else { throw AccountError.notLoggedIn }
        let lock = try await store.work.run { try MirrorLock(of: store) }
        defer { withExtendedLifetime(lock) {} }
        let vault = try await vault(stored.url)
        // A login that cannot be read keeps a logout from its end; so it does not begin.
        let login = try await vault.contents()
        // With a copy of the store, which has the same vault, another user may have logged in since.
        let isOfAnother = login?.state.userID.map { $0 != stored.userID } ?? false
        // What the user knows to be unsent; nil for whatever there is.
        var known: [String]?
        // A login that was not finished may have been used, too.
        if stored.state != .leaving {
            let rows = try await store.account.rowsOfOthers(onListsOf: stored.remote)
            guard rows.isEmpty else { throw AccountError.unsent(rows) }
            switch unsent {
            case .refuse:
                let (counts, drafts) = (try await store.outbox.counts(), try await store.drafts.count())
                guard counts.unsent + drafts + counts.conflicts == 0 else {
                    throw AccountError.unsentChanges(
                        rows: counts.unsent, drafts: drafts, conflicts: counts.conflicts)
                }
                try await checkVirtualList(store)
                try await checkPictures(store)
                known = []
            case .discard: break
            case .export(let write):
                try await checkVirtualList(store)
                try await checkPictures(store)
                let lines = try await store.outbox.unsent()
                let unreadable = try await store.outbox.export(.all).unreadable
                guard unreadable.isEmpty else { throw AccountError.unreadable(unreadable) }
                try await write(lines)
                known = lines
            }
        }
        // A program may have written while the user's file was written.
        guard try await store.account.leave(stored, knowing: known) else { throw AccountError.changedMeanwhile }
        CrashPoint.leaving.reached()
        let isTold = try await isOfAnother ? false : end(stored, vault, transport, watched)
        var report = LogoutReport(url: stored.url, removed: 0, isTold: isTold)
        report.isLoginMissing = stored.state == .active && login == nil
        report.removed = try await store.account.erase(stored.remote)
        report.removedCopy = try await store.account.removeCopy()
        switch try await store.account.finishErasure(of: stored.remote) {
        case nil: break
        case .log: throw AccountError.logInUse
        case .file(let path, let reason): throw AccountError.fileStays(path: path, reason: reason)
        case .pictureWriter(let folder): throw AccountError.picturesInUse(folder: folder)
        }
        CrashPoint.erased.reached()
        // Meanwhile another user may have logged in with a copy of the store.
        let isOfAnotherNow = try await vault.contents()?.state.userID.map { $0 != stored.userID } ?? false
        if !isOfAnother, !isOfAnotherNow { try await vault.remove() }
        guard try await store.account.forget(stored.remote) else { throw AccountError.logInUse }
        return report
    }

    /// Makes sure that a logout loses nothing of the virtual list, which is never sent nor exported.
    ///
    /// - Throws: `AccountError.onVirtualList`.
    private static func checkVirtualList(_ store: Store) async throws {
        let count = try await store.account.rowsOnVirtualList()
        guard count == 0 else { throw AccountError.onVirtualList(count) }
    }

    /// Makes sure that a logout loses no picture that the project does not have: an export has none.
    ///
    /// - Throws: `AccountError.unsentPictures`.
    private static func checkPictures(_ store: Store) async throws {
        let usage = try await store.photos.usage()
        let count = usage.waiting + usage.failed
        guard count == 0 else { throw AccountError.unsentPictures(count) }
    }

    /// Ends the session of a vault, and tells the project.
    ///
    /// - Returns: whether the project was told.
    private static func end(
        _ stored: StoredAccount, _ vault: any SessionVault, _ transport: any Transport, _ watched: SessionKeeper?
    ) async throws -> Bool {
        guard let key = try await vault.contents()?.key,
            let project = try? SupabaseProject(url: stored.url, key: key)
        else {
            // Of no use, but what lies there must go. Where it cannot be written, it is removed in the end.
            _ = try? await vault.update { kept in
                guard let kept, kept.state.userID ?? stored.userID == stored.userID else { return nil }
                return VaultContents(state: .out, generation: kept.generation + 1)
            }
            return false
        }
        let sessions =
            watched
            ?? SessionKeeper(project, transport: transport, vault: vault, clock: .ofSystem) { stored.userID }
        let client = ProjectClient(project, transport: transport, sessions: sessions, waits: [])
        // A token that is too old ends no session. Where a new one is not given in time, no time is left to use it.
        let end = ContinuousClock.now + patience
        _ = try? await within(patience) { _ = try await sessions.session() }
        let session: Session?
        do {
            session = try await sessions.end()
        } catch let error as VaultError {
            // On a full disk nothing is written into a vault, and yet it can be removed, as it is in the end.
            guard let state = try? await vault.contents()?.state else { throw error }
            session = if case .active(let kept) = state { kept } else { nil }
        }
        guard let session else { return false }
        let left = ContinuousClock.now.duration(to: end)
        guard left > .zero else { return false }
        do {
            return try await within(left) {
                _ = try await client.send(AuthCall.logout(session.accessToken))
                return true
            } ?? false
        } catch let fault as RemoteFault where fault.class == .sessionEnded {
            return true
        } catch {
            return false
        }
    }
}
