import Geoq
package import GeoqStore

/// The watchlists of a remote and their rules.
///
/// geoq itself decides what they match: the remote gives its lists, rules and birds,
/// all of one moment. So a sighting matches as in a mirror of them.
package struct RemoteRules: Sendable {
    private let remote: AskedRemote

    package init(_ remote: AskedRemote) {
        self.remote = remote
    }

    /// The lists that the user may see, their rules, and all birds.
    ///
    /// - Throws: `SyncError`.
    /// - Complexity: O(lists + rules + birds), all of which are in memory.
    package func all() async throws -> StoredRules {
        let tables: [MirrorTable] = [.bird, .watchlists, .watchlistRules]
        return try await remote.moment(of: Set(tables)) { session, moment in
            for table in tables where moment.tables[table] == nil {
                throw moment.problems[table] ?? SyncError.schema("\(table) is not among the tables")
            }
            return StoredRules(
                lists: try await session.allRows(of: .watchlists),
                rules: try await session.allRows(of: .watchlistRules), birds: try await session.allRows(of: .bird))
        }
    }
}
