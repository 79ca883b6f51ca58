import GRDB
package import Geoq

/// A photo of this user's own list that left by a sync: another device, or a user
/// who may edit the list, has deleted it or what it belonged to.
package struct LeftPhoto: Hashable, Sendable {
    package var id: FeatureID
    /// The path of its object, in this user's folder.
    package var path: String
}

extension Store.Photos {
    private static let leftSetting = "left_photo/"

    /// Notes a photo that a sync is about to remove, inside its transaction. Its
    /// object lies in the user's own folder, where the project lets no other user delete it.
    static func noteLeaving(_ db: Database, _ row: Int64) throws {
        let photo = try Row.fetchOne(
            db,
            sql: """
                SELECT CAST(p.id AS TEXT), CAST(p.storage_url AS TEXT), a.user_id FROM observed_bird_photos AS p
                JOIN geoq_account AS a ON a.remote = p.source
                WHERE p.fid = ? AND p.is_uploaded AND p.storage_url IS NOT NULL
                """, arguments: [row])
        guard let photo, let path = PhotoPath.path(photo[1]), path.hasPrefix("\(photo[2] as String)/") else { return }
        try Store.Settings.write(db, path, for: leftSetting + (photo[0] as String))
    }

    /// The photos that a sync has removed and that did not come back, by id. An object
    /// is left out while another photo of the store names it, and while this device
    /// is about to store or to delete it.
    ///
    /// - Throws: `StoreError`.
    package func left() async throws -> [LeftPhoto] {
        let (noted, named) = try await read { db -> ([String: String], Set<String>) in
            let noted = try Store.Settings.values(db, under: Self.leftSetting)
            if noted.isEmpty { return (noted, []) }
            let named = try String.fetchSet(
                db,
                sql: """
                    SELECT storage_url FROM observed_bird_photos WHERE is_uploaded AND storage_url IS NOT NULL
                    UNION SELECT path FROM geoq_upload WHERE path IS NOT NULL AND row_id IS NULL
                    """)
            return (noted, Set(named.compactMap { PhotoPath.path($0) }))
        }
        return noted.compactMap { id, path in
            guard !named.contains(path), let id = FeatureID(id) else { return nil as LeftPhoto? }
            return LeftPhoto(id: id, path: path)
        }.sorted { $0.id < $1.id }
    }

    /// Whether there are notes of photos that have left.
    package func hasLeft() async throws -> Bool {
        try await read { db in try !Store.Settings.values(db, under: Self.leftSetting).isEmpty }
    }

    /// Forgets photos that have left, because their objects are gone or stay.
    ///
    /// - Parameter photos: nil for all.
    /// - Throws: `StoreError`.
    package func forgetLeft(_ photos: [LeftPhoto]? = nil) async throws {
        try await write { db in
            let noted = try Store.Settings.values(db, under: Self.leftSetting).keys
            let ids = photos.map { $0.map(\.id.description) } ?? Array(noted)
            for id in ids { try Store.Settings.write(db, nil, for: Self.leftSetting + id) }
        }
    }
}
