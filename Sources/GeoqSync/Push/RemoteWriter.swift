package import Geoq
package import GeoqStore
import GeoqSupabase

/// A remote that takes changes.
///
/// Each operation must have its effect once at most, however often it comes: a
/// process may end between a request and its answer, and then the same
/// operations come again, with the same ids.
package protocol RemoteWriter: Sendable {
    /// Sends operations, parents before children.
    ///
    /// What is wrong with one operation costs the others nothing: each has an
    /// answer of its own. When the remote takes no more of them, the answers to
    /// those that were not sent are `unsent`, and the reply says why.
    ///
    /// - Throws: `CancellationError` alone.
    func push(_ operations: [PendingOperation], _ context: PushContext) async throws -> PushReply

    /// How far the remote's clock is ahead of this device's, in seconds; nil
    /// while that is not known.
    func clockOffset() async -> Double?
}

extension RemoteWriter {
    /// Whether the account's rows are read from it, too; if not, a push to it that fails
    /// says nothing of the mirror.
    var isMirrored: Bool { !(self is any UnreadRemoteWriter) }
}

/// A remote that takes changes of rows that the store reads by another way.
package protocol UnreadRemoteWriter: RemoteWriter {
    /// The versions of the living rows of a table that name one of some rows in a column.
    ///
    /// - Parameters:
    ///   - names: the remote's names of the table and its columns.
    ///   - column: the remote's name of the column.
    /// - Throws: as the functions of `KitWay`.
    func versions(
        of names: TableMapping.Table, whose column: String, isOneOf rows: [FeatureID]
    ) async throws -> [FeatureID: Int64]
}

extension UnreadRemoteWriter {
    /// The living rows that belong to some rows, and those that belong to these, with their versions.
    ///
    /// - Throws: `SyncError`, `CancellationError`.
    func versions(
        below rows: [FeatureID], of table: MirrorTable, _ mapping: TableMapping
    ) async throws -> [RowKey: Int64] {
        var versions: [RowKey: Int64] = [:]
        for (child, key) in table.dependents {
            guard let names = mapping.tables[child] else { continue }
            let found: [FeatureID: Int64]
            do {
                found = try await self.versions(of: names, whose: names.column(key), isOneOf: rows)
            } catch let fault as RemoteFault {
                let error: SyncError = .from(fault)
                // The project has no such table, and so nothing in it.
                if child.isOptional, error.kind == .noTable { continue }
                throw error
            }
            if found.isEmpty { continue }
            for (id, version) in found { versions[RowKey(child, id)] = version }
            versions.merge(try await self.versions(below: found.keys.sorted(), of: child, mapping)) { $1 }
        }
        return versions
    }
}

/// What a push knows of the store besides the operations.
package struct PushContext: Sendable {
    /// The remote's names.
    package var mapping: TableMapping
    /// The device that made the changes.
    package var device: FeatureID

    package init(mapping: TableMapping, device: FeatureID) {
        (self.mapping, self.device) = (mapping, device)
    }
}

/// What became of some operations.
package struct PushReply: Sendable {
    /// One for each operation, in their order.
    package var answers: [OperationAnswer]
    /// The positions of operations that were sent, perhaps, and to which no answer came.
    package var unanswered: Set<Int> = []
    /// Why the remote takes no more operations now; nil when it does.
    package var obstacle: SyncError?

    package init(_ answers: [OperationAnswer], obstacle: SyncError? = nil) {
        (self.answers, self.obstacle) = (answers, obstacle)
    }
}
