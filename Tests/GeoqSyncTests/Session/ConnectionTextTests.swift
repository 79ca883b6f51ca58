import Foundation
import GeoqStore
import TestSupport
import Testing

@testable import GeoqPostgres
@testable import GeoqSync

/// Connection strings of which libpq would take a part of the password for
/// something that messages show.
@Suite(.waits) struct ConnectionTextTests {
    @Test(arguments: [
        "postgresql://r1:Sup3r@S3cret!x@h/pw", "postgresql://r1:Sup3r/S3cret@h/pw", "postgresql://r1:Sup3r?S3cret@h/pw",
        "postgresql://r1:Sup3rS3cret", "postgresql://r1:Sup3rS3cret/db", "postgres://r1@h:Sup3rS3cret/db",
        "postgresql://h,r1:Sup3rS3cret/db", "postgresql://h/db@Sup3rS3cret", "postgresql://h?user=a@Sup3rS3cret",
        "dbname=postgresql://r1:Sup3rS3cret@h/db", "host=r1:x@Sup3rS3cret dbname=b", "host=h port=Sup3rS3cret",
        "host=h password=Sup3r S3cret", "r1:Sup3rS3cret@h/db", "postgresql://u:Sup3rS3cret@%zz/", "Sup3rS3cret",
        "postgrsql://u:Sup3r=S3cret@h/db", "postgresql://h:0/", "postgresql://h:65536/", "postgresql://[::1]x/",
        "postgresql://r1:Sup3r@S3cret!x",
        "postgresql://r1:Sup3r@S3c ret", "postgresql://r1:Sup3r@\u{301}S3cret@h/db",
        "postgresql://r1:Sup3r/\u{301}S3cret@h/db", "host=h sslmode=Sup3rS3cret",
        "postgresql://h/d?target_session_attrs=Sup3rS3cret",
    ])
    func `an ambiguous one is refused in words that show nothing of it`(text: String) throws {
        let error = #expect(throws: SyncError.self) { try PostgresRemote(text) }
        #expect(error?.kind == .connectionString && error?.retryMayHelp == false)
        expectNothing(of: ["Sup3r", "S3cret", "Sup3rS3cret"], in: error?.message ?? "")
    }

    @Test func `a mark with an accent behind it ends no name, text or block of SQL`() {
        #expect(SQLText.name("a\"\u{301}b") == "\"a\"\"\u{301}b\"")
        #expect(ShardPlan.literal("a'\u{301}b") == "'a''\u{301}b'")
        #expect(ShardPlan.block("$geoq$\u{301}").hasPrefix("DO $geoq_$\n"))
    }

    @Test(
        arguments: [
            "", "postgresql://", "postgresql://h", "postgresql://u@h/db",
            "postgresql://u:p%40ss%2Fword@h:5432/db?sslmode=require",
            "postgresql://u:p:w#!$&'()*+,;=[]@h/db", "postgresql://u@[2001:db8::1]:5433,h2:1/db",
            "postgres:///db?host=/tmp/a@b",
            "host=/tmp/a@b port=1,2 dbname=d", "host=@abstract", "service=birds",
            "postgresql://%2Ftmp/db?password=a?b/c",
            "host = h password = 'it is: @/?://'", "host=h sslmode=verify-full channel_binding=require",
        ].filter { !$0.contains("a@b") || !$0.hasPrefix("postgres") })
    func `what libpq understands is taken`(text: String) throws {
        #expect(throws: Never.self) { try PostgresRemote(text) }
    }

    @Test(arguments: [
        ("host=h options='-c role=few'", "-c role=few"),
        ("postgresql://h/d?options=-c%20search_path%3Da,b", "-c search_path=a,b"),
        ("host=h options='-csearch_path=a\\\\ b --statement-timeout=5s'", "-csearch_path=a\\ b --statement-timeout=5s"),
        ("postgresql://h/d?options=reference%3Dabc", "reference=abc"),
        ("host=h options='endpoint=ep-cool-1'", "endpoint=ep-cool-1"),
        ("host=h options='-c app.tenant=S3cret'", SessionOptions.mark),
        ("host=h options='-c role=few -c request.jwt=S3cret'", SessionOptions.mark),
        ("host=h options='S3cret'", SessionOptions.mark), ("host=h options='-W 5'", SessionOptions.mark),
        ("host=h options='-c'", SessionOptions.mark), ("host=h options='-c role'", SessionOptions.mark),
    ])
    func `a store keeps options that decide what is read, and knows of others that they are missing`(
        text: String, options: String
    ) throws {
        let given = try ConnectionText(text, environment: [:])
        let kept = given.withoutSecrets
        #expect(!kept.contains("S3cret"))
        #expect(given.hasSecretOptions == (options == SessionOptions.mark))
        guard options == SessionOptions.mark else {
            let again = try ConnectionText(kept, environment: [:])
            #expect(try again.settings.first { $0.name == "options" }?.value == options)
            #expect(again.withoutSecrets == kept)
            return
        }
        let incomplete = try ConnectionText(kept, environment: ["PGOPTIONS": ""])
        let error = #expect(throws: SyncError.self) { try incomplete.checkComplete() }
        #expect(error?.kind == .connectionString && error?.message.contains("PGOPTIONS") == true)
        let again = try ConnectionText(kept, environment: ["PGOPTIONS": "-c app.tenant=S3cret"])
        #expect(throws: Never.self) { try again.checkComplete() }
        #expect(try again.settings.allSatisfy { $0.name != "options" } && again.text.contains("host='h'"))
        #expect(again.withoutSecrets == kept, "The next sync without them is refused, too.")
    }

