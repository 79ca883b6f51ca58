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

extension Store.Outbox {
    /// How many rows that were made here wait for a login, as a clause; nil when none does.
    ///
    /// - Complexity: O(rows that users write).
    func guestWords() async throws -> String? {
        let guests = try await guestRows()
        guard guests > 0 else { return nil }
        return "\(OutboxIDs.rows(guests)) that you made here \(guests == 1 ? "waits" : "wait") for a login"
    }
}
