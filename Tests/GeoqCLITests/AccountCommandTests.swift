import Foundation
import TestSupport
import Testing

/// `geoq login`, `signup`, `whoami` and `logout`, as a person uses them.
@Suite(.waits, .serialized, .needsGateway)
struct AccountCommandTests {
    private static let gateway = Result { try GatewayProcess() }

    private static func fixture<Value>(_ body: (AccountFixture) async throws -> Value) async throws -> Value {
        try await withFolder { folder in try await body(AccountFixture(gateway.get(), in: folder)) }
    }

    @Test func `a user signs up, is known, logs out, and logs in again`() async throws {
        try await Self.fixture { fixture in
            #expect(try fixture.whoami().run.status == 77, "There is no store.")
            let email = try fixture.signUp()
            var (fields, run) = try fixture.whoami()
            #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
            #expect(fields["project"] == fixture.gateway.url && fields["email"] == email)
            #expect(fields["state"] == "active" && fields["level"] == "kit" && fields["confirmed"] == "yes")
            #expect(fields["token_ends_at"]?.hasSuffix("Z") == true)
            let user = try #require(fields["user_id"])
            let out = try fixture.run("logout")
            #expect(out.status == 0 && out.errors.contains("logged out of \(fixture.gateway.url); 0 rows"))
            #expect(!out.errors.contains("not told"), "\(out.errors)")
            #expect(try fixture.gateway.query("SELECT count(*) FROM auth.sessions WHERE user_id = '\(user)'") == "0")
            #expect(try fixture.whoami().run.status == 77)
            #expect(try fixture.run("logout").status == 77)
            // The key by the variable, the password by a file.
            let file = fixture.folder + "/password"
            try (AccountFixture.password + "\nsecond line").write(toFile: file, atomically: true, encoding: .utf8)
            let back = try fixture.run(
                "login", fixture.gateway.url + "/", "--email", email, "--password-file", file,
                key: fixture.gateway.anonymousKey)
            #expect(back.status == 0 && back.errors.hasSuffix(" as \(email)\n"), "\(back.errors)")
            (fields, run) = try fixture.whoami()
            #expect(fields["user_id"] == user && fields["state"] == "active")
            // The key of the last login is known.
            let again = try fixture.run("login", fixture.gateway.url, "--email", email, "--password-file", file)
            #expect(again.status == 0, "\(again.errors)")
        }
    }

    @Test func `a person on a terminal types the password, which the terminal does not show`() async throws {
        try await Self.fixture { fixture in
            let email = try fixture.signUp()
            let script = """
                import os, pty, sys
                child, terminal = pty.fork()
                if child == 0:
                    os.execv(sys.argv[1], sys.argv[1:])
                screen, sent = b"", False
                while True:
                    try:
                        more = os.read(terminal, 4096)
                    except OSError:
                        break
                    if not more:
                        break
                    screen += more
                    if not sent and b"Password of " in screen and screen.endswith(b": "):
                        os.write(terminal, b"Wrongx\\x7f" * 6 + b"\\x7f" * 99 + b"\(AccountFixture.password)\\r")
                        sent = True
                sys.stdout.buffer.write(screen)
                sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
                """
            let run = try Tool.run(
                "/usr/bin/env",
                fixture.environment.map { "\($0.key)=\($0.value)" } + [
                    "/usr/bin/python3", "-c", script, GeoqProcess.executable.path, "login", fixture.gateway.url,
                    "--email", email,
                ])
            #expect(run.status == 0, "\(run.lines) \(run.errors)")
            let screen = run.lines.joined(separator: "\n")
            #expect(screen.contains("Password of \(email): ") && screen.contains("logged in to"))
            #expect(!screen.contains("Horse") && !screen.contains("Wrong"))
        }
    }

