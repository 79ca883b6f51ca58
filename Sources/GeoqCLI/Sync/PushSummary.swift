import Geoq
import GeoqStore
import GeoqSync

/// The result of a push, as sentences.
struct PushSummary {
    let report: PushReport
    /// What became of pictures, when the report does not say it.
    var photos: PhotoReport?
    /// What sends what is left.
    var next = "the next push"
    /// Whether a sync has read which birds the server has.
    var knowsBirds = true

    init(report: PushReport) {
        self.report = report
    }

    /// - Parameter store: from which it was pushed.
    init(report: PushReport, of store: Store) async throws {
        self.report = report
        guard let account = try await store.account.stored() else { return }
        let mirror = try await store.mirror.state(named: account.remote)
        knowsBirds = mirror?.syncedAt != nil && mirror?.tables[.bird].map { $0.stopped == nil } ?? false
    }

    /// nil when there was nothing to send.
    var headline: String? {
        var words: [String] = []
        if report.applied > 0 { words.append(Self.changes(report.applied) + " sent") }
        if report.merged > 0 { words.append("\(report.merged) merged with the server's") }
        let later = report.left.pending
        if later > 0 { words.append(Self.changes(later) + " left for \(next)") }
        return words.isEmpty ? nil : words.joined(separator: "; ")
    }

    /// What needs a person.
    ///
    /// - Parameter open: all rows of the outbox.
    func problems(_ open: [OutboxItem], _ conflicts: [OutboxConflict]) -> [String] {
        var lines: [String] = []
        if let obstacle = report.obstacle { lines.append(Failure.sentence(ofPush: obstacle)) }
        let failed = open.filter { $0.status == .failed }
        // What waits for a row that waits itself goes with it.
        let rows = Set(open.map(\.row))
        let doubled = open.filter(Self.isDoubled)
        var waiting = open.filter { item in
            guard let operation = item.operation, operation.state == .waiting, !Self.isDoubled(item) else {
                return false
            }
            return operation.waitsFor.map { !rows.contains($0) } ?? true
        }
        // The server has not said that it lacks these birds: its birds were not read yet.
        let unread = knowsBirds ? [] : waiting.filter { $0.failure == nil && $0.operation?.waitsFor?.table == .bird }
        waiting.removeAll { unread.contains($0) }
        lines += problems(ofPictures: open.compactMap(\.picture).filter(\.isDelayed))
        let delayed = open.filter(Self.isDelayed)
        // A change that was not taken waits some seconds, and a push or sync in between asks nothing.
        let isAsked = report.batches > 0
        lines += Self.listed(
            isAsked
                ? "the server could not take \(Self.changes(delayed.count)), and is asked again with the next push or sync:"
                : "\(Self.changes(delayed.count)) could not be taken before, and \(delayed.count == 1 ? "waits" : "wait") for some seconds yet; geoq outbox retry ID sends it with the next push:",
            delayed.map(Self.words))
        lines += Self.listed(
            "\(Self.changes(unread.count)) \(unread.count == 1 ? "names a bird of a file" : "name birds of files"), and this store has not read the server's birds yet: geoq sync does, and then sends what names one of them:",
            unread.map(Self.name))
        lines += Self.listed(
            "\(Self.changes(waiting.count)) cannot be sent before the server has what \(waiting.count == 1 ? "it belongs" : "they belong") to:",
            waiting.map(Self.words))
        lines += Self.listed(
            "\(Self.changes(doubled.count)) cannot be sent; geoq sync reads what the server has instead, and geoq outbox discard ID takes yours back:",
            doubled.map(Self.words))
        let unsendable = failed.filter { $0.picture?.isUnsendable == true }
        lines += Self.listed(
            "\(PhotoRecord.pictures(unsendable.count)) cannot be sent; see geoq outbox show ID, then geoq outbox retry or discard:",
            unsendable.map(Self.words))
        let unusable = failed.filter { $0.failure?.kind == PendingOperation.Failure.unusable }
        lines += Self.listed(
            "\(Self.changes(unusable.count)) cannot be sent; mend the row, then geoq outbox retry ID, or geoq outbox discard ID:",
            unusable.map(Self.words))
        let refused = failed.filter {
            $0.picture?.isUnsendable != true && $0.failure?.kind != PendingOperation.Failure.unusable
        }
        lines += Self.listed(
            "the server refuses \(Self.changes(refused.count)); see geoq outbox show ID, then geoq outbox retry or discard:",
            refused.map(Self.words))
        lines += Self.listed(
            "\(ConflictNumbers.conflicts(conflicts.count)) of your changes with the server's; see geoq conflicts list:",
            conflicts.map(Self.words))
        return lines
    }

