import GRDB
import Geoq

/// Files and photos compared: how the pictures stand, and what has no counterpart.
extension Store.Photos {
    /// How many pictures there are, and how they stand.
    ///
    /// - Complexity: O(files + photos).
    package func usage() async throws -> PhotoUsage {
        let (counted, unsent, bare) = try await read { db in
            var usage = PhotoUsage()
            usage.photos =
                try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM observed_bird_photos WHERE deleted_at IS NULL") ?? 0
            let uploads = try Row.fetchAll(
                db,
                sql: """
                    SELECT u.photo_id, u.state, a.remote IS NULL OR u.purpose = 'cover'
                        AND (SELECT source FROM watchlists WHERE id = u.row_id) IS NOT a.remote
                        OR u.row_id IS NULL AND (
                            SELECT source FROM observed_bird_photos WHERE id = u.photo_id) IS NOT a.remote AS is_local,
                        EXISTS (SELECT 1 FROM geoq_operation AS o WHERE o.table_name = 'observed_bird_photos'
                            AND o.row_id = u.photo_id AND o.kind = 'insert' AND o.state = 'dead') AS is_refused
                    FROM geoq_upload AS u LEFT JOIN geoq_account AS a
                    """)
            var unsent: [(id: String, isLocal: Bool)] = []
            for upload in uploads {
                let (id, isLocal): (String, Bool) = (upload[0], upload[2])
                switch PhotoUpload.State(rawValue: upload[1]) {
                case .local, .prepared, .sending: unsent.append((id, isLocal))
                case .dead: usage.failed += 1
                case .doomed: usage.doomed += 1
                case .stored, nil: if upload[3] as Bool { usage.failed += 1 }
                }
            }
            let bare = try String.fetchAll(
                db, sql: "\(Self.bare) AND id NOT IN (SELECT photo_id FROM geoq_upload WHERE state = 'dead')")
            return (usage, unsent, bare)
        }
        let (names, sizes) = try await store.work.run { [files] in
            let names = files.names()
            return (Set(names), names.filter { FeatureID($0) != nil }.compactMap { files.size($0) })
        }
        var usage = counted
        (usage.files, usage.bytes) = (sizes.count, sizes.reduce(0, +))
        var missing: Set<String> = []
        func isHere(_ id: String) -> Bool { names.contains(id) || names.contains(id + PhotoFiles.readyEnding) }
        for upload in unsent {
            if !isHere(upload.id) {
                missing.insert(upload.id)
            } else if upload.isLocal {
                usage.local += 1
            } else {
                usage.waiting += 1
            }
        }
        missing.formUnion(bare.filter { !isHere($0) })
        usage.missing = missing.count
        return usage
    }

    /// SQL: the photos whose picture no project has.
    private static let bare = """
        SELECT id FROM observed_bird_photos
        WHERE deleted_at IS NULL AND (is_uploaded IS NOT 1 OR storage_url IS NULL)
        """

    /// Finds files that no photo, no profile and no list has, and photos without a
    /// picture; and removes the files.
    ///
    /// The file of a photo whose deletion can still be undone stays; so does one
    /// of a photo or picture that lost in a conflict which no person has settled.
    ///
    /// - Parameter removes: whether the files are removed; else they are counted.
    /// - Complexity: O(files + photos).
    package func sweep(removes: Bool = true) async throws -> PhotoSweep {
        // A file is written before its row; while one writes, none is superfluous.
        let (hold, names) = try await store.work.run { [files] in (files.holdForSweep(), files.names()) }
        defer { withExtendedLifetime(hold) {} }
        let (known, sending, bare) = try await read { db in
            let known = try String.fetchSet(
                db,
                sql: """
                    SELECT id FROM observed_bird_photos UNION SELECT id FROM geoq_base_observed_bird_photos
                    UNION SELECT row_id FROM geoq_conflict
                        WHERE table_name = 'observed_bird_photos' AND settled IS NULL
                    UNION SELECT photo_id FROM geoq_upload WHERE row_id IS NOT NULL AND state <> 'doomed'
                    UNION \(Self.lostFiles)
                    """)
            let sending = try String.fetchSet(
                db, sql: "SELECT photo_id FROM geoq_upload WHERE state IN ('prepared', 'sending', 'dead')")
            return (known, sending, try String.fetchAll(db, sql: "\(Self.bare) ORDER BY id"))
        }
        let present = Set(names)
        let superfluous = names.filter { name in
            if name.hasSuffix(PhotoFiles.readyEnding) {
                return !sending.contains(String(name.dropLast(PhotoFiles.readyEnding.count)))
            }
            return name.hasSuffix(PhotoFiles.partEnding) || FeatureID(name) != nil && !known.contains(name)
        }
        var sweep = PhotoSweep()
        if hold != nil { sweep.superfluousFiles = superfluous.count }
        sweep.isHeldUp = hold == nil && !superfluous.isEmpty
        if hold != nil, removes {
            let left = try await store.work.run { [files] in files.left(removing: superfluous) }
            (sweep.removedFiles, sweep.failure) = (superfluous.count - left.count, left.error)
        }
        sweep.missing = bare.filter { !present.contains($0) }.compactMap { FeatureID($0) }
        return sweep
    }

    /// Removes the pictures that no row has any more after a deletion: their files, and the copies in the cache.
    ///
    /// - Complexity: O(files + photos + lists).
    func sweepDeleted() async throws -> PhotoSweep {
        try await PictureCache.prune(of: store)
        return try await sweep()
    }

    /// Whether a list or an entry has pictures: photos, or a cover.
    static func hasPictures(_ db: Database, _ row: RowKey) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM observed_bird_photos WHERE watchlist_entry_id = ?1)
                    OR EXISTS (
                        SELECT 1 FROM watchlist_entries AS e JOIN observed_bird_photos AS p
                            ON p.watchlist_entry_id = e.id WHERE e.watchlist_id = ?1)
                    OR EXISTS (SELECT 1 FROM geoq_upload WHERE row_id = ?1)
                    OR EXISTS (SELECT 1 FROM watchlists WHERE id = ?1 AND cover_image_path IS NOT NULL)
                """, arguments: [row.id.description]) ?? false
    }
}
