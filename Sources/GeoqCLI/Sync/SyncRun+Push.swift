import ArgumentParser
import Geoq
import GeoqFormats
import GeoqStore
import GeoqSync

extension SyncRun {
    /// Sends what waits, and reads nothing.
    func push() async throws {
        let report: PushReport
        do {
            report = try await client.push()
        } catch let error as SyncError where Failure.isLackOfRights(error) {
            Failure.say(Failure.sentence(ofPush: error), Failure.noPermission)
            throw ExitCode(Failure.noPermission)
        }
        try await say(report)
        if !quiet, !report.didAnything, report.left.unsent == 0 { Terminal.say("nothing waits to be sent") }
        try await endIfUnsettled(report)
    }

    /// What a push did, and what needs a person.
    func say(_ report: PushReport) async throws {
        let summary = PushSummary(report: report)
        if !quiet, let headline = summary.headline { Terminal.say(headline) }
        if !quiet, let words = PhotoRecord.words(report.photos) { Terminal.say(words) }
        for line in summary.problems(try await store.outbox.list(), try await store.outbox.conflicts()) {
            Terminal.say((line.hasPrefix("  ") ? "" : "geoq: ") + TerminalText.neutralized(line))
        }
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
