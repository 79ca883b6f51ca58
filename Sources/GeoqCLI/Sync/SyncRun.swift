import ArgumentParser
import Dispatch
import Foundation
import Geoq
import GeoqFormats
import GeoqStore
import GeoqSync

/// Runs `geoq sync`, and reports in words for a person; all of it on standard
/// error.
struct SyncRun {
    let client: SyncClient
    let store: Store
    private let options: SyncOptions
    let quiet: Bool
    /// nil where a line cannot be overwritten.
    private let progress: ProgressLine?

    init(remote: any Remote, store: Store, options: SyncOptions, quiet: Bool) {
        let progress = quiet || !Terminal.showsProgress ? nil : ProgressLine()
        self.progress = progress
        var options = options
        options.told = { notice in
            guard let sentence = SyncSummary.sentence(notice, quiet: quiet) else { return }
            progress?.clear()
            Terminal.say(TerminalText.neutralized(sentence))
        }
        client = SyncClient(remote: remote, store: store, options: options)
        (self.store, self.options, self.quiet) = (store, options, quiet)
    }

    /// Reports what the server lacks.
    func check() async throws {
        let findings = try await client.check()
        let records = findings.map { Self.fields($0, of: $0.table?.rawValue ?? "all") }
        try SummaryTable.write(records, Terminal.isOutput ? .table : .ndjson)
        if findings.contains(where: { $0.weight == .obstacle }) { throw ExitCode(Failure.badData) }
        if findings.isEmpty, !quiet { Terminal.say("nothing is missing") }
    }

    /// - Parameter table: what the finding is about.
    static func fields(_ finding: SchemaFinding, of table: String) -> [Feature.Field] {
        let words = SyncHint.words(finding)
        return [
            .init("table", .text(table)), .init("weight", .text(finding.weight.rawValue)),
            .init("what", .text(words.what)), .init("cost", .text(words.cost)),
        ]
    }

    /// Syncs once.
    func once() async throws {
        try await sayEstimate()
        let report: SyncReport
        do {
            report = try await client.pull { [progress] in progress?.show($0) }
            progress?.clear()
        } catch {
            progress?.clear()
            throw error
        }
        if let push = report.push { try await say(push, photos: report.photos) }
        if !quiet, let words = DraftRecord.words(report.drafts) { Terminal.say(words) }
        if !quiet, let words = PhotoRecord.words(report.photos) { Terminal.say(words) }
        say(report)
        if let obstacle = report.photos?.obstacle {
            Terminal.say("geoq: \(TerminalText.neutralized(SyncHint.sentence(obstacle)))")
            throw ExitCode(Failure.exitCode(of: obstacle))
        }
        if let problem = report.problem {
            throw ExitCode(problem.kind == .refused ? Failure.unavailable : Failure.badData)
        }
        if let push = report.push { try await endIfUnsettled(push) }
        if report.waiting > 0 { throw ExitCode(Failure.badData) }
    }

    /// Reports the cost of a region before it is fetched: at the first sync,
    /// and when the region differs from the mirror's.
    private func sayEstimate() async throws {
        if quiet { return }
        if options.region == nil {
            let mirrored = try await store.mirror.all().contains { $0.identity.region != nil }
            guard mirrored else { return }
        }
        do {
            guard let estimate = try await client.estimate() else { return }
            Terminal.say(TerminalText.neutralized(SyncSummary.sentence(estimate, isPart: options.region != nil)))
        } catch let error as SyncError where error.retryMayHelp {
            // The sync will meet the same error, and knows when to try again.
        }
    }

    /// Follows the server until SIGINT or SIGTERM.
    func watch(_ watchOptions: WatchOptions = WatchOptions()) async throws {
        try await Self.untilInterrupted(quiet: quiet) { try await follow(watchOptions) }
    }

    /// Follows the server until the task is cancelled.
    ///
    /// - Parameter name: stands before errors; nil when it is clear what they are about.
    func follow(_ watchOptions: WatchOptions, named name: String? = nil) async throws {
        // It takes a connection: one watch after the other.
        if let turns = watchOptions.turns {
            try await turns.run { try await sayEstimate() }
        } else {
            try await sayEstimate()
        }
        let (quiet, news) = (quiet, PushNews())
        let relation = options.mapping?.relation
        try await client.watch(watchOptions) { result in
            switch result {
            case .success(let report):
                Self.say(news.lines(report.push))
                if let obstacle = report.photos?.obstacle { Self.say([SyncHint.sentence(obstacle)]) }
                if !quiet { Self.sayDone(report) }
                let summary = SyncSummary(report, of: relation)
                let isNews = report.added + report.changed + report.removed > 0 || !summary.problems.isEmpty
                Self.say(summary.problems)
                guard !quiet, isNews else { return }
                Terminal.say(TerminalText.neutralized(summary.headline))
            case .failure(let error):
                let said = SyncHint.sentence(error)
                let sentence = name.map { SyncHint.sentence(said, behind: $0, of: relation) } ?? said
                Terminal.say("geoq: \(TerminalText.neutralized(sentence))")
            }
        }
    }

    /// Runs `body`, and cancels it at SIGINT or SIGTERM.
    static func untilInterrupted(
        quiet: Bool, _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        let task = Task { try await body() }
        let sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { task.cancel() }
            source.resume()
            return source
        }
        defer { for source in sources { source.cancel() } }
        do {
            try await task.value
        } catch is CancellationError {
            if !quiet { Terminal.say("stopped") }
        }
    }

    /// What a sync of a watch has sent, and made of drafts.
    private static func sayDone(_ report: SyncReport) {
        if let push = report.push, push.didAnything, let headline = PushSummary(report: push).headline {
            Terminal.say(headline)
        }
        if let words = DraftRecord.words(report.drafts) { Terminal.say(words) }
        if let words = PhotoRecord.words(report.photos) { Terminal.say(words) }
    }

    /// Indented lines belong to the line before.
    static func say(_ problems: [String]) {
        for line in problems {
            Terminal.say((line.hasPrefix("  ") ? "" : "geoq: ") + TerminalText.neutralized(line))
        }
    }

    private func say(_ report: SyncReport) {
        let summary = SyncSummary(report, of: options.mapping?.relation)
        Self.say(summary.problems)
        guard !quiet else { return }
        Terminal.say(TerminalText.neutralized(summary.headline))
        for line in summary.details { Terminal.say("  " + TerminalText.neutralized(line)) }
    }
}
