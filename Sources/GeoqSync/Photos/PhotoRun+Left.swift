import Geoq
import GeoqStore
import GeoqSupabase

extension PhotoRun {
    /// Deletes the objects of photos that a sync has taken away: who deleted them
    /// there may be a user who edits a list of this one, and who cannot reach its
    /// objects.
    ///
    /// The project must say of each that it is deleted. A row that is only out of
    /// sight keeps its object, and so does one that is there again; `PhotoCheck`
    /// finds the object of a row of which nothing is left.
    ///
    /// - Throws: `SyncError`, `StoreError`, `CancellationError`.
    /// - Complexity: two requests for each hundred photos.
    func removeLeft(_ report: inout PhotoReport) async throws {
        let photos = store.photos
        let left = try await photos.left()
        for start in stride(from: 0, to: left.count, by: TableCall.mostIDs) {
            try Task.checkCancellation()
            let part = Array(left[start..<min(start + TableCall.mostIDs, left.count)])
            let dead = try await pictures.deleted(part.map(\.id), from: .observedBirdPhotos)
            let gone = part.filter { dead[$0.id] != nil }
            // Another device of this user may have been first.
            if !gone.isEmpty { report.deleted += try await pictures.delete(gone.map(\.path)) }
            try await photos.forgetLeft(part)
        }
        // What is left of the notes is of photos that are here again.
        try await photos.forgetLeft()
    }
}

extension ProjectPictures {
    /// The rows that the project has marked as deleted, with the moment as it writes
    /// it.
    ///
    /// - Throws: `SyncError`, `CancellationError`.
    /// - Complexity: a request for each hundred.
    func deleted(_ ids: [FeatureID], from table: MirrorTable) async throws -> [FeatureID: String] {
        var deleted: [FeatureID: String] = [:]
        for start in stride(from: 0, to: ids.count, by: TableCall.mostIDs) {
            let part = ids[start..<min(start + TableCall.mostIDs, ids.count)]
            do {
                let rows = try await client.rows(
                    of: table.rawValue, select: "id,deleted_at", id: "id", ids: part,
                    filters: [("deleted_at", "not.is.null")])
                for (id, row) in rows { deleted[id] = row["deleted_at"]?.string }
            } catch {
                throw SyncError.ofProject(error, table: table.rawValue)
            }
        }
        return deleted
    }
}
