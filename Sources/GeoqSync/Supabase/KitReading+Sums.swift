import Geoq
import GeoqIndex
import GeoqStore
import GeoqSupabase

/// Sums and tokens, by which rows are compared without sending them.
extension KitReading {
    func total(_ table: MirrorTable) -> KitTotal? { tables[table]?.total }

    func count(_ table: MirrorTable) async throws -> Int {
        if let total = total(table) { return total.count }
        return try await sums(table).values.reduce(0) { $0 + $1.count }
    }

    /// The sums by first byte, as of now.
    func sums(_ table: MirrorTable) async throws -> [UInt8: KitTotal] {
        guard let state = tables[table] else { preconditionFailure("A table is asked if the moment has it.") }
        // What is compared from now on is of a later moment.
        tables[table]?.tokens = [:]
        let body = try await wire.send(KitCall.digest(of: state.wanted.table, region: region)).body
        return try await ProjectWire.aside { try KitAnswer.sums(body) }
    }

    /// The tokens of ids that begin with a byte. They are asked for once after
    /// each asking for sums.
    func tokens(_ table: MirrorTable, _ byte: UInt8) async throws -> [FeatureID: Int64] {
        guard let state = tables[table] else { preconditionFailure("A table is asked if the moment has it.") }
        if let known = state.tokens[byte] { return known }
        let request = KitCall.digest(of: state.wanted.table, bucket: byte, region: region)
        let body = try await wire.send(request).body
        let tokens = try await ProjectWire.aside { try KitAnswer.tokens(body) }
        guard tokens.keys.allSatisfy({ UInt8($0.key.high >> 56) == byte }) else {
            throw SyncError(.protocol, "a token is of another bucket", retryMayHelp: true)
        }
        tables[table]?.tokens[byte] = tokens
        return tokens
    }
}
