package import Geoq

/// How many rows a user sees of a table, and the sum of their hashes.
package struct KitTotal: Hashable, Sendable {
    package var count: Int
    package var sum: UInt128

    package init(count: Int, sum: UInt128) {
        (self.count, self.sum) = (count, sum)
    }
}

/// Which server answered, and which of its tables.
package struct KitIdentity: Hashable, Sendable {
    /// The server's own number, how often it was promoted or restored, and the
    /// number of the database: the cursors of another one mean nothing.
    package var server: String
    /// The table's number: one that was made anew has another.
    package var table: String
    /// This run of the server, from one crash to the next.
    package var run: String

    /// Whether the server has come back from a crash and `geoq_boot` was not
    /// called since.
    package var hasCrashed: Bool { run == "crashed" }
    /// Whether the server is a standby: a copy that follows another server.
    package var isStandby: Bool { run == Self.standby }
    /// What a standby says in place of its run.
    package static let standby = "standby"

    /// `SYSTEM/TIMELINE/DATABASE/TABLE/RUN`; nil for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 5, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        server = parts[0..<3].joined(separator: "/")
        (table, run) = (String(parts[3]), String(parts[4]))
    }

    /// nil when a part is empty.
    init?(server: String, table: String, run: String) { self.init("\(server)/\(table)/\(run)") }
}

/// What `geoq_changes` answers.
package struct KitChanges: Sendable {
    /// What it answers about one table.
    package enum Table: Sendable {
        case changed(KitIdentity, KitPage, KitTotal)
        /// The table is not there, or the cursor cannot be used.
        case refused(code: String, message: String)
    }

    /// The cursor of the moment that the answer is of.
    package var upto: String
    /// The server's clock, as it writes times.
    package var now: String
    package var tables: [String: Table]

    /// - Throws: `RemoteFault` of the class `drift` when the body is another
    ///   answer.
    /// - Complexity: O(bytes of the body).
    package init(_ body: [UInt8]) throws(RemoteFault) {
        let object = try KitAnswer.object(body)
        (upto, now) = (try KitAnswer.text("upto", of: object), try KitAnswer.text("now", of: object))
        guard let tables = object["tables"]?.object else { throw KitAnswer.unreadable("it has no tables") }
        let (server, run) = (try KitAnswer.text("server", of: object), try KitAnswer.text("run", of: object))
        self.tables = [:]
        for member in tables.members {
            guard let table = member.value.object else { throw KitAnswer.unreadable("\(member.name) is no object") }
            self.tables[member.name] = try Self.table(table, server, run)
        }
    }

    private static func table(_ object: JSONObject, _ server: String, _ run: String) throws(RemoteFault) -> Table {
        if let refusal = object["error"]?.object {
            let code = try KitAnswer.text("code", of: refusal)
            // Shown, and kept in the store, as the words of any refusal.
            let fault = RemoteFault(refusedBy: code, message: refusal["message"]?.string ?? "")
            return .refused(code: fault.code, message: fault.message)
        }
        guard let oid = object["oid"].flatMap(KitAnswer.digits),
            let identity = KitIdentity(server: server, table: oid, run: run)
        else { throw KitAnswer.unreadable("it does not say which server it is of") }
        guard let total = KitAnswer.total(object["count"], object["sum"]) else {
            throw KitAnswer.unreadable("a table has no sum")
        }
        return .changed(identity, try KitPage(object, leavesOutNothing: false), total)
    }
}

