package import Geoq
package import GeoqStore
import GeoqSupabase
import Synchronization

/// How a client reaches the kit of a project: over HTTP, or by a connection to
/// the database itself.
///
/// Both functions throw `RemoteFault` for what the server says, and where no answer
/// came to what it may have done; `SyncError` for what keeps the client from asking
/// it; and `CancellationError`.
package protocol KitWay: Sendable {
    /// Calls the kit's `geoq_push` in a transaction of its own.
    ///
    /// - Parameter texts: operations, as `KitPush.text(_:)` writes them, in the
    ///   order in which they take effect.
    /// - Returns: the answer's JSON; nil when the server does not have the kit.
    func push(_ texts: [[UInt8]]) async throws -> [UInt8]?

    /// A row as its user sees it.
    ///
    /// - Parameters:
    ///   - table: the remote's name of it.
    ///   - column: the remote's name of the column that holds ids.
    /// - Returns: nil when this user sees no such row.
    func row(_ id: FeatureID, of table: String, column: String) async throws -> JSONObject?
}

/// The kit of a project over HTTP.
struct ProjectKit: KitWay {
    let client: ProjectClient

    func push(_ texts: [[UInt8]]) async throws -> [UInt8]? {
        do {
            return try await client.send(KitPush.request(texts)).body
        } catch let fault as RemoteFault where fault.code == "PGRST202" {
            return nil
        }
    }

    func row(_ id: FeatureID, of table: String, column: String) async throws -> JSONObject? {
        try TableAnswer(try await client.send(TableCall.rows(of: table, id: column, ids: [id]))).rows.first
    }
}

/// How many operations go in one request: fewer after a request took the server
/// too long.
final class PushSize: Sendable {
    private let most = Mutex(PushBatch.mostOperations)

    var mostOperations: Int { most.withLock { $0 } }

    /// Notes that a request of so many operations took the server too long.
    func noteTooMany(_ count: Int) { most.withLock { $0 = max(1, min($0, count / 2)) } }
}

/// Sends operations to the kit's function.
package final class KitWriter: Sendable {
    private let way: any KitWay
    let size = PushSize()

    package init(_ way: any KitWay) {
        self.way = way
    }

    /// An operation that is ready for a request.
    private struct Prepared {
        var position: Int
        var pushed: PushedOperation
        var text: [UInt8]
    }

    /// - Returns: nil when the server does not have the kit; then nothing was sent. A server that says so of a later
    ///   request, as while it reads its schema anew, is asked again by the next push.
    /// - Throws: `CancellationError`.
    package func push(_ operations: [PendingOperation], _ context: PushContext) async throws -> PushReply? {
        var sending = SentOperations(operations)
        var prepared: [Prepared] = []
        for (position, operation) in operations.enumerated() {
            guard let writer = sending.writer(at: position, context) else { continue }
            let pushed = writer.pushed(operation, by: context.device)
            prepared.append(Prepared(position: position, pushed: pushed, text: KitPush.text(pushed)))
        }
        for batch in PushBatch.cut(prepared, mostOperations: size.mostOperations, bytes: \.text.count) {
            guard try await send(batch, &sending, context) else {
                guard prepared.contains(where: { sending.reply.answers[$0.position] != .unsent }) else { return nil }
                sending.reply.obstacle = SyncError(
                    .unreachable, "the project does not show geoq_push any more", retryMayHelp: true)
                break
            }
            if sending.reply.obstacle != nil { break }
        }
        return sending.reply
    }

    private func send(
        _ batch: ArraySlice<Prepared>, _ sending: inout SentOperations, _ context: PushContext
    ) async throws -> Bool {
        var isAnswered = false
        do {
            guard let answer = try await way.push(batch.map(\.text)) else { return false }
            isAnswered = true
            let answers = try KitPush.answers(answer, to: batch.map(\.pushed))
            // First the answers that need no further request: if such a request fails, they are noted already.
            let pairs = zip(batch, answers)
            for (item, answer) in pairs where !answer.lacksRow { try await note(answer, item, &sending, context) }
            for (item, answer) in pairs where answer.lacksRow { try await note(answer, item, &sending, context) }
        } catch {
            if (error as? RemoteFault)?.code == "57014" { size.noteTooMany(batch.count) }
            // The answer cannot be read, or a row that it names was not told.
            let left = isAnswered ? batch.filter { sending.reply.answers[$0.position] == .unsent } : Array(batch)
            let positions = left.map(\.position)
            if isAnswered { sending.reply.unanswered.formUnion(positions) }
            let halves = try sending.note(error, of: positions, isOfTables: false) { context.writerOfKnown($0) }
            guard halves else {
                if isAnswered { sending.delayRefused(positions) }
                return true
            }
            let middle = left.count / 2
            for half in [left[..<middle], left[middle...]] where sending.reply.obstacle == nil {
                guard try await send(half, &sending, context) else { return false }
            }
        }
        return true
    }

    private func note(
        _ answer: PushedAnswer, _ item: Prepared, _ sending: inout SentOperations, _ context: PushContext
    ) async throws {
        let writer = context.writerOfKnown(sending.operations[item.position])
        var answer = answer
        if case .exists(let version, nil) = answer {
            // The ledger keeps no rows: an answer that was lost is asked for.
            let row = try await way.row(item.pushed.row, of: item.pushed.table, column: writer.columns.id)
            answer = row == nil ? .forbidden : .exists(version: version, row: row)
        }
        let position = item.position
        sending.reply.answers[position] =
            switch answer {
            case .refused(let fault): sending.refusal(fault, position, writer)
            case .forbidden:
                sending.refusal(
                    RemoteFault(refusedBy: "42501", message: "this user may not write the row"), position, writer)
            default: writer.answer(answer)
            }
    }
}

