import Geoq
package import GeoqStore
package import GeoqSupabase

/// By what a user shows who it is.
package enum Credentials: Sendable {
    case password(email: String, Secret)
    /// The token of another service: `google`, `apple`; and the nonce whose
    /// SHA-256 it holds, in plain, if it holds one.
    case identityToken(Secret, provider: String, nonce: Secret?)
    /// The code that the user's browser brought.
    case code(Secret, verifier: Secret)

    fileprivate var request: WireRequest {
        switch self {
        case .password(let email, let password): AuthCall.password(email: email, password: password)
        case .identityToken(let token, let provider, let nonce):
            AuthCall.identityToken(token, provider: provider, nonce: nonce)
        case .code(let code, let verifier): AuthCall.code(code, verifier: verifier)
        }
    }
}

extension Account {
    /// Logs in. When it returns, the session is on the disk.
    ///
    /// A user whose session has ended goes on, with all data. The credentials
    /// are sent once.
    ///
    /// - Parameter sources: sources of imported files whose lists become the
    ///   account's as well; what was made by hand always does.
    /// - Returns: the session.
    /// - Throws: `AccountError` when the store is of another user;
    ///   `RemoteFault`, `VaultError`, `StoreError`.
    @discardableResult
    package func logIn(_ credentials: Credentials, adopting sources: [String] = []) async throws -> Session {
        guard let session = try await begin(credentials.request, sources) else {
            throw RemoteFault(.drift, message: "the login's answer has no tokens")
        }
        return session
    }

    /// Makes a user, and logs in.
    ///
    /// - Returns: nil when the project waits until the user has answered a mail.
    /// - Throws: As `logIn`.
    package func signedUp(
        email: String, password: Secret, adopting sources: [String] = []
    ) async throws -> Session? {
        // A new user is not the one whose store it is.
        if let stored = try await store.account.stored(), try await store.account.isUsed() {
            throw AccountError.anotherUser(userID: stored.userID, url: stored.url)
        }
        return try await begin(AuthCall.signUp(email: email, password: password), sources)
    }

    /// Makes sure that a login at this project could be kept, before anything
    /// is asked of a user or of the project.
    ///
    /// - Throws: `AccountError`.
    package static func checkLogin(at origin: String, of store: Store) async throws {
        guard let stored = try await store.account.stored() else {
            if try await store.account.isNameOfFiles(origin) { throw AccountError.importedAs(name: origin) }
            return
        }
        switch stored.state {
        case .leaving: throw AccountError.leaving(url: stored.url)
        case .active, .joining:
            if stored.url != origin, try await store.account.isUsed() {
                throw AccountError.anotherProject(url: stored.url)
            }
        }
    }

    private func begin(_ request: WireRequest, _ sources: [String]) async throws -> Session? {
        try await Self.checkLogin(at: project.origin, of: store)
        try await store.account.checkAdoptable(sources)
        // A login that cannot be kept is not asked for.
        _ = try await vault.contents()
        let answer = try await client.send(request)
        switch try AuthAnswer(answer.body, to: request, now: await sessions.serverNow()) {
        case .waitsForConfirmation: return nil
        case .session(let session):
            try await keep(session, adopting: sources)
            return session
        }
    }

    /// Keeps a session, one login of the store at a time, and notes what the project offers.
    private func keep(_ session: Session, adopting sources: [String]) async throws {
        try await vault.whileRefreshing { try await keepAlone(session, adopting: sources) }
        // Asked afterwards, because it may have to renew the token.
        if let level = await level() { try await store.account.note(level, of: project.origin) }
    }

    /// Notes the user, keeps the session, and then says that it is kept: after
    /// a crash in between, the store says that a login has begun.
    private func keepAlone(_ session: Session, adopting sources: [String]) async throws {
        let stored = try await store.account.stored()
        if let stored, stored.userID != session.userID, try await store.account.isUsed() {
            throw await refusal(of: session, because: stored)
        }
        if let stored, stored.state == .leaving {
            // A logout has begun while the project was asked.
            await endAtProject(session)
            throw AccountError.leaving(url: stored.url)
        }
        var account = StoredAccount(
            remote: project.origin, url: project.origin, userID: session.userID, level: stored?.level, state: .joining)
        var isNoted = true
        do {
            if stored?.state != .active {
                // A login at another project has another vault, and waits for none here.
                isNoted = try await store.account.begin(account, insteadOf: stored)
            }
            if isNoted { try await sessions.begin(session) }
        } catch {
            await endAtProject(session)
            throw error
        }
        guard isNoted else { return try await keepAlone(session, adopting: sources) }
        // So that the first push, too, tells by the project's clock when edits were made.
        let offset = await sessions.serverNow() - clock.now()
        try await store.outbox.noteClockOffset(SupabaseRemote.meant(clockOffset: offset))
        account.state = .active
        guard try await store.account.finish(account, adopting: sources, email: session.email) else {
            guard let other = try await store.account.stored() else {
                return try await keepAlone(session, adopting: sources)
            }
            try await sessions.withdraw(session)
            throw await refusal(of: session, because: other)
        }
        CrashPoint.adopted.reached()
    }

    /// Why a session is not kept, once the project was told to end it.
    private func refusal(of session: Session, because other: StoredAccount) async -> AccountError {
        await endAtProject(session)
        return .anotherUser(userID: other.userID, url: other.url)
    }

    /// Tells the project to end a session: it need not keep one that none will use.
    private func endAtProject(_ session: Session) async {
        _ = try? await within(Self.patience) { [client] in
            _ = try await client.send(AuthCall.logout(session.accessToken))
        }
    }

    /// The level of the project; nil when it gave no answer that tells it.
    private func level() async -> StoredAccount.Level? {
        var request = WireRequest(.rest, "POST", "rpc", "geoq_changes", mayRepeat: true)
        request = request.with(json: .object(JSONObject([JSONObject.Member("p_tables", .object(JSONObject([])))])))
        do {
            _ = try await client.send(request)
            return .kit
        } catch let fault as RemoteFault where fault.code == "PGRST202" {
            return .rest
        } catch {
            return nil
        }
    }
}
