import Geoq

extension OutboxItem {
    /// The row as a JSON object.
    package var json: String {
        func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
        var members: [JSONObject.Member] = [
            .init("table", .string(row.table.rawValue)), .init("id", .string(row.id.description)),
            .init("status", .string(status.rawValue)), .init("label", text(label)),
            .init("edited_at", text(editedAt)), .init("edited", .array(editedColumns.map { .string($0) })),
            .init("values", Payload.object(values)),
            .init("base_version", (baseVersion ?? operation?.baseVersion).map { .integer($0) } ?? .null),
            .init("before", before.map(Payload.object) ?? .null),
        ]
        if let operation {
            members += [
                .init("op_id", .string(operation.id.description)), .init("kind", .string(operation.kind.rawValue)),
                .init("state", .string(operation.state.rawValue)),
                .init("changes", Payload.object(operation.values)),
                .init("attempts", .integer(Int64(operation.attempts))),
                .init("waits_for", text(operation.waitsFor?.description)),
                .init("code", text(failure?.code)), .init("message", text(failure?.message)),
            ]
        } else if let failure {
            members += [.init("code", text(failure.code)), .init("message", text(failure.message))]
        }
        return JSONValue.object(JSONObject(members)).text
    }
}
