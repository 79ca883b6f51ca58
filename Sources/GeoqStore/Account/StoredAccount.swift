/// The account of a store: which user of which project its rows come from, and
/// go to.
package struct StoredAccount: Hashable, Sendable {
    /// How far a login or a logout has come.
    package enum State: String, Hashable, Sendable {
        /// A login has begun. After a crash only this is there, and a login
        /// begins anew.
        case joining
        case active
        /// A logout has begun, and must be finished.
        case leaving
    }

    /// What a project offers to a sync.
    package enum Level: String, Hashable, Sendable {
        /// The project's tables, and geoq's functions.
        case kit
        /// The project's tables alone.
        case rest
    }

    /// The name of the source of its rows.
    package var remote: String
    /// The project's origin: `https://abc.supabase.co`.
    package var url: String
    /// The user's id, in lower case.
    package var userID: String
    /// nil while it is not known.
    package var level: Level?
    package var state: State

    package init(remote: String, url: String, userID: String, level: Level? = nil, state: State) {
        (self.remote, self.url, self.userID) = (remote, url, userID)
        (self.level, self.state) = (level, state)
    }
}