/// Reads what the answers of the kit have in common.
package enum KitAnswer {
    /// The kit that this client knows.
    static let kit: Int64 = 2
    /// More values than a page of the most rows has, in every table.
    private static let mostValues = 2_000_000

    /// A further page of a table, the moment that it is of, and the server.
    package static func page(
        _ body: [UInt8]
    ) throws(RemoteFault) -> (page: KitPage, upto: String, identity: KitIdentity) {
        let object = try object(body)
        return (try KitPage(object), try text("upto", of: object), try identity(object))
    }

    /// Counts and sums by the first byte of ids; bytes without rows are left
    /// out.
    package static func sums(_ body: [UInt8]) throws(RemoteFault) -> [UInt8: KitTotal] {
        guard let buckets = try object(body)["buckets"]?.object else { throw unreadable("it has no buckets") }
        var sums: [UInt8: KitTotal] = [:]
        for bucket in buckets.members {
            guard let byte = UInt8(bucket.name), let pair = bucket.value.array, pair.count == 2,
                let total = total(pair[0], pair[1])
            else { throw unreadable("a bucket has no sum") }
            sums[byte] = total
        }
        return sums
    }

    /// Tokens by id.
    package static func tokens(_ body: [UInt8]) throws(RemoteFault) -> [FeatureID: Int64] {
        guard let object = try object(body)["tokens"]?.object else { throw unreadable("it has no tokens") }
        var tokens: [FeatureID: Int64] = [:]
        for member in object.members {
            guard let id = FeatureID(member.name), let token = token(member.value) else {
                throw unreadable("a token cannot be read")
            }
            tokens[id] = token
        }
        return tokens
    }

    /// A row's token: a number of a transaction, which the server writes as a
    /// text.
    package static func token(_ value: JSONValue?) -> Int64? {
        value.flatMap(digits).flatMap { Int64($0) }
    }

    // MARK: - Parts

    /// A body's JSON, whatever it holds.
    package static func json(_ body: [UInt8]) throws(RemoteFault) -> JSONValue {
        do {
            return try body.withUnsafeBufferPointer { (bytes) throws(JSONSyntaxError) in
                try JSONValue(parsing: bytes, maximumValues: mostValues)
            }
        } catch {
            throw unreadable("it is not JSON: \(error)")
        }
    }

    static func object(_ body: [UInt8]) throws(RemoteFault) -> JSONObject {
        guard let object = try json(body).object else { throw unreadable("it is no object") }
        guard case .integer(let number) = object["kit"] else { throw unreadable("it does not say its kit") }
        guard number == kit else { throw unreadable("it is of kit \(number), and this client knows kit \(kit)") }
        return object
    }

    /// A body's JSON, when it is a list of objects.
    package static func rows(_ body: [UInt8]) throws(RemoteFault) -> [JSONObject] {
        guard let list = try json(body).array else { throw unreadable("it is no list") }
        var rows: [JSONObject] = []
        rows.reserveCapacity(list.count)
        for item in list {
            guard let row = item.object else { throw unreadable("a row is \(item.kindName)") }
            rows.append(row)
        }
        return rows
    }

    fileprivate static func identity(_ object: JSONObject) throws(RemoteFault) -> KitIdentity {
        guard let identity = KitIdentity(try text("identity", of: object)) else {
            throw unreadable("it does not say which server it is of")
        }
        return identity
    }

    static func text(_ name: String, of object: JSONObject) throws(RemoteFault) -> String {
        guard let text = object[name]?.string, !text.isEmpty else { throw unreadable("it has no \(name)") }
        return text
    }

    static func list(_ name: String, of object: JSONObject) throws(RemoteFault) -> [JSONValue] {
        guard let list = object[name]?.array else { throw unreadable("it has no \(name)") }
        return list
    }

    static func ids(_ list: [JSONValue]) throws(RemoteFault) -> [FeatureID] {
        var ids: [FeatureID] = []
        for value in list {
            guard let text = value.string, let id = FeatureID(text) else { throw unreadable("an id cannot be read") }
            ids.append(id)
        }
        return ids
    }

    /// No table has as many rows; sums of more could overflow.
    private static let mostRows = 1 << 40

    static func total(_ count: JSONValue?, _ sum: JSONValue?) -> KitTotal? {
        guard case .integer(let count) = count, let rows = Int(exactly: count), (0...mostRows).contains(rows),
            let sum = sum.flatMap(digits).flatMap({ UInt128($0) })
        else { return nil }
        return KitTotal(count: rows, sum: sum)
    }

    /// The digits of a number, which may stand as a text.
    static func digits(_ value: JSONValue) -> String? {
        let text: String? =
            switch value {
            case .string(let text), .digits(let text): text
            case .integer(let number): "\(number)"
            default: nil
            }
        return text.flatMap { text in
            !text.isEmpty && text.utf8.allSatisfy { $0 &- UInt8(ascii: "0") <= 9 } ? text : nil
        }
    }

    static func unreadable(_ reason: String) -> RemoteFault { RemoteFault(.drift, message: reason) }
}
