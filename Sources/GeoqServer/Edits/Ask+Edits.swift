import Geoq
import GeoqIndex
import GeoqStore
import HTTPTypes

/// All endpoints that change the store, and what belongs to them.
enum Edits {
    static let endpoints = WatchlistEdits.endpoints + EntryEdits.endpoints + EditState.endpoints
}

extension Ask {
    /// A part of the path that is an id.
    ///
    /// - Throws: 404 when the text is not an id.
    func featureID(_ name: String, _ what: String) throws(Problem) -> FeatureID {
        let text = path(name)
        guard let id = FeatureID(text.lowercased()) else {
            throw Problem(.notFound, "There is no \(what) \(Problem.shown(text)).")
        }
        return id
    }

    /// Changes the store. When it returns, the change is in the file, and the
    /// next requests see it. After a refusal for what another program has changed,
    /// the next requests see that: a client reads anew what it was refused for.
    ///
    /// - Throws: `Problem` when the store refuses it.
    @discardableResult
    func editing<Value: Sendable>(_ change: (Store) async throws -> Value) async throws -> Value {
        let value: Value
        do {
            value = try await change(service.live.rows)
        } catch StoreError.invalidValue(let column, let reason) {
            throw Problem.parameter(
                EntryEdits.member(ofColumn: column) ?? column, nil, expected: "another value", reason: reason)
        } catch StoreError.noRow(let row) {
            await service.live.refresh()
            throw Problem(.notFound, "The store has no \(Problem.shown(row)).")
        } catch StoreError.changedMeanwhile(let columns, let now) {
            await service.live.refresh()
            let changes = zip(columns, now).map { column, now in
                let value = if case .text(let text) = now { " to “\(Problem.shown(text))”" } else { "" }
                return (EntryEdits.member(ofColumn: column) ?? column) + " was changed" + value
            }
            throw Problem(
                .preconditionFailed,
                "Meanwhile \(changes.joined(separator: ", ")) elsewhere. Keep yours once more to replace that, or cancel."
            )
        } catch StoreError.mirrored(_, let source) {
            throw Problem(.conflict, "The list is mirrored from \(Problem.shown(source)); change it there.")
        } catch StoreError.ofAnother {
            throw Problem(.forbidden, "The list is another user's, who has not shared it for that change.")
        } catch StoreError.leaving {
            throw Problem(.conflict, "A logout has begun and was not finished; log out once more, and then change it.")
        } catch StoreError.migrationFailed {
            throw Problem(.conflict, "The store can only be read, because it could not be brought up to date.")
        } catch StoreError.busy {
            throw Problem(
                .serviceUnavailable, "Another program is writing to the store; try again in a moment.",
                headers: [.retryAfter: "1"])
        } catch let error as StoreError {
            guard let problem = Problem(notKept: error) else { throw error }
            // Clients must not see the file's name.
            service.log.say("a change was not kept: \(error)")
            throw problem
        } catch let problem as RuleProblem {
            throw Problem(.badRequest, "A rule of the list cannot be kept: \(problem.reason).")
        }
        await service.live.refresh()
        return value
    }

    /// The answer about a row that was made or changed.
    ///
    /// - Parameter path: where the row can be read.
    func edited(_ row: RowKey, at path: String, _ status: HTTPResponse.Status) async throws -> Reply {
        let standing = try await service.live.rows.lists.status(of: row)
        var reply = Reply(
            .json,
            ["id": .string(row.id.description), "status": EditState.optional(standing?.rawValue)])
        reply.status = status
        if status == .created { reply.headers[.location] = link(path) }
        return reply
    }
}
