import GeoqStore
import GeoqSupabase

/// Where a Supabase project stands at a moment.
struct SupabasePosition: RemotePosition {
    /// What the project's tables tell about changes.
    enum Level: String {
        /// geoq's kit is installed: every change is told, and each row has a
        /// version.
        case kit
        /// The tables alone.
        case rest
    }

    /// The project's address.
    var project: String
    var level: Level
    /// Which database it is, and which run of it; empty without the kit.
    var server = ""
    var run = ""
    /// As the kit writes it; without the kit a time.
    var upto: String
    var isStandby = false
    /// Whether the kit says that it is behind one of the mirror's cursors.
    var isBehind = false

    /// Without the kit, tables that tell only hints are read whole after this
    /// many days.
    static let daysBetweenReadings = 1.0

    var cursor: MirrorCursor { MirrorCursor("\(level) \(upto)") }

    /// What such a cursor holds; nil for one of another level, or of a damaged
    /// store.
    static func upto(_ cursor: MirrorCursor, _ level: Level) -> String? {
        let head = "\(level) "
        guard cursor.text.hasPrefix(head), cursor.text.utf8.count > head.utf8.count else { return nil }
        return String(cursor.text.dropFirst(head.count))
    }

    var lack: String? { nil }

    /// Pages go by the order in which rows were written, so the rows of a
    /// broken read cannot be gone on from by their ids.
    var lineage: String? { nil }

    func memory(after earlier: String?) -> String? { "\(level) \(server) \(run)" }

    func difference(from identity: MirrorIdentity, memory: String?) -> String? {
        if identity.origin != project { return "another project" }
        let parts = (memory ?? "").split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == level.rawValue else {
            return level == .kit ? "the project has geoq's kit now" : "the project has no kit of geoq's any more"
        }
        if parts[1] != server { return "another database, or one that was promoted or restored" }
        if parts[2] == run { return nil }
        // Which run of the primary a standby follows is not told, so its versions are none that the mirror knows. One
        // that is behind is not read at all: see `obstacle(to:)`.
        if isStandby { return isBehind ? nil : "a standby answers for the project now" }
        return parts[2] == KitIdentity.standby
            ? "the primary answers for the project again" : "the server has crashed since"
    }

    /// The kit itself refuses a cursor that it has not come up to.
    func obstacle(to cursors: [MirrorCursor]) throws -> String? {
        guard isBehind else { return nil }
        guard !isStandby else {
            throw SyncError(
                .refused, "the server is a copy that is behind what the mirror holds; try again", retryMayHelp: true)
        }
        return "the server is behind the mirror: a backup was restored"
    }

    func canContinue(from cursor: MirrorCursor) -> Bool { Self.upto(cursor, level) != nil }

    func doubt(about state: MirrorState) -> String? {
        guard level == .rest, let days = state.daysSinceVerified, days >= Self.daysBetweenReadings else { return nil }
        return "the large tables were last read whole \(Int(days.rounded())) days ago"
    }

    func isVersion(_ version: Int64, before cursor: MirrorCursor) -> Bool {
        guard level == .kit, let moment = Self.upto(cursor, .kit).flatMap({ KitMoment($0) }) else { return false }
        return moment.certainlyHad(version)
    }

    /// The same moment, in which nothing was being written.
    func isUnchanged(since cursor: MirrorCursor) -> Bool {
        level == .kit && cursor == self.cursor && KitMoment(upto)?.isQuiet == true
    }
}
