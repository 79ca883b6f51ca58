import Geoq
import GeoqIndex
import GeoqStore
import GeoqSync
import Synchronization
import TestSupport

/// The rows of a remote, in dictionaries, and a counter that gives each write a
/// number. It has nothing of PostgreSQL.
final class MemoryServer: Sendable {
    /// A row; its version is the number of the write that made it.
    struct Row: Hashable {
        var version: Int64
        var values: [FieldValue]
    }

    /// All that a moment sees.
    struct Content: Sendable {
        var tables: [MirrorTable: [FeatureID: Row]] = [:]
        var writes: Int64 = 0
        /// Which server it is.
        var name = "memory"
        /// How often it was started.
        var run = 1
        /// How often each table was made anew.
        var made: [MirrorTable: Int] = [:]
    }

    /// How the server behaves.
    struct Manners: Sendable {
        var pageSize = 100
        /// After this many pages one read fails; nil for never.
        var pagesBeforeFault: Int?
        /// How often it is asked whether a moment is durable until it is.
        var asksUntilDurable = 0
        /// What it does not report about itself.
        var lack: String?
        /// Whether a list of ids names one of them twice.
        var doublesAnID = false
    }

    private let state: Mutex<(content: Content, manners: Manners, rings: Int, asks: Int)>

    init() {
        var content = Content()
        for table in Self.tables { content.tables[table] = [:] }
        state = Mutex((content, Manners(), 0, 0))
    }

    /// The tables that it has, parents before children.
    static let tables: [MirrorTable] = [.bird, .hotspot, .watchlists, .watchlistEntries]

    var content: Content {
        get { state.withLock { $0.content } }
        set { state.withLock { $0.content = newValue } }
    }

    var manners: Manners {
        get { state.withLock { $0.manners } }
        set { state.withLock { ($0.manners, $0.asks) = (newValue, 0) } }
    }

    // MARK: - Writing

    func put(_ table: MirrorTable, _ id: FeatureID, _ values: [FieldValue]) {
        state.withLock { state in
            state.content.writes += 1
            state.content.tables[table]?[id] = Row(version: state.content.writes, values: values)
        }
    }

    /// Removes a row, and the rows that belong to it.
    func remove(_ table: MirrorTable, _ id: FeatureID) {
        state.withLock { state in
            state.content.writes += 1
            state.content.tables[table]?[id] = nil
            for child in Self.tables {
                for (index, column) in child.columns.enumerated() {
                    guard child.parents.contains(where: { $0.table == table && $0.column == column.name }) else {
                        continue
                    }
                    state.content.tables[child] = state.content.tables[child]?.filter {
                        $0.value.values[index] != .text(id.description)
                    }
                }
            }
        }
    }

    /// Puts an earlier state back. The server is started anew for that.
    func restore(_ earlier: Content) {
        state.withLock { state in
            let run = state.content.run
            state.content = earlier
            state.content.run = run + 1
        }
    }

    func ring() { state.withLock { $0.rings += 1 } }

    // MARK: - What a session needs

    var rings: Int { state.withLock { $0.rings } }

    func asksForDurability() -> Bool {
        state.withLock { state in
            state.asks += 1
            return state.asks > state.manners.asksUntilDurable
        }
    }

    /// - Throws: `SyncError` once, when the pages are used up.
    func sendPage() throws {
        try state.withLock { state in
            guard let left = state.manners.pagesBeforeFault else { return }
            state.manners.pagesBeforeFault = left > 0 ? left - 1 : nil
            if left == 0 { throw SyncError.unreachable("the line was cut") }
        }
    }
}

/// Where a `MemoryServer` stands.
struct MemoryPosition: RemotePosition {
    var content: MemoryServer.Content
    var lack: String?

    var cursor: MirrorCursor { MirrorCursor("write \(content.writes)") }
    var lineage: String? { "\(content.name), run \(content.run)" }

    static func writes(_ cursor: MirrorCursor) -> Int64? {
        cursor.text.hasPrefix("write ") ? Int64(cursor.text.dropFirst(6)) : nil
    }

    func memory(after earlier: String?) -> String? { "run \(content.run)" }

    func difference(from identity: MirrorIdentity, memory: String?) -> String? {
        identity.origin == content.name ? nil : "another server"
    }

    func obstacle(to cursors: [MirrorCursor]) throws -> String? {
        cursors.contains { Self.writes($0) ?? 0 > content.writes } ? "an earlier state was put back" : nil
    }

    func canContinue(from cursor: MirrorCursor) -> Bool {
        Self.writes(cursor).map { $0 <= content.writes } ?? false
    }

    func doubt(about state: MirrorState) -> String? {
        state.memory == "run \(content.run)" ? nil : "the server was started anew"
    }

    func isVersion(_ version: Int64, before cursor: MirrorCursor) -> Bool {
        Self.writes(cursor).map { version <= $0 } ?? false
    }

    func isUnchanged(since cursor: MirrorCursor) -> Bool { cursor == self.cursor }
}
