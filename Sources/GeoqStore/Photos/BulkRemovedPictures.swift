import GRDB
import Geoq

/// The pictures of rows that are removed in bulk, while the triggers rest that follow a single deletion: without this,
/// the pictures of a guest's photos and covers would stay in the store's folder, and in its count of pictures, for good.
struct BulkRemovedPictures {
    private let photos: [String]

    /// Notes the pictures whose rows are here, and which no project has, before rows are removed.
    ///
    /// - Complexity: O(pictures).
    init(_ db: Database) throws {
        photos = try String.fetchAll(
            db, sql: "SELECT photo_id FROM geoq_upload WHERE (path IS NULL OR state = 'prepared') AND \(Self.hasRow)")
    }

    /// Forgets those whose rows are gone by now; their files go with the next `Store.Photos.sweepDeleted`.
    ///
    /// - Returns: whether there were any.
    /// - Complexity: O(pictures).
    func forgetGone(_ db: Database) throws -> Bool {
        if photos.isEmpty { return false }
        // A list of any length is one parameter.
        let list = JSONValue.array(photos.map { .string($0) }).text
        try db.execute(
            sql: "DELETE FROM geoq_upload WHERE photo_id IN (SELECT value FROM json_each(?)) AND NOT \(Self.hasRow)",
            arguments: [list])
        return db.changesCount > 0
    }

    private static let hasRow = """
        (row_id IS NULL AND photo_id IN (SELECT id FROM observed_bird_photos)
            OR purpose = 'cover' AND row_id IN (SELECT id FROM watchlists))
        """
}
