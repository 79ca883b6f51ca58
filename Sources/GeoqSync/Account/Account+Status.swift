import Geoq
package import GeoqStore
package import GeoqSupabase

/// Who is logged in, and how that stands.
package struct AccountStatus: Sendable {
    /// How the session stands.
    package enum Standing: Sendable {
        /// The session is good; its token ends then, in seconds since 1970 by this
        /// machine's clock, and is renewed before.
        case active(until: Double)
        /// The project ended the session, for this reason.
        case ended(reason: String)
        /// There is no session on this machine.
        case absent
    }

    package var account: StoredAccount
    package var email: String?
    package var standing: Standing

    package init(account: StoredAccount, email: String?, standing: Standing) {
        (self.account, self.email, self.standing) = (account, email, standing)
    }
}

extension Account {
    /// Who is logged in, as the store and the vault have it; the project is not asked.
    ///
    /// - Parameter vault: Gives the vault of a project by its origin, as for `kept`.
    /// - Throws: `AccountError.notLoggedIn`.
    package static func status(
        of store: Store, vault: (_ origin: String) async throws -> any SessionVault
    ) async throws -> AccountStatus {
        guard let account = try await store.account.stored() else { throw AccountError.notLoggedIn }
        let contents = try await vault(account.url).contents()
        switch contents?.state {
        case .active(let session) where session.userID == account.userID:
            return AccountStatus(
                account: account, email: session.email,
                standing: .active(until: session.expiresAt - (contents?.clockOffset ?? 0)))
        case .ended(let userID, let email, let reason) where userID == account.userID:
            return AccountStatus(account: account, email: email, standing: .ended(reason: reason))
        default: return AccountStatus(account: account, email: nil, standing: .absent)
        }
    }

    /// Asks the project who the user is, which ends the session here when it
    /// has ended there.
    ///
    /// - Throws: `SessionError`, `RemoteFault`; only `SessionError.ended` has
    ///   changed what is kept.
    package func confirm() async throws {
        let session = try await sessions.session()
        let token = session.accessToken
        do {
            let answer = try await client.send(AuthCall.user())
            // A page that stands before the project may answer with anything.
            let user = try? JSONValue(parsing: String(decoding: answer.body, as: UTF8.self)).object?["id"]?.string
            guard user?.lowercased() == session.userID else {
                throw RemoteFault(.offline, message: "its answer names no user, or another one")
            }
        } catch let fault as RemoteFault where fault.class == .sessionEnded {
            // Only the answer to a refresh token ends a session.
            _ = try await sessions.renew(replacing: token)
        }
    }
}
