import GRDB
import Geoq

/// Looks for everything that can be wrong with a store, one thing after the
/// other: damage that one check finds does not stop the others.
struct StoreExamination {
    let path: String
    private(set) var checks: [HealthCheck] = []

    /// Whether the store has the tables of this program.
    private var isComplete = false
    /// Opens files and connections.
    let work: WaitingWork

    init(path: String, _ work: WaitingWork) {
        (self.path, self.work) = (path, work)
    }

    /// What one check has found.
    struct Finding {
        var isSound = true
        var words: String
        var isDamage = false
        var isOfOthers = false
    }

    mutating func run() async {
        let work = work
        await note("SQLite and SpatiaLite") { try await Self.libraries(work) }
        guard await isDatabase(), let queue = await opened() else { return }
        await lookAtFile(queue)
        try? await work.run { try queue.close() }
        guard isComplete else { return }
        await lookAtSpatialIndex()
        await lookAtIndex()
    }

    /// Looks at what one connection sees.
    private mutating func lookAtFile(_ queue: DatabaseQueue) async {
        await look("file", queue, Self.integrity)
        if checks.contains(where: { $0.isDamage }) { await lookAtTables(queue) }
        guard let schema = await schema(queue) else { return }
        await look("references", queue, Self.references)
        if !ReadOnlyPlace.isImmutable(queue.path) { await look("journal", queue, Self.journal) }
        for layer in Layer.allCases {
            await look("rows of \(layer.rawValue)", queue) { db in try Self.unusableRows(db, layer) }
            await look("geometries of \(layer.rawValue)", queue) { db in try Self.places(db, layer) }
        }
        await look("sightings of nothing", queue, Self.absences)
        isComplete = schema == Migrations.all.count
        if isComplete { await look("areas", queue, Self.areas) }
    }

    // MARK: Looking

    mutating func look(
        _ name: String, _ queue: DatabaseQueue, _ body: @escaping @Sendable (Database) throws -> Finding
    ) async {
        do {
            // Without a transaction, because SQLite cannot end one that has met
            // damage.
            add(name, try await queue.unsafeRead(body))
        } catch {
            add(name, Self.finding(error))
        }
    }

    mutating func add(_ name: String, _ finding: Finding) {
        checks.append(
            HealthCheck(
                name: name, isSound: finding.isSound, finding: finding.words, isDamage: finding.isDamage,
                isOfOthers: finding.isOfOthers))
    }

    mutating func note(_ name: String, _ body: () async throws -> [HealthCheck]) async {
        do {
            checks += try await body()
        } catch {
            add(name, Self.finding(error))
        }
    }

    /// What SQLite says where the disk does not give what was written. Its other errors of the disk, such as one
    /// without room, say nothing of the file.
    private static let unreadable: [ResultCode] = [
        .SQLITE_IOERR, .SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_DATA, .SQLITE_IOERR_CORRUPTFS,
    ]

    static func finding(_ error: any Error) -> Finding {
        if case StoreError.notAStore = error { return Finding(isSound: false, words: "\(error)", isOfOthers: true) }
        guard let error = error as? DatabaseError else { return Finding(isSound: false, words: "\(error)") }
        let isDamage =
            [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
            || unreadable.contains(error.extendedResultCode)
        let words = error.message ?? "\(error.resultCode)"
        return Finding(isSound: false, words: isDamage ? "cannot be read: \(words)" : words, isDamage: isDamage)
    }
}
