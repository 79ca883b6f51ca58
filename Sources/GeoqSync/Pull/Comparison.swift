import Geoq
import GeoqIndex
import GeoqStore

/// Finds out in which rows the mirror will differ from the remote once what is
/// staged is applied.
struct Comparison {
    let session: any RemoteSession
    let reader: MirrorReader
    /// The name of the source of the mirror's rows.
    let name: String

    struct Result {
        /// Rows that the remote has.
        var count = 0
        /// Rows to fetch: missing, or of another version.
        var toFetch: [FeatureID] = []
        /// Rows to remove: as the store has their ids.
        var toRemove: [String] = []
    }

    /// So many rows of buckets that differ are looked into at once, about.
    private static let rowsAtOnce = 50_000

    /// - Parameter isReplaced: whether what is staged is all that the mirror
    ///   will have.
    /// - Complexity: O(rows), on the remote and here at the same time; 8 KB
    ///   travel, and 20 bytes for each row in a bucket that differs.
    func run(_ table: MirrorTable, isReplaced: Bool) async throws -> Result {
        async let remoteDigest = session.digest(of: table)
        let (local, damaged) = try await reader.reduce(
            table, of: name, isReplaced: isReplaced, into: TableDigest()
        ) { digest, id, token in digest.add(id, token: token) }
        let remote = try await remoteDigest
        var result = Result(count: remote.count, toRemove: damaged)
        for ranges in slices(remote.differences(from: local), remote) {
            let tokens = try await session.tokens(of: table, in: ranges)
            // On a list that is not whole nothing may be removed.
            let promised = ranges.joined().reduce(0) { $0 + remote.buckets[Int($1)].count }
            guard tokens.count == promised else {
                throw SyncError(
                    .protocol, "of \(promised) versions of \(table), \(tokens.count) came", retryMayHelp: true)
            }
            var expected = Dictionary(tokens.map { ($0.id, $0.token) }) { $1 }
            for range in ranges {
                let (rows, _) = try await reader.reduce(
                    table, of: name, isReplaced: isReplaced, range: range, into: [RowToken]()
                ) { rows, id, token in rows.append(RowToken(id: FeatureID(key: id), token: token)) }
                for row in rows {
                    switch expected.removeValue(forKey: row.id) {
                    case nil: result.toRemove.append(row.id.description)
                    case row.token: break
                    default: result.toFetch.append(row.id)
                    }
                }
            }
            result.toFetch += expected.keys
        }
        result.toFetch.sort()
        return result
    }

    /// Ranges in portions that fit in memory.
    private func slices(_ ranges: [ClosedRange<UInt8>], _ digest: TableDigest) -> [[ClosedRange<UInt8>]] {
        var slices: [[ClosedRange<UInt8>]] = []
        var (slice, size): ([ClosedRange<UInt8>], Int) = ([], 0)
        for byte in ranges.joined() {
            if let last = slice.last, last.upperBound + 1 == byte {
                slice[slice.count - 1] = last.lowerBound...byte
            } else {
                slice.append(byte...byte)
            }
            size += digest.buckets[Int(byte)].count
            if size >= Self.rowsAtOnce {
                slices.append(slice)
                (slice, size) = ([], 0)
            }
        }
        return slice.isEmpty ? slices : slices + [slice]
    }
}
