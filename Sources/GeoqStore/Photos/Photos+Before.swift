import GRDB
import Geoq

/// What a row named when its picture was set here.
struct PictureBefore: Hashable {
    /// When the picture was set, ISO 8601 in UTC.
    var moment: String
    /// nil when the row named none.
    var named: String?

    init(moment: String, named: String?) {
        (self.moment, self.named) = (moment, named)
    }

    /// - Parameter setting: the moment, and after a space what was named.
    init(setting: String) {
        let parts = setting.split(separator: " ", maxSplits: 1).map { String($0) }
        self.init(moment: parts.first ?? "", named: parts.count == 2 ? parts[1] : nil)
    }

    var setting: String { "\(moment) \(named ?? "")" }
}

/// What the user had seen of a profile's or a list's picture who set another one:
/// what the row named then. By that a sync finds that the project's row has got
/// another picture since. A setting has it, by the picture.
extension Store.Photos {
    private static let beforeSetting = "picture_before/"

    /// Notes what a row names, while its user sets another picture. When a new picture
    /// is set again before it was sent, what its note says goes on: the user has seen
    /// nothing newer.
    static func noteBefore(_ db: Database, _ column: PictureColumn, _ row: String, of photo: FeatureID) throws {
        let earlier = try String.fetchOne(
            db,
            sql: """
                SELECT photo_id FROM geoq_upload
                WHERE purpose = ? AND row_id = ? AND state NOT IN ('stored', 'doomed')
                """, arguments: [column.purpose.rawValue, row])
        let moment = try Merging.now(db)
        let note = try earlier.flatMap { try before(db, $0) }
        let shown = try String.fetchOne(
            db, sql: "SELECT \(text(column, "t")) FROM \(column.table) AS t WHERE id = ?", arguments: [row])
        let present = PictureBefore(moment: moment, named: note == nil ? shown : note?.named)
        try Store.Settings.write(db, present.setting, for: beforeSetting + photo.description)
    }

    /// What a row named when a picture was set; nil when an earlier geoq has set it.
    static func before(_ db: Database, _ photo: String) throws -> PictureBefore? {
        try Store.Settings.value(db, of: beforeSetting + photo).map { PictureBefore(setting: $0) }
    }

    /// SQL: what a row names; NULL for none.
    private static func text(_ column: PictureColumn, _ row: String) -> String {
        "iif(typeof(\(row).\(column.name)) = 'text', nullif(\(row).\(column.name), ''), NULL)"
    }

    /// Forgets what a row named: it names the picture now.
    static func forgetBefore(_ db: Database, _ photo: FeatureID) throws {
        try Store.Settings.write(db, nil, for: beforeSetting + photo.description)
    }

    /// Forgets it for all pictures that are on their way no more.
    static func forgetBefore(_ db: Database) throws {
        let sending = try String.fetchSet(db, sql: "SELECT photo_id FROM geoq_upload WHERE row_id IS NOT NULL")
        for photo in try Store.Settings.values(db, under: beforeSetting).keys where !sending.contains(photo) {
            try Store.Settings.write(db, nil, for: beforeSetting + photo)
        }
    }

    /// Whether the project's row names another picture than its user knew who set this
    /// one.
    ///
    /// - Parameters:
    ///   - upload: a picture that was made ready.
    ///   - there: the row as the project has it now. One that is deleted there, or does
    ///     not tell its picture, has no other one.
    package func isOvertaken(_ upload: PhotoUpload, by there: ServerRow) async throws -> Bool {
        guard let column = PictureColumn(upload.purpose), let row = upload.row?.description, let path = upload.path,
            let sha256 = upload.sha256, there.deletedAt == nil,
            let told = there.values.first(where: { $0.name == column.name })?.value
        else { return false }
        let named: String? = if case .text(let text) = told, !text.isEmpty { text } else { nil }
        if named == PictureReference.text(path, sha256: sha256) { return false }
        return try await read { db in
            let found = try Row.fetchOne(
                db,
                sql: """
                    SELECT \(Self.text(column, "t")), b.id IS NOT NULL, \(Self.text(column, "b"))
                    FROM \(column.table) AS t LEFT JOIN geoq_base_\(column.table) AS b ON b.id = t.id WHERE t.id = ?
                    """, arguments: [row])
            guard let found else { return false }
            let (shown, isOpen, base): (String?, Bool, String?) = (found[0], found[1], found[2])
            let note = try Self.before(db, upload.photo.description)
            // An earlier geoq has noted nothing.
            let known = note == nil ? shown : note?.named
            if named == known { return false }
            // What this device named last may not be there yet.
            return !(isOpen && shown == known && named == base)
        }
    }
}
