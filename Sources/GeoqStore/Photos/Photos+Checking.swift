import GRDB
import Geoq

/// What a comparison of the project's pictures with their rows asks and notes.
extension Store.Photos {
    private static let checkSetting = "photo_check"
    /// The least and the most time between two checks, in seconds.
    package static let (shortestPause, longestPause) = (86_400.0, 7 * 86_400.0)

    /// Whether the project's pictures have to be compared with their rows. The first
    /// call notes when that is due first.
    ///
    /// - Parameter now: seconds since 1970.
    /// - Throws: `StoreError`.
    package func checkIsDue(now: Double) async throws -> Bool {
        let due = try await read { db in try Store.Settings.value(db, of: Self.checkSetting).flatMap { Double($0) } }
        guard let due else {
            try await noteCheck(next: now + Self.shortestPause)
            return false
        }
        // A clock that was set back holds up no check.
        return now >= due || due > now + Self.longestPause
    }

    /// - Parameter next: when the next check is due, in seconds since 1970.
    /// - Throws: `StoreError`.
    package func noteCheck(next: Double) async throws {
        try await write { db in try Store.Settings.write(db, "\(next)", for: Self.checkSetting) }
    }

    /// What became of a row that names another version of its object than is there.
    package enum VersionSettling: Hashable, Sendable {
        /// The row's picture is on this device, and is sent again.
        case sentAgain
        /// The row names the version that is there.
        case renamed
        /// The row is another one here; the next sync brings both together.
        case left
    }

    /// Settles such a row.
    ///
    /// - Parameters:
    ///   - row: a profile or a list, as the project has it.
    ///   - object: what it names there.
    ///   - sha256: of the bytes that are there, in hexadecimal digits.
    /// - Throws: `StoreError`.
    package func settleVersion(
        of row: RowKey, naming object: PictureReference, thatIs sha256: String
    ) async throws -> VersionSettling {
        let owner = row.table == .profile ? PictureOwner.profile : .list(row.id)
        let picture: RowPicture
        do {
            picture = try await self.picture(of: owner)
        } catch StoreError.noRow {
            return .left
        }
        guard picture.row == row.id, picture.isOfAccount, picture.object == object else { return .left }
        if picture.fileBytes != nil, let upload = picture.upload, upload.state == .stored {
            return try await sendAgain(upload.photo) ? .sentAgain : .left
        }
        guard picture.upload == nil else { return .left }
        return try await write { db in
            let column = picture.column
            // The names are literals of `PictureColumn`.
            try db.execute(
                sql: """
                    UPDATE \(column.table) SET \(column.name) = ?2, updated_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
                    WHERE id = ?1 AND \(column.name) = ?3
                    """,
                arguments: [row.id.description, PictureReference.text(object.path, sha256: sha256), picture.text])
            return db.changesCount > 0 ? .renamed : .left
        }
    }
}
