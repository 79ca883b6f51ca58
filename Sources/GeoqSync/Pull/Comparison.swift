import Geoq
import GeoqIndex
import GeoqStore
import Synchronization

/// Finds the rows in which the mirror will differ from the remote once the
/// staged rows are applied.
struct Comparison {
    let session: any RemoteSession
    let reader: MirrorReader
    /// The name of the source of the mirror's rows.
    let name: String
    var measure = RowMeasure.version
    /// Whether the remote keeps texts in UTF-8.
    var isUTF8 = true
    /// Whether versions are compared even if the remote computes no sums: then
    /// all rows are read.
    var needsVersions = false
    /// Whether all that the session reads is of one moment.
    var lasts = true
    /// Whether ids are made of keys; then the remote sums hashes of keys.
    var isKeyed = false
    /// The name of a relation whose rows have no versions; nil for any other table.
    var unversioned: String?

    struct Result {
        /// Rows that the remote has.
        var count = 0
        /// Whether exactly so many rows belonged to the mirror when these
        /// changes were found.
        var isExact = true
        /// Rows to fetch: missing, or of another version or other contents.
        var toFetch: [FeatureID] = []
        /// Rows to remove: as the store has their ids.
        var toRemove: [String] = []
    }

    /// About this many rows of differing buckets are looked at at once.
    private static let rowsAtOnce = 50_000
    /// When differing buckets have fewer rows than this, on average, their rows
    /// are looked at without first asking for the sums by second byte: this
    /// many rows are about as many bytes as the sums of one bucket.
    private static let fewRows = 50

    /// - Parameters:
    ///   - isReplaced: whether the mirror will have only the staged rows.
    ///   - hidden: rows to leave out on both sides.
    /// - Complexity: O(rows), on the remote and here at the same time; 8 KB
    ///   travel, 1.5 KB for each of 256 buckets that differs, and 30 bytes for
    ///   each row of the 65 536 smaller ones.
    func run(_ table: MirrorTable, isReplaced: Bool, hiding hidden: Set<FeatureID> = []) async throws -> Result {
        guard let session = session as? any RemoteDigesting, await session.sums(measure) else {
            return try await compareIDs(table, isReplaced: isReplaced, hiding: hidden)
        }
        let total = measure == .version && hidden.isEmpty ? try await session.total(of: table) : nil
        async let early = total == nil ? session.digest(of: table, by: measure, hiding: hidden) : nil
        let (local, damaged) = try await digest(table, isReplaced: isReplaced, hidden)
        if let total, local.total == total, damaged.isEmpty { return Result(count: total.count) }
        let sent = try await early
        let remote = if let sent { sent } else { try await session.digest(of: table, by: measure, hiding: hidden) }
        var result = Result(count: remote.count, toRemove: damaged)
        var (mended, changes) = (local, Changes())
        let different = remote.differences(from: local)
        let fine = try await fineRanges(session, table, different, local, remote, hidden)
        for ranges in slices(fine, remote) {
            try await look(session, into: ranges, of: table, isReplaced: isReplaced, hidden, &mended, &changes)
        }
        // Where the smaller sums missed a difference, compare all rows of the
        // bucket.
        let rest = remote.differences(from: mended).map { IDRange(firstByte: $0) }
        for ranges in slices(rest, remote) {
            try await look(session, into: ranges, of: table, isReplaced: isReplaced, hidden, &mended, &changes)
        }
        // Where the moment does not last, the rows may have changed between the
        // sums and the tokens.
        result.isExact = lasts
        guard !lasts || remote.differences(from: mended).isEmpty else {
            throw unversioned.map(SyncError.unsteady)
                ?? SyncError(.protocol, "the rows of \(table) are not those of the server's sums", retryMayHelp: true)
        }
        result.toFetch = changes.toFetch.sorted()
        result.toRemove += changes.toRemove.map(\.description).sorted()
        return result
    }

    private struct Changes {
        var toFetch: Set<FeatureID> = []
        var toRemove: Set<FeatureID> = []
    }

    /// Which smaller buckets differ, within the differing first bytes.
    private func fineRanges(
        _ session: any RemoteDigesting, _ table: MirrorTable, _ bytes: [UInt8], _ local: TableDigest,
        _ remote: TableDigest, _ hidden: Set<FeatureID>
    ) async throws -> [IDRange] {
        let rows = bytes.reduce(0) { $0 + remote.buckets[Int($1)].count }
        guard rows > Self.fewRows * bytes.count else { return bytes.map { IDRange(firstByte: $0) } }
        let sums = try await session.fineSums(of: table, by: measure, in: bytes, hiding: hidden)
        return bytes.flatMap { byte -> [IDRange] in
            let all = IDRange(firstByte: byte)
            var ranges: [IDRange] = []
            for prefix in all.lower...all.upper where sums[prefix] ?? 0 != local.fineSums[Int(prefix)] {
                if let last = ranges.last, last.upper + 1 == prefix {
                    ranges[ranges.count - 1].upper = prefix
                } else {
                    ranges.append(IDRange(prefix, prefix))
                }
            }
            // No smaller bucket alone differs.
            return ranges.isEmpty ? [all] : ranges
        }
    }

