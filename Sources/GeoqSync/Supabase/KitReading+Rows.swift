import Geoq
import GeoqStore
import GeoqSupabase

/// Rows, page by page or by id.
extension KitReading {
    /// Writers that are faster than this many rounds leave the rest to the next
    /// pull.
    private static let mostRounds = 8

    /// Reads all rows, or those that have changed since a cursor, up to a moment
    /// that one answer shows.
    ///
    /// - Parameter cursor: nil for all rows.
    func read(
        _ table: MirrorTable, since cursor: MirrorCursor?, _ take: @escaping @Sendable (RowBatch) throws -> Void
    ) async throws -> Int {
        guard var state = tables[table] else { preconditionFailure("A table is read if the moment has it.") }
        var page: KitPage
        if let first = state.first, first.cursor == cursor {
            page = first.page
        } else {
            state.wanted.since = cursor.flatMap { SupabasePosition.upto($0, .kit) }
            page = try await renew(&state)
        }
        state.first = nil
        state.tokens = [:]
        var (count, rounds) = (0, 0)
        while true {
            let hasMore = page.next != nil
            let (wanted, upto, identity) = (state.wanted, state.upto, state.identity)
            while let place = page.next {
                // The next page is on its way while this one is taken.
                async let following = self.page(after: place, of: wanted, upto: upto, identity)
                count += try await give(page, &state, take)
                page = try await following
                guard page.next != place else {
                    throw SyncError(.protocol, "the project sends the same page again", retryMayHelp: true)
                }
            }
            count += try await give(page, &state, take)
            guard hasMore else { break }
            rounds += 1
            guard rounds < Self.mostRounds else {
                state.total = nil
                break
            }
            state.wanted.since = state.upto
            page = try await renew(&state)
        }
        tables[table] = state
        return count
    }

    /// Asks for what has changed since the state's cursor, of a new moment.
    private func renew(_ state: inout Table) async throws -> KitPage {
        let (wanted, region) = (state.wanted, region)
        let body = try await wire.page { KitCall.changes([wanted], limit: $0, region: region) }.answer.body
        let changes = try await ProjectWire.aside { try KitChanges(body) }
        switch changes.tables[wanted.table] {
        case .changed(let identity, let page, let total):
            try Self.check(identity, state.identity)
            (state.upto, state.total) = (changes.upto, total)
            return page
        case .refused(let code, let message):
            throw SyncError(
                .refused, "the project refuses \(wanted.table) (\(code)): \(message)", retryMayHelp: true, code: code)
        case nil: throw SyncError(.protocol, "the answer does not have \(wanted.table)", retryMayHelp: true)
        }
    }

    private func page(
        after place: KitPage.Place, of wanted: KitCall.Wanted, upto: String, _ known: KitIdentity?
    ) async throws -> KitPage {
        let region = region
        let body = try await wire.page {
            KitCall.page(of: wanted, upto: upto, after: place, limit: $0, region: region)
        }.answer.body
        let (page, said, identity) = try await ProjectWire.aside { try KitAnswer.page(body) }
        guard said == upto else {
            throw SyncError(.protocol, "a page is of another moment than the one before", retryMayHelp: true)
        }
        try Self.check(identity, known)
        return page
    }

    /// Versions of one server, or of one run of it, mean nothing to another.
    private static func check(_ identity: KitIdentity, _ known: KitIdentity?) throws {
        guard identity == known else {
            throw SyncError(.unreachable, "the server was restarted or replaced meanwhile", retryMayHelp: true)
        }
    }

    /// Hands a page over.
    private func give(
        _ page: KitPage, _ state: inout Table, _ take: @escaping @Sendable (RowBatch) throws -> Void
    ) async throws -> Int {
        let (reader, bytes, cut) = (state.rows, wire.newBytes(), cut(of: state.rows.table))
        let (count, used) = try await ProjectWire.aside {
            var reader = reader
            var batch = RowBatch(rows: [], bytes: bytes)
            batch.rows.reserveCapacity(page.rows.count + page.deleted.count + page.left.count)
            for row in page.rows {
                guard let token = KitAnswer.token(row[KitPage.token]) else {
                    throw SyncError(.protocol, "a row of \(reader.names.name) has no version", retryMayHelp: true)
                }
                let read = try reader.row(row, token: token)
                let isOutside = cut.map { !read.isGone && read.problem == nil && !$0.contains(read, reader.table) }
                batch.rows.append(isOutside == true ? MirrorRow(id: read.id, token: 0, isGone: true, values: []) : read)
            }
            for id in page.deleted + page.left {
                batch.rows.append(MirrorRow(id: id, token: 0, isGone: true, values: []))
            }
            if !batch.rows.isEmpty { try take(batch) }
            return (batch.rows.count, reader)
        }
        state.rows = used
        return count
    }

    /// Reads rows by their ids, as of now, without those that are marked as
    /// deleted, and those that are cut here.
    func fetch(
        _ table: MirrorTable, _ ids: [FeatureID], _ take: @escaping @Sendable (RowBatch) throws -> Void
    ) async throws -> Int {
        guard let state = tables[table] else { preconditionFailure("A table is read if the moment has it.") }
        let found = try await TableRows(wire: wire, names: state.rows.names).fetch(ids)
        let (reader, cut) = (state.rows, cut(of: table))
        return try await ProjectWire.aside {
            var reader = reader
            var batch = RowBatch(rows: [], bytes: 0)
            for row in found where !reader.isMarked(row) {
                guard let token = KitAnswer.token(row[KitPage.version]) else {
                    throw SyncError(.protocol, "a row of \(reader.names.name) has no version", retryMayHelp: true)
                }
                let read = try reader.row(row, token: token)
                if let cut, read.problem == nil, !cut.contains(read, reader.table) { continue }
                batch.rows.append(read)
            }
            if !batch.rows.isEmpty { try take(batch) }
            return batch.rows.count
        }
    }
}
