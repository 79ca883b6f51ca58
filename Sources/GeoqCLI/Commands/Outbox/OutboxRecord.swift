import Geoq
import GeoqFormats
import GeoqStore

/// Rows of the outbox as records.
enum OutboxRecord {
    static let columns = [
        TableColumn("status", field: "status"), TableColumn("table", field: "table"),
        TableColumn("what", field: "label"), TableColumn("tries", field: "attempts", alignment: .trailing),
        TableColumn("why", field: "message"), TableColumn("waits for", field: "waits_for"), .id("id", field: "id"),
    ]

    /// The names of a change's `summary`, in its order.
    static let fieldNames = [
        "id", "table", "status", "label", "operation", "state", "attempts", "waits_for", "class", "code", "message",
        "edited_at",
    ]

    static func summary(_ item: OutboxItem) -> [Feature.Field] {
        let operation = item.operation
        return [
            .init("id", .text(item.row.id.description)), .init("table", .text(item.row.table.rawValue)),
            .init("status", .text(item.status.rawValue)), .init("label", text(item.label)),
            .init("operation", text(operation?.id.description)), .init("state", text(operation?.state.rawValue)),
            .init("attempts", .integer(Int64(item.attempts))),
            .init("waits_for", text(operation?.waitsFor?.description)), .init("class", text(item.failure?.kind)),
            .init("code", text(item.failure?.code)), .init("message", text(item.failure?.message)),
            .init("edited_at", text(item.editedAt)),
        ]
    }

    /// What a row waits for that no retry can send; nil for a row that waits for
    /// nothing.
    static func waiting(_ item: OutboxItem) -> String? {
        guard let operation = item.operation, operation.state == .waiting || operation.waitsFor != nil else {
            return nil
        }
        let row = "\(item.row)" + (item.label.map { ", \($0)," } ?? "")
        guard let awaited = operation.waitsFor else {
            return "\(row) waits for a row that the project lacks: the next geoq push tries it again"
        }
        // Only a sync reads which birds, and the like, the project has.
        let sender = awaited.table.isReference ? "sync" : "push"
        return "\(row) waits for \(awaited): geoq \(sender) sends it once the project has that row"
    }

    /// A row with its values; a column that was changed is marked.
    static func details(_ item: OutboxItem) -> [Feature.Field] {
        let changed = Set(item.editedColumns).union(item.operation?.values.map(\.name) ?? [])
        return summary(item)
            + [.init("changed", .text(item.values.map(\.name).filter(changed.contains).joined(separator: ",")))]
            + item.values.map { Feature.Field("row_\($0.name)", $0.value) }
    }

    /// A conflict with each side's value of each column that it is about.
    static func details(_ conflict: OutboxConflict, label: String?) -> [Feature.Field] {
        let sides = [("mine", conflict.mine), ("theirs", conflict.theirs), ("before", conflict.base)]
        return [
            .init("number", .integer(conflict.number)), .init("at", .text(conflict.at)),
            .init("table", .text(conflict.row.table.rawValue)), .init("id", .text(conflict.row.id.description)),
            .init("reason", .text(conflict.reason.rawValue)), .init("settled", text(conflict.settled)),
            .init("label", text(label)),
        ]
            + conflict.columnNames.flatMap { name in
                sides.compactMap { side, values in
                    values.first { $0.name == name }.map { Feature.Field("\(side)_\(name)", $0.value) }
                }
            }
    }

    /// The names of a conflict's `summary`, in its order.
    static let conflictNames = [
        "number", "at", "table", "id", "reason", "mine", "theirs", "before", "settled", "label",
    ]

    /// A conflict; the columns that it is about, of each side as one line.
    ///
    /// - Parameter label: by what a person knows the row.
    static func summary(_ conflict: OutboxConflict, label: String?) -> [Feature.Field] {
        [
            .init("number", .integer(conflict.number)), .init("at", .text(conflict.at)),
            .init("table", .text(conflict.row.table.rawValue)), .init("id", .text(conflict.row.id.description)),
            .init("reason", .text(conflict.reason.rawValue)), .init("mine", .text(words(conflict.mine, conflict))),
            .init("theirs", .text(words(conflict.theirs, conflict))),
            .init("before", .text(words(conflict.base, conflict))),
            .init("settled", text(conflict.settled)), .init("label", text(label)),
        ]
    }

    static let conflictColumns = [
        TableColumn("number", field: "number", alignment: .trailing), TableColumn("table", field: "table"),
        TableColumn("what", field: "label"),
        TableColumn("reason", field: "reason"), TableColumn("mine", field: "mine"),
        TableColumn("the server's", field: "theirs"), TableColumn("settled", field: "settled"),
        .id("id", field: "id"),
    ]

    private static func words(_ columns: [ColumnValue], _ conflict: OutboxConflict) -> String {
        let names = Set(conflict.columnNames)
        return columns.filter { names.contains($0.name) }.map { "\($0.name)=\(plain($0.value))" }
            .joined(separator: ", ")
    }

    private static func plain(_ value: FieldValue) -> String {
        switch value {
        case .null: "nothing"
        case .bool(let flag): flag ? "true" : "false"
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let text): text
        }
    }

    private static func text(_ value: String?) -> FieldValue { value.map { .text($0) } ?? .null }
}
