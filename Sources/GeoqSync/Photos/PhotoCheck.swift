import Foundation
import Geoq
import GeoqStore
import GeoqSupabase

/// Compares the pictures of a project with the rows that name them: the objects in
/// the user's own folders, and the photos, the profile and the lists that name an
/// object there.
package struct PhotoCheck: Sendable {
    /// What a check has found, and mended.
    package struct Report: Sendable {
        /// All objects of the user, and their bytes.
        package var objects = 0
        package var bytes = 0
        /// Objects that no row names, as `{bucket}/{path}`.
        package var orphans: [String] = []
        /// Rows whose object is not there, as `{table}/{id}`.
        package var missing: [String] = []
        /// Of these, rows whose picture is on this device and is sent again.
        package var sentAgain = 0
        /// Orphans that are deleted now.
        package var deleted = 0

        package init() {}
    }

    /// A row that names an object of the user.
    private struct Named {
        let key: RowKey
        let path: String
    }

    private let store: Store
    private let pictures: ProjectPictures
    private let user: String

    /// - Parameter account: whose objects are looked at.
    package init(_ account: Account, user: String) {
        (store, pictures, self.user) = (account.store, ProjectPictures(account.client), user)
    }

    /// Looks, and mends when that is asked for: orphans are deleted, and pictures
    /// that are on this device are sent again by the next sync.
    ///
    /// Objects are listed before rows are read: another device stores the object
    /// first and sends the row then. An object that is younger than `age` stays,
    /// because its row may be on its way.
    ///
    /// - Parameters:
    ///   - age: in seconds.
    ///   - now: seconds since 1970, by the project's clock as far as it is known.
    /// - Throws: `SyncError`, `StoreError`, `CancellationError`.
    /// - Complexity: a request for each folder and each thousand rows.
    package func run(mends: Bool, age: Double, now: Double) async throws -> Report {
        var report = Report()
        for purpose in PhotoPurpose.allCases { try await check(purpose, mends, age, now, &report) }
        return report
    }

    private func check(
        _ purpose: PhotoPurpose, _ mends: Bool, _ age: Double, _ now: Double, _ report: inout Report
    ) async throws {
        let bucket = StorageBucket(purpose)
        guard let objects = try await pictures.objects(of: user, of: purpose) else { return }
        report.objects += objects.count
        report.bytes += objects.values.reduce(0, +)
        let rows = try await rows(purpose)
        let own = Set(try await store.photos.uploading(purpose))
        let named = Set(rows.map(\.path))
        var orphans: [String] = []
        for path in objects.keys.sorted() where !named.contains(path) && !own.contains(path) {
            guard let object = try await pictures.object(path, in: bucket),
                let since = Self.moment(object.createdAt), since < now - age
            else { continue }
            orphans.append(path)
        }
        for row in rows where objects[row.path] == nil {
            // It may have been stored since the list was read.
            guard try await pictures.object(row.path, in: bucket) == nil else { continue }
            report.missing.append(row.key.description)
            if mends, try await store.photos.sendAgain(row.key) { report.sentAgain += 1 }
        }
        report.orphans += orphans.map { "\(bucket.rawValue)/\($0)" }
        if mends, !orphans.isEmpty {
            try await pictures.delete(orphans, in: bucket)
            report.deleted += orphans.count
        }
    }

    /// The rows of the project that name an object of the user.
    private func rows(_ purpose: PhotoPurpose) async throws -> [Named] {
        guard let column = PictureColumn(purpose) else {
            return try await rows(
                .observedBirdPhotos, "storage_url", [("is_uploaded", "is.true")], Store.Photos.objectPath)
        }
        let isOwn = column == .profile ? "id" : "owner_id"
        do {
            return try await rows(column.table, column.name, [(isOwn, "eq.\(user)"), (column.name, "not.is.null")]) {
                PictureReference($0, of: column)?.path
            }
        } catch let error as SyncError where error.kind == .noTable {
            return []
        }
    }

    private func rows(
        _ table: MirrorTable, _ column: String, _ filters: [(name: String, value: String)],
        _ path: (String) -> String?
    ) async throws -> [Named] {
        var rows: [Named] = []
        var last: FeatureID?
        while true {
            let request = TableCall.page(
                of: table.rawValue, select: "id,\(column)", id: "id", after: last, limit: 1_000,
                filters: [("deleted_at", "is.null")] + filters)
            do {
                let page = try TableAnswer(try await pictures.client.send(request)).rows
                guard !page.isEmpty else { return rows }
                for row in page {
                    guard let id = row["id"]?.string.flatMap({ FeatureID($0) }) else {
                        throw RemoteFault(.drift, message: "a row has no id that can be read")
                    }
                    last = id
                    let named = row[column]?.string.flatMap(path)
                    if let named, named.hasPrefix(user + "/") {
                        rows.append(Named(key: RowKey(table, id), path: named))
                    }
                }
            } catch {
                throw SyncError.ofProject(error, table: table.rawValue)
            }
        }
    }

    /// Seconds since 1970.
    private static func moment(_ text: String) -> Double? {
        guard let stored = JSONTime.timestamp(text) else { return nil }
        return try? Date(String(stored.prefix(19)) + "Z", strategy: .iso8601).timeIntervalSince1970
    }
}
