import ArgumentParser
import Geoq
import GeoqFormats
import GeoqStore
import GeoqSync

extension SyncRun {
    /// Sends what waits, and reads nothing.
    func push() async throws {
        let left = try await store.lists.all().filter { $0.right == .left }.map(\.list.id)
        let report: PushReport
        do {
            report = try await client.push()
        } catch let error as SyncError where Failure.isLackOfRights(error) {
            Failure.say(Failure.sentence(ofPush: error), Failure.noPermission)
            throw ExitCode(Failure.noPermission)
        }
        try await say(report)
        if !quiet, report.takenBack > 0 {
            let were = report.takenBack == 1 ? "was" : "were"
            Terminal.say(
                "the project took \(PushSummary.changes(report.takenBack)) that \(were) taken back here meanwhile: the next "
                    + "geoq sync shows what it has")
        }
        if !quiet { try await sayStaying(left) }
        if !quiet, !report.didAnything, report.left.unsent == 0 { Terminal.say("nothing waits to be sent") }
        try await endIfUnsettled(report)
    }

    /// Says which lists are still here although the project now knows that this user has left them: a push takes
    /// nothing from the device.
    ///
    /// - Parameter left: the lists that were left when the push began.
    private func sayStaying(_ left: [FeatureID]) async throws {
        guard !left.isEmpty else { return }
        for list in try await store.lists.all() where left.contains(list.list.id) && list.right == nil {
            let title = TerminalText.neutralized(list.list.title)
            Terminal.say("\(title), which you have left, stays here until the next geoq sync")
        }
    }

    /// What a push did, and what needs a person.
    func say(_ report: PushReport, photos: PhotoReport? = nil) async throws {
        var summary = try await PushSummary(report: report, of: store)
        summary.photos = photos
        // Pictures, and what waits for them, go over HTTP alone.
        if client.remote is any UnreadRemoteWriter { summary.next = "the next geoq sync" }
        if !quiet, let headline = summary.headline { Terminal.say(headline) }
        if !quiet, let words = PhotoRecord.words(report.photos) { Terminal.say(words) }
        Self.say(summary.problems(try await store.outbox.list(), try await store.outbox.conflicts()))
    }

    /// Ends the command with the exit code of what a push left.
    func endIfUnsettled(_ report: PushReport) async throws {
        if let obstacle = report.obstacle { throw ExitCode(Failure.exitCode(ofPush: obstacle)) }
        if report.left.failed + report.left.conflicts > 0 { throw ExitCode(Failure.badData) }
        if report.left.pending > 0, PushSummary.hasDelayed(try await store.outbox.list()) {
            throw ExitCode(Failure.unavailable)
        }
    }
}
