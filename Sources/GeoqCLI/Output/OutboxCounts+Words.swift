import GeoqStore

extension OutboxCounts {
    /// What waits, in one line.
    var words: String {
        guard unsent + conflicts > 0 else { return "all changes are sent" }
        var parts = ["\(pending) \(pending == 1 ? "row waits" : "rows wait") to be sent"]
        if waiting > 0 { parts.append("\(waiting) of them for another row") }
        if failed > 0 { parts.append("\(failed) failed") }
        if conflicts > 0 { parts.append("\(conflicts) \(conflicts == 1 ? "conflict" : "conflicts")") }
        return parts.joined(separator: ", ")
    }
}