    /// Compares rows of some ranges one by one.
    private func look(
        _ session: any RemoteDigesting, into ranges: [IDRange], of table: MirrorTable, isReplaced: Bool,
        _ hidden: Set<FeatureID>,
        _ mended: inout TableDigest, _ changes: inout Changes
    ) async throws {
        let tokens = try await session.tokens(of: table, by: measure, in: ranges, hiding: hidden)
        var expected = Dictionary(tokens.map { ($0.id, mark($0)) }) { $1 }
        for (id, row) in try await versions(table, isReplaced: isReplaced, in: ranges, hidden) {
            guard let other = expected.removeValue(forKey: id) else {
                if changes.toRemove.insert(id).inserted { mended.remove(row) }
                continue
            }
            guard other.token != row.token else { continue }
            if changes.toFetch.insert(id).inserted {
                mended.remove(row)
                mended.add(other)
            }
        }
        for (id, row) in expected where changes.toFetch.insert(id).inserted { mended.add(row) }
    }

    private func mark(_ row: RowToken) -> RowMark {
        guard isKeyed, let key = row.key else { return RowMark(row.id.key, token: row.token) }
        return RowMark(row.id.key, key: key, isUTF8: isUTF8, token: row.token)
    }

    // MARK: - Without sums

    /// Compares ids, for a remote that computes no sums. Which rows have changed,
    /// its delta has told; a row of the mirror whose version is not known is
    /// fetched again.
    ///
    /// - Precondition: versions are compared.
    /// - Complexity: O(rows); 16 bytes for each row are in memory on both sides.
    private func compareIDs(
        _ table: MirrorTable, isReplaced: Bool, hiding hidden: Set<FeatureID>
    ) async throws -> Result {
        precondition(measure == .version, "Contents are compared by sums, or by reading the table.")
        // −1 stands for a version that the remote was not asked for.
        var tokens: [RowToken]
        if needsVersions {
            tokens = try await versions(table)
        } else {
            tokens = try await session.ids(of: table).map { RowToken(id: $0, token: -1) }
        }
        tokens.removeAll { hidden.contains($0.id) }
        var missing = Dictionary(tokens.map { ($0.id, $0.token) }) { $1 }
        var result = Result(count: missing.count)
        guard tokens.count == missing.count else {
            throw SyncError(.protocol, "the server names a row of \(table) twice", retryMayHelp: true)
        }
        for (id, row) in try await versions(table, isReplaced: isReplaced, in: nil, hidden) {
            let token = row.token
            guard let other = missing.removeValue(forKey: id) else {
                result.toRemove.append(id.description)
                continue
            }
            if token < 0 || other >= 0 && other != token { result.toFetch.append(id) }
        }
        result.toFetch = (result.toFetch + missing.keys).sorted()
        result.toRemove.sort()
        if !isReplaced { result.toRemove += try await reduce(.held, table, nil, 0) { _, _ in }.damaged }
        return result
    }

    /// The versions of all rows that the remote has.
    private func versions(_ table: MirrorTable) async throws -> [RowToken] {
        let versions = Mutex<[RowToken]>([])
        _ = try await session.rows(of: table, .all) { batch in
            versions.withLock {
                $0.removeLast(batch.replaced)
                $0 += batch.rows.map { RowToken(id: $0.id, token: $0.token) }
            }
        }
        return versions.withLock { $0 }
    }

    // MARK: - The rows that the mirror will have

    /// Reads the ids and tokens of rows. When contents are compared, a token is
    /// a hash of the store's values; when versions are, the version that the
    /// remote gave.
    private func reduce<Value: Sendable>(
        _ selection: MirrorReader.Selection, _ table: MirrorTable, _ ranges: [IDRange]?, _ initial: Value,
        _ update: @escaping @Sendable (inout Value, RowMark) -> Void
    ) async throws -> (value: Value, damaged: [String]) {
        if isKeyed { return try await reduceKeys(selection, table, ranges, initial, update) }
        switch measure {
        case .version:
            return try await reader.reduce(selection, table, of: name, ranges: ranges, into: initial) {
                update(&$0, RowMark($1, token: TableDigest.versionToken($2)))
            }
        case .contents:
            let start = (initial, RowContents(table, isUTF8: isUTF8))
            let (value, _) = try await reader.reduceValues(
                selection, table, of: name, ranges: ranges, into: start
            ) { state, id, row in
                update(&state.0, RowMark(id, token: Int64(bitPattern: state.1.hash(row))))
            }
            return (value, [])
        }
    }

