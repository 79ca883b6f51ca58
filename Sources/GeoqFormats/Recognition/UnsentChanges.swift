import Geoq

/// Changes that were not sent to a project, as a logout exports them: one JSON object a line. They are refused: read as
/// rows they would take the ids of the rows that they change.
enum UnsentChanges: ImportFormat {
    static let name = "unsent-changes"

    static func recognizes(_ probe: ImportProbe) throws -> Bool {
        guard probe.members.count == 1 else { return false }
        let head = try probe.head(of: probe.members[0])
        guard head.content == .json else { return false }
        let line = Array(head.bytes.prefix { $0 != UInt8(ascii: "\n") })
        guard let object = (try? JSONValue(parsing: line))?.object, let table = object["table"]?.string else {
            return false
        }
        return switch table {
        case "draft": object["watchlist_id"]?.string != nil && object["species"]?.string != nil
        case "conflict": object["of"]?.string != nil && object["mine"]?.object != nil
        default: object["edited"]?.array != nil && object["values"]?.object != nil
        }
    }

    static func read(_ probe: ImportProbe, into sink: any ImportSink) throws -> FormatReport {
        throw FileProblem(file: probe.input.name, .unsentChanges)
    }
}
