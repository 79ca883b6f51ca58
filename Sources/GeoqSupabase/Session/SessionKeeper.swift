/// A token was not renewed because of a fault of the project that may pass within seconds. The request that needs the
/// token was not sent.
struct RenewalFault: Error {
    let fault: RemoteFault
}

/// Keeps a user logged in: gives a token that is good, and renews it once for
/// all tasks and processes that ask at the same time.
///
/// Nothing but the server's own word ends a session, and nothing but a logout
/// removes it. A network that fails, a page that answers in the project's place,
/// a clock that is wrong, a task that is cancelled and a process that is killed
/// leave it as it was.
///
/// *Why a token is never lost.* The server takes the refresh token that came
/// before the newest one as often as it comes, and gives the newest one. The
/// keeper writes a new pair to the vault, durably, before anything uses it. So a
/// process that is killed between the answer and the write leaves the parent of
/// the newest token, which is good; and no token two steps back is ever left.
package actor SessionKeeper {
    /// A token is renewed so long before it ends, in seconds; one that lives for less than two minutes at half its
    /// life.
    package static let margin = 60.0
    /// A token that is refused so soon after it was made is not renewed again,
    /// in seconds: the fault lies elsewhere.
    package static let renewalPause = 30.0

    private let project: SupabaseProject
    private let transport: any Transport
    private let vault: any SessionVault
    nonisolated let clock: WallClock
    /// The user whose login the vault must have, empty for none; nil for any.
    private let owner: (@Sendable () async throws -> String)?
    private var renewal: Task<Session, any Error>?
    /// The newest session that this process renewed, when it came, and for how long its token is used, in seconds.
    private var made: (session: Session, at: Double, use: Double)?
    /// The server's clock less this machine's, as of the last answer.
    private var offset: Double?
    private var watchers: [Int: AsyncStream<AuthEvent>.Continuation] = [:]
    private var nextWatcher = 0

    /// - Parameter owner: The user whose login the vault must have, asked each time, empty while there is none; nil for
    ///   any. Another user who logs in with a copy of a store has the same vault.
    package init(
        _ project: SupabaseProject, transport: any Transport, vault: any SessionVault, clock: WallClock,
        owner: (@Sendable () async throws -> String)? = nil
    ) {
        (self.project, self.transport, self.vault, self.clock) = (project, transport, vault, clock)
        self.owner = owner
    }

    /// What the vault has of the owner: of another user's login nothing.
    private func contents() async throws -> VaultContents? {
        guard let contents = try await vault.contents() else { return nil }
        guard try await isOfAnother(contents) else { return contents }
        return VaultContents(state: .out, generation: contents.generation, clockOffset: contents.clockOffset)
    }

    private func isOfAnother(_ contents: VaultContents) async throws -> Bool {
        guard let user = contents.state.userID, let owner = try await owner?() else { return false }
        return owner != user
    }

    // MARK: Asking

    /// A session whose token is good for a minute or more by the server's clock, or for half its life.
    ///
    /// - Throws: `SessionError` when there is none or it cannot be renewed now;
    ///   `VaultError`.
    package func session() async throws -> Session {
        do {
            return try await sessionOrFault()
        } catch is RenewalFault {
            throw SessionError.unreachable
        }
    }

    /// The same, for a caller that tries again.
    ///
    /// - Throws: As `session()`; `RenewalFault`.
    func sessionOrFault() async throws -> Session {
        let contents = try await contents()
        let session = try Self.active(contents)
        if offset == nil { offset = contents?.clockOffset }
        return isFresh(session) ? session : try await renewOrFault(replacing: session.accessToken, isRefused: false)
    }

    /// A session after the server refused a token.
    ///
    /// - Throws: As `session()`; `RemoteFault` when the token is so new that
    ///   another one would be refused as well.
    package func renew(replacing token: Secret) async throws -> Session {
        do {
            return try await renewOrFault(replacing: token)
        } catch is RenewalFault {
            throw SessionError.unreachable
        }
    }

    /// The same, for a caller that tries again.
    ///
    /// - Parameter isRefused: Whether the server has refused it; if not, its
    ///   time is over.
    /// - Throws: As `renew(replacing:)`; `RenewalFault`.
    func renewOrFault(replacing token: Secret, isRefused: Bool = true) async throws -> Session {
        if isRefused, let made, made.session.accessToken == token, abs(clock.now() - made.at) < Self.renewalPause {
            throw RemoteFault(.tokenRefused, message: "the project refuses a token that it has just made")
        }
        if let renewal { return try await Self.session(of: renewal) }
        // In a task of its own: a caller that is cancelled leaves the renewal to
        // the others, and to the vault.
        let task = Task<Session, any Error> {
            defer { renewal = nil }
            return try await renewed(replacing: token, isRefused: isRefused)
        }
        renewal = task
        return try await Self.session(of: task)
    }

    /// What a renewal gives. A caller that is cancelled does not wait for it: a project may be silent for half a
    /// minute.
    private static func session(of renewal: Task<Session, any Error>) async throws -> Session {
        let (end, signal) = AsyncStream.makeStream(of: Void.self)
        Task {
            _ = await renewal.result
            signal.finish()
        }
        // The loop ends when the caller is cancelled, too.
        for await _ in end {}
        try Task.checkCancellation()
        return try await renewal.value
    }

    /// The user of the vault: logged in, or ended by the server; nil when there
    /// is none.
    package func userID() async throws -> String? { try await contents()?.state.userID }

    /// Notes what an answer says of the server's clock.
    ///
    /// HTTP's `Date` has whole seconds: `seconds` says that the server's clock was in `seconds ..< seconds + 1` at some
    /// moment between the question and now. So the true difference of the clocks is between `seconds - now` and
    /// `seconds + 1 - asked`. What was known is moved to the nearest value of that range, which brings it nearer to the
    /// truth, or leaves it; an answer that was long under way tells little, and changes nothing that it does not refute.
    ///
    /// - Parameters:
    ///   - seconds: The server's time in seconds since 1970, without a fraction; nil when the answer has none.
    ///   - asked: This machine's clock when the request was sent.
    package func note(serverTime seconds: Double?, asked: Double) {
        guard let seconds else { return }
        let now = clock.now()
        // A clock that was set back meanwhile makes the first value the greater one.
        let bounds = [seconds - now, seconds + 1 - asked].sorted()
        offset = min(max(offset ?? 0, bounds[0]), bounds[1])
    }

    /// This machine's clock, set to the server's.
    package func serverNow() -> Double { clock.now() + (offset ?? 0) }

    // MARK: Logging in and out

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

    private func forget(watcher: Int) { watchers[watcher] = nil }

    private func tell(_ event: AuthEvent) {
        for watcher in watchers.values { watcher.yield(event) }
    }

    // MARK: Renewing

    private func isFresh(_ session: Session) -> Bool {
        let life = AccessToken(session.accessToken)?.life
        return serverNow() + min(Self.margin, (life ?? .infinity) / 2) < session.expiresAt || isNew(session)
    }

    /// Whether this process renewed a session so lately that its token is good whatever the server's clocks say: two
    /// servers of a project may have two, and an answer may come without a time. Otherwise each request would ask for a
    /// token.
    private func isNew(_ session: Session) -> Bool {
        guard let made, made.session == session else { return false }
        let age = clock.now() - made.at
        return age >= 0 && age < made.use
    }

    /// How long a token is used that has just come, in seconds. One that seems to be over already is used until it may
    /// be renewed again.
    private func use(of session: Session) -> Double {
        let life = AccessToken(session.accessToken)?.life ?? session.expiresAt - serverNow()
        return life > 0 ? life - min(Self.margin, life / 2) : Self.renewalPause
    }

    private static func active(_ contents: VaultContents?) throws(SessionError) -> Session {
        switch contents?.state {
        case .active(let session): return session
        case .ended(_, _, let reason): throw .ended(reason: reason)
        case .out, nil: throw .notLoggedIn
        }
    }

    private func renewed(replacing token: Secret, isRefused: Bool) async throws -> Session {
        try await vault.whileRefreshing {
            // Another process may have been first. Two tokens that a server
            // makes within one second are the same text.
            let before = try await self.contents()
            let old = try Self.active(before)
            if !isRefused || old.accessToken != token, await self.isFresh(old) { return old }
            return try await self.exchange(old, generation: before?.generation ?? 0)
        }
    }

    /// Exchanges the refresh token, and keeps what came before it is used.
    private func exchange(_ old: Session, generation: UInt64) async throws -> Session {
        let request = AuthCall.refresh(old.refreshToken)
        let answer: TransportAnswer
        let asked = clock.now()
        do {
            answer = try await transport.answer(to: request.message(to: project, token: nil))
        } catch {
            tell(.unreachable(userID: old.userID))
            throw error as? TransportFailure == .nameUnknown ? SessionError.nameUnknown : .unreachable
        }
        let fault = RemoteFault(answer, of: .auth)?.hiding(request.secrets(to: project, token: nil))
        if fault?.class != .offline { note(serverTime: HTTPDate.seconds(answer.header("date")), asked: asked) }
        if let fault {
            guard fault.class == .sessionEnded else {
                tell(.unreachable(userID: old.userID))
                if fault.class == .transient { throw RenewalFault(fault: fault) }
                throw Self.obstacle(fault)
            }
            return try await endedByServer(old, generation: generation, reason: fault.code)
        }
        let said = try AuthAnswer(answer.body, to: request, now: serverNow())
        guard case .session(var new) = said, new.userID == old.userID else {
            throw RemoteFault(.drift, message: "the renewed login is of another user")
        }
        new.email = new.email ?? old.email
        return try await keep(new, insteadOf: old, generation: generation)
    }

    /// Why a token is not renewed, when its session has not ended.
    private static func obstacle(_ fault: RemoteFault) -> SessionError {
        if fault.isPaused { return .paused }
        let said = fault.message.isEmpty ? fault.code : fault.message
        let reason = said.isEmpty ? "status \(fault.status)" : said
        if fault.isOfKey { return .keyRefused(reason: reason) }
        return fault.class == .offline ? .unreachable : .refused(reason: reason)
    }

    private func keep(_ new: Session, insteadOf old: Session, generation: UInt64) async throws -> Session {
        let offset = offset ?? 0
        let kept = try await vault.update { [new] kept in
            guard let kept, kept.generation == generation, kept.state == .active(old) else { return nil }
            return VaultContents(
                state: .active(new), generation: generation, clockOffset: offset, key: kept.key)
        }
        // A logout or another login came meanwhile: the answer is thrown away.
        guard kept != nil else { return try Self.active(try await contents()) }
        made = (new, clock.now(), use(of: new))
        tell(.renewed(userID: new.userID))
        return new
    }

    private func endedByServer(_ old: Session, generation: UInt64, reason: String) async throws -> Session {
        let kept = try await vault.update { kept in
            guard let kept, kept.generation == generation, kept.state == .active(old) else { return nil }
            return VaultContents(
                state: .ended(userID: old.userID, email: old.email, reason: reason), generation: generation,
                clockOffset: kept.clockOffset, key: kept.key)
        }
        guard kept != nil else { return try Self.active(try await contents()) }
        tell(.ended(userID: old.userID, reason: reason))
        throw SessionError.ended(reason: reason)
    }
}
