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

    let project: SupabaseProject
    let transport: any Transport
    let vault: any SessionVault
    nonisolated let clock: WallClock
    /// The user whose login the vault must have, empty for none; nil for any.
    private let owner: (@Sendable () async throws -> String)?
    private var renewal: Task<Session, any Error>?
    /// The newest session that this process renewed, when it came by this machine's clock and by the server's, and for
    /// how long its token is used, in seconds.
    var made: (session: Session, at: Double, serverAt: Double, use: Double)?
    /// The server's clock less this machine's, as of the last answer.
    var offset: Double?
    var watchers: [Int: AsyncStream<AuthEvent>.Continuation] = [:]
    var nextWatcher = 0

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
    func contents() async throws -> VaultContents? {
        guard let contents = try await vault.contents() else { return nil }
        guard try await isOfAnother(contents) else { return contents }
        return VaultContents(state: .out, generation: contents.generation, clockOffset: contents.clockOffset)
    }

    func isOfAnother(_ contents: VaultContents) async throws -> Bool {
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
        if isRefused, let made, made.session.accessToken == token, abs(age(made.at, made.serverAt)) < Self.renewalPause
        {
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
}
