import Foundation
import GRDB
package import Geoq

extension Store {
    /// The photos of entries, with their pictures. With an account they are sent;
    /// without one they are a guest's, until a login adopts them.
    package struct Photos: StoreFacet {
        let store: Store
        let files: PhotoFiles
    }

    /// The photos.
    package var photos: Photos { Photos(store: self, files: PhotoFiles(of: self)) }
}

/// A photo with how its picture stands.
package struct PhotoItem: Hashable, Sendable {
    package var photo: EntryPhoto
    /// The bytes of the file beside the store; nil when there is none.
    package var fileBytes: Int?
    /// Whether it is the account's: others are on this device alone.
    package var isOfAccount: Bool
    /// nil when nothing of it is on its way.
    package var upload: PhotoUpload?
    /// Why the project refuses the photo itself, whose picture it may have; nil where it does not.
    package var refusal: String?
}

extension Store.Photos {
    /// Larger files are refused.
    package static let mostBytes = 64 << 20
    /// A PDF is sent as it is, and the project's bucket takes no larger file.
    package static let mostBytesOfPDF = 10 << 20

    /// Adds a photo to an entry. When it returns, picture and row are on the disk.
    ///
    /// - Parameters:
    ///   - picture: a JPEG, PNG, WebP, HEIC, AVIF or PDF; what else it is shows when it
    ///     is made ready to be sent.
    ///   - capturedAt: a moment in UTC; or a day, which becomes its noon in mean solar time
    ///     at the entry's place (`SolarNoon`).
    /// - Throws: `StoreError.invalidValue` for an empty or too large picture, and
    ///   for an entry of another user's list; `StoreError.noRow`,
    ///   `StoreError.mirrored`, `StoreError.failed`.
    package func add(
        _ picture: [UInt8], to entry: FeatureID, capturedAt: String? = nil, id: FeatureID = .random()
    ) async throws -> EntryPhoto {
        if let problem = Self.problem(with: picture) { throw Self.invalid(problem) }
        let isPDF = Self.isPDF(picture)
        try await read { db in try Self.checkEntry(db, entry) }
        return try await keep(picture, as: id) { db in
            try Self.checkEntry(db, entry)
            let values = [
                ColumnValue("image_path", .text("\(id).\(isPDF ? "pdf" : "jpg")")),
                ColumnValue("captured_at", text: try Self.moment(capturedAt, of: entry, db)),
            ]
            let source = try Store.Lists.source(db, below: RowKey(.watchlistEntries, entry))
            _ = try Store.Lists.insert(
                db, .observedBirdPhotos, values, source: source, parent: entry.description, id: id)
            try db.execute(
                sql: "INSERT INTO geoq_upload (photo_id, state) VALUES (?, 'local')", arguments: [id.description])
            return try EntryPhoto.kept(db, id)
        }
    }

    /// When a photo of an entry was taken; a text that is no day stays as it is.
    private static func moment(_ text: String?, of entry: FeatureID, _ db: Database) throws -> String? {
        guard let text, text.utf8.count == 10, let day = Day(iso: text) else { return text }
        return SolarNoon.moment(of: day, at: try WatchlistEntry.kept(db, entry).coordinate)
    }

    /// Writes a picture's file, and then what the store knows of it. When that fails,
    /// the file goes again.
    func keep<Value: Sendable>(
        _ picture: [UInt8], as id: FeatureID, _ note: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        let hold = try await store.work.run { [files] in
            let hold = try files.holdForWriting()
            try files.write(picture, to: id.description)
            return hold
        }
        defer { withExtendedLifetime(hold) {} }
        CrashPoint.pictureWritten.reached()
        do {
            return try await write(note)
        } catch {
            try? await store.work.run { [files] in files.remove([id.description]) }
            throw error
        }
    }

    private static func isPDF(_ picture: [UInt8]) -> Bool { picture.starts(with: Array("%PDF-".utf8)) }

    /// Why no entry can have a photo of these bytes, by their number; nil when one can.
    package static func problem(with picture: [UInt8]) -> String? {
        if picture.isEmpty { return "it is empty" }
        let most = isPDF(picture) ? mostBytesOfPDF : mostBytes
        return picture.count > most ? "it has \(picture.count) bytes, and \(most) is the most" : nil
    }

    static func invalid(_ reason: String) -> StoreError { .invalidValue(column: "photo", reason: reason) }

    /// The project takes photos for entries of the user's own lists alone.
    private static func checkEntry(_ db: Database, _ entry: FeatureID) throws {
        let isOfOther = try Bool.fetchOne(
            db,
            sql: """
                SELECT w.owner_id IS NOT NULL AND w.owner_id <> a.user_id
                FROM watchlist_entries AS e JOIN watchlists AS w ON w.id = e.watchlist_id
                JOIN geoq_account AS a ON a.remote = e.source WHERE e.id = ?
                """, arguments: [entry.description])
        if isOfOther == true { throw invalid("the list of this entry is another user's") }
        try Store.Lists.checkWritable(db, RowKey(.watchlistEntries, entry))
    }