    @Test func `what a store keeps of an address has no password, and the names of files`() throws {
        let text = try ConnectionText(
            "host=h user=u password=Sup3r sslpassword=Sup3r passfile=/p sslkey=/k sslrootcert=/r", environment: [:])
        let settings = try ConnectionText(text.withoutSecrets, environment: [:]).settings
        #expect(
            Dictionary(uniqueKeysWithValues: settings.map { ($0.name, $0.value) }) == [
                "host": "h", "user": "u", "passfile": "/p", "sslkey": "/k", "sslrootcert": "/r",
            ])
        #expect(text.hasPassword && !text.hasSecretOptions)
    }

    /// The libpq of this machine need not know them.
    @Test func `the secrets that newer libpqs take are not kept`() {
        #expect(
            ConnectionText.passwords.isSuperset(of: ["oauth_client_secret", "scram_client_key", "scram_server_key"]))
    }

    @Test func `how long a connection may take is read as libpq reads it`() throws {
        let cases: [(value: String?, seconds: Int?)] = [
            (nil, 10), ("", 10), ("0", nil), ("-1", nil), (" -20 ", nil), ("1", 2), ("2", 2), (" 4\n", 4), ("+030", 30),
        ]
        for (value, seconds) in cases {
            #expect(PostgresConnection.connectTimeout(value) == seconds.map { .seconds($0) }, "\(value ?? "nil")")
        }
        for value in ["4x", "4.5", "'1 2'", "99999999999"] {
            let error = #expect(throws: SyncError.self) { try PostgresRemote("host=h connect_timeout=\(value)") }
            #expect(error?.kind == .connectionString && error?.message.contains("connect_timeout") == true)
        }
    }

    /// Any four letters in a row of a password are too many.
    @Test func `no message shows a piece of any password`() async throws {
        let seed = UInt64.random(in: 0...999_999)
        print("passwords of seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let letters = Array("abcXYZ0123456789@@//::??##%%&&==  ''\\\\[]!$,;é")
        var (refused, tried) = (0, 0)
        try await withFolder { folder in
            for _ in 0..<600 {
                let password = String(
                    (0..<Int.random(in: 4...14, using: &generator)).map { _ in
                        letters[Int.random(in: 0..<letters.count, using: &generator)]
                    })
                let host = "%2Ftmp%2Fgeoq-nowhere"
                // Without a server a word after @ is the server's name, by all that can be known.
                let cut =
                    password.contains("@") ? "postgresql://user:\(password)@\(host)" : "postgresql://user:\(password)"
                let text =
                    [
                        "postgresql://user:\(password)@\(host)/base",
                        "postgresql://\(host)/base?user=user&password=\(password)",
                        "host=/tmp/geoq-nowhere user=user password=\(password)",
                        "host=/tmp/geoq-nowhere password='\(password)' user=user", cut,
                        "postgresql://user@\(host)/base?password=\(password)&sslmode=disable",
                    ].randomElement(using: &generator) ?? ""
                do {
                    let session = try await PostgresRemote(text).open(as: nil)
                    await session.close()
                    Issue.record("nothing listens there")
                } catch let error as SyncError {
                    expectNothing(of: [password], in: "\(error)", "\(text)")
                    if error.kind == .connectionString { refused += 1 } else { tried += 1 }
                }
            }
        }
        #expect(refused > 100 && tried > 50)
    }

    /// Sentences that are the same whatever the password is: a random password may have
    /// four of their signs in a row, such as " @: ".
    private static let ownSentences = [
        "the URL has a ? before its @: write ? in a password as %3F, and @ after a ? as %40",
        "the URL has more than one @: write @ in a user's name or password as %40, and / as %2F",
        "the URL has a / before its @: write / in a user's name or password as %2F",
    ]

    private func expectNothing(of secrets: [String], in message: String, _ text: String = "") {
        for secret in secrets {
            let letters = Array(secret)
            for start in 0..<max(1, letters.count - 3) {
                let piece = String(letters[start..<min(start + 4, letters.count)])
                if Self.ownSentences.contains(where: { message == $0 && $0.contains(piece) }) { continue }
                #expect(!message.contains(piece), "\(piece) of \(text) in: \(message)")
            }
        }
    }
}
