/// Logging in and out, and what is told of it.
extension SessionKeeper {
    /// Keeps a session that a login gave, as a new generation.
    ///
    /// - Throws: `SessionError` never; `VaultError` when it could not be written.
    ///   Then the user is not logged in.
    package func begin(_ session: Session) async throws {
        let (offset, key) = (offset, project.key.secret)
        _ = try await vault.update { kept in
            VaultContents(
                state: .active(session), generation: (kept?.generation ?? 0) + 1,
                clockOffset: offset ?? kept?.clockOffset ?? 0, key: key)
        }
        made = nil
        tell(.loggedIn(userID: session.userID))
    }

    /// Forgets the session. A renewal that is still under way changes nothing
    /// any more.
    ///
    /// - Returns: The session that was kept, so that the server can be told.
    package func end() async throws -> Session? {
        let before = try await vault.contents()
        // The login of another user stays, also one that comes meanwhile.
        if let before, try await isOfAnother(before) { return nil }
        made = nil
        defer { tell(.loggedOut) }
        _ = try await vault.update { kept in
            guard kept?.state.userID == before?.state.userID else { return nil }
            return VaultContents(
                state: .out, generation: (kept?.generation ?? 0) + 1, clockOffset: kept?.clockOffset ?? 0)
        }
        if case .active(let session) = before?.state { return session }
        return nil
    }

    /// Forgets a session that a login has just given, and that the store refuses, whoever its owner is.
    package func withdraw(_ session: Session) async throws {
        _ = try await vault.update { kept in
            guard let kept, kept.state == .active(session) else { return nil }
            return VaultContents(state: .out, generation: kept.generation + 1, clockOffset: kept.clockOffset)
        }
        made = nil
        tell(.loggedOut)
    }

    /// What happens to the session from now on, in this process. Of events that
    /// are not taken in time, the newest sixteen are kept.
    package func events() -> AsyncStream<AuthEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: AuthEvent.self, bufferingPolicy: .bufferingNewest(16))
        let number = nextWatcher
        nextWatcher += 1
        watchers[number] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { await self?.forget(watcher: number) }
        }
        return stream
    }

    func forget(watcher: Int) { watchers[watcher] = nil }

    func tell(_ event: AuthEvent) {
        for watcher in watchers.values { watcher.yield(event) }
    }
}
