import GRDB
package import Geoq

extension Store.Outbox {
    /// This device's id, which is made when first asked for.
    package func deviceID() async throws -> FeatureID {
        try await write { db in
            try db.execute(
                sql: "UPDATE geoq_device SET id = ? WHERE id IS NULL", arguments: [RecordUUID.random().description])
            guard let id = try String.fetchOne(db, sql: "SELECT id FROM geoq_device").flatMap({ FeatureID($0) }) else {
                throw StoreError.failed(path: store.path, reason: "the device's id in it is no UUID")
            }
            return id
        }
    }

    /// How far the server's clock is ahead of this device's, in seconds, as it was noted last.
    package func clockOffset() async throws -> Double {
        try await read { db in try Double.fetchOne(db, sql: "SELECT clock_offset FROM geoq_device") ?? 0 }
    }

    /// Notes how far the server's clock is ahead of this device's, in seconds.
    package func noteClockOffset(_ seconds: Double) async throws {
        try await write { db in
            try db.execute(sql: "UPDATE geoq_device SET clock_offset = ?", arguments: [seconds])
        }
    }
}
