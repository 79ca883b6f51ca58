import GRDB
package import Geoq

/// The picture of a profile or a list, and how it stands.
package struct RowPicture: Hashable, Sendable {
    package let column: PictureColumn
    /// The user, or the list.
    package let row: FeatureID
    /// The list's title; nil for a profile.
    package let title: String?
    /// What the row says of its picture; nil when it has none that was sent.
    package let text: String?
    /// A picture that was set here and is still the row's; nil when there is none.
    package let upload: PhotoUpload?
    /// The bytes of its file beside the store; nil when there is none.
    package internal(set) var fileBytes: Int?
    /// Whether the row is one of the account: then its picture is sent.
    package let isOfAccount: Bool

    /// What has the picture.
    package var owner: PictureOwner { column == .profile ? .profile : .list(row) }

    /// The object that the row names.
    package var object: PictureReference? { text.flatMap { PictureReference($0, of: column) } }
}

/// How the pictures of profiles and lists stand.
extension Store.Photos {
    /// The picture of the user's profile, or of a list, and how it stands.
    ///
    /// - Throws: `StoreError.noRow`.
    package func picture(of owner: PictureOwner) async throws -> RowPicture {
        let found = try await read { db in
            let (row, column) = (try Self.row(db, owner), owner.column)
            guard let picture = try RowPicture.all(db, column, "t.id = ?", [row]).first else {
                throw StoreError.noRow("\(column.table)/\(row)")
            }
            return picture
        }
        return try await sized([found])[0]
    }

    /// The pictures of the user's profile and of all lists that have one: the
    /// profile's first, then by the lists' titles and ids.
    ///
    /// - Complexity: O(lists + *k* · log *k*), where *k* are the lists with a cover.
    package func rowPictures() async throws -> [RowPicture] {
        let found = try await read { db in
            try PictureColumn.all.flatMap { column in
                let isUsers = "AND (t.id, t.source) = (SELECT user_id, remote FROM geoq_account)"
                let hasOne = "(t.\(column.name) IS NOT NULL OR u.photo_id IS NOT NULL)"
                return try RowPicture.all(
                    db, column, "\(hasOne) \(column == .profile ? isUsers : "") ORDER BY title, t.id", [])
            }
        }
        return try await sized(found)
    }

    /// What has one picture and this id: the profile of the user who is logged in, or
    /// a list; nil when it is the id of neither.
    package func owner(_ id: FeatureID) async throws -> PictureOwner? {
        try await read { db in
            let text = id.description
            let isUser = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM geoq_account WHERE user_id = ?)", arguments: [text])
            if isUser == true { return .profile }
            let isList = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM watchlists WHERE id = ? AND deleted_at IS NULL)",
                arguments: [text])
            return isList == true ? .list(id) : nil
        }
    }

    /// The picture as its user gave it; nil when it is not on this device.
    ///
    /// - Throws: `StoreError.failed` when it cannot be read.
    package func bytes(of picture: RowPicture) async throws -> [UInt8]? {
        guard picture.fileBytes != nil, let upload = picture.upload else { return nil }
        return try await self.picture(upload.photo)
    }

    private func sized(_ pictures: [RowPicture]) async throws -> [RowPicture] {
        try await store.work.run { [files] in
            pictures.map { given in
                var picture = given
                picture.fileBytes = given.upload.flatMap { files.size($0.photo.description) }
                return picture
            }
        }
    }
}

extension RowPicture {
    /// The pictures of rows that are not deleted. Their files are not looked at.
    ///
    /// - Parameter condition: of `t`, a row, and `u`, its row of `geoq_upload`; a
    ///   literal, which may end with an order.
    static func all(
        _ db: Database, _ column: PictureColumn, _ condition: String, _ arguments: StatementArguments
    ) throws -> [RowPicture] {
        // The names are literals of `PictureColumn`.
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT t.id AS owner, iif(typeof(t.\(column.name)) = 'text', t.\(column.name), NULL) AS named, \(column == .cover ? "t.title" : "NULL") AS title,
                    t.source IS (SELECT remote FROM geoq_account) AS is_of_account, u.*
                FROM \(column.table) AS t LEFT JOIN geoq_upload AS u
                    ON u.purpose = '\(column.purpose.rawValue)' AND u.row_id = t.id AND u.state <> 'doomed'
                    AND (u.state <> 'stored' OR t.\(column.name) = \(PictureReference.sql("u")))
                WHERE t.deleted_at IS NULL AND \(condition)
                """, arguments: arguments)
        return rows.compactMap { row in
            let written = WrittenRow(row)
            guard let id = written.id("owner") else { return nil }
            return RowPicture(
                column: column, row: id, title: written["title"], text: written["named"],
                upload: written.has("photo_id") ? PhotoUpload(written) : nil,
                isOfAccount: written.isTrue("is_of_account"))
        }
    }
}
