import Foundation
import GRDB
package import Geoq
import GeoqIndex

/// A SQLite file in which an older app kept pictures as blobs. A table is looked at
/// when it has a column `id` or `uuid` (also `ZID` and `ZUUID`, which Core Data makes),
/// with UUIDs as text or as 16 bytes. The picture of an id is its largest blob: smaller
/// ones are previews.
///
/// Core Data may keep a blob in a file of its own, in a folder beside the database: then
/// the column has the byte 2 and the file's name, a UUID. Before a blob that stays in such
/// a column it has the byte 1, with which no picture begins.
///
/// Nothing is written to the file. All functions wait for the disk.
package struct PictureDatabase: Sendable {
    /// Where a picture is.
    package struct Place: Hashable, Sendable {
        package let table: String
        package let column: String
        /// In bytes, with the byte that Core Data has before it.
        package let size: Int
        /// The file that holds the picture alone; nil when the column holds it. The file may be missing: then `size`
        /// is larger than any picture.
        package let file: String?
        /// The column with the ids, and the id as it is written there.
        fileprivate let idColumn: String
        fileprivate let id: DatabaseValue
    }

    /// Where the pictures are, by the ids of their rows.
    package let places: [FeatureID: Place]
    private let path: String
    private let connection: DatabaseQueue

    private static let idColumns = ["id", "uuid", "zid", "zuuid"]

    /// - Parameter ids: of the rows whose pictures are looked for.
    /// - Throws: `StoreError.failed`.
    /// - Complexity: O(rows of the tables with ids); no picture is read.
    package init(_ path: String, for ids: Set<FeatureID>) throws {
        WaitingWork.willWait()
        self.path = path
        let folder = Self.folderOfBlobs(of: path)
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        configuration.label = "geoq.pictures"
        // What a stranger's schema computes is not run.
        configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA trusted_schema = OFF") }
        do {
            connection = try DatabaseQueue(path: path, configuration: configuration)
            places = try connection.read { db in try Self.places(db, ids, folder) }
        } catch {
            throw Self.failed(path, error)
        }
    }

    /// The picture at a place that is in a column.
    ///
    /// - Throws: `StoreError.failed`.
    package func bytes(at place: Place) throws -> [UInt8] {
        WaitingWork.willWait()
        let column = Self.quoted(place.column)
        let data: Data?
        do {
            data = try connection.read { db in
                try Data.fetchOne(
                    db,
                    sql: """
                        SELECT \(column) FROM \(Self.quoted(place.table))
                        WHERE \(Self.quoted(place.idColumn)) = ? AND length(\(column)) = ?
                            AND typeof(\(column)) = 'blob' LIMIT 1
                        """, arguments: [place.id, place.size])
            }
        } catch {
            throw Self.failed(path, error)
        }
        guard let data else { throw StoreError.failed(path: path, reason: "it has changed meanwhile") }
        return [UInt8](data.first == 1 ? data.dropFirst() : data)
    }

    private static func places(_ db: Database, _ ids: Set<FeatureID>, _ folder: String) throws -> [FeatureID: Place] {
        let tables = try String.fetchAll(
            db,
            sql: """
                SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                    AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name
                """)
        var places: [FeatureID: Place] = [:]
        for table in tables {
            let columns = try String.fetchAll(
                db, sql: "SELECT name FROM pragma_table_info(?) ORDER BY cid", arguments: [table])
            guard let idColumn = columns.first(where: { idColumns.contains($0.lowercased()) }) else { continue }
            for column in columns where column != idColumn {
                let (blob, id) = (quoted(column), quoted(idColumn))
                let rows = try Row.fetchCursor(
                    db,
                    sql: """
                        SELECT \(id), length(\(blob)), iif(length(\(blob)) IN (37, 38), \(blob), NULL)
                        FROM \(quoted(table))
                        WHERE typeof(\(blob)) = 'blob' AND length(\(blob)) > 0
                        """)
                while let row = try rows.next() {
                    let value: DatabaseValue = row[0]
                    guard let key = Self.id(value), ids.contains(key) else { continue }
                    let name: Data? = row[2]
                    let file = name.flatMap { Self.fileName($0) }.map { "\(folder)/\($0)" }
                    let length: Int = row[1]
                    // No preview stands for a picture whose file is missing.
                    let size = file.map { Self.size(ofFile: $0) ?? .max } ?? length
                    let place = Place(
                        table: table, column: column, size: size, file: file, idColumn: idColumn, id: value)
                    if place.size > places[key]?.size ?? 0 { places[key] = place }
                }
            }
        }
        return places
    }

    /// The folder in which Core Data keeps the large blobs of a database.
    private static func folderOfBlobs(of path: String) -> String {
        let database = URL(filePath: path)
        let name = database.deletingPathExtension().lastPathComponent
        return database.deletingLastPathComponent().appending(path: ".\(name)_SUPPORT/_EXTERNAL_DATA").path
    }

    /// The name of the file that has a blob; a zero may follow it.
    private static func fileName(_ blob: Data) -> String? {
        guard blob.first == 2 else { return nil }
        let name = String(decoding: blob.dropFirst().prefix(36), as: UTF8.self)
        return UUID(uuidString: name) == nil ? nil : name
    }

    private static func size(ofFile path: String) -> Int? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// A name of the stranger's file as SQL.
    private static func quoted(_ name: String) -> String { name.quoted(by: "\"") }

    private static func id(_ value: DatabaseValue) -> FeatureID? {
        switch value.storage {
        case .string(let text): FeatureID(text.lowercased())
        case .blob(let data) where data.count == 16:
            FeatureID(key: ItemKey(high: Self.number(data.prefix(8)), low: Self.number(data.suffix(8))))
        case .null, .int64, .double, .blob: nil
        }
    }

    private static func number(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func failed(_ path: String, _ error: any Error) -> StoreError {
        .failed(path: path, reason: (error as? DatabaseError)?.message ?? "\(error)")
    }
}
