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
        let (local, damaged) = try await digest(table, isReplaced: isReplaced)
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
                for (id, token) in try await versions(table, isReplaced: isReplaced, in: range) {
                    switch expected.removeValue(forKey: id) {
                    case nil: result.toRemove.append(id.description)
                    case token: break
                    default: result.toFetch.append(id)
                    }
                }
            }
            result.toFetch += expected.keys
        }
        result.toFetch.sort()
        return result
    }

    /// The sums over the rows that the mirror will have, and ids of rows that are
    /// damaged.
    ///
    /// A delta takes the place of few rows: to look for each of a million among
    /// them would cost as much as the sums.
    private func digest(
        _ table: MirrorTable, isReplaced: Bool
    ) async throws -> (digest: TableDigest, damaged: [String]) {
        var (digest, damaged) = (TableDigest(), [String]())
        if !isReplaced {
            (digest, damaged) = try await reader.reduce(.held, table, of: name, into: digest) { digest, id, token in
                digest.add(id, token: token)
            }
            (digest, _) = try await reader.reduce(.overtaken, table, of: name, into: digest) { digest, id, token in
                digest.remove(id, token: token)
            }
        }
        (digest, _) = try await reader.reduce(.staged, table, of: name, into: digest) { digest, id, token in
            digest.add(id, token: token)
        }
        return (digest, damaged)
    }

    /// The rows that the mirror will have, of some ids.
    private func versions(
        _ table: MirrorTable, isReplaced: Bool, in range: ClosedRange<UInt8>
    ) async throws -> [FeatureID: Int64] {
        var rows: [FeatureID: Int64] = [:]
        if !isReplaced {
            (rows, _) = try await reader.reduce(.held, table, of: name, range: range, into: rows) { rows, id, token in
                rows[FeatureID(key: id)] = token
            }
            (rows, _) = try await reader.reduce(.overtaken, table, of: name, range: range, into: rows) { rows, id, _ in
                rows[FeatureID(key: id)] = nil
            }
        }
        (rows, _) = try await reader.reduce(.staged, table, of: name, range: range, into: rows) { rows, id, token in
            rows[FeatureID(key: id)] = token
        }
        return rows
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
