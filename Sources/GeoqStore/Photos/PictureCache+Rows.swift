import GRDB
package import Geoq

extension PictureCache {
    /// Removes the pictures from a store's cache that no row of the store names any
    /// more: of photos and covers that are deleted, of those that have another
    /// version, and of lists that are not shared with this user any more. A cache in
    /// memory, of any process, forgets them when it is asked next.
    ///
    /// - Returns: how many were removed.
    /// - Throws: `StoreError`.
    /// - Complexity: O(files + photos + lists); nothing is read without files.
    @discardableResult
    package static func prune(of store: Store) async throws -> Int {
        let folder = PictureFolder(of: store)
        // Files first: one that comes later may be of a row that comes later.
        let names = try await store.work.run {
            folder.removeLeftParts()
            return folder.files().map(\.name).filter(PictureFolder.isPicture)
        }
        guard !names.isEmpty else { return 0 }
        let named = try await store.read { db in
            let photos = try Row.fetchAll(
                db,
                sql: """
                    SELECT CAST(storage_url AS TEXT), CAST(ifnull(uploaded_at, '') AS TEXT) FROM observed_bird_photos
                    WHERE storage_url IS NOT NULL AND deleted_at IS NULL
                    """
            ).compactMap { row in
                PhotoPath.path(row[0]).map { Key(bucket: PhotoPath.bucket, path: $0, version: row[1]).name }
            }
            return try PictureColumn.all.reduce(into: Set(photos)) { named, column in
                // The names are literals of `PictureColumn`.
                let texts = try String.fetchSet(
                    db,
                    sql: """
                        SELECT CAST(\(column.name) AS TEXT) FROM \(column.table)
                        WHERE \(column.name) IS NOT NULL AND deleted_at IS NULL
                        """)
                for text in texts {
                    guard let object = PictureReference(text, of: column) else { continue }
                    named.insert(Key(of: object, in: column).name)
                }
            }
        }
        let superfluous = names.filter { !named.contains($0) }
        try await store.work.run { folder.remove(superfluous) }
        return superfluous.count
    }

    /// The picture of a photo: see `picture(_:named:fetch:)`.
    ///
    /// - Throws: `StoreError.noRow` for a photo that left the store while its picture was
    ///   fetched, and what `fetch` throws.
    package func picture(
        _ key: Key, of photo: FeatureID, in store: Store, fetch: @escaping @Sendable () async throws -> [UInt8]
    ) async throws -> [UInt8] {
        try await picture(key, named: { Key(of: try await store.photos.photo(photo).photo) }, fetch: fetch)
    }

    /// The picture of a profile or a list, in the same way.
    package func picture(
        _ key: Key, of owner: PictureOwner, in store: Store, fetch: @escaping @Sendable () async throws -> [UInt8]
    ) async throws -> [UInt8] {
        try await picture(
            key,
            named: {
                let picture = try await store.photos.picture(of: owner)
                return picture.object.map { Key(of: $0, in: picture.column) }
            }, fetch: fetch)
    }

    /// Forgets the pictures in memory whose files some process has removed since the
    /// last call. The file of a picture that is now shown from memory
    /// counts as used, too: else it would be the first to leave the disk.
    ///
    /// - Parameter moment: seconds since 1970.
    func followFiles(using key: Key, at moment: Double) async {
        let keys = Array(memory.keys)
        let filed = memory.filter { $0.value.hasFile }.map(\.key)
        let isInMemory = memory[key] != nil
        let seen = seen
        let found = try? await work.run { [disk] () -> (state: PictureFolder.State?, gone: [Key])? in
            if isInMemory { disk.use(key.name, at: moment) }
            let state = disk.state()
            // Without a folder, what had a file was removed. Where no file can be written, memory is all there is.
            if state == nil { return (state, filed.filter { !disk.has($0.name) }) }
            return state == seen ? nil : (state, keys.filter { !disk.has($0.name) })
        }
        guard let found = found ?? nil else { return }
        self.seen = found.state
        forget(found.gone)
    }
}