    /// Whether the server was asked to take any of these changes or their pictures, could
    /// not, and will be asked again.
    static func hasDelayed(_ open: [OutboxItem]) -> Bool {
        open.contains { isDelayed($0) || $0.picture?.isDelayed == true }
    }

    /// Whether the server has the same from another device.
    private static func isDoubled(_ item: OutboxItem) -> Bool {
        item.operation?.state == .waiting && item.failure?.kind == PendingOperation.Failure.doubled
    }

    private static func isDelayed(_ item: OutboxItem) -> Bool {
        guard let operation = item.operation, operation.state == .ready else { return false }
        // One without a moment had no answer, and the obstacle says why.
        return operation.attempts > 0 && operation.failure != nil && operation.notBefore != nil
    }

    /// What is said of pictures that the project could not take, and of objects that it
    /// could not delete: a line for each, with the reason of the first.
    private func problems(ofPictures delayed: [PhotoUpload]) -> [String] {
        let isTried = ((report.photos ?? photos)?.tried ?? 0) > 0
        return [("takes", delayed.filter { $0.state != .doomed }), ("deletes", delayed.filter { $0.state == .doomed })]
            .compactMap { verb, pictures in
                guard let reason = pictures.lazy.compactMap(\.failure).first else { return nil }
                let count = PhotoRecord.pictures(pictures.count)
                guard isTried else {
                    return
                        "\(count) could not be \(verb == "takes" ? "sent" : "deleted") before: \(Self.said(reason)); the project is asked again in some seconds, by a push or sync then"
                }
                return
                    "the project \(verb) no pictures now: \(Self.said(reason)); \(count) \(pictures.count == 1 ? "waits" : "wait") for the next push or sync"
            }
    }

    private static func said(_ failure: PendingOperation.Failure?) -> String {
        [failure?.message, failure?.code.map { "(\($0))" }].compactMap { $0 }.joined(separator: " ")
    }

    /// More lines than these would hide the first ones.
    private static let mostListed = 10

    /// A heading, and below it lines; nothing without a line.
    private static func listed(_ heading: String, _ lines: [String]) -> [String] {
        if lines.isEmpty { return [] }
        let shown = lines.prefix(mostListed).map { "  " + $0 }
        return [heading] + shown + (lines.count > mostListed ? ["  and \(lines.count - mostListed) more"] : [])
    }

    private static func words(_ item: OutboxItem) -> String {
        // The line begins with the row, which the reason of a change that is not sent names as well.
        var said = Self.said(item.failure).replacing(" of \(item.row)", with: "", maxReplacements: 1)
        if said.isEmpty { said = item.operation?.waitsFor.map { "the server has no \($0)" } ?? "refused" }
        if let advice = item.operation?.state == .waiting ? advice(item) : remedy(item) { said += "; \(advice)" }
        return "\(name(item)): \(said)"
    }

    private static func name(_ item: OutboxItem) -> String { "\(item.row)\(item.label.map { " \($0)" } ?? "")" }

    /// What a person can do about a row that waits for one which the server may never have.
    private static func advice(_ item: OutboxItem) -> String? {
        switch item.row.table {
        case .watchlistShares where isDoubled(item): return nil
        case .watchlistShares:
            guard case .text(let user)? = item.values.first(where: { $0.name == "user_id" })?.value else { return nil }
            return "if it has no user \(user), take the share back with: geoq list unshare LIST USER"
        case .watchlistEntries where item.operation?.waitsFor?.table == .bird:
            return "name a bird that it has with: geoq entry edit \(item.row.id) --bird NAME"
        case .communityObservation where item.operation?.waitsFor?.table == .bird:
            return "if it never has it, take the sighting back with: geoq community delete \(item.row.id)"
        default: return nil
        }
    }

    /// What a person can do about a row below one that the server has as deleted: no retry sends it.
    private static func remedy(_ item: OutboxItem) -> String? {
        guard item.failure?.code == "PT410" else { return nil }
        let id = item.row.id
        return item.row.table == .observedBirdPhotos
            ? "keep its picture with: geoq photo show \(id) --output FILE, then: geoq outbox discard \(id)"
            : "keep what it says with: geoq outbox export \(id), then: geoq outbox discard \(id)"
    }

    private static func words(_ conflict: OutboxConflict) -> String {
        let columns = conflict.columnNames.joined(separator: ", ")
        return
            "\(conflict.number): \(conflict.row), \(conflict.reason.rawValue)\(columns.isEmpty ? "" : ": \(columns)")"
    }

    static func changes(_ count: Int) -> String { "\(count) \(count == 1 ? "change" : "changes")" }
}