    @Test func `files that an editor on Windows wrote log in`() async throws {
        try await Self.fixture { fixture in
            let email = try fixture.signUp()
            let (key, password) = (fixture.folder + "/key.txt", fixture.folder + "/password.txt")
            for (file, text) in [(key, fixture.gateway.anonymousKey), (password, AccountFixture.password)] {
                try ("\u{FEFF}" + text + "\r\n").write(toFile: file, atomically: true, encoding: .utf8)
            }
            #expect(try fixture.run("logout").status == 0)
            let login = try fixture.run(
                "login", fixture.gateway.url, "--email", email, "--password-file", password, "--key-file", key)
            #expect(login.status == 0, "\(login.errors)")
        }
    }

    @Test func `what cannot be a login is refused, with the sentence that helps`() async throws {
        try await Self.fixture { fixture in
            // A login that is refused makes no store.
            try FileManager.default.removeItem(atPath: fixture.store)
            let (url, password) = (fixture.gateway.url, AccountFixture.password + "\n")
            func refused(_ words: [String], key: String, _ status: Int32, _ said: String) throws {
                let run = try GeoqProcess(
                    words, input: password, environment: fixture.environment.merging(["GEOQ_KEY": key]) { $1 })
                #expect(run.status == status && run.errors.contains(said), "\(words): \(run.status) \(run.errors)")
                #expect(!run.errors.contains(AccountFixture.password) && !run.errors.contains("Horse"))
                if key.utf8.count > 10 { #expect(!run.errors.contains(key.suffix(10))) }
            }
            let login = ["login", url, "--email", "a@example.org", "--password-file", "-"]
            let key = fixture.gateway.anonymousKey
            try refused(login, key: fixture.gateway.serviceKey, 64, "the project's anonymous or publishable key")
            try refused(login, key: "sb_secret_0123456789abcdef", 64, "the project's anonymous or publishable key")
            try refused(login, key: "nonsense", 64, "this is no key of a project")
            try refused(login, key: key, 77, "Invalid login credentials")
            var other = login
            other[1] = "http://example.org"
            try refused(other, key: key, 64, "must begin with https://")
            other[1] = "https://user:QZ7X@example.org"
            try refused(other, key: key, 64, "must not hold a user or password")
            // Without a terminal, also when a person runs the tests on one.
            let silent = try Tool.run(
                "/usr/bin/setsid",
                ["-w", "/usr/bin/env"] + fixture.environment.map { "\($0.key)=\($0.value)" } + [
                    GeoqProcess.executable.path, "login", url, "--email", "a@example.org", "--key-file",
                    fixture.folder + "/key",
                ])
            #expect(silent.status == 64 && silent.errors.contains("give --password-file FILE"), "\(silent.errors)")
            try refused(["login", url, "--google", "--email", "a"], key: key, 64, "Give one of")
            try refused(["login", url], key: key, 64, "Give one of")
            for command in ["login", "signup"] {
                try refused([command, url, "--email", " ", "--password-file", "-"], key: key, 64, "--email is empty")
                for (address, code) in [("a@example.org\n", "000A"), ("\u{200B}a@example.org", "200B")] {
                    try refused(
                        [command, url, "--email", address, "--password-file", "-"], key: key, 64,
                        "--email has a character that is not seen (U+\(code))")
                }
                // As another program saves it: in UTF-16, in Latin-1, with a zero.
                let saved: [[UInt8]] = [
                    [0xFF, 0xFE, 0x61, 0, 0x62, 0], [0x67, 0xE4, 0x68, 0x65, 0x69, 0x6D, 0x0A], [0x61, 0, 0x62],
                ]
                for bytes in saved {
                    let file = fixture.folder + "/password"
                    try Data(bytes).write(to: URL(filePath: file))
                    defer { try? FileManager.default.removeItem(atPath: file) }
                    try refused(
                        [command, url, "--email", "a@example.org", "--password-file", file], key: key, 65,
                        "--password-file is not UTF-8, or has a character U+0000")
                }
            }
            try refused(login + ["--key-file", "-"], key: "", 64, "Only one of the files")
            try refused(login + ["--key-file", "/nowhere"], key: key, 66, "no file at /nowhere")
            try refused(
                ["signup", url, "--email", "a@example.org", "--password-file", "/dev/null"], key: key, 65, "is empty")
            // Nothing listens there.
            other[1] = "http://127.0.0.1:1"
            try refused(other, key: key, 69, "the project is not reached")
            #expect(try fixture.whoami().run.status == 77, "No store is left behind.")
            #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder) == ["key"])
        }
    }

    @Test func `a store is of one user, until the user logs out`() async throws {
        try await Self.fixture { fixture in
            let first = try fixture.signUp()
            _ = try fixture.run("logout")
            let second = try fixture.signUp()
            #expect(throws: PostgresError.self, "It is of another user.") { try fixture.signUp() }
            #expect(
                try fixture.gateway.query(
                    "SELECT count(*) FROM auth.users WHERE id NOT IN (SELECT user_id FROM auth.sessions) AND email <> '\(first)'"
                ) == "0")
            let refused = try fixture.logIn(first)
            #expect(refused.status == 75 && refused.errors.contains("log out first: geoq logout"), "\(refused.errors)")
            #expect(try fixture.whoami().fields["email"] == second)
            #expect(try fixture.whoami().run.status == 0, "The session of the second user is as it was.")
            // The project keeps no session for the refused one.
            let sessions = try fixture.gateway.query(
                "SELECT count(*) FROM auth.sessions s JOIN auth.users u ON u.id = s.user_id WHERE u.email = '\(first)'")
            #expect(sessions == "0")
            let elsewhere = try fixture.run(
                "login", "https://abc.supabase.co", "--email", first, "--password-file", "-", input: "x",
                key: fixture.gateway.anonymousKey)
            #expect(elsewhere.status == 75 && elsewhere.errors.contains("log out first"), "\(elsewhere.errors)")
            #expect(try fixture.logIn(second).status == 0)
        }
    }

