import Geoq
import GeoqStore
import GeoqSupabase

extension ProjectWriter {
    /// An operation that is ready for a request.
    private struct Prepared {
        var position: Int
        var pushed: PushedOperation
        var text: [UInt8]
    }

    /// Sends operations to the kit's function.
    ///
    /// - Returns: false when the project does not have it; then nothing was sent.
    func pushToKit(_ sending: inout Sending, _ context: PushContext) async throws -> Bool {
        var prepared: [Prepared] = []
        for (position, operation) in sending.operations.enumerated() {
            guard let writer = context.writer(of: operation) else {
                sending.reply.answers[position] = .ofNoTable
                continue
            }
            let pushed = writer.pushed(operation, by: context.device)
            prepared.append(Prepared(position: position, pushed: pushed, text: KitPush.text(pushed)))
        }
        for batch in PushBatch.cut(prepared, mostOperations: mostOperations, bytes: \.text.count) {
            guard try await send(batch, &sending, context) else { return false }
            if sending.reply.obstacle != nil { break }
        }
        return true
    }

    private func send(_ batch: ArraySlice<Prepared>, _ sending: inout Sending, _ context: PushContext) async throws
        -> Bool
    {
        do {
            let answer = try await client.send(KitPush.request(batch.map(\.text)))
            let answers = try KitPush.answers(answer.body, to: batch.map(\.pushed))
            for (item, answer) in zip(batch, answers) {
                try await note(answer, item, &sending, context)
            }
        } catch let fault as RemoteFault where fault.code == "PGRST202" {
            return false
        } catch {
            if (error as? RemoteFault)?.code == "57014" { noteTooMany(batch.count) }
            let positions = batch.map(\.position)
            let halves = try sending.note(error, of: positions, isOfTables: false) { context.writerOfKnown($0) }
            guard halves else { return true }
            let middle = batch.startIndex + batch.count / 2
            for half in [batch[..<middle], batch[middle...]] where sending.reply.obstacle == nil {
                guard try await send(half, &sending, context) else { return false }
            }
        }
        return true
    }

    private func note(
        _ answer: PushedAnswer, _ item: Prepared, _ sending: inout Sending, _ context: PushContext
    ) async throws {
        let writer = context.writerOfKnown(sending.operations[item.position])
        var answer = answer
        if case .exists(let version, nil) = answer {
            // The ledger keeps no rows: an answer that was lost is asked for.
            let request = TableCall.rows(of: item.pushed.table, id: writer.columns.id, ids: [item.pushed.row])
            let row = try TableAnswer(try await client.send(request)).rows.first
            answer = row == nil ? .forbidden : .exists(version: version, row: row)
        }
        let position = item.position
        sending.reply.answers[position] =
            switch answer {
            case .refused(let fault): sending.refusal(fault, position, writer)
            case .forbidden:
                sending.refusal(
                    RemoteFault(refusedBy: "42501", message: "this user may not write the row"), position, writer)
            default: writer.answer(answer, to: sending.operations[position])
            }
    }
}

extension JSONRowWriter {
    /// What an answer that is no refusal means for the store.
    func answer(_ answer: PushedAnswer, to operation: PendingOperation) -> OperationAnswer {
        switch answer {
        case .done(let version): .applied(version: version)
        case .exists(let version, let row?), .conflict(let version, let row?):
            .conflict(serverRow(row, version: version))
        // The row has left the user's sight since.
        case .exists(_, nil), .conflict(_, nil), .gone: .gone
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
