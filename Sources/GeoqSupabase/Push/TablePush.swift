package import Geoq

/// Operations that go to tables without the kit, over PostgREST: inserts in
/// bulk, updates and deletes one by one under a lock on the row's version, and a
/// second look at a row where an answer does not tell what happened.
package enum TablePush {
    /// The names that a table has for what an operation needs besides its
    /// values.
    package struct Names: Hashable, Sendable {
        package var id: String
        package var version: String
        package var updatedAt: String
        package var deletedAt: String

        package init(
            id: String = "id", version: String = "row_version", updatedAt: String = "updated_at",
            deletedAt: String = "deleted_at"
        ) {
            (self.id, self.version) = (id, version)
            (self.updatedAt, self.deletedAt) = (updatedAt, deletedAt)
        }
    }

    /// The input of a time by which PostgreSQL sets its own clock's.
    private static let now = JSONValue.string("now")

    /// A row of an insert, as PostgREST reads it.
    package static func text(_ operation: PushedOperation, _ names: Names) -> [UInt8] {
        var bytes: [UInt8] = []
        let id = JSONObject.Member(names.id, .string(operation.row.description))
        bytes.appendJSON(.object(JSONObject([id] + operation.values.members)))
        return bytes
    }

    /// Inserts rows of one table, and leaves rows alone whose ids are there
    /// already. All must have the same columns: PostgREST takes those of the
    /// first row for all.
    ///
    /// - Parameter texts: of the operations, as `text(_:_:)` writes them.
    package static func insert(_ texts: some Sequence<[UInt8]>, into table: String, _ names: Names) -> WireRequest {
        var request = WireRequest(.rest, "POST", table, mayRepeat: false)
            .with("on_conflict", names.id).with("select", "\(names.id),\(names.version)")
        request.body = [UInt8(ascii: "[")]
        for (position, text) in texts.enumerated() {
            if position > 0 { request.body.append(UInt8(ascii: ",")) }
            request.body += text
        }
        request.body.append(UInt8(ascii: "]"))
        request.headers += [
            ("prefer", "resolution=ignore-duplicates,return=representation"), ("content-type", "application/json"),
        ]
        return request
    }

    /// Changes or deletes a row that has the version on which the change was
    /// made. A deleted row stays and is marked; a change that takes the mark away
    /// is one of a row that has it.
    ///
    /// - Precondition: the operation has a base version that has a next one and, if it
    ///   is no delete, values: PostgREST takes an empty change for one of no row.
    package static func change(_ operation: PushedOperation, _ names: Names) -> WireRequest {
        guard let version = operation.baseVersion, operation.kind != .insert else {
            preconditionFailure("A change is made on a version.")
        }
        var members = operation.values.members
        if operation.kind == .delete { members = [.init(names.deletedAt, now)] }
        precondition(!members.isEmpty, "An update changes something.")
        members += [.init(names.version, .integer(version + 1)), .init(names.updatedAt, now)]
        var request = WireRequest(.rest, "PATCH", operation.table, mayRepeat: false)
            .with(names.id, "eq.\(operation.row)").with(names.version, "eq.\(version)")
            .with(names.deletedAt, revives(operation, names) ? "not.is.null" : "is.null")
            .with("select", "\(names.id),\(names.version)")
            .with(json: .object(JSONObject(members)))
        request.headers.append(("prefer", "return=representation"))
        return request
    }

    /// Whether an update makes a deleted row live again.
    private static func revives(_ operation: PushedOperation, _ names: Names) -> Bool {
        operation.kind == .update && operation.values[names.deletedAt] == .null
    }

    /// Marks the rows below a deleted one as deleted; those that are marked keep
    /// their mark. It may be sent again.
    ///
    /// - Parameters:
    ///   - rows: at most `TableCall.mostIDs`.
    ///   - key: the column that names the deleted row.
    package static func deleteChildren(
        of rows: [FeatureID], in table: String, by key: String, _ names: Names
    ) -> WireRequest {
        var request = WireRequest(.rest, "PATCH", table, mayRepeat: true)
            .with(key, rows.count == 1 ? "eq.\(rows[0])" : "in.(\(rows.map(\.description).joined(separator: ",")))")
            .with(names.deletedAt, "is.null")
            .with(json: .object(JSONObject([.init(names.deletedAt, now), .init(names.updatedAt, now)])))
        request.headers.append(("prefer", "return=minimal"))
        return request
    }

    /// The versions of the rows that an insert made or a change met.
    ///
    /// - Throws: `RemoteFault` of the class `drift` when the answer is no list of
    ///   rows with ids.
    package static func versions(
        _ answer: TransportAnswer, _ names: Names
    ) throws(RemoteFault) -> [FeatureID: Int64?] {
        var versions: [FeatureID: Int64?] = [:]
        for row in try KitAnswer.rows(answer.body) {
            guard let id = row[names.id]?.string.flatMap({ FeatureID($0) }) else {
                throw KitAnswer.unreadable("a row has no id that can be read in \(names.id)")
            }
            versions.updateValue(Self.version(row, names), forKey: id)
        }
        return versions
    }

    /// What a second look at a row says about an operation that made or met no
    /// row: this or an earlier try of it may have come through.
    ///
    /// - Parameters:
    ///   - row: what the server shows now; nil for nothing.
    ///   - isEqual: whether a row has the operation's values.
    package static func secondLook(
        at row: JSONObject?, after operation: PushedOperation, _ names: Names, isEqual: (JSONObject) -> Bool
    ) -> PushedAnswer {
        guard let row else {
            // An insert met the row of another user, or of a list that the user
            // may not see.
            return operation.kind == .insert ? .forbidden : .unseen
        }
        let version = version(row, names)
        let isDeleted = row[names.deletedAt].map { $0 != .null } ?? false
        switch operation.kind {
        case .delete where isDeleted: return .done(version: version)
        case .insert where !isDeleted && isEqual(row) && (version ?? 1) <= 1: return .done(version: version)
        case .insert where !isDeleted && isEqual(row): return .found(version: version, row: row)
        case .insert: return .exists(version: version, row: row)
        // The row is deleted in this very version, and the change met it not: this
        // user may not write it.
        case .update where isDeleted && revives(operation, names) && version == operation.baseVersion:
            return .forbidden
        case .update where isDeleted: return .conflict(version: version, row: row)
        // It came through, or another device has written the same, and perhaps other columns, too.
        case .update where isEqual(row) && version != operation.baseVersion: return .found(version: version, row: row)
        // The version is right and the change met no row all the same: the
        // policies let this user read it and not write it.
        case .update where version == operation.baseVersion, .delete where version == operation.baseVersion:
            return .forbidden
        case .update, .delete: return .conflict(version: version, row: row)
        }
    }

    private static func version(_ row: JSONObject, _ names: Names) -> Int64? {
        if case .integer(let number)? = row[names.version] { number } else { nil }
    }
}
