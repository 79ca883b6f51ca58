package import Foundation
import GRDB
public import Geoq

extension Repository {
    /// The lists that are there now, at once, and again after each change of them
    /// by any program. Of moments that are not taken in time, the newest is kept.
    ///
    /// Lists are ordered by title, then id.
    ///
    /// - Returns: a sequence that ends when its task is cancelled, and throws
    ///   `StoreError`.
    /// - Complexity: a change costs O(lists · log *n*).
    public func watchlists() -> AsyncThrowingStream<Moment<Watchlist>, any Error> {
        moments { db in try Watchlist.all(db, "TRUE ORDER BY title, id", []) }
    }

    /// The entries of a list, in the same way. They are ordered by the moment at
    /// which they were added, then id.
    ///
    /// - Complexity: a change of the store costs O(entries of the list · log *n*),
    ///   and O(changes and pictures that wait to be sent); without an account
    ///   O(entries of all lists).
    public func entries(of list: FeatureID) -> AsyncThrowingStream<Moment<WatchlistEntry>, any Error> {
        moments { db in
            try WatchlistEntry.all(db, "watchlist_id = ? ORDER BY added_date, id", [list.description])
        }
    }

    /// The rules of a list, in the same way: those that the list has as columns
    /// first, then by id.
    ///
    /// - Complexity: a change of the store costs O(rules of the list · log *n*),
    ///   and O(changes and pictures that wait to be sent); without an account O(rules
    ///   of all lists).
    public func rules(of list: FeatureID) -> AsyncThrowingStream<Moment<WatchlistRule>, any Error> {
        moments { db in
            let rows = try WatchlistRule.all(db, "watchlist_id = ?", [list.description])
            var columns = try Store.Rules.rulesInColumns(db, of: list)
            if !columns.isEmpty, let sync = try Watchlist.all(db, "id = ?", [list.description]).first?.sync {
                for index in columns.indices { columns[index].sync = sync }
            }
            return (columns + rows).sorted { $0.id < $1.id }
        }
    }

    /// The birds that entries may name, in the same way: by their common names, then by id. They have no statuses, for no
    /// user writes them.
    ///
    /// - Complexity: a change of the store costs O(birds · log birds).
    public func birds() -> AsyncThrowingStream<Moment<Bird>, any Error> {
        moments(of: nil) { db in
            let syncs = try RowSyncs(db, of: .bird)
            return try Row.fetchAll(
                db,
                sql: """
                    SELECT id, source, row_version, scientific_name, common_name, shape_id FROM bird
                    WHERE deleted_at IS NULL ORDER BY common_name, id
                    """
            ).compactMap { row in
                let row = WrittenRow(row)
                guard let id = row.id("id") else { return nil }
                var bird = Bird(
                    id: id, scientificName: row["scientific_name"], commonName: row["common_name"],
                    shapeID: row["shape_id"])
                bird.sync = syncs.sync(of: row)
                return bird
            }
        }
    }

    func moments<Value: KeptValue>(
        _ read: @escaping @Sendable (Database) throws -> [Value]
    ) -> AsyncThrowingStream<Moment<Value>, any Error> {
        moments(of: Value.table, read)
    }

