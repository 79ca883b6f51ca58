import Geoq

/// Operations that go to the kit's `geoq_push`: how they are sent, and what its
/// answers mean.
package enum KitPush {
    /// One operation as the kit reads it.
    package static func text(_ operation: PushedOperation) -> [UInt8] {
        var members = [
            JSONObject.Member("op_id", .string(operation.id.description)),
            JSONObject.Member("table", .string(operation.table)),
            JSONObject.Member("kind", .string(operation.kind.rawValue)),
            JSONObject.Member("id", .string(operation.row.description)),
        ]
        if let version = operation.baseVersion { members.append(.init("base_version", .integer(version))) }
        if operation.kind != .delete { members.append(.init("values", .object(operation.values))) }
        var bytes: [UInt8] = []
        bytes.appendJSON(.object(JSONObject(members)))
        return bytes
    }

    /// The request that sends operations, parents before children.
    ///
    /// It may be sent again unchanged, because the kit keeps the answer to each
    /// operation. The sender decides when, and counts: so it is not repeated by
    /// itself.
    ///
    /// - Parameter texts: of the operations, as `text(_:)` writes them.
    package static func request(_ texts: some Sequence<[UInt8]>) -> WireRequest {
        var request = WireRequest(.rest, "POST", "rpc", "geoq_push", mayRepeat: false)
        request.body = Array(#"{"p_ops":"#.utf8) + list(texts) + "}".utf8
        request.headers.append(("content-type", "application/json"))
        return request
    }

    /// The argument of `geoq_push`: a JSON array of operations.
    ///
    /// - Parameter texts: of the operations, as `text(_:)` writes them.
    package static func list(_ texts: some Sequence<[UInt8]>) -> [UInt8] {
        var bytes = Array("[".utf8)
        for (position, text) in texts.enumerated() {
            if position > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += text
        }
        return bytes + "]".utf8
    }

    /// The answers to operations, in their order.
    ///
    /// - Throws: `RemoteFault` of the class `drift` when the body is not an
    ///   answer to exactly these operations.
    /// - Complexity: O(bytes of the body).
    package static func answers(
        _ body: [UInt8], to operations: some Collection<PushedOperation>
    ) throws(RemoteFault) -> [PushedAnswer] {
        let list = try KitAnswer.list("answers", of: KitAnswer.object(body))
        guard list.count == operations.count else {
            throw KitAnswer.unreadable("it has \(list.count) answers to \(operations.count) operations")
        }
        var answers: [PushedAnswer] = []
        answers.reserveCapacity(list.count)
        for (item, operation) in zip(list, operations) {
            guard let answer = item.object else { throw KitAnswer.unreadable("an answer is \(item.kindName)") }
            guard answer["op_id"]?.string.flatMap({ FeatureID($0) }) == operation.id else {
                throw KitAnswer.unreadable("an answer is not of the operation that stands in its place")
            }
            answers.append(try Self.answer(answer))
        }
        return answers
    }

    private static func answer(_ object: JSONObject) throws(RemoteFault) -> PushedAnswer {
        let version: Int64? = if case .integer(let number)? = object["row_version"] { number } else { nil }
        let row = object["row"]?.object
        switch object["status"]?.string {
        case "ok": return .done(version: version)
        case "exists": return .exists(version: version, row: row)
        case "conflict": return .conflict(version: version, row: row)
        case "forbidden": return .forbidden
        case "gone": return .gone
        case "rejected":
            let code = try KitAnswer.text("code", of: object)
            return .refused(RemoteFault(refusedBy: code, message: object["message"]?.string ?? ""))
        case let other:
            throw KitAnswer.unreadable("an answer has the status \(other ?? "of no text")")
        }
    }
}
