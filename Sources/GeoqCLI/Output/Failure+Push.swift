import GeoqSync

extension Failure {
    /// Whether a server says that this user lacks a right (`insufficient_privilege`).
    static func isLackOfRights(_ error: SyncError) -> Bool { error.code == "42501" }

    /// The exit code for what keeps a push from sending more. A right to write that is
    /// missing is the user's own, as a login is: no later try helps.
    static func exitCode(ofPush error: SyncError) -> Int32 {
        isLackOfRights(error) ? noPermission : exitCode(of: error)
    }

    /// What keeps a push from sending more, and what helps.
    static func sentence(ofPush error: SyncError) -> String {
        let words = SyncHint.sentence(error)
        return isLackOfRights(error) ? words + "; nothing is lost: push as a user who may write there" : words
    }
}
