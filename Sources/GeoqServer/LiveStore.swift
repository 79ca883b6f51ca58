import Foundation
import Geoq
import GeoqFormats
import GeoqStore
import HTTPTypes
import Synchronization

/// The newest snapshot of a store, for many requests at once.
///
/// A task looks now and then whether the store has changed, and makes the next
/// snapshot while requests are answered from the present one: no request ever
/// waits for an import, a sync or the building of an index.
///
/// When another file takes the store's place, the server opens that one; while
/// there is no file, requests are refused.
final class LiveStore: Sendable {
    let path: String
    private let stores: Mutex<Stores>
    private let log: ServerLog
    private let latest = Mutex<Moment?>(nil)
    private let kept = Mutex<[Layer: [LayerTable.Column]]>([:])
    /// Why there is no newer snapshot; nil when the snapshot is up to date.
    private let failure = Mutex<String?>(nil)
    private let listeners = Mutex<[Int: AsyncStream<Moment>.Continuation]>([:])
    private let nextListener = Atomic<Int>(0)
    private let bytes = Atomic<Int>(0)
    /// Opens and looks at files.
    private let work = WaitingWork("geoq.live")
    private let edition: String

    /// How often the store is looked at.
    static let interval = Duration.milliseconds(250)

    /// - Parameters:
    ///   - log: gets messages about the store's file.
    ///   - edition: tells programs and settings apart that answer about the same rows.
    /// - Throws: `StoreError` when there is no store.
    init(path: String, log: ServerLog, edition: String) throws {
        (self.path, self.log, self.edition) = (path, log, edition)
        stores = Mutex(try Stores(path: path))
    }

    /// One file, opened by two stores.
    private struct Stores {
        /// Reads whole rows, and does nothing else.
        let rows: Store
        /// Takes snapshots.
        let watcher: Store
        /// Whether the file has gone since it was opened.
        var isGone = false

        init(path: String) throws {
            watcher = try Store(path: path, create: false)
            rows = try Store(path: path, create: false)
        }
    }

    /// The store that whole rows are read from.
    var rows: Store { stores.withLock { $0.rows } }

    /// Copies what edits have written from the write-ahead log into the store's file.
    func settle() async { await rows.settle() }

    /// The newest snapshot.
    ///
    /// - Throws: 503 while the first one is being made, and while the store's
    ///   file is missing.
    func moment() throws(Problem) -> Moment {
        if stores.withLock({ $0.isGone }) {
            throw Problem(
                .serviceUnavailable, "The store's file is gone; answers come again when there is one in its place.",
                headers: [.retryAfter: "1"])
        }
        if let moment = latest.withLock({ $0 }) { return moment }
        guard staleness == nil else {
            // The reason is in the log only, because it may contain names of
            // files.
            throw Problem(
                .serviceUnavailable, "The store cannot be read; the server's log says why.",
                headers: [.retryAfter: "10"])
        }
        throw Problem.beingBuilt
    }

    /// The columns that mirrors of relations keep besides geoq's own, as of the last
    /// look at the store.
    func keptColumns(of layer: Layer) -> [LayerTable.Column] { kept.withLock { $0[layer] ?? [] } }

    /// Why the snapshot is older than the store; nil when it is up to date.
    var staleness: String? { failure.withLock { $0 } }

    /// Bytes of the store's files.
    var byteCount: Int { bytes.load(ordering: .relaxed) }

    /// Looks at the store once.
    func refresh() async {
        do {
            let watcher = try await currentWatcher()
            for layer in Layer.allCases {
                let columns = try await watcher.features.keptColumns(of: layer)
                kept.withLock { $0[layer] = columns }
            }
            failure.withLock { $0 = nil }
            if tell(ofNewestIn: watcher) {
                let paths = [watcher.path, watcher.path + "-wal", watcher.index.path]
                bytes.store(try await work.run { Self.size(of: paths) }, ordering: .relaxed)
            }
        } catch {
            // The server ends; nothing is wrong with the store.
            if Task.isCancelled { return }
            let reason = "\(error)"
            let isNew = failure.withLock { failure in
                defer { failure = reason }
                return failure != reason
            }
            // The log already says that the file is missing.
            if isNew, !stores.withLock({ $0.isGone }) {
                let served = latest.withLock { $0?.snapshot.version }
                let state = served.map { "answers are still of version \($0)" } ?? "there are no answers yet"
                log.say("the store cannot be read: \(reason); \(state)")
            }
        }
    }