    /// - Parameter table: whose rows' statuses are told; nil for none.
    func moments<Row: Hashable & Sendable>(
        of table: MirrorTable?, _ read: @escaping @Sendable (Database) throws -> [Row]
    ) -> AsyncThrowingStream<Moment<Row>, any Error> {
        let store = store
        return AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                do {
                    var last: Moment<Row>?
                    for try await state in store.states() {
                        let moment = try await store.read { db in
                            Moment(
                                rows: try read(db), statuses: try table.map { try RowStatus.all(db, of: $0) } ?? [:],
                                freshness: try Freshness(db, isSyncing: state.isSyncing),
                                lastSync: try Freshness.lastSync(db))
                        }
                        if moment != last { continuation.yield(moment) }
                        last = moment
                    }
                    continuation.finish()
                } catch is CancellationError {
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

extension Store {
    /// When the account's rows were last read whole, and how fresh they are.
    package func accountSync() async throws -> (lastSync: Date?, freshness: Freshness) {
        try await read { [self] db in
            let isSyncing = MirrorLock.isHeld(of: self)
            return (try Freshness.lastSync(db), try Freshness(db, isSyncing: isSyncing))
        }
    }
}

extension Freshness {
    private static let ofAccount = "geoq_account AS a LEFT JOIN geoq_remote AS r ON r.name = a.remote"

    /// When a sync of the account last succeeded.
    fileprivate static func lastSync(_ db: Database) throws -> Date? {
        // Rounded as the moments of rows are, so that both are the same.
        try Double.fetchOne(db, sql: "SELECT (julianday(r.synced_at) - 2440587.5) * 86400 FROM \(ofAccount)")
            .flatMap { RowSync(seenAt: Date(timeIntervalSince1970: $0)).seenAt }
    }

    /// - Parameter isSyncing: whether a sync of the store runs.
    init(_ db: Database, isSyncing: Bool) throws {
        let hasFailed = try Bool.fetchOne(db, sql: "SELECT r.failed_at IS NOT NULL FROM \(Self.ofAccount)")
        guard let hasFailed else {
            self = .fresh
            return
        }
        let lastSync = try Self.lastSync(db)
        self = isSyncing ? .refreshing : hasFailed || lastSync == nil ? .offline(since: lastSync) : .fresh
    }
}

extension RowStatus {
    /// The statuses of a table's rows that are there; the others are as the
    /// server has them.
    ///
    /// - Complexity: O(open rows · log *n*), and O(*n*) for a guest's.
    static func all(_ db: Database, of table: MirrorTable) throws -> [FeatureID: RowStatus] {
        let hasAccount = try Bool.fetchOne(db, sql: "SELECT captures IS NOT NULL FROM geoq_device") ?? false
        guard hasAccount else { return try guests(db, of: table) }
        // The login that takes them was not finished.
        let isJoining = try Bool.fetchOne(db, sql: "SELECT state = 'joining' FROM geoq_account") ?? false
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT row_id, CASE state WHEN 'dead' THEN 'failed' ELSE 'pendingUpdate' END FROM geoq_upload
                WHERE ?1 = CASE purpose WHEN 'profile' THEN 'users' WHEN 'cover' THEN 'watchlists' END
                    AND state NOT IN ('stored', 'doomed')
                    AND EXISTS (SELECT 1 FROM \(table) AS t WHERE t.id = row_id AND t.source = (
                        SELECT captures FROM geoq_device))
                UNION ALL
                SELECT c.row_id, 'conflict' FROM geoq_conflict AS c WHERE c.table_name = ?1 AND c.settled IS NULL
                UNION ALL
                SELECT row_id, CASE WHEN NOT EXISTS (SELECT 1 FROM \(table) WHERE id = row_id) THEN 'pendingDelete'
                    WHEN is_born THEN 'pendingCreate' ELSE 'pendingUpdate' END
                FROM (SELECT row_id FROM geoq_edit WHERE table_name = ?1
                    UNION SELECT row_id FROM geoq_operation WHERE table_name = ?1 AND state <> 'dead')
                LEFT JOIN geoq_base_\(table) AS b ON b.id = row_id
                UNION ALL
                SELECT o.row_id, 'failed' FROM geoq_operation AS o
                WHERE o.table_name = ?1 AND o.state = 'dead' AND NOT EXISTS (
                    SELECT 1 FROM geoq_edit AS e WHERE e.table_name = ?1 AND e.row_id = o.row_id)
                UNION ALL
                SELECT photo_id, 'failed' FROM geoq_upload WHERE state = 'dead' AND ?1 = 'observed_bird_photos'
                """, arguments: [table.rawValue])
        // A row that waits shows that, and not a conflict of earlier.
        let own = Dictionary(
            rows.compactMap { row -> (FeatureID, RowStatus)? in
                guard let id = String.fromDatabaseValue(row[0]).flatMap({ FeatureID($0) }) else { return nil }
                return RowStatus(rawValue: row[1]).map { (id, $0) }
            }
        ) { _, later in later }
        return try isJoining ? own.merging(guests(db, of: table)) { status, _ in status } : own
    }

    /// A guest's rows of a table.
    private static func guests(_ db: Database, of table: MirrorTable) throws -> [FeatureID: RowStatus] {
        let ids = try String.fetchAll(
            db, sql: "SELECT id FROM \(table) WHERE source = ? AND deleted_at IS NULL",
            arguments: [Store.Rules.handwrittenSource])
        return Dictionary(ids.compactMap(FeatureID.init).map { ($0, .pendingOwner) }) { first, _ in first }
    }
}