    /// The photos of an entry, or all, in the order in which they were added.
    ///
    /// - Throws: `StoreError.noRow` when there is no such entry.
    package func list(of entry: FeatureID? = nil) async throws -> [PhotoItem] {
        let (photos, uploads, refusals, own) = try await read { db in
            if let entry { _ = try WatchlistEntry.kept(db, entry) }
            let photos = try EntryPhoto.all(
                db, "(?1 IS NULL OR watchlist_entry_id = ?1) ORDER BY \(MirrorTable.creationOrder), fid",
                [entry?.description])
            let uploads = try Row.fetchAll(db, sql: "SELECT * FROM geoq_upload").compactMap {
                PhotoUpload(WrittenRow($0))
            }
            return (
                photos, Dictionary(uploads.map { ($0.photo, $0) }) { first, _ in first }, try Self.refusals(db),
                try String.fetchSet(db, sql: "SELECT CAST(id AS TEXT) FROM (\(Self.ofAccount))")
            )
        }
        return try await store.work.run { [files] in
            photos.map {
                PhotoItem(
                    photo: $0, fileBytes: files.size($0.id.description), isOfAccount: own.contains($0.id.description),
                    upload: uploads[$0.id], refusal: refusals[$0.id])
            }
        }
    }

    /// SQL: the ids of the account's photos.
    private static let ofAccount =
        "SELECT id FROM observed_bird_photos WHERE source = (SELECT remote FROM geoq_account)"

    /// Why the project refuses new photos, by their ids.
    private static func refusals(_ db: Database) throws -> [FeatureID: String] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT row_id, ifnull(message, 'the project refuses it') FROM geoq_operation
                WHERE table_name = 'observed_bird_photos' AND kind = 'insert' AND state = 'dead'
                """)
        return rows.reduce(into: [:]) { refusals, row in
            let row = WrittenRow(row)
            if let id = row.id("row_id") { refusals[id] = row[1] }
        }
    }

    /// The photos of all entries of a list, by entry, in the order in which they were
    /// added.
    ///
    /// - Complexity: O(their number · log *n*).
    package func byEntry(ofList list: FeatureID) async throws -> [FeatureID: [EntryPhoto]] {
        let photos = try await read { db in
            try EntryPhoto.all(
                db,
                """
                watchlist_entry_id IN (SELECT id FROM watchlist_entries WHERE watchlist_id = ?)
                    ORDER BY \(MirrorTable.creationOrder), fid
                """, [list.description])
        }
        return Dictionary(grouping: photos, by: \.entry)
    }

    /// Which photos are PDFs, which no page shows among pictures. The path of an object
    /// says what it is; of what was not sent, the first bytes of the file do, since an
    /// older app's name may say otherwise.
    ///
    /// - Complexity: O(their number); some bytes of the files of those not sent are read.
    package func documents(among photos: [EntryPhoto]) async throws -> Set<FeatureID> {
        try await store.work.run { [files] in
            func isNamed(_ name: String) -> Bool { name.lowercased().hasSuffix(".pdf") }
            let documents = photos.filter { photo in
                if let path = photo.objectPath { return isNamed(path) }
                return files.start(of: photo.id.description, 5).map(Self.isPDF) ?? isNamed(photo.imageName)
            }
            return Set(documents.map(\.id))
        }
    }

    /// - Throws: `StoreError.noRow`.
    package func photo(_ id: FeatureID) async throws -> PhotoItem {
        let (photo, upload, refusal, isOfAccount) = try await read { db in
            (
                try EntryPhoto.kept(db, id),
                try Row.fetchOne(db, sql: "SELECT * FROM geoq_upload WHERE photo_id = ?", arguments: [id.description])
                    .flatMap { PhotoUpload(WrittenRow($0)) },
                try Self.refusals(db)[id],
                try Bool.fetchOne(db, sql: "SELECT ? IN (\(Self.ofAccount))", arguments: [id.description]) == true
            )
        }
        let bytes = try await store.work.run { [files] in files.size(id.description) }
        return PhotoItem(
            photo: photo, fileBytes: bytes, isOfAccount: isOfAccount, upload: upload, refusal: refusal)
    }

    /// The picture of a photo as its user gave it; nil when it is not on this
    /// device.
    ///
    /// - Throws: `StoreError.failed` when it cannot be read.
    package func picture(_ id: FeatureID) async throws -> [UInt8]? {
        try await store.work.run { [files] in
            files.size(id.description) == nil ? nil : try files.read(id.description, limit: Self.mostBytes)
        }
    }

    /// The path of the file of a picture that is on this device.
    package func path(_ id: FeatureID) -> String { files.path(id.description) }

    /// Deletes photos, with their pictures: here at once, at the project as soon as
    /// it is reached. An id that comes again counts once.
    ///
    /// - Returns: what was removed of the pictures. One that cannot be removed stays until the next sweep.
    /// - Throws: `StoreError.noRow`, `StoreError.mirrored`, `StoreError.ofAnother` for
    ///   a photo of another user's list; then none is deleted.
    @discardableResult
    package func delete(_ ids: [FeatureID]) async throws -> PhotoSweep {
        try await write { db in
            var gone: Set<FeatureID> = []
            for id in ids where gone.insert(id).inserted {
                try Store.Lists.checkWritable(db, RowKey(.observedBirdPhotos, id), to: .delete)
                try db.execute(sql: "DELETE FROM observed_bird_photos WHERE id = ?", arguments: [id.description])
            }
        }
        return try await sweepDeleted()
    }
}
