/// The renewal of a token: by one of all processes, and kept before it is used.
extension SessionKeeper {
    func isFresh(_ session: Session) -> Bool {
        let life = AccessToken(session.accessToken)?.life
        return serverNow() + min(Self.margin, (life ?? .infinity) / 2) < session.expiresAt || isNew(session)
    }

    /// Whether this process renewed a session so lately that its token is good whatever the server's clocks say: two
    /// servers of a project may have two, and an answer may come without a time. Otherwise each request would ask for a
    /// token.
    private func isNew(_ session: Session) -> Bool {
        guard let made, made.session == session else { return false }
        let age = age(made.at, made.serverAt)
        return age >= 0 && age < made.use
    }

    /// How long ago something was by this machine's clock, in seconds; where that stands still, by the server's.
    func age(_ moment: Double, _ serverMoment: Double) -> Double {
        let age = clock.now() - moment
        return age == 0 ? serverNow() - serverMoment : age
    }

    /// How long a token is used that has just come, in seconds. One that seems to be over already is used until it may
    /// be renewed again.
    private func use(of session: Session) -> Double {
        let life = AccessToken(session.accessToken)?.life ?? session.expiresAt - serverNow()
        return life > 0 ? life - min(Self.margin, life / 2) : Self.renewalPause
    }

    static func active(_ contents: VaultContents?) throws(SessionError) -> Session {
        switch contents?.state {
        case .active(let session): return session
        case .ended(_, _, let reason): throw .ended(reason: reason)
        case .out, nil: throw .notLoggedIn
        }
    }

    func renewed(replacing token: Secret, isRefused: Bool) async throws -> Session {
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
        made = (new, clock.now(), serverNow(), use(of: new))
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
