import Foundation
import Geoq
import GeoqStore
import GeoqSupabase

/// Compares the pictures of a project with the rows of its photos: the objects in
/// the user's own folder, and the rows that name an object there.
package struct PhotoCheck: Sendable {
    /// What a check has found, and mended.
    package struct Report: Sendable {
        /// All objects of the user, and their bytes.
        package var objects = 0
        package var bytes = 0
        /// Paths of objects that no row names.
        package var orphans: [String] = []
        /// Photos whose object is not there.
        package var missing: [String] = []
        /// Of these, photos whose picture is on this device and is sent again.
        package var sentAgain = 0
        /// Orphans that are deleted now.
        package var deleted = 0

        package init() {}
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
        let objects = try await pictures.objects(of: user)
        var report = Report()
        (report.objects, report.bytes) = (objects.count, objects.values.reduce(0, +))
        let rows = try await rows()
        let own = Set(try await store.photos.uploading())
        let named = Set(rows.map(\.path))
        for path in objects.keys.sorted() where !named.contains(path) && !own.contains(path) {
            guard let object = try await pictures.object(path), let since = Self.moment(object.createdAt),
                since < now - age
            else { continue }
            report.orphans.append(path)
        }
        for row in rows where objects[row.path] == nil {
            // It may have been stored since the list was read.
            guard try await pictures.object(row.path) == nil else { continue }
            report.missing.append(row.id.description)
            if mends, try await store.photos.sendAgain(row.id) { report.sentAgain += 1 }
        }
        if mends, !report.orphans.isEmpty {
            try await pictures.delete(report.orphans)
            report.deleted = report.orphans.count
        }
        return report
    }

    /// The rows of the project that name an object of the user.
    private func rows() async throws -> [(id: FeatureID, path: String)] {
        var rows: [(id: FeatureID, path: String)] = []
        var last: FeatureID?
        while true {
            let request = TableCall.page(
                of: MirrorTable.observedBirdPhotos.rawValue, select: "id,storage_url", id: "id", after: last,
                limit: 1_000, filters: [("deleted_at", "is.null"), ("is_uploaded", "is.true")])
            do {
                let page = try TableAnswer(try await pictures.client.send(request)).rows
                guard !page.isEmpty else { return rows }
                for row in page {
                    guard let id = row["id"]?.string.flatMap({ FeatureID($0) }) else {
                        throw RemoteFault(.drift, message: "a photo has no id that can be read")
                    }
                    last = id
                    let path = row["storage_url"]?.string.flatMap { Store.Photos.objectPath($0) }
                    if let path, path.hasPrefix(user + "/") { rows.append((id, path)) }
                }
            } catch {
                throw SyncError.ofProject(error, table: MirrorTable.observedBirdPhotos.rawValue)
            }
        }
    }

    /// Seconds since 1970.
    private static func moment(_ text: String) -> Double? {
        guard let stored = JSONTime.timestamp(text) else { return nil }
        return try? Date(String(stored.prefix(19)) + "Z", strategy: .iso8601).timeIntervalSince1970
    }
}
