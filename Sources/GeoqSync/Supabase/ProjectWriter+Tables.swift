import Geoq
import GeoqStore
import GeoqSupabase

extension ProjectWriter {
    /// An operation that is ready for a request.
    private struct Prepared: Sendable {
        var position: Int
        var operation: PendingOperation
        var pushed: PushedOperation
        var writer: JSONRowWriter
    }

    /// How many changes may be on their way at once; they are of different rows.
    private static let mostAtOnce = 4

    /// Sends operations to the tables: inserts in bulk, changes one by one.
    func pushToTables(_ sending: inout SentOperations, _ context: PushContext) async throws {
        var (group, parents) = ([Prepared](), DeletedParents())
        func belongs(_ item: Prepared) -> Bool {
            guard let last = group.last else { return true }
            guard last.pushed.table == item.pushed.table else { return false }
            guard last.pushed.kind == .insert else { return item.pushed.kind != .insert }
            // PostgREST takes the columns of the first row for all.
            return item.pushed.kind == .insert
                && last.pushed.values.members.map(\.name) == item.pushed.values.members.map(\.name)
        }
        for (position, operation) in sending.operations.enumerated() {
            guard let writer = sending.writer(at: position, context) else { continue }
            let item = Prepared(
                position: position, operation: operation, pushed: writer.pushed(operation, by: nil), writer: writer)
            if !belongs(item) {
                try await send(group, &parents, &sending, context)
                group = []
            }
            if sending.reply.obstacle != nil { return }
            group.append(item)
        }
        try await send(group, &parents, &sending, context)
    }

    private func send(
        _ all: [Prepared], _ parents: inout DeletedParents, _ sending: inout SentOperations, _ context: PushContext
    ) async throws {
        let group = try await refuseOrphans(all, &parents, &sending, context)
        guard let first = group.first else { return }
        if first.pushed.kind == .insert {
            let names = first.writer.columns
            let texts = group.map { TablePush.text($0.pushed, names) }
            for batch in PushBatch.cut(
                Array(group.indices), mostOperations: size.mostOperations, bytes: { texts[$0].count })
            where sending.reply.obstacle == nil {
                try await insert(batch.map { group[$0] }[...], &sending)
            }
        } else {
            try await change(group, &sending, context)
        }
    }

    /// Refuses what would be put below a deleted row, as the kit does, and sends no
    /// change of a row below one: the kit has deleted that row, too. What belongs to
    /// a row of this push that was not taken waits for it.
    ///
    /// - Returns: the others; none when the project could not be asked.
    private func refuseOrphans(
        _ group: [Prepared], _ parents: inout DeletedParents, _ sending: inout SentOperations, _ context: PushContext
    ) async throws -> [Prepared] {
        var others: [Prepared] = []
        var below: [(item: Prepared, deleted: RowKey)] = []
        do {
            for item in group {
                guard let parent = DeletedParents.parent(of: item.operation),
                    try await parents.contain(parent, sending, context, client)
                else {
                    others.append(item)
                    continue
                }
                guard !sending.isOpen(parent) else {
                    // The parent is to live again, and the project has not taken it yet.
                    sending.reply.answers[item.position] = .waits(for: parent)
                    continue
                }
                guard DeletedParents.isPutting(item.operation) else {
                    below.append((item, parent))
                    continue
                }
                let table = context.mapping.tables[parent.table]?.table ?? parent.table.rawValue
                let fault = RemoteFault(
                    refusedBy: "PT410", message: "the row in \(table) that this one belongs to is deleted")
                sending.reply.answers[item.position] = sending.refusal(fault, item.position, item.writer)
            }
            // Another device may have moved a row before it deleted what it belonged to.
            let moved = try await DeletedParents.elsewhere(
                below.map { (operation: $0.item.operation, deleted: $0.deleted) }, context, client)
            for (item, _) in below {
                if moved.contains(item.operation.row.id) {
                    others.append(item)
                } else {
                    sending.reply.answers[item.position] = .parentGone
                }
            }
        } catch {
            guard let problem = SyncError.ofProject(error) as? SyncError else { throw error }
            sending.reply.obstacle = problem
            return []
        }
        return others.sorted { $0.position < $1.position }
    }

    // MARK: - Inserts

    private func insert(_ batch: ArraySlice<Prepared>, _ sending: inout SentOperations) async throws {
        guard let first = batch.first else { return }
        let names = first.writer.columns
        var isAnswered = false
        do {
            let texts = batch.map { TablePush.text($0.pushed, names) }
            let answer = try await client.send(TablePush.insert(texts, into: first.pushed.table, names))
            isAnswered = true
            let versions = try TablePush.versions(answer, names)
            for item in batch {
                guard let version = versions[item.pushed.row] else { continue }
                sending.reply.answers[item.position] = .applied(version: version)
            }
            try await lookAgain(at: batch.filter { versions[$0.pushed.row] == nil }, &sending)
        } catch {
            if (error as? RemoteFault)?.code == "57014" { size.noteTooMany(batch.count) }
            // The answer cannot be read.
            if isAnswered { sending.reply.unanswered.formUnion(batch.map(\.position)) }
            let isHalved = try sending.note(error, of: batch.map(\.position), isOfTables: true) { _ in first.writer }
            guard isHalved else { return }
            let middle = batch.startIndex + batch.count / 2
            for half in [batch[..<middle], batch[middle...]] where sending.reply.obstacle == nil {
                try await insert(half, &sending)
            }
        }
    }