    /// The store that takes snapshots; opened anew when its file was replaced.
    private func currentWatcher() async throws -> Store {
        let watcher = stores.withLock { $0.watcher }
        do {
            _ = try await watcher.snapshot(verifying: .everything)
            // The file may be there again.
            let isBack = stores.withLock { stores in
                guard stores.watcher === watcher else { return false }
                defer { stores.isGone = false }
                return stores.isGone
            }
            if isBack { log.say("the store is there again") }
            return watcher
        } catch StoreError.replaced {
            let fresh: Stores
            do {
                fresh = try await work.run { [path] in try Stores(path: path) }
            } catch {
                let isNews = stores.withLock { stores in
                    defer { stores.isGone = true }
                    return !stores.isGone
                }
                if isNews { log.say("the store is gone: requests are refused until there is one again: \(error)") }
                throw error
            }
            let isNews = stores.withLock { stores in
                guard stores.watcher === watcher else { return false }
                stores = fresh
                return true
            }
            // A file that SQLite took for one that does not change is opened anew after each write, too. One whose identity
            // cannot be read fails below.
            if isNews, (try? await fresh.watcher.isAnother(than: watcher)) ?? true {
                log.say("the store's file was replaced: answers are of the new one as soon as its index is ready")
            }
            let current = stores.withLock { $0.watcher }
            _ = try await current.snapshot(verifying: .everything)
            return current
        }
    }

    /// Makes a store's newest snapshot the one that answers requests, unless it
    /// is already. Several tasks may do this at once: because each takes the
    /// snapshot inside the lock, requests and listeners never see an older one
    /// after a newer.
    ///
    /// - Returns: whether it is news.
    private func tell(ofNewestIn store: Store) -> Bool {
        latest.withLock { latest in
            guard stores.withLock({ $0.watcher === store }), let snapshot = store.newestSnapshot,
                latest?.snapshot.stamp != snapshot.stamp
            else { return false }
            let moment = Moment(snapshot, edition: edition)
            latest = moment
            for listener in listeners.withLock({ Array($0.values) }) { listener.yield(moment) }
            return true
        }
    }

    /// Looks at the store until the task is cancelled.
    func watch() async {
        while !Task.isCancelled {
            await refresh()
            try? await Task.sleep(for: Self.interval)
        }
    }

    /// Waits until there is a snapshot.
    func firstMoment() async {
        let moments = moments()
        if latest.withLock({ $0 }) != nil { return }
        for await _ in moments { return }
    }

    /// Every snapshot from now on. When several come before the reader takes
    /// one, it gets only the newest.
    func moments() -> AsyncStream<Moment> {
        let number = nextListener.add(1, ordering: .relaxed).newValue
        let (stream, continuation) = AsyncStream<Moment>.makeStream(bufferingPolicy: .bufferingNewest(1))
        continuation.onTermination = { [weak self] _ in
            _ = self?.listeners.withLock { $0.removeValue(forKey: number) }
        }
        listeners.withLock { $0[number] = continuation }
        return stream
    }

    private static func size(of paths: [String]) -> Int {
        paths.reduce(0) { sum, path in
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            return sum + ((attributes?[.size] as? NSNumber)?.intValue ?? 0)
        }
    }
}

/// A snapshot and when it was taken.
struct Moment: Sendable {
    let snapshot: Snapshot
    let takenAt = ContinuousClock.now
    /// Identifies the rows and who answers about them: the store, its version, its token, and the server's edition.
    let tag: String

    init(_ snapshot: Snapshot, edition: String) {
        self.snapshot = snapshot
        let stamp = snapshot.stamp
        tag =
            String(stamp.store.low, radix: 36).suffix(6) + "." + String(stamp.version, radix: 36) + "."
            + String(UInt64(bitPattern: stamp.token), radix: 36).suffix(8) + (edition.isEmpty ? "" : "." + edition)
    }
}
