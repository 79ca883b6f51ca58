import Foundation
import Geoq
import GeoqStore
import HTTPTypes
import Synchronization

/// The newest snapshot of a store, for many requests at once.
///
/// A task looks now and then whether the store has changed, and makes the next
/// snapshot while requests go on with the one that there is: none ever waits
/// for an import, a sync or an index that is built anew.
final class LiveStore: Sendable {
    /// Whole rows are read here; its connection has nothing else to do.
    let rows: Store
    private let watcher: Store
    private let latest = Mutex<Moment?>(nil)
    /// Why there is no newer snapshot; nil when there is.
    private let failure = Mutex<String?>(nil)
    private let listeners = Mutex<[Int: AsyncStream<Moment>.Continuation]>([:])
    private let nextListener = Atomic<Int>(0)
    private let bytes = Atomic<Int>(0)

    /// How often the store is looked at.
    static let interval = Duration.milliseconds(250)

    /// - Throws: `StoreError` when there is no store.
    init(path: String) throws {
        watcher = try Store(path: path, create: false)
        rows = try Store(path: path, create: false)
    }

    var path: String { rows.path }

    /// The newest snapshot.
    ///
    /// - Throws: 503 while the first one is being made.
    func moment() throws(Problem) -> Moment {
        if let moment = latest.withLock({ $0 }) { return moment }
        throw Problem(
            .serviceUnavailable, failure.withLock { $0 } ?? "The index is being built; ask again in a moment.",
            headers: [.retryAfter: "1"])
    }

    /// Why the snapshot is older than the store; nil when it is not.
    var staleness: String? { failure.withLock { $0 } }

    /// Bytes of the store's files.
    var byteCount: Int { bytes.load(ordering: .relaxed) }

    /// Looks at the store once.
    func refresh() async {
        do {
            let snapshot = try await watcher.snapshot(verifying: .everything)
            failure.withLock { $0 = nil }
            let moment = Moment(snapshot)
            let isNew = latest.withLock { latest in
                guard latest?.snapshot.stamp != snapshot.stamp else { return false }
                latest = moment
                return true
            }
            if isNew {
                bytes.store(Self.size(of: [path, path + "-wal", watcher.indexPath]), ordering: .relaxed)
                for listener in listeners.withLock({ Array($0.values) }) { listener.yield(moment) }
            }
        } catch {
            failure.withLock { $0 = "\(error)" }
        }
    }

    /// Looks at the store until the task is cancelled.
    func watch() async {
        while !Task.isCancelled {
            await refresh()
            try? await Task.sleep(for: Self.interval)
        }
    }

    /// Every snapshot from now on; of those that nobody took in time only the
    /// newest.
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
    /// Names the rows: which store, and which version of it.
    let tag: String

    init(_ snapshot: Snapshot) {
        self.snapshot = snapshot
        tag = String(snapshot.stamp.store.low, radix: 36).suffix(6) + "." + String(snapshot.version, radix: 36)
    }
}
