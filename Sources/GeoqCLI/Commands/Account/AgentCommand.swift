import ArgumentParser
import Foundation
import Geoq
import GeoqFormats
import GeoqStore
import GeoqSupabase
import GeoqSync
import Synchronization

/// `geoq agent`
struct AgentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agent",
        abstract: "Stay, and keep the store in step with the project that you are logged in to.",
        discussion: """
              geoq agent
              geoq agent --once --within 25s

            It sends what any program writes into the account's watchlists a moment later, and brings what \
            others change: when the project's Realtime rings, and every five minutes; every minute where \
            there is no Realtime. Without a network it tries again until it is there. When the project has \
            ended the session it waits for geoq login. When more than 100 rows and more than half of the mirror \
            would be removed, nothing is read until you have said geoq sync --yes. It ends when it is \
            interrupted, and at a logout. A store has one agent.

            --once is for a scheduler: it ends when all that can be sent is sent and all is read, or when \
            the time of --within is over.

            Exit codes of --once: 69: the project was not reached, refused, or had not answered when the time was \
            over; 77: the project has ended the session, or this user may not write there, nothing is lost: log in \
            again, or as another user; 65: a change of yours is refused or in conflict, and nothing else kept the \
            rest from being sent; 75: the time was over before all was sent, or most of the mirror would be removed; \
            74: another agent of the store runs.
            """)

    @Flag(help: "Sync once, and end.")
    var once = false

    @Option(
        help: ArgumentHelp("How long --once may take, such as 25s or 2m.", valueName: "time"),
        transform: ArgumentText.seconds)
    var within: Double?

    @OptionGroup var conflict: ConflictOptions

    @Flag(name: .shortAndLong, help: "Say nothing but errors.")
    var quiet = false

    @Flag(help: "A line for each phase.")
    var verbose = false

    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func validate() throws {
        if quiet, verbose { throw ValidationError("Give either --quiet or --verbose.") }
        if within != nil, !once { throw ValidationError("--within is the time of --once.") }
    }

    func run() async throws {
        try await Failure.reported {
            let own = try await AccountSync.needed(storeOptions)
            let network = own.network
            var options = SyncOptions()
            options.conflictPolicy = conflict.policy
            options.preparing = network.preparing
            options.words = { SyncHint.sentence($0) }
            options.logger = SyncLog.logger(verbose: verbose)
            options.told = { [quiet] notice in
                guard let sentence = SyncSummary.sentence(notice, quiet: quiet) else { return }
                Terminal.say(TerminalText.neutralized(sentence))
            }
            let run = AgentRun(quiet: quiet)
            try await own.withAccount(waitsForLogin: !once) { [once, within, options] account in
                let agent = SyncAgent(account, options: options)
                if once {
                    try await AccountRun.watched { try await run.once(agent, account.store, within) }
                } else {
                    try await run.stay(agent, account.store)
                }
            }
        }
    }
}

/// Says what an agent does; all of it on standard error.
struct AgentRun {
    let quiet: Bool

    func once(_ agent: SyncAgent, _ store: Store, _ limit: Double?) async throws {
        let obstacle = Mutex<SyncError?>(nil)
        let status = try await agent.run(within: limit.map { .seconds($0) }) { result in
            guard case .success(let report) = result else { return }
            say(report)
            obstacle.withLock { $0 = report.push?.obstacle }
        }
        var last = PushReport()
        last.obstacle = obstacle.withLock { $0 }
        try await sayProblems(last, store)
        if let obstacle = last.obstacle { throw ExitCode(Failure.exitCode(ofPush: obstacle)) }
        if status.failed + status.conflicting > 0 { throw ExitCode(Failure.badData) }
        guard status.pending > 0 else { return }
        let waiting = try await store.outbox.counts().waiting
        if !quiet { Terminal.say("\(OutboxIDs.rows(status.pending)) left for the next run") }
        if status.pending > waiting { throw ExitCode(Failure.tryLater) }
    }

    func stay(_ agent: SyncAgent, _ store: Store) async throws {
        if let failure = store.failedMigration { throw failure }
        if !quiet { Terminal.say("in step with the project until interrupted") }
        let news = PushNews()
        do {
            try await Interruption.watched { [self] in
                try await agent.run { result in
                    switch result {
                    case .success(let report):
                        say(report)
                        SyncRun.say(news.lines(report.push))
                    case .failure(let error):
                        Terminal.say("geoq: \(TerminalText.neutralized(SyncHint.sentence(error)))")
                    }
                }
            }
        } catch is Interrupted {
            if !quiet { Terminal.say("stopped") }
        } catch AccountError.notLoggedIn {
            if !quiet { Terminal.say("logged out: stopped") }
        }
    }

    /// What a sync did; nothing when it did nothing.
    private func say(_ report: SyncReport) {
        let push = report.push.map { PushSummary(report: $0) }
        if !quiet, let headline = push?.headline, report.push?.didAnything == true { Terminal.say(headline) }
        if !quiet, let words = DraftRecord.words(report.drafts) { Terminal.say(words) }
        if !quiet, let words = PhotoRecord.words(report.photos) { Terminal.say(words) }
        if let obstacle = report.photos?.obstacle {
            Terminal.say("geoq: \(TerminalText.neutralized(SyncHint.sentence(obstacle)))")
        }
        let summary = SyncSummary(report)
        SyncRun.say(summary.problems)
        if !quiet, report.added + report.changed + report.removed > 0 {
            Terminal.say(TerminalText.neutralized(summary.headline))
        }
    }

    /// What needs a person.
    ///
    /// - Parameter report: with what kept the last push from sending more.
    private func sayProblems(_ report: PushReport, _ store: Store) async throws {
        let open = try await store.outbox.list()
        let summary = try await PushSummary(report: report, of: store)
        SyncRun.say(summary.problems(open, try await store.outbox.conflicts()))
    }
}
