import Foundation
import TestSupport
import Testing

/// A login outlives bad networks, wrong clocks and killed processes; only the
/// project's own word ends it.
@Suite(.waits, .serialized, .needsGateway)
struct AccountFaultTests {
    private static let gateway = Result { try GatewayProcess() }

    /// Whether the runs are long (`make soak`).
    private static let isLong = ProcessInfo.processInfo.environment["GEOQ_SOAK"] != nil

    private static func fixture<Value>(_ body: (AccountFixture) async throws -> Value) async throws -> Value {
        try await withFolder { folder in try await body(AccountFixture(gateway.get(), in: folder)) }
    }

    @Test(arguments: [
        #"{"html": true}"#, #"{"status": 503}"#, #"{"status": 500, "body": {"msg": "x"}}"#, #"{"drop": true}"#,
        #"{"cut": 30}"#, #"{"cut": 300}"#, #"{"status": 307, "headers": {"Location": "http://127.0.0.1:1/"}}"#,
        #"{"status": 401, "body": {}}"#, #"{"status": 429}"#, #"{"status": 200, "body": {"hello": "world"}}"#,
    ])
    func `no answer of a bad network logs out (F40)`(fault: String) async throws {
        try await Self.fixture { fixture in
            let email = try fixture.signUp()
            try fixture.expire()
            try fixture.gateway.set(#"{"faults": [\#(fault)]}"#)
            for _ in 0..<3 {
                let (fields, run) = try fixture.whoami()
                #expect(run.status == 0 && fields["state"] == "active" && fields["confirmed"] == "no", "\(run.errors)")
                #expect(fields["email"] == email && !run.errors.isEmpty)
            }
            try fixture.gateway.set(#"{"faults": []}"#)
            let (fields, run) = try fixture.whoami()
            #expect(run.status == 0 && fields["confirmed"] == "yes" && fields["state"] == "active", "\(run.errors)")
        }
    }

    @Test(arguments: [false, true])
    func `a paused project is said to be paused, whether the token is good or not`(isOld: Bool) async throws {
        try await Self.fixture { fixture in
            _ = try fixture.signUp()
            if isOld { try fixture.expire() }
            try fixture.gateway.set(#"{"faults": [{"status": 540}]}"#)
            for words in [["sync", "--no-wait"], ["whoami"]] {
                let run = try GeoqProcess(words, environment: fixture.environment)
                #expect(run.status == (words == ["whoami"] ? 0 : 69), "\(run.errors)")
                #expect(
                    run.errors.contains("it is paused, and its owner can resume it at https://supabase.com/dashboard"),
                    "\(run.errors)")
            }
            try fixture.gateway.set(#"{"faults": []}"#)
            #expect(try fixture.run("sync", "--no-wait").status == 0)
        }
    }

    @Test(arguments: [false, true])
    func `a key that the project takes no more is said, and a login with another one goes on`(isOld: Bool)
        async throws
    {
        try await Self.fixture { fixture in
            let email = try fixture.signUp()
            #expect(try fixture.run("list", "add", "Winter ducks").status == 0)
            if isOld { try fixture.expire() }
            try fixture.gateway.set(
                #"{"faults": [{"status": 401, "body": {"message": "Invalid API key", "hint": "Double check it."}}]}"#)
            for command in ["sync", "push"] {
                let run = try fixture.run(command, "--no-wait")
                #expect(
                    run.status == 77 && run.errors.contains("Invalid API key") && run.errors.contains("--key-file")
                        && !run.errors.contains("cannot be reached"), "\(run.errors)")
            }
            let refused = try fixture.logIn(email)
            #expect(refused.status == 77 && refused.errors.contains("does not take this key"), "\(refused.errors)")
            #expect(try fixture.whoami().fields["state"] == "active")
            try fixture.gateway.set(#"{"faults": []}"#)
            #expect(try fixture.logIn(email).status == 0)
            let pushed = try fixture.run("push")
            #expect(pushed.status == 0 && pushed.errors.contains("1 change sent"), "\(pushed.errors)")
        }
    }

    @Test func `a process that is killed at any moment of a refresh leaves the login good (F32)`() async throws {
        try await Self.fixture { fixture in
            _ = try fixture.signUp()
            for round in 0..<(Self.isLong ? 100 : 12) {
                // In each third round the project has the request when the process is killed, and takes it afterwards.
                let isHeld = round % 3 == 2
                let fault = isHeld ? #""hold": true"# : #""delay": 0.05"#
                try fixture.gateway.set(#"{"faults": [{"path": "/token", \#(fault)}]}"#)
                try fixture.expire()
                let (process, _) = try fixture.started(["whoami"])
                if isHeld {
                    let hasBegun = try await eventually { try Self.hits(fixture) > 0 }
                    #expect(hasBegun)
                } else {
                    try await Task.sleep(for: .milliseconds(Self.isLong ? 5 * round : 40 * round))
                }
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
                guard isHeld else { continue }
                #expect(process.terminationReason == .uncaughtSignal)
                try fixture.gateway.set(#"{"faults": []}"#)
                let isTaken = try await eventually { try fixture.gateway.counts().running == 0 }
                #expect(isTaken)
            }
            try fixture.gateway.set(#"{"faults": []}"#)
            let (fields, run) = try fixture.whoami()
            #expect(run.status == 0 && fields["confirmed"] == "yes", "\(run.errors)")
        }
    }

    @Test(arguments: [-86_400, 86_400]) func `a clock that is a day off changes nothing (F41)`(offset: Int) async throws
    {
        try await Self.fixture { fixture in
            try fixture.gateway.set(#"{"clock_offset": \#(offset)}"#)
            _ = try fixture.signUp()
            for _ in 0..<2 {
                try fixture.expire()
                let (fields, run) = try fixture.whoami()
                #expect(run.status == 0 && fields["confirmed"] == "yes", "\(run.errors)")
            }
            // And then the clock is set right.
            try fixture.gateway.set(#"{"clock_offset": 0}"#)
            let (fields, run) = try fixture.whoami()
            #expect(run.status == 0 && fields["state"] == "active", "\(run.errors)")
        }
    }

    @Test func `a session that the project has ended is said, and a login goes on`() async throws {
        try await Self.fixture { fixture in
            let email = try fixture.signUp()
            try fixture.gateway.query("DELETE FROM auth.sessions")
            try fixture.expire()
            for _ in 0..<2 {
                let (fields, run) = try fixture.whoami()
                #expect(run.status == 77 && fields["state"] == "ended", "\(run.errors)")
                #expect(run.errors.contains("has ended the session") && run.errors.contains("nothing is lost"))
                #expect(fields["email"] == email)
            }
            let kept = try fixture.kept()
            #expect(kept["access_token"] == nil && kept["refresh_token"] == nil)
            _ = try fixture.sql(
                "INSERT INTO watchlists (id, title, source) VALUES (hex(randomblob(16)), 'Ducks', 'shell')")
            let back = try fixture.run(
                "login", fixture.gateway.url, "--email", email, "--password-file", "-",
                input: AccountFixture.password)
            #expect(back.status == 0 && back.errors.contains("1 row waits to be sent\n"), "\(back.errors)")
            #expect(try fixture.whoami().fields["state"] == "active")
        }
    }

    @Test func `a login that cannot be kept is not asked for, or is ended at the project (F33)`() async throws {
        try await Self.fixture { fixture in
            let email = try fixture.signUp()
            let vault = fixture.folder + "/state/geoq"
            let names = try FileManager.default.contentsOfDirectory(atPath: vault)
            let file = "\(vault)/\(try #require(names.first { $0.hasSuffix(".json") }))"
            let whole = try #require(FileManager.default.contents(atPath: file))
            func sessions() throws -> String {
                try fixture.gateway.query(
                    """
                    SELECT count(*) FROM auth.sessions s JOIN auth.users u ON u.id = s.user_id
                    WHERE u.email = '\(email)'
                    """)
            }
            try whole.prefix(100).write(to: URL(filePath: file))
            let damaged = try fixture.logIn(email)
            #expect(damaged.status == 74 && damaged.errors.contains("cannot be read as a login"), "\(damaged.errors)")
            #expect(try sessions() == "1")
            try whole.write(to: URL(filePath: file))
            // What is written first cannot be made.
            try FileManager.default.createDirectory(atPath: file + ".new", withIntermediateDirectories: false)
            let unwritten = try fixture.logIn(email)
            #expect(unwritten.status == 74 && unwritten.errors.contains(".json.new"), "\(unwritten.errors)")
            #expect(try sessions() == "1")
            #expect(try fixture.whoami().run.status == 0, "The login from before is as it was.")
            try FileManager.default.removeItem(atPath: file + ".new")
            #expect(try fixture.logIn(email).status == 0)
        }
    }

    @Test func `a login that is cut off has happened or not, and can be done again`() async throws {
        try await Self.fixture { fixture in
            let email = try fixture.signUp()
            _ = try fixture.run("logout")
            for fault in [#"{"path": "/token", "drop": true}"#, #"{"path": "/token", "html": true}"#] {
                try fixture.gateway.set(#"{"faults": [\#(fault)]}"#)
                let run = try fixture.logIn(email)
                #expect(run.status == 69, "\(run.errors)")
                #expect(try fixture.whoami().run.status == 77)
            }
            // What the store says and the vault lacks: killed in between.
            try fixture.gateway.set(#"{"faults": []}"#)
            #expect(try fixture.logIn(email).status == 0)
            _ = try fixture.sql("UPDATE geoq_account SET state = 'joining'")
            try FileManager.default.removeItem(atPath: fixture.folder + "/state")
            #expect(try fixture.whoami().run.status == 77)
            #expect(try fixture.logIn(email).status == 0)
            #expect(try fixture.whoami().fields["state"] == "active")
        }
    }

    @Test func `no secret is in store, output, messages or the words that others see`() async throws {
        try await Self.fixture { fixture in
            let email = fixture.newAddress()
            let password = fixture.folder + "/password"
            try AccountFixture.password.write(toFile: password, atomically: true, encoding: .utf8)
            try fixture.gateway.set(#"{"faults": [{"path": "/auth/", "delay": 3}]}"#)
            let (process, errors) = try fixture.started([
                "signup", fixture.gateway.url, "--email", email, "--password-file", password, "--key-file",
                fixture.folder + "/key",
            ])
            var seen: [UInt8] = []
            while process.isRunning {
                for file in ["cmdline", "environ"] {
                    seen += FileManager.default.contents(atPath: "/proc/\(process.processIdentifier)/\(file)") ?? Data()
                }
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(Data(seen).range(of: Data("geoq-net".utf8)) != nil, "The program beside it was seen.")
            var said = errors.readDataToEndOfFile() + Data(seen)
            try fixture.gateway.set("{}")
            for _ in 0..<2 { said += Data(try fixture.whoami().run.output.utf8) }
            // What a sync and a push tell that tell all.
            #expect(try fixture.run("list", "add", "Winter ducks").status == 0)
            for command in ["push", "sync"] {
                let run = try fixture.run(command, "--no-wait", "--verbose")
                #expect(run.status == 0 && run.errors.contains("sync: "), "\(run.errors)")
                said += Data((run.output + run.errors).utf8)
            }
            let kept = try fixture.kept()
            var secrets = [AccountFixture.password, fixture.gateway.anonymousKey]
            for name in ["access_token", "refresh_token"] { secrets.append(try #require(kept[name] as? String)) }
            try fixture.gateway.set(#"{"faults": [{"status": 400, "body": {"msg": "no"}}]}"#)
            said += Data(try fixture.whoami().run.errors.utf8)
            // A project that repeats what it was sent; a sync keeps why it failed.
            func repeating(_ secret: String, _ run: () throws -> GeoqProcess) throws {
                try fixture.gateway.set(
                    #"{"faults": [{"path": "/auth/", "status": 400, "#
                        + #""body": {"code": "validation_failed", "message": "cannot read \#(secret), sorry"}}]}"#)
                let run = try run()
                #expect(run.errors.contains("cannot read …, sorry"), "\(run.errors)")
                said += Data((run.errors + run.output).utf8)
            }
            try fixture.expire()
            try repeating(secrets[3]) { try fixture.run("sync", "--no-wait") }
            try repeating(secrets[3]) { try fixture.run("sync", "--no-wait", "--verbose") }
            try repeating(secrets[3]) { try fixture.whoami().run }
            try repeating(AccountFixture.password) { try fixture.logIn(email) }
            for secret in secrets {
                #expect(said.range(of: Data(secret.utf8)) == nil)
                let places = try fixture.files(with: secret, except: ["password", "key"])
                #expect(places.allSatisfy { $0.hasPrefix("state/geoq/") }, "\(places)")
            }
            #expect(kept["key"] as? String == fixture.gateway.anonymousKey)
        }
    }

    /// How often the tests' first fault was hit.
    private static func hits(_ fixture: AccountFixture) throws -> Int {
        let counts = try fixture.gateway.set("{}")
        return counts.firstMatch(of: /"hit": ?(\d+)/).flatMap { Int($0.1) } ?? -1
    }

    @Test func `three processes that find a token expired make one refresh (F32)`() async throws {
        try await Self.fixture { fixture in
            _ = try fixture.signUp()
            for _ in 0..<(Self.isLong ? 100 : 4) {
                try fixture.gateway.set(#"{"faults": [{"path": "/auth/v1/token", "delay": 0.2}]}"#)
                try fixture.expire()
                let runs = try (0..<3).map { _ in try fixture.started(["whoami"]).process }
                for process in runs {
                    process.waitUntilExit()
                    #expect(process.terminationStatus == 0)
                }
                let refreshes = try Self.hits(fixture)
                #expect(refreshes == 1)
            }
        }
    }

    @Test func `a project that refuses every token is asked for one new token, and logs none out (F40)`() async throws {
        try await Self.fixture { fixture in
            _ = try fixture.signUp()
            try fixture.gateway.set(
                #"{"faults": [{"path": "/auth/v1/token", "delay": 0}, {"path": "/", "status": 401, "#
                    + #""body": {"code": "bad_jwt", "msg": "invalid JWT"}}]}"#)
            let (fields, run) = try fixture.whoami()
            #expect(run.status == 0 && fields["state"] == "active" && fields["confirmed"] == "no", "\(run.errors)")
            let refreshes = try Self.hits(fixture)
            #expect((0...1).contains(refreshes))
            try fixture.gateway.set(#"{"faults": []}"#)
            #expect(try fixture.whoami().fields["confirmed"] == "yes")
        }
    }

    private static let canMount =
        (try? Tool.run("/usr/bin/unshare", ["-rm", "/usr/bin/mount", "-t", "tmpfs", "none", "/mnt"]).status) == 0

    @Test(.enabled(if: canMount, "no folder of this machine can be made small"))
    func `a disk that is full keeps the old login, which is good afterwards (F33)`() async throws {
        try await Self.fixture { fixture in
            _ = try fixture.signUp()
            try fixture.expire()
            let before = try fixture.kept() as NSDictionary
            // A folder with room for one page, which the vault's file takes.
            let script = """
                cd "$XDG_STATE_HOME" && cp -a geoq before && mount -t tmpfs -o size=4k,mode=700 none geoq \
                && cp -a before/. geoq/ && rm -r before && { "$0" whoami; echo "status $?"; ls geoq; \
                cmp geoq/*.json "$1" && echo same; }
                """
            let name = try FileManager.default.contentsOfDirectory(atPath: fixture.folder + "/state/geoq")
                .first { $0.hasSuffix(".json") }
            let file = "\(fixture.folder)/state/geoq/\(try #require(name))"
            try FileManager.default.copyItem(atPath: file, toPath: fixture.folder + "/copy")
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/unshare")
            process.arguments = [
                "-rm", "/bin/bash", "-c", script, GeoqProcess.executable.path, fixture.folder + "/copy",
            ]
            process.environment = ProcessInfo.processInfo.environment.merging(fixture.environment) { $1 }
            let output = Pipe()
            (process.standardOutput, process.standardError) = (output, output)
            try process.run()
            let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(said.contains("same") && !said.contains("status 0\n") && said.contains("No space left"), "\(said)")
            for secret in ["access_token", "refresh_token"] {
                #expect(!said.contains(try #require(before[secret] as? String)))
            }
            #expect(try fixture.kept() as NSDictionary == before)
            let (fields, run) = try fixture.whoami()
            #expect(run.status == 0 && fields["confirmed"] == "yes", "\(run.errors)")
        }
    }
}