extension SentOperations {
    /// The server refused to tell a row, and no change: the operation is sent again, and answered as before.
    fileprivate mutating func delayRefused(_ positions: [Int]) {
        for position in positions {
            guard case .refused(_, let code, let message) = reply.answers[position] else { continue }
            reply.answers[position] = .transient(code: code, message: message)
        }
    }
}

extension PushedAnswer {
    /// Whether the row has to be read before anything is known of the operation.
    fileprivate var lacksRow: Bool { if case .exists(_, nil) = self { true } else { false } }
}

extension JSONRowWriter {
    /// What an answer that is no refusal means for the store.
    func answer(_ answer: PushedAnswer) -> OperationAnswer {
        switch answer {
        case .done(let version): .applied(version: version)
        case .found(let version, let row): .found(serverRow(row, version: version))
        case .exists(let version, let row?), .conflict(let version, let row?):
            .conflict(serverRow(row, version: version))
        // The row has left the user's sight since.
        case .exists(_, nil), .conflict(_, nil), .unseen: .unseen
        case .gone: .gone
        case .forbidden: .refused(isForbidden: true, code: nil, message: "this user may not write the row")
        case .refused(let fault):
            .refused(isForbidden: fault.class == .forbidden, code: fault.code, message: fault.message)
        }
    }
}

extension PushContext {
    /// - Returns: nil for a table that the project is said not to have.
    func writer(of operation: PendingOperation) -> JSONRowWriter? {
        guard let names = mapping.tables[operation.row.table], names.schema == nil || names.schema == "public" else {
            return nil
        }
        return JSONRowWriter(table: operation.row.table, names: names)
    }

    /// - Precondition: The mapping has the operation's table.
    func writerOfKnown(_ operation: PendingOperation) -> JSONRowWriter {
        guard let writer = writer(of: operation) else {
            preconditionFailure("An operation of a table that is not mapped is not sent.")
        }
        return writer
    }
}

extension OperationAnswer {
    /// To an operation of a table that the mapping leaves out.
    static let ofNoTable = OperationAnswer.refused(
        isForbidden: false, code: nil, message: "the file of tables leaves the table out")
}
