package import Geoq
import GeoqStore
import Synchronization

/// A remote that is asked instead of a store, and how: by which names, and as whom.
package struct AskedRemote: Sendable {
    private let remote: any Remote
    let mapping: TableMapping
    private let user: FeatureID?
    private let limit: Duration?

    /// - Parameters:
    ///   - user: the user whose rows are seen, under row-level security.
    ///   - limit: when the remote itself is to end a statement; nil for never.
    package init(
        _ remote: any Remote, mapping: TableMapping = .standard, user: FeatureID? = nil, limit: Duration? = nil
    ) {
        (self.remote, self.mapping, self.user, self.limit) = (remote, mapping, user, limit)
    }

    /// Begins a moment of some tables, and ends it.
    ///
    /// - Parameter region: of tables with places, only the rows inside; nil for all.
    /// - Throws: `SyncError`; what `body` throws.
    func moment<Value: Sendable>(
        of tables: Set<MirrorTable>, in region: Region? = nil,
        _ body: (_ session: any RemoteSession, _ moment: RemoteMoment) async throws -> Value
    ) async throws -> Value {
        let session = try await remote.open(as: user)
        do {
            var only = mapping
            only.tables = mapping.tables.filter { tables.contains($0.key) }
            var request = RemoteRequest(mapping: only, region: region, purpose: .questions)
            request.limit = limit
            // As a mirror is called whose name was not chosen: ids of keys are made of it.
            request.source = try await session.address()
            let value = try await body(session, try await session.begin(request))
            try await session.finish()
            await session.close()
            return value
        } catch {
            await session.close()
            throw error is SyncError || error is WireError ? SyncError.from(error) : error
        }
    }
}

extension RemoteSession {
    /// All rows of a selection.
    ///
    /// - Throws: `SyncError` when several rows have one id.
    func allRows(of table: MirrorTable, _ selection: RowSelection = .all) async throws -> [MirrorRow] {
        if case .ids(let ids) = selection, ids.isEmpty { return [] }
        let collected = Mutex<[MirrorRow]>([])
        _ = try await rows(of: table, selection) { batch in collected.withLock { $0.take(batch) } }
        let rows = collected.withLock { $0 }
        var ids = Set<FeatureID>(minimumCapacity: rows.count)
        for row in rows where !ids.insert(row.id).inserted {
            throw SyncError.schema("several rows of \(table) have the id \(row.id)", remedy: .distinctColumn)
        }
        return rows
    }
}