    /// As `reduce`, of rows whose buckets their keys decide. The store has no
    /// order of these, so all rows are read for any ranges.
    private func reduceKeys<Value: Sendable>(
        _ selection: MirrorReader.Selection, _ table: MirrorTable, _ ranges: [IDRange]?, _ initial: Value,
        _ update: @escaping @Sendable (inout Value, RowMark) -> Void
    ) async throws -> (value: Value, damaged: [String]) {
        let isUTF8 = isUTF8
        let wanted = ranges.map { ranges in
            ranges.reduce(into: [Bool](repeating: false, count: 65_536)) { wanted, range in
                for prefix in range.lower...range.upper { wanted[Int(prefix)] = true }
            }
        }
        switch measure {
        case .version:
            return try await reader.reduceKeys(selection, table, of: name, into: initial) { value, id, key, token in
                let row = RowMark(id, key: key, isUTF8: isUTF8, token: TableDigest.versionToken(token))
                if wanted?[Int(row.prefix)] != false { update(&value, row) }
            }
        case .contents:
            let start = (initial, RowContents(table, isUTF8: isUTF8))
            let key = table.columns.count
            let (value, _) = try await reader.reduceValues(selection, table, of: name, into: start) { state, id, row in
                let token = Int64(bitPattern: state.1.hash(row))
                let row = row.withText(key) { RowMark(id, key: $0, isUTF8: isUTF8, token: token) }
                if wanted?[Int(row.prefix)] != false { update(&state.0, row) }
            }
            return (value, [])
        }
    }

    /// The sums over the rows that the mirror will have, and ids of rows that are
    /// damaged.
    ///
    /// The few rows of a delta are taken from the sums of the rest: to look for
    /// each of a million rows among them would cost as much as the sums.
    private func digest(
        _ table: MirrorTable, isReplaced: Bool, _ hidden: Set<FeatureID>
    ) async throws -> (digest: TableDigest, damaged: [String]) {
        var (digest, damaged) = (TableDigest(), [String]())
        let keys = Set(hidden.map(\.key))
        if !isReplaced {
            (digest, damaged) = try await reduce(.held, table, nil, digest) { digest, row in
                if keys.isEmpty || !keys.contains(row.id) { digest.add(row) }
            }
            (digest, _) = try await reduce(.overtaken, table, nil, digest) { digest, row in
                if keys.isEmpty || !keys.contains(row.id) { digest.remove(row) }
            }
        }
        (digest, _) = try await reduce(.staged, table, nil, digest) { digest, row in
            if keys.isEmpty || !keys.contains(row.id) { digest.add(row) }
        }
        return (digest, damaged)
    }

    /// The rows that the mirror will have, with ids in some ranges; nil for all.
    private func versions(
        _ table: MirrorTable, isReplaced: Bool, in ranges: [IDRange]?, _ hidden: Set<FeatureID>
    ) async throws -> [FeatureID: RowMark] {
        var rows: [FeatureID: RowMark] = [:]
        if !isReplaced {
            (rows, _) = try await reduce(.held, table, ranges, rows) { rows, row in
                rows[FeatureID(key: row.id)] = row
            }
            (rows, _) = try await reduce(.overtaken, table, ranges, rows) { rows, row in
                rows[FeatureID(key: row.id)] = nil
            }
        }
        (rows, _) = try await reduce(.staged, table, ranges, rows) { rows, row in
            rows[FeatureID(key: row.id)] = row
        }
        return hidden.isEmpty ? rows : rows.filter { !hidden.contains($0.key) }
    }

    /// The ranges in portions whose rows fit in memory.
    private func slices(_ ranges: [IDRange], _ digest: TableDigest) -> [[IDRange]] {
        var slices: [[IDRange]] = []
        var (slice, size): ([IDRange], Int) = ([], 0)
        for range in ranges {
            slice.append(range)
            let share = Int(range.upper - range.lower) + 1
            size += digest.buckets[Int(range.lower >> 8)].count * share / 256
            if size >= Self.rowsAtOnce {
                slices.append(slice)
                (slice, size) = ([], 0)
            }
        }
        return slice.isEmpty ? slices : slices + [slice]
    }
}
