import Geoq

/// What a service says by one object that is no row: where its rows are, or what went wrong.
enum ServiceAnswer {
    /// Why a file that is such an object cannot be read; nil for an object that is of neither kind.
    static func reason(_ object: JSONObject) -> String? {
        // TopoJSON has shapes in such arrays, and no rows.
        if object["type"] == .string("Topology") { return nil }
        guard let path = rows(in: object, depth: 0)?.path else { return error(object) }
        var place = FieldProblem.quoted(path[path.count - 1])
        for outer in path.dropLast().reversed() { place += " of \(FieldProblem.quoted(outer))" }
        return "its rows are in \(place); save that array alone"
    }

    /// The sentence for an error of the service; nil for an object that is none.
    static func error(_ object: JSONObject) -> String? {
        guard names.contains(where: { object[$0] != nil }) else { return nil }
        let parts = ["error", "errors"].compactMap { object[$0] }
        let inner = parts.compactMap { $0.object ?? $0.array?.first?.object }.first
        let said = words(object) ?? inner.flatMap { words($0) ?? $0.text("code") } ?? parts.first?.text ?? ""
        return "it holds an error of the service instead of data: \(FieldProblem.quoted(String(said.prefix(200))))"
    }

    /// By which an error is known.
    private static let names = ["error", "errors", "message", "Message", "detail"]

    private static func words(_ object: JSONObject) -> String? {
        object.text("message", "Message", "title", "detail", "error_description", "reason", "error")
    }

    /// How deep an array may lie in objects.
    private static let mostDepth = 3

    /// The longest array of objects within an object, and the names of the members that lead to it.
    private static func rows(in object: JSONObject, depth: Int) -> (path: [String], count: Int)? {
        guard depth < mostDepth else { return nil }
        var longest: (path: [String], count: Int)?
        for member in object.members where !["error", "errors"].contains(member.name) {
            var found: (path: [String], count: Int)?
            if let items = member.value.array, items.first?.object != nil {
                found = (path: [member.name], count: items.count)
            } else if let inner = member.value.object, let deeper = rows(in: inner, depth: depth + 1) {
                found = (path: [member.name] + deeper.path, count: deeper.count)
            }
            if let found, found.count > longest?.count ?? 0 { longest = found }
        }
        return longest
    }
}