    @Test func `where files have the name that the account's rows would have, nothing is asked of the project`()
        async throws
    {
        try await Self.fixture { fixture in
            let email = try fixture.signUp()
            _ = try fixture.run("logout")
            let file = fixture.folder + "/spots.csv"
            try Data("id,name,lat,lon\na,Pond,42,-76\n".utf8).write(to: URL(fileURLWithPath: file))
            #expect(
                try fixture.run("import", file, "--as", "hotspots", "--source", "https://abc.supabase.co").status == 0)
            let run = try fixture.run(
                "login", "https://abc.supabase.co", "--email", email, "--password-file", "-", input: "x",
                key: fixture.gateway.anonymousKey)
            #expect(
                run.status == 75 && run.errors.contains("geoq sources remove 'https://abc.supabase.co'"),
                "\(run.errors)")
        }
    }

    @Test func `a login in the browser takes the code that comes with its own state`() async throws {
        try await Self.fixture { fixture in
            let (process, errors) = try fixture.started([
                "login", fixture.gateway.url, "--google", "--key-file", fixture.folder + "/key",
            ])
            var said = ""
            while !said.contains("s256\n") {
                let more = errors.availableData
                try #require(!more.isEmpty, "\(said)")
                said += String(decoding: more, as: UTF8.self)
            }
            let page = try #require(said.split(separator: "\n").last.map(String.init))
            let items = try #require(URLComponents(string: page)?.queryItems)
            let back = try #require(items.first { $0.name == "redirect_to" }?.value)
            #expect(back.hasPrefix("http://127.0.0.1:"))
            func visit(_ url: String) throws -> [String] {
                try Tool.run("/usr/bin/curl", ["-sL", "-w", "\n%{http_code}", url]).lines
            }
            let base = try #require(back.split(separator: "?").first)
            for wrong in ["?code=abc", "?code=abc&state=0", "favicon.ico", "?state=&error=access_denied"] {
                #expect(try visit(String(base) + wrong).last == "404", "\(wrong)")
            }
            var seen = AccountFixture.seen(of: process)
            // What the browser is told brings the code.
            let way = try Tool.run(
                "/usr/bin/curl",
                ["-s", "-o", "/dev/null", "-w", "%{redirect_url}", page + "&login_hint=browser@example.org"])
            let comeback = try #require(way.lines.first)
            let code = try #require(
                URLComponents(string: comeback)?.queryItems?.first { $0.name == "code" }?.value)
            let end = try visit(comeback)
            #expect(end.last == "200" && end.joined().contains("The login goes on in the terminal"), "\(end)")
            let rest = String(decoding: errors.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 0 && rest.contains("as browser@example.org"), "\(rest)")
            #expect(try fixture.whoami().fields["email"] == "browser@example.org")
            let kept = try fixture.kept()
            for name in ["access_token", "refresh_token"] {
                let token = try #require(kept[name] as? String)
                #expect(!end.joined().contains(token) && !rest.contains(token))
            }
            seen += Data((said + rest + end.joined(separator: "\n")).utf8)
            #expect(seen.range(of: Data(code.utf8)) == nil)
            #expect(try fixture.files(with: code) == [], "The code is kept nowhere.")
            let challenge = try #require(items.first { $0.name == "code_challenge" }?.value)
            #expect(!AccountFixture.hasVerifier(of: challenge, seen))
            #expect(try fixture.files(withVerifierOf: challenge) == [], "Nor is the verifier.")
            // The search itself finds one: the example of RFC 7636.
            #expect(
                AccountFixture.hasVerifier(
                    of: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
                    Data("verifier=xdBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk".utf8)))
            #expect(try visit(back).last == "000", "Nothing listens any more.")
        }
    }

    @Test func `the code of a login with another verifier is refused`() async throws {
        try await Self.fixture { fixture in
            let (process, errors) = try fixture.started([
                "login", fixture.gateway.url, "--google", "--key-file", fixture.folder + "/key",
            ])
            var said = ""
            while !said.contains("s256\n") {
                let more = errors.availableData
                try #require(!more.isEmpty, "\(said)")
                said += String(decoding: more, as: UTF8.self)
            }
            let page = try #require(said.split(separator: "\n").last.map(String.init))
            let items = try #require(URLComponents(string: page)?.queryItems)
            let back = try #require(items.first { $0.name == "redirect_to" }?.value)
            // Somebody else began that one, and brings its code to this listener, with the state.
            let other =
                "\(fixture.gateway.url)/auth/v1/authorize?provider=google&redirect_to=http%3A%2F%2F127.0.0.1%3A9%2F"
                + "&code_challenge=\(String(repeating: "a", count: 43))&code_challenge_method=s256"
            let way = try Tool.run("/usr/bin/curl", ["-s", "-o", "/dev/null", "-w", "%{redirect_url}", other])
            let code = try #require(way.lines.first?.split(separator: "=").last.map(String.init))
            let shown = try Tool.run("/usr/bin/curl", ["-s", back + "&code=" + code]).lines.joined()
            #expect(shown.contains("The login goes on in the terminal") && !shown.contains(code), "\(shown)")
            let rest = String(decoding: errors.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 77, "\(rest)")
            #expect(rest.contains("code challenge does not match") && !rest.contains(code), "\(rest)")
            #expect(try fixture.whoami().run.status == 77)
        }
    }

    @Test(arguments: [
        ("&error=access_denied&error_description=Not+today%21", "Not today!"),
        ("&code=abc", "no valid flow state found"),
    ])
    func `a user who declines in the browser, or brings a wrong code, is not logged in`(
        answer: String, reason: String
    ) async throws {
        try await Self.fixture { fixture in
            let (process, errors) = try fixture.started([
                "login", fixture.gateway.url, "--google", "--key-file", fixture.folder + "/key",
            ])
            var said = ""
            while !said.contains("s256\n") { said += String(decoding: errors.availableData, as: UTF8.self) }
            let page = try #require(said.split(separator: "\n").last.map(String.init))
            let items = try #require(URLComponents(string: page)?.queryItems)
            let back = try #require(items.first { $0.name == "redirect_to" }?.value)
            _ = try Tool.run("/usr/bin/curl", ["-s", back + answer])
            let rest = String(decoding: errors.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 77, "\(rest)")
            #expect(rest.contains("the login was refused: ") && rest.contains(reason), "\(rest)")
        }
    }

    @Test func `the token of another service logs in`() async throws {
        try await Self.fixture { fixture in
            let script = """
                import hashlib, sys, time
                sys.path.insert(0, sys.argv[1])
                from gateway.tokens import sign
                facts = {"iss": "https://accounts.google.com", "sub": "42", "email": "id@example.org",
                         "exp": time.time() + 60}
                print(sign(facts, sys.argv[2]))
                print(sign({**facts, "nonce": hashlib.sha256(b"once").hexdigest()}, sys.argv[2]))
                """
            let tokens = try Tool.run(
                GatewayProcess.python,
                ["-B", "-c", script, Checkout.root.appending(path: "Tests/Gateway").path, fixture.gateway.secret]
            ).lines
            let token = try #require(tokens.first)
            let run = try fixture.run(
                "login", fixture.gateway.url, "--id-token", "-", input: token,
                key: fixture.gateway.anonymousKey)
            #expect(run.status == 0, "\(run.errors)")
            #expect(try fixture.whoami().fields["email"] == "id@example.org")
            let wrong = try fixture.run(
                "login", fixture.gateway.url, "--id-token", "-", input: token + "x",
                key: fixture.gateway.anonymousKey)
            #expect(wrong.status == 77 && !wrong.errors.contains(token.suffix(20)), "\(wrong.errors)")
            #expect(try fixture.files(with: token) == [], "The token is kept nowhere.")
            #expect(!(run.output + run.errors).contains(token))
            // A project that repeats it.
            try fixture.gateway.set(
                #"{"faults": [{"path": "/token", "status": 400, "#
                    + #""body": {"code": "validation_failed", "message": "cannot read \#(token), sorry"}}]}"#)
            let echo = try fixture.run(
                "login", fixture.gateway.url, "--id-token", "-", input: token, key: fixture.gateway.anonymousKey)
            try fixture.gateway.set(#"{"faults": []}"#)
            #expect(echo.status != 0 && echo.errors.contains("cannot read …, sorry"), "\(echo.errors)")
            #expect(!(echo.output + echo.errors).contains(token))
            #expect(try fixture.files(with: token) == [])

            // A token that is bound to a nonce is taken with this nonce alone.
            try #require(tokens.last).write(toFile: fixture.folder + "/token", atomically: true, encoding: .utf8)
            for (nonce, isTaken) in [(nil, false), ("twice", false), ("once", true)] {
                var words = ["login", fixture.gateway.url, "--id-token", fixture.folder + "/token"]
                if nonce != nil { words += ["--nonce-file", "-"] }
                let bound = try GeoqProcess(
                    words, input: (nonce ?? "") + "\n",
                    environment: fixture.environment.merging(["GEOQ_KEY": fixture.gateway.anonymousKey]) { $1 })
                #expect((bound.status == 0) == isTaken, "\(nonce ?? "none"): \(bound.errors)")
            }
            // While the project does not answer, others can look at the words.
            let bound = try #require(tokens.last)
            try fixture.gateway.set(#"{"faults": [{"path": "/token", "hold": true}]}"#)
            let (process, errors) = try fixture.started([
                "login", fixture.gateway.url, "--id-token", fixture.folder + "/token", "--key-file",
                fixture.folder + "/key",
            ])
            let gateway = fixture.gateway
            try await eventually { try gateway.counts().running > 0 }
            let seen = AccountFixture.seen(of: process)
            try gateway.set(#"{"faults": []}"#)
            process.waitUntilExit()
            #expect(seen.range(of: Data("geoq-net".utf8)) != nil, "The program beside it was seen.")
            let said = seen + errors.readDataToEndOfFile()
            #expect(said.range(of: Data(bound.utf8)) == nil)
            #expect(try fixture.files(with: bound) == ["token"])
        }
    }

    @Test func `the command itself links no network, and the program beside it does`() throws {
        let name = Data("AsyncHTTPClient".utf8)
        let geoq = try Data(contentsOf: GeoqProcess.executable.resolvingSymlinksInPath())
        #expect(geoq.range(of: name) == nil && geoq.range(of: Data("NIOPosix".utf8)) == nil)
        let net = GeoqProcess.executable.deletingLastPathComponent().appending(path: "geoq-net")
        #expect(try Data(contentsOf: net).range(of: name) != nil)
    }
}
