import Foundation
package import Geoq

/// Pictures that were fetched from a project, so that each is fetched once: some
/// in memory, more on the disk in a folder beside the store.
///
/// A picture is known by its bucket, its path and the object's version, and never
/// by an address, whose signature changes. Where there is no room, those that were
/// used least recently go first. A picture that is older than `longestAge` is
/// fetched anew; while that fails it is still shown.
package actor PictureCache {
    /// Names one version of an object.
    package struct Key: Hashable, Sendable {
        package var bucket: String
        package var path: String
        package var version: String

        package init(bucket: String, path: String, version: String) {
            (self.bucket, self.path, self.version) = (bucket, path, version)
        }

        /// The picture of a photo as it was last stored; nil while the project does
        /// not have it.
        package init?(of photo: EntryPhoto) {
            guard let path = photo.objectPath else { return nil }
            self.init(bucket: PhotoPath.bucket, path: path, version: photo.uploadedAt ?? "")
        }

        /// The version of a picture that the row of a profile or a list names.
        package init(of object: PictureReference, in column: PictureColumn) {
            self.init(bucket: column.bucket, path: object.path, version: object.version)
        }

        /// The name of its file.
        var name: String { SHA256.hex(Array("\(bucket)\n\(path)\n\(version)".utf8)) }
    }

    /// How much a cache may hold.
    package struct Limits: Sendable {
        package var memoryBytes = 100_000_000
        package var diskBytes = 500_000_000
        /// In seconds.
        package var longestAge = 90 * 86_400.0

        package init() {}
    }

    /// What a cache holds.
    package struct Info: Hashable, Sendable {
        /// How many pictures there are.
        package var files = 0
        /// Of all files, those that are being written included.
        package var bytes = 0
        /// When the picture that was used least recently was used, in seconds since
        /// 1970.
        package var leastRecentUse: Double?

        package init() {}
    }

    let disk: PictureFolder
    let work: WaitingWork
    private let limits: Limits
    private let now: @Sendable () -> Double
    /// `hasFile` says whether the picture was on the disk, too.
    private(set) var memory: [Key: (picture: PictureFolder.Kept, use: Int, hasFile: Bool)] = [:]
    /// The folder as it was when files were looked for last.
    var seen: PictureFolder.State?
    private var memoryBytes = 0
    private var uses = 0
    private var downloads: [Key: Task<Fetched, any Error>] = [:]

    private struct Fetched: Sendable {
        let bytes: [UInt8]
        let hasFile: Bool
        /// Whether a row names the picture still.
        let isNamed: Bool
    }

    /// - Parameter now: seconds since 1970.
    package init(
        of store: Store, limits: Limits = Limits(),
        now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }
    ) {
        (disk, work, self.limits, self.now) = (PictureFolder(of: store), store.work, limits, now)
    }

    /// A picture: as it is kept, or as `fetch` gives it. Callers that ask for the
    /// same picture at the same time wait for one `fetch`; it goes on when one of
    /// them is cancelled.
    ///
    /// - Throws: what `fetch` throws when the picture is not kept.
    package func picture(
        _ key: Key, fetch: @escaping @Sendable () async throws -> [UInt8]
    ) async throws -> [UInt8] {
        try await picture(key, named: { key }, fetch: fetch)
    }

    /// The same, for a picture that a row of the store names: while it is fetched, a
    /// logout may remove the row and clear the cache. A picture that the row does not
    /// name any more is not kept.
    ///
    /// - Parameter named: The picture that the row names now, as the store has it.
    /// - Throws: what `fetch` throws when the picture is not kept, and what `named`
    ///   throws after a picture has come, as when there is no such row any more.
    package func picture(
        _ key: Key, named: @escaping @Sendable () async throws -> Key?,
        fetch: @escaping @Sendable () async throws -> [UInt8]
    ) async throws -> [UInt8] {
        let kept = await kept(key)
        if let kept, isFresh(kept) { return kept.bytes }
        // While the disk was read, the download of another caller may have ended.
        if let found = memory[key], isFresh(found.picture) {
            note(key, found.picture, hasFile: found.hasFile)
            return found.picture.bytes
        }
        do {
            return try await download(key, named, fetch)
        } catch {
            guard let kept else { throw error }
            _ = try await named()
            return kept.bytes
        }
    }

    /// Whether a picture is kept that need not be fetched anew.
    package func hasFresh(_ key: Key) async -> Bool { await kept(key).map(isFresh) ?? false }

    /// Removes all pictures, in one step.
    ///
    /// - Throws: `StoreError.failed` when one stays.
    package func clear() async throws {
        (memory, memoryBytes) = ([:], 0)
        try await work.run { [disk] in try disk.clear() }
    }

    /// What lies on the disk.
    package func info() async throws -> Info {
        let files = try await work.run { [disk] in disk.files() }
        let pictures = files.filter { PictureFolder.isPicture($0.name) }
        var info = Info()
        (info.files, info.bytes) = (pictures.count, files.reduce(0) { $0 + $1.bytes })
        info.leastRecentUse = pictures.map(\.usedAt).min()
        return info
    }

    // MARK: Small parts

    /// One that was stored long after now was so when the clock was wrong.
    private func isFresh(_ kept: PictureFolder.Kept) -> Bool { abs(now() - kept.storedAt) < limits.longestAge }

    private func kept(_ key: Key) async -> PictureFolder.Kept? {
        if !memory.isEmpty { await followFiles(using: key, at: now()) }
        if let found = memory[key] {
            note(key, found.picture, hasFile: found.hasFile)
            return found.picture
        }
        let name = key.name
        // What cannot be read is fetched.
        let found = try? await work.run { [disk, moment = now()] in disk.read(name, usedAt: moment) }
        guard let kept = found ?? nil else { return nil }
        note(key, kept, hasFile: true)
        return kept
    }

    private func download(
        _ key: Key, _ named: @escaping @Sendable () async throws -> Key?,
        _ fetch: @escaping @Sendable () async throws -> [UInt8]
    ) async throws -> [UInt8] {
        if let download = downloads[key] { return try await download.value.bytes }
        let task = Task { [disk, work, limits, now] in
            let bytes = try await fetch()
            let moment = now()
            // A full disk costs the next one a download, and nothing else.
            let written: Void? = try? await work.run {
                try disk.write(bytes, to: key.name, at: moment)
                disk.evict(down: limits.diskBytes, except: key.name, at: moment)
            }
            // A logout removes the rows first and the files then. So it removes this file, or the row is
            // missed here.
            var isNamed = false
            do {
                isNamed = try await named() == key
                if !isNamed { try? await work.run { disk.remove([key.name]) } }
            } catch {
                try? await work.run { disk.remove([key.name]) }
                throw error
            }
            return Fetched(bytes: bytes, hasFile: written != nil, isNamed: isNamed)
        }
        downloads[key] = task
        defer { downloads[key] = nil }
        let fetched = try await task.value
        if fetched.isNamed {
            note(key, PictureFolder.Kept(bytes: fetched.bytes, storedAt: now()), hasFile: fetched.hasFile)
        }
        return fetched.bytes
    }

    func forget(_ keys: [Key]) {
        for key in keys {
            guard let forgotten = memory.removeValue(forKey: key) else { continue }
            memoryBytes -= forgotten.picture.bytes.count
        }
    }

    /// Keeps a picture in memory as the one that was used last.
    private func note(_ key: Key, _ picture: PictureFolder.Kept, hasFile: Bool) {
        uses += 1
        memoryBytes += picture.bytes.count - (memory[key]?.picture.bytes.count ?? 0)
        memory[key] = (picture, uses, hasFile)
        while memoryBytes > limits.memoryBytes, let oldest = memory.min(by: { $0.value.use < $1.value.use }) {
            memoryBytes -= oldest.value.picture.bytes.count
            memory[oldest.key] = nil
        }
    }
}
