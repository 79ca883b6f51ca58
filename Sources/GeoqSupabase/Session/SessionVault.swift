/// Where a login is kept between runs: a keychain, or a file that only its
/// owner can read.
///
/// One vault is of one project and one store. Several tasks and processes may
/// use it at once.
public protocol SessionVault: Sendable {
    /// What is kept; nil when nothing ever was.
    ///
    /// - Throws: `VaultError` when the vault cannot be read or is not safe.
    func contents() async throws -> VaultContents?

    /// Replaces what is kept, in one step: after a crash the vault has the old
    /// contents or the new ones. When it returns, the new ones are on the disk.
    ///
    /// - Parameter change: Gets what is kept now and gives what shall be kept;
    ///   nil leaves the vault as it is. No other task or process changes the
    ///   vault meanwhile.
    /// - Returns: What `change` gave.
    func update(_ change: @escaping @Sendable (VaultContents?) throws -> VaultContents?) async throws -> VaultContents?

    /// Runs one refresh at a time over all tasks and processes that use the
    /// vault. `update` does not wait for it, so a logout never waits for the
    /// network.
    func whileRefreshing<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result

    /// Removes what is kept, once the user has logged out. Nothing of it stays.
    ///
    /// - Throws: `VaultError`.
    func remove() async throws
}

/// What a vault keeps.
public struct VaultContents: Hashable, Sendable {
    /// Where the login stands.
    package enum State: Hashable, Sendable {
        /// Logged in.
        case active(Session)
        /// The server ended the session. The user's data stay until a logout;
        /// a login of the same user goes on.
        case ended(userID: String, email: String?, reason: String)
        /// Logged out.
        case out

        /// Whose login it is, or was before the server ended it; nil after a logout.
        package var userID: String? {
            switch self {
            case .active(let session): session.userID
            case .ended(let userID, _, _): userID
            case .out: nil
            }
        }
    }

    package var state: State
    /// It rises at each login and each logout. A refresh that was begun in one
    /// generation never changes another.
    package var generation: UInt64
    /// How far the server's clock is ahead of this machine's, in seconds.
    package var clockOffset: Double
    /// The project's key, with which the user logged in; nil after a logout.
    package var key: Secret?

    package init(state: State, generation: UInt64, clockOffset: Double = 0, key: Secret? = nil) {
        (self.state, self.generation, self.clockOffset, self.key) = (state, generation, clockOffset, key)
    }
}

/// Why a vault cannot be used.
package enum VaultError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Others may read or write the vault's file or folder.
    case loose(path: String)
    /// A link, or another kind of file, lies where the vault's file should be.
    case notAFile(path: String)
    /// The file is not what a vault wrote.
    case damaged(path: String)
    /// The operating system refused; it may do it later where only too many files are open.
    case failed(path: String, reason: String, mayPass: Bool = false)

    /// Whether the vault may be read later, although nobody does anything.
    package var mayPass: Bool {
        if case .failed(_, _, let mayPass) = self { mayPass } else { false }
    }

    package var description: String {
        switch self {
        case .loose(let path): "other users can read or write \(path); make it readable for its owner only"
        case .notAFile(let path): "\(path) is no ordinary file of this user; remove it and log in again"
        case .damaged(let path): "\(path) cannot be read as a login; remove it and log in again"
        case .failed(let path, let reason, _): "\(path): \(reason)"
        }
    }
}
