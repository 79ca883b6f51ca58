import GeoqStore
import GeoqSupabase

/// Operations with what became of them.
struct SentOperations {
    let operations: [PendingOperation]
    var reply: PushReply

    init(_ operations: [PendingOperation]) {
        self.operations = operations
        reply = PushReply(Array(repeating: .unsent, count: operations.count))
    }

    /// What makes the JSON of an operation's row.
    ///
    /// - Returns: nil when the operation cannot be sent; its answer says why.
    mutating func writer(at position: Int, _ context: PushContext) -> JSONRowWriter? {
        guard let writer = context.writer(of: operations[position]) else {
            reply.answers[position] = .ofNoTable
            return nil
        }
        if let wrong = operations[position].wrongTime {
            reply.answers[position] = .unusable(wrong)
            return nil
        }
        return writer
    }

    /// Notes what a fault means for the operations of a request.
    ///
    /// - Parameters:
    ///   - positions: which of the operations the request had.
    ///   - isOfTables: whether the request wrote the tables themselves, and did not call a
    ///     function that takes operations.
    ///   - writer: makes the JSON of an operation's row.
    /// - Returns: whether the two halves of them shall be sent.
    mutating func note(
        _ error: any Error, of positions: [Int], isOfTables: Bool, _ writer: (PendingOperation) -> JSONRowWriter
    ) throws -> Bool {
        guard let fault = error as? RemoteFault else {
            guard let problem = SyncError.ofProject(error) as? SyncError else { throw error }
            reply.obstacle = problem
            return false
        }
        switch PushFault(fault, isAlone: positions.count == 1, isOfTables: isOfTables) {
        case .halve: return true
        case .stop:
            if fault.isSilence { reply.unanswered.formUnion(positions) }
            reply.obstacle = .ofPush(fault, isOfTables: isOfTables)
        case .wait:
            for position in positions { reply.answers[position] = .transient(fault) }
            reply.obstacle = .ofPush(fault, isOfTables: isOfTables)
        case .delay: for position in positions { reply.answers[position] = .transient(fault) }
        case .refuse:
            for position in positions {
                reply.answers[position] = refusal(fault, position, writer(operations[position]))
            }
        }
        return false
    }

    /// What a refusal means for an operation.
    func refusal(_ fault: RemoteFault, _ position: Int, _ writer: JSONRowWriter) -> OperationAnswer {
        let operation = operations[position]
        if fault.class == .order { return .waits(for: writer.parent(of: operation, named: fault.message)) }
        if fault.class == .forbidden, let parent = writer.parents(of: operation).first(where: isOpen) {
            // The policies decide before the foreign key does.
            return .waits(for: parent)
        }
        return .refused(
            isForbidden: fault.class == .forbidden, code: fault.code.isEmpty ? nil : fault.code,
            message: fault.message)
    }

    /// Whether a row is among the operations, and was not taken.
    func isOpen(_ row: RowKey) -> Bool {
        guard let position = operations.firstIndex(where: { $0.row == row }) else { return false }
        if case .applied = reply.answers[position] { return false }
        return true
    }
}

extension RemoteFault {
    /// Whether no answer came to a request that may have been sent.
    fileprivate var isSilence: Bool { self.class == .offline && status == 0 && !isUnsent }

    /// Whether the answer leaves open what the database did: it came from a proxy, or from a server that has just lost
    /// its database. With status 503 no database was asked.
    fileprivate var leavesOpen: Bool { code.isEmpty && status >= 500 && status != 503 }
}

extension OperationAnswer {
    fileprivate static func transient(_ fault: RemoteFault) -> OperationAnswer {
        .transient(
            code: fault.code.isEmpty ? nil : fault.code,
            message: fault.message.isEmpty ? "status \(fault.status)" : fault.message,
            retryAfterSeconds: fault.retryAfter.map { $0 / .seconds(1) }, mayBeTaken: fault.leavesOpen)
    }
}

extension SyncError {
    /// Why a project takes no operations. A retry may help when the server has trouble, and when the project looked for
    /// a function although it was asked for a table.
    fileprivate static func ofPush(_ fault: RemoteFault, isOfTables: Bool) -> SyncError {
        var error: SyncError = from(fault)
        if fault.class == .permanent || fault.class == .transient || isOfTables && fault.isOfFunction {
            let said = fault.message.isEmpty ? "status \(fault.status)" : fault.message
            error = SyncError(
                .unreachable, "the project takes no changes now: \(said)", retryMayHelp: true,
                code: fault.code.isEmpty ? nil : fault.code)
        }
        return error
    }
}
