import Geoq
import GeoqIndex
import GeoqStore
import GeoqSupabase

/// Sums and tokens, by which rows are compared without sending them.
///
/// The kit sums the rows of the region that it knows. Where the mirror's region is
/// another one, this device makes the sums, from the ids, versions and places of the
/// rows in the kit's region.
extension KitReading {
    /// The region to which this device cuts the rows of a table; nil when the kit has cut
    /// them as they should be.
    func cut(of table: MirrorTable) -> RestRegion? { table == .hotspot ? cut : nil }

    func total(_ table: MirrorTable) -> KitTotal? { cut(of: table) == nil ? tables[table]?.total : nil }

    func count(_ table: MirrorTable) async throws -> Int {
        if let total = total(table) { return total.count }
        return try await sums(table).values.reduce(0) { $0 + $1.count }
    }

    /// The sums by first byte, as of now.
    func sums(_ table: MirrorTable) async throws -> [UInt8: KitTotal] {
        guard let state = tables[table] else { preconditionFailure("A table is asked if the moment has it.") }
        // What is compared from now on is of a later moment.
        tables[table]?.tokens = [:]
        if let cut = cut(of: table) { return try await sums(table, cut) }
        let body = try await wire.send(KitCall.digest(of: state.wanted.table, region: region)).body
        return try await ProjectWire.aside { try KitAnswer.sums(body) }
    }

    /// The tokens of ids that begin with a byte. They are asked for once after
    /// each asking for sums.
    func tokens(_ table: MirrorTable, _ byte: UInt8) async throws -> [FeatureID: Int64] {
        guard let state = tables[table] else { preconditionFailure("A table is asked if the moment has it.") }
        if let known = state.tokens[byte] { return known }
        // The tokens were read with the sums.
        if cut(of: table) != nil { return [:] }
        let request = KitCall.digest(of: state.wanted.table, bucket: byte, region: region)
        let body = try await wire.send(request).body
        let tokens = try await ProjectWire.aside { try KitAnswer.tokens(body) }
        guard tokens.keys.allSatisfy({ UInt8($0.key.high >> 56) == byte }) else {
            throw SyncError(.protocol, "a token is of another bucket", retryMayHelp: true)
        }
        tables[table]?.tokens[byte] = tokens
        return tokens
    }

    /// Reads ids, versions and places, and keeps the tokens of what is not cut.
    private func sums(_ table: MirrorTable, _ cut: RestRegion) async throws -> [UInt8: KitTotal] {
        guard let state = tables[table] else { preconditionFailure("A table is asked if the moment has it.") }
        let (reader, names) = (state.rows, state.rows.names)
        let (latitude, longitude) = (names.column("lat"), names.column("lon"))
        var source = TableRows(wire: wire, names: names)
        source.select = [reader.id, names.column("deleted_at"), KitPage.version, latitude, longitude]
            .joined(separator: ",")
        source.filters = cut.filters(latitude: latitude, longitude: longitude)
        var (digest, tokens) = (TableDigest(), [UInt8: [FeatureID: Int64]]())
        try await source.all(isProved: true) { rows in
            for row in rows where !reader.isMarked(row) {
                guard cut.contains(latitude: row[latitude]?.double, longitude: row[longitude]?.double) else { continue }
                guard let token = KitAnswer.token(row[KitPage.version]) else {
                    throw SyncError(.protocol, "a row of \(names.name) has no version", retryMayHelp: true)
                }
                let id = try reader.id(of: row)
                digest.add(id.key, token: token)
                tokens[UInt8(id.key.high >> 56), default: [:]][id] = token
            }
        }
        tables[table]?.tokens = tokens
        return Dictionary(
            uniqueKeysWithValues: tokens.keys.map { byte in
                let bucket = digest.buckets[Int(byte)]
                return (byte, KitTotal(count: bucket.count, sum: bucket.sum))
            })
    }
}
