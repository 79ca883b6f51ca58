import GRDB
import Geoq
import GeoqIndex

/// SpatiaLite's index of places, and the index beside the store.
extension StoreExamination {
    /// `CheckSpatialIndex` gives 1 for a sound index, 0 for a damaged one, NULL
    /// for none.
    mutating func lookAtSpatialIndex() async {
        let path = path
        let queue: DatabaseQueue
        do {
            // SpatiaLite's check writes to SpatiaLite's own log.
            queue = try await work.run { try Store.connectWriter(path) }
        } catch {
            add("spatial index", Finding(words: Self.notLookedAt))
            return
        }
        for layer in Layer.allCases {
            do {
                let state = try await queue.writeWithoutTransaction { db in
                    try Int.fetchOne(db, sql: "SELECT CheckSpatialIndex(?, 'geom')", arguments: [layer.table])
                }
                add(
                    "spatial index of \(layer.rawValue)",
                    Finding(
                        isSound: state == 1,
                        words: state == 1
                            ? "ok" : "differs from the rows; mend it with SpatiaLite's RecoverSpatialIndex"))
            } catch let error as DatabaseError where [.SQLITE_READONLY, .SQLITE_CANTOPEN].contains(error.resultCode) {
                add("spatial index of \(layer.rawValue)", Finding(words: Self.notLookedAt))
            } catch {
                add("spatial index of \(layer.rawValue)", Self.finding(error))
            }
        }
        try? await work.run { try queue.close() }
    }

    private static let notLookedAt = "not looked at: the store cannot be written here"

    mutating func lookAtIndex() async {
        let (path, work) = (path, work)
        await note("index") {
            let store = try await work.run { try Store(path: path, create: false) }
            let result: Result<[HealthCheck], any Error>
            do {
                result = .success(try await Self.indexChecks(store, work))
            } catch {
                result = .failure(error)
            }
            try? await work.run { try store.close() }
            return try result.get()
        }
    }

    private static func indexChecks(_ store: Store, _ work: WaitingWork) async throws -> [HealthCheck] {
        let state = try await store.index.info().state
        let isUsable = ["current", "stale", "missing", "of another format"].contains(state)
        var checks = [HealthCheck(name: "index", isSound: isUsable, finding: words(state))]
        guard ["current", "stale"].contains(state) else { return checks }
        let name = "index and rows"
        do {
            let snapshot = try await work.run { try Snapshot(IndexFile(opening: store.index.path)) }
            let comparison = try await store.index.comparison(with: snapshot)
            checks.append(check(name, comparison))
        } catch let error as IndexError {
            checks.append(
                HealthCheck(name: name, isSound: false, finding: "\(error); the next question builds it anew"))
        }
        return checks
    }

    private static func words(_ state: String) -> String {
        switch state {
        case "current": state
        case "stale": "stale; questions lay what has changed since over it"
        default: "\(state); the next question builds it anew"
        }
    }

    private static func check(_ name: String, _ comparison: IndexComparison?) -> HealthCheck {
        guard let comparison else {
            return HealthCheck(name: name, isSound: true, finding: "not compared: the next question builds it anew")
        }
        if comparison.differences == 0 {
            let rows = comparison.rows == 1 ? "1 row" : "\(comparison.rows) rows"
            return HealthCheck(name: name, isSound: true, finding: "ok, \(rows) compared")
        }
        return HealthCheck(
            name: name, isSound: false,
            finding: "\(comparison.differences) differ; build the index anew: "
                + comparison.examples.joined(separator: "; ")
                + (comparison.differences > comparison.examples.count ? "; …" : ""))
    }
}
