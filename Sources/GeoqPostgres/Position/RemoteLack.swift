/// What a server does not report about itself, because the user may not ask.
///
/// Then a sync cannot know that the rows of an earlier sync are of the same
/// server, and it reads everything.
package enum RemoteLack: String, CaseIterable, Hashable, Sendable, Comparable {
    /// Which server it is: another server at the same address looks the same.
    case identity
    /// Whether it was promoted, or restored to a moment.
    case timeline
    /// Which part of its log is on its disk, and so survives a crash.
    case durability

    package static func < (lhs: RemoteLack, rhs: RemoteLack) -> Bool { lhs.rawValue < rhs.rawValue }

    /// The functions of PostgreSQL that would report it.
    package var functions: [String] {
        switch self {
        case .identity: ["pg_control_system()"]
        case .timeline: ["pg_control_checkpoint()"]
        case .durability: ["pg_current_wal_insert_lsn()", "pg_current_wal_flush_lsn()"]
        }
    }

    /// One sentence about everything that is lacking: what it is, what it
    /// costs, and what to grant.
    package static func sentence(_ lacks: Set<RemoteLack>) -> String {
        let functions = lacks.sorted().flatMap(\.functions).joined(separator: ", ")
        return "this user may not ask the server where it stands, so everything is read at each sync; "
            + "GRANT EXECUTE ON FUNCTION \(functions)"
    }
}
