import Foundation
import Geoq
package import GeoqStore
import GeoqSupabase

/// Compares the pictures of a project with the rows that name them: the objects in
/// the user's own folders, and the photos, the profile and the lists that name an
/// object there, in which version.
package struct PhotoCheck: Sendable {
    /// What a check mends.
    package enum Mending: Sendable {
        case nothing
        /// What geoq itself has stored: objects with other names stay.
        case own
        case everything
    }

    /// What a check has found, and mended.
    package struct Report: Sendable {
        /// All objects of the user, and their bytes.
        package var objects = 0
        package var bytes = 0
        /// Objects that no row names, as `{bucket}/{path}`.
        package var orphans: [String] = []
        /// How many objects that no row names are too young to be told: another device may be about to send their rows.
        package var young = 0
        /// Objects whose row is there and names nothing that can be read; they stay.
        package var unnamed: [String] = []
        /// Rows whose object is not there, as `{table}/{id}`.
        package var missing: [String] = []
        /// Rows that name another version of their object than is there.
        package var otherVersions: [String] = []
        /// Pictures of this device that are sent again.
        package var sentAgain = 0
        /// Rows that name what is there now.
        package var renamed = 0
        /// Orphans that are deleted now.
        package var deleted = 0
        /// About how many requests it took.
        package var requests = 0

        package init() {}

        /// Whether nothing is wrong, or all of it is mended.
        package var isWhole: Bool {
            orphans.count == deleted && unnamed.isEmpty
                && missing.count + otherVersions.count == sentAgain + renamed
        }
    }

    /// A row that names an object of the user, or something that is no object.
    private struct Named {
        let key: RowKey
        let object: PictureReference?
        /// nil when what it names cannot be read.
        let path: String?
    }

    private let store: Store
    private let pictures: ProjectPictures
    private let user: String

    /// - Parameter user: whose objects are looked at.
    package init(_ store: Store, _ pictures: ProjectPictures, user: String) {
        (self.store, self.pictures, self.user) = (store, pictures, user)
    }

    /// Looks, and mends what is asked for: orphans are deleted; pictures that are on
    /// this device are sent again by the next run; and a row names what is there when
    /// no better picture is on this device.
    ///
    /// Objects are listed before rows are read: another device stores the object
    /// first and sends the row then. An object that is younger than `age` stays,
    /// because its row may be on its way; not when its row was there and was marked as
    /// deleted after the object was stored.
    ///
    /// - Parameters:
    ///   - age: in seconds.
    ///   - now: seconds since 1970, by the project's clock as far as it is known.
    /// - Throws: `SyncError`, `StoreError`, `CancellationError`.
    /// - Complexity: a request for each folder, each object without a row, each
    ///   thousand rows and each cover.
    package func run(mending: Mending, age: Double, now: Double) async throws -> Report {
        var report = Report()
        for purpose in PhotoPurpose.allCases { try await check(purpose, mending, before: now - age, &report) }
        return report
    }

    private func check(
        _ purpose: PhotoPurpose, _ mending: Mending, before moment: Double, _ report: inout Report
    ) async throws {
        let bucket = StorageBucket(purpose)
        report.requests += 1
        guard let objects = try await pictures.objects(of: user, of: purpose) else { return }
        report.objects += objects.count
        report.bytes += objects.values.reduce(0, +)
        let rows = try await rows(purpose)
        let folders = Set(objects.keys.map { ($0 as NSString).deletingLastPathComponent })
        report.requests += folders.count + rows.count / Self.page + 1
        let own = Set(try await store.photos.uploading(purpose))
        let named = Set(rows.compactMap(\.path))
        let unclear = Set(rows.filter { $0.path == nil }.map(\.key.id))
        var orphans: [String] = []
        func take(_ path: String, of row: FeatureID?) {
            report.orphans.append("\(bucket.rawValue)/\(path)")
            if row != nil || mending == .everything { orphans.append(path) }
        }
        var young: [(path: String, row: FeatureID, storedAt: String)] = []
        for path in objects.keys.sorted() where !named.contains(path) && !own.contains(path) {
            report.requests += 1
            guard let object = try await pictures.object(path, in: bucket) else { continue }
            let row = row(of: path, purpose)
            guard Self.isBefore(moment, object.createdAt) else {
                report.young += 1
                if let row { young.append((path, row, object.storedAt)) }
                continue
            }
            if let row, unclear.contains(row) {
                report.unnamed.append("\(bucket.rawValue)/\(path)")
            } else {
                take(path, of: row)
            }
        }
        if !young.isEmpty {
            report.requests += young.count / TableCall.mostIDs + 1
            let dead = try await pictures.deleted(young.map(\.row), from: table(purpose))
            for (path, row, storedAt) in young {
                guard let deletedAt = dead[row].flatMap({ Self.seconds($0) }), Self.isBefore(deletedAt, storedAt)
                else { continue }
                report.young -= 1
                take(path, of: row)
            }
        }
        for row in rows {
            guard let path = row.path, !own.contains(path) else { continue }
            try await check(row, path, isListed: objects[path] != nil, in: bucket, mending, before: moment, &report)
        }
        if mending != .nothing, !orphans.isEmpty {
            try await pictures.delete(orphans, in: bucket)
            report.deleted += orphans.count
        }
    }

    /// Whether the object of a row is there, in the version that the row names.
    private func check(
        _ row: Named, _ path: String, isListed: Bool, in bucket: StorageBucket, _ mending: Mending,
        before moment: Double, _ report: inout Report
    ) async throws {
        // Photos of entries are never replaced.
        guard !isListed || row.object?.digest != nil else { return }
        report.requests += 1
        // One that is not listed may have been stored since then.
        guard let object = try await pictures.object(path, in: bucket) else {
            report.missing.append(row.key.description)
            if mending != .nothing, try await store.photos.sendAgain(row.key) { report.sentAgain += 1 }
            return
        }
        guard let named = row.object, let digest = named.digest, let sha256 = object.sha256, Self.isSHA256(sha256),
            !sha256.hasPrefix(digest), Self.isBefore(moment, object.storedAt)
        else { return }
        report.otherVersions.append(row.key.description)
        guard mending != .nothing else { return }
        switch try await store.photos.settleVersion(of: row.key, naming: named, thatIs: sha256) {
        case .sentAgain: report.sentAgain += 1
        case .renamed: report.renamed += 1
        case .left: break
        }
    }

    // MARK: Rows

    private static let page = 1_000

    /// The rows of the project that name an object of the user, or what cannot be
    /// read.
    private func rows(_ purpose: PhotoPurpose) async throws -> [Named] {
        guard let column = PictureColumn(purpose) else {
            return try await rows(.observedBirdPhotos, "storage_url,is_uploaded", []) { row in
                guard row["is_uploaded"] == .bool(true) else { return (nil, nil) }
                return (nil, row["storage_url"]?.string.flatMap(Store.Photos.objectPath))
            }
        }
        let isOwn = column == .profile ? "id" : "owner_id"
        do {
            return try await rows(
                column.table, column.name, [(isOwn, "eq.\(user)"), (column.name, "not.is.null")]
            ) { row in
                let object = row[column.name]?.string.flatMap { PictureReference($0, of: column) }
                return (object, object?.path)
            }
        } catch let error as SyncError where error.kind == .noTable {
            return []
        }
    }

    private func rows(
        _ table: MirrorTable, _ columns: String, _ filters: [(name: String, value: String)],
        _ named: (JSONObject) -> (object: PictureReference?, path: String?)
    ) async throws -> [Named] {
        var rows: [Named] = []
        var last: FeatureID?
        while true {
            let request = TableCall.page(
                of: table.rawValue, select: "id,\(columns)", id: "id", after: last, limit: Self.page,
                filters: [("deleted_at", "is.null")] + filters)
            do {
                let page = try TableAnswer(try await pictures.client.send(request)).rows
                guard !page.isEmpty else { return rows }
                for row in page {
                    guard let id = row["id"]?.string.flatMap({ FeatureID($0) }) else {
                        throw RemoteFault(.drift, message: "a row has no id that can be read")
                    }
                    if let last, id <= last {
                        throw RemoteFault(.drift, message: "a page of rows is out of order, or comes again")
                    }
                    last = id
                    let (object, path) = named(row)
                    if path?.hasPrefix(user + "/") ?? true {
                        rows.append(Named(key: RowKey(table, id), object: object, path: path))
                    }
                }
            } catch {
                throw SyncError.ofProject(error, table: table.rawValue)
            }
        }
    }

    /// The row that an object is of, by the name that geoq gives it; nil for another
    /// name.
    private func row(of path: String, _ purpose: PhotoPurpose) -> FeatureID? {
        let parts = path.split(separator: "/")
        guard let name = parts.last, let dot = name.lastIndex(of: ".") else { return nil }
        let stem = String(name[..<dot])
        return switch purpose {
        case .observation: parts.count == 3 ? FeatureID(stem) : nil
        case .cover: parts.count == 2 ? FeatureID(stem) : nil
        case .profile: parts.count == 2 && stem == "avatar" ? FeatureID(user) : nil
        }
    }

    // MARK: Small parts

    /// Whether a time of the project is before a moment; one that cannot be read is
    /// not.
    private static func isBefore(_ moment: Double, _ text: String) -> Bool {
        seconds(text).map { $0 < moment } ?? false
    }

    /// A time of the project, in seconds since 1970.
    private static func seconds(_ text: String) -> Double? {
        guard let moment = JSONTime.timestamp(text),
            let date = try? Date(String(moment.prefix(19)) + "Z", strategy: .iso8601)
        else { return nil }
        let fraction = moment.dropFirst(19).prefix { $0 != "Z" }
        return date.timeIntervalSince1970 + (fraction.isEmpty ? 0 : Double("0\(fraction)") ?? 0)
    }

    private func table(_ purpose: PhotoPurpose) -> MirrorTable {
        PictureColumn(purpose)?.table ?? .observedBirdPhotos
    }

    private static func isSHA256(_ text: String) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }
}
