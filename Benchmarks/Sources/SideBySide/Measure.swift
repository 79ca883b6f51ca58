import Foundation

extension Results {
    /// Asks every contender every question, round after round, the contenders
    /// one after the other at each question: a disturbance affects all of them.
    ///
    /// - Parameters:
    ///   - isTogether: whether all may be in memory at once.
    ///   - isQuick: whether contenders that take long to build use an earlier
    ///     run's index.
    mutating func measure(
        _ contenders: [Contender], start: (String) throws -> any RunningSubject,
        plan: [(contender: Contender, task: Task)], rounds: Int, isTogether: Bool, isQuick: Bool
    ) throws {
        var subjects: [String] = []
        for contender in contenders where !subjects.contains(contender.subject) { subjects.append(contender.subject) }
        var questions: [String] = []
        for (_, task) in plan where !questions.contains(task.question) { questions.append(task.question) }
        let slow = Set(contenders.filter(\.isBuiltOnce).map(\.subject))
        for group in isTogether ? [subjects] : subjects.map({ [$0] }) {
            var running: [String: any RunningSubject] = [:]
            defer { for subject in running.values { subject.stop() } }
            for subject in group { running[subject] = try start(subject) }
            let passes = isQuick ? 1 : Self.passes
            for round in 1...rounds {
                for pass in 1...passes {
                    for subject in group where !slow.contains(subject) || round + pass == 2 && !isQuick {
                        say("round \(round) of \(rounds): \(subject) builds")
                        addBuild(try running[subject]!.ask("build"), subject: subject)
                    }
                }
                for question in questions {
                    say("round \(round) of \(rounds): \(question)")
                    let asked = plan.filter { $0.task.question == question && group.contains($0.contender.subject) }
                    try Self.ask(asked, passes) { contender, task, pass in
                        var task = task
                        if round + pass > 2 { task.samples = 0 }
                        let reply = try running[contender.subject]!.ask(task.line)
                        add(reply, subject: contender.subject, task)
                        return reply
                    }
                }
            }
        }
        say("")
    }

    /// How often a round repeats short questions and short builds: a shared
    /// machine has better and worse moments.
    static let passes = 3
    private static let shortSeconds = 0.25

    /// Asks all contenders in turn, and then again those that took little time.
    static func ask<Subject>(
        _ all: [(Subject, Task)], _ passes: Int, _ body: (Subject, Task, _ pass: Int) throws -> Reply
    ) rethrows {
        var again = all
        for pass in 1...passes {
            again = try again.filter { subject, task in
                (try body(subject, task, pass).time?.seconds ?? .infinity) < shortSeconds
            }
        }
    }

    /// The right answers to the samples.
    mutating func askOracle(_ command: [String], plan: [Task]) throws {
        let oracle = try SubjectProcess(command)
        defer { oracle.stop() }
        for task in plan {
            say("oracle: \(task.question)")
            let reply = try oracle.ask(task.line)
            var kept = reply
            kept.time = nil
            add(kept, subject: "brute", task)
        }
        say("")
    }
}

/// Shows on a terminal what is being measured, on one line that changes.
func say(_ text: String) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8))
}

/// The measurements of geoq alone, for targets of its own.
struct OwnMeasurements {
    let rounds: Int
    let executable: String
    let queries: String
    /// Seconds a query, by `set/variant/question`; medians.
    private(set) var seconds: [String: Double] = [:]
    private(set) var builds: [String: Double] = [:]

    init(rounds: Int, executable: String, queries: String) {
        (self.rounds, self.executable, self.queries) = (rounds, executable, queries)
    }

    /// The numbers that no other table has.
    var lines: [String] {
        let names = [
            ("here/index/filtered-10", "nearest-10 of 1 species in 400"), ("here/index/open-0", "open from disk"),
            ("sites/index/nearest-10", "nearest-10 with 5000 points at each place"),
            ("sites/index/near-10", "near-10 with 5000 points at each place"),
            ("here/threads/nearest-10", "nearest-10 on two threads"),
            ("here/updates/apply-0", "laying 10000 changes over the index"),
            ("here/updates/nearest-10", "nearest-10 with them pending"),
            ("here/updates/near-10", "near-10 with them pending"),
        ]
        let times = names.compactMap { key, name in seconds[key].map { "\(name) \(Report.duration($0))" } }
        return times.isEmpty ? [] : ["geoq alone: " + times.joined(separator: "; ") + "."]
    }

    /// Measures one set of points: its build and some questions.
    mutating func measure(_ set: String, points: String, tasks: [(variant: String, question: String, queries: Int)])
        throws
    {
        let geoq = try SubjectProcess([executable, "geoq", points, queries])
        defer { geoq.stop() }
        var times: [String: [Double]] = [:]
        var buildTimes: [Double] = []
        for round in 1...rounds {
            say("geoq alone, \(set), round \(round) of \(rounds)")
            if let build = try geoq.ask("build").buildSeconds { buildTimes.append(build) }
            for task in Array(repeating: tasks, count: Results.passes).joined() {
                let reply = try geoq.ask("\(task.variant)/\(task.question)/\(task.queries)/0")
                guard let time = reply.time else { continue }
                times["\(set)/\(task.variant)/\(task.question)", default: []].append(
                    time.seconds / Double(max(1, time.queries)))
            }
        }
        for (key, values) in times { seconds[key] = Results.median(values) }
        if !buildTimes.isEmpty { builds[set] = Results.median(buildTimes) }
        say("")
    }
}