    // MARK: - Changes

    private func change(_ group: [Prepared], _ sending: inout SentOperations, _ context: PushContext) async throws {
        // No number is higher than such a version, which no project counts up to.
        for item in group where item.pushed.baseVersion == Int64.max {
            sending.reply.answers[item.position] = .refused(
                isForbidden: false, code: nil,
                message: "\(item.writer.columns.version) of the row is \(Int64.max) there, and cannot be raised")
        }
        // Of a row that lives again the version may be unknown: it is looked at first.
        var missed = group.filter { $0.pushed.baseVersion == nil }
        try await withThrowingTaskGroup(of: (Prepared, Result<TransportAnswer, any Error>).self) { tasks in
            var waiting = group.filter { $0.pushed.baseVersion.map { $0 < Int64.max } ?? false }[...]
            func sendNext() {
                guard let item = waiting.popFirst() else { return }
                let request = TablePush.change(item.pushed, item.writer.columns)
                tasks.addTask { [client] in
                    do {
                        return (item, .success(try await client.send(request)))
                    } catch {
                        return (item, .failure(error))
                    }
                }
            }
            for _ in 0..<Self.mostAtOnce { sendNext() }
            while let (item, result) = try await tasks.next() {
                do {
                    let versions = try TablePush.versions(try result.get(), item.writer.columns)
                    if let version = versions[item.pushed.row] {
                        sending.reply.answers[item.position] = .applied(version: version)
                    } else {
                        missed.append(item)
                    }
                } catch {
                    if case .success = result { sending.reply.unanswered.insert(item.position) }
                    let halves = try sending.note(error, of: [item.position], isOfTables: true) { _ in item.writer }
                    precondition(!halves, "One operation has no halves.")
                }
                if sending.reply.obstacle == nil { sendNext() }
            }
        }
        if sending.reply.obstacle == nil { try await lookAgain(at: missed, &sending) }
        try await deleteChildren(of: group, &sending, context)
    }

    /// Asks for rows of which an answer did not tell what happened.
    private func lookAgain(at items: [Prepared], _ sending: inout SentOperations) async throws {
        guard let first = items.first else { return }
        let found: [FeatureID: JSONObject]
        do {
            found = try await client.rows(
                of: first.pushed.table, id: first.writer.columns.id, ids: items.map(\.pushed.row))
        } catch {
            // What happened stays unknown: the operations are sent again.
            guard let problem = SyncError.ofProject(error) as? SyncError else { throw error }
            sending.reply.unanswered.formUnion(items.map(\.position))
            sending.reply.obstacle = problem
            return
        }
        for item in items {
            let answer = TablePush.secondLook(
                at: found[item.pushed.row], after: item.pushed, item.writer.columns,
                isEqual: { item.writer.has($0, valuesOf: item.operation) })
            if case .forbidden = answer {
                let fault = RemoteFault(refusedBy: "42501", message: "this user may not write the row")
                sending.reply.answers[item.position] = sending.refusal(fault, item.position, item.writer)
            } else {
                sending.reply.answers[item.position] = item.writer.answer(answer).withoutLedger
            }
        }
    }

    /// Marks what belongs to deleted rows as deleted: tables without the kit do
    /// not do it by themselves. A delete whose children are not marked counts as
    /// not sent, and comes again; so do those behind it.
    private func deleteChildren(of group: [Prepared], _ sending: inout SentOperations, _ context: PushContext)
        async throws
    {
        var hasFailed = false
        for item in group where item.pushed.kind == .delete {
            guard case .applied = sending.reply.answers[item.position] else { continue }
            do {
                if !hasFailed { try await deleteChildren(of: [item.pushed.row], in: item.writer.table, context) }
            } catch {
                guard let problem = SyncError.ofProject(error) as? SyncError else { throw error }
                sending.reply.obstacle = problem
                hasFailed = true
            }
            if hasFailed {
                sending.reply.answers[item.position] = .unsent
                sending.reply.unanswered.insert(item.position)
            }
        }
    }
}

extension OperationAnswer {
    /// The answer of a table: no ledger knows what came of the operation before.
    fileprivate var withoutLedger: OperationAnswer {
        guard case .conflict(var row) = self else { return self }
        row.isWithoutLedger = true
        return .conflict(row)
    }
}
