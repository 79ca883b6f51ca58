import Foundation
package import GeoqStore
import GeoqSync

/// Where a PostgreSQL stands at a moment, and what that means for a mirror.
package struct PostgresPosition: RemotePosition {
    /// The server's own number for its data (`system_identifier`); its address
    /// when it does not tell one.
    package var system: String
    /// The database's `oid`.
    package var database: String
    /// Rises when a standby is promoted or a backup is restored to a moment.
    package var timeline: Int64
    package var snapshot: PostgresCursor
    package var isStandby: Bool
    /// Up to where the server's log must be on disk for the moment to survive a
    /// crash; nil on a standby, which shows only what it has replayed.
    package var log: LogPosition?
    /// When the server was started, in its own words; nil when it does not say.
    package var startedAt: String?
    /// What the server does not report, because the user may not ask.
    package var lacks: Set<RemoteLack>
    /// The relation that alone is mirrored; nil for geoq's tables. Each relation
    /// has a mirror of its own.
    package var part: String?

    package init(
        system: String, database: String, timeline: Int64, snapshot: PostgresCursor, isStandby: Bool = false,
        log: LogPosition? = nil, startedAt: String? = nil, lacks: Set<RemoteLack> = [], part: String? = nil
    ) {
        self.part = part
        (self.system, self.database, self.timeline) = (system, database, timeline)
        (self.snapshot, self.isStandby, self.log) = (snapshot, isStandby, log)
        (self.startedAt, self.lacks) = (startedAt, lacks)
    }

    /// A transaction's number is compared by its lower half. That is right as
    /// long as two numbers are less than this far apart.
    private static let wrapDistance: UInt64 = 1 << 31

    /// As a store keeps it: `SYSTEM/DATABASE`, and behind a space the relation.
    package var origin: String { "\(system)/\(database)\(part.map { " \($0)" } ?? "")" }

    package var cursor: MirrorCursor { snapshot.stored }

    package var lack: String? { lacks.isEmpty ? nil : RemoteLack.sentence(lacks) }

    package var lineage: String? { "\(origin)/\(timeline) \(startedAt ?? "")" }

    package func memory(after earlier: String?) -> String? {
        var memory = PostgresMemory(timeline: timeline, startedAt: startedAt)
        guard startedAt != nil else { return memory.stored }
        memory.logPosition = log?.bytes
        // A standby does not report a position at which its log would go on:
        // keep the known one.
        if isStandby, let known = PostgresMemory(earlier)?.logPosition { memory.logPosition = known }
        return memory.stored
    }

    /// Equal `xmin`s mean equal versions only where a transaction's number is
    /// given once. A restored backup or a promoted standby may give numbers
    /// again that the mirror has seen.
    package func difference(from identity: MirrorIdentity, memory: String?) -> String? {
        if identity.origin != origin {
            // The database's number has no slash; an address may.
            return identity.origin.hasPrefix(system + "/") && !identity.origin.dropFirst(system.count + 1).contains("/")
                ? "another database" : "another server"
        }
        return PostgresMemory(memory)?.timeline == timeline ? nil : "the server was promoted or restored"
    }

    package func obstacle(to cursors: [MirrorCursor]) throws -> String? {
        // A cursor that cannot be read is lost; the others still count.
        for cursor in cursors.compactMap({ PostgresCursor($0) }) {
            if snapshot.xmax < cursor.xmax {
                guard !isStandby else {
                    throw SyncError(
                        .refused, "the standby is behind what the mirror holds; try again, or ask the primary",
                        retryMayHelp: true)
                }
                return "the server is behind the mirror: a backup was restored"
            }
            if snapshot.xmax - cursor.xmin >= Self.wrapDistance { return "too many transactions since the last sync" }
        }
        return nil
    }

    package func canContinue(from cursor: MirrorCursor) -> Bool {
        guard let cursor = PostgresCursor(cursor) else { return false }
        return cursor.xmax <= snapshot.xmax && snapshot.xmax - cursor.xmin < Self.wrapDistance
    }

    /// A server that was put back to an earlier state, or copied with its data,
    /// goes on to give numbers that the original has given, too. It was started
    /// since: a data directory cannot be put back or copied under a running
    /// server. The exception is a machine that is put back together with its
    /// running server: its log has gone back, unless it has grown beyond the
    /// old position since. Where neither sign shows, a comparison is due after
    /// some days.
    package func doubt(about state: MirrorState) -> String? {
        let memory = PostgresMemory(state.memory)
        guard let was = memory?.startedAt, let startedAt else {
            let isOlder = state.tables.values.allSatisfy { $0.definition == nil }
            return isOlder ? "the mirror was made by an earlier geoq" : nil
        }
        if was != startedAt { return "the server was started anew, or is a copy" }
        if let was = memory?.logPosition, let log, log.bytes < was { return "the server's log has gone back" }
        return nil
    }

    package func redefinition(from earlier: String, to now: String) -> String? {
        ColumnDefinitions(now).changes(since: ColumnDefinitions(earlier))
    }

    package func readsAlike(by earlier: String, and now: String) -> Bool {
        redefinition(from: earlier, to: now) == nil
    }

    package func isVersion(_ version: Int64, before cursor: MirrorCursor) -> Bool {
        PostgresCursor(cursor).map { !$0.isChanged(version) } ?? false
    }

    package func isUnchanged(since cursor: MirrorCursor) -> Bool {
        cursor == self.cursor && snapshot.xmin == snapshot.xmax
    }
}

/// What a PostgreSQL wants to know again of the last sync.
package struct PostgresMemory: Codable, Hashable, Sendable {
    package var timeline: Int64
    /// When the server was started, as it said. A server that was copied, or put
    /// back to an earlier state, has the identity of the original and was
    /// started at another time.
    package var startedAt: String?
    /// Where its log stood, in bytes; nil for a standby.
    package var logPosition: UInt64?

    package init(timeline: Int64, startedAt: String? = nil, logPosition: UInt64? = nil) {
        (self.timeline, self.startedAt, self.logPosition) = (timeline, startedAt, logPosition)
    }

    /// nil when there is nothing to know, or a damaged store has another text.
    package init?(_ text: String?) {
        guard let text, let memory = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else { return nil }
        self = memory
    }

    /// As a JSON object. A shipped step of the store's schema writes this form,
    /// too.
    package var stored: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        do {
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        } catch {
            preconditionFailure("Numbers and texts can be written as JSON: \(error)")
        }
    }
}
