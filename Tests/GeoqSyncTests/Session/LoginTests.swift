import Foundation
import GeoqStore
import Synchronization
import TestSupport
import Testing

@testable import GeoqPostgres
@testable import GeoqSync

/// Servers that do not let geoq in, in any language.
@Suite(.waits) struct LoginTests {
    /// How often the server was asked, and the sync's error.
    private static func pull(_ server: RefusingServer) async throws -> (error: SyncError?, notices: [SyncNotice]) {
        try await withFolder { folder in
            var options = SyncOptions()
            options.retry = RetryPolicy(attempts: 4, delays: [.milliseconds(1)])
            let notices = Mutex<[SyncNotice]>([])
            options.told = { notice in notices.withLock { $0.append(notice) } }
            let client = SyncClient(
                remote: try PostgresRemote(server.url), store: try Store(path: folder + "/a.sqlite"), options: options)
            do {
                _ = try await client.pull()
                return (nil, notices.withLock { $0 })
            } catch let error as SyncError {
                return (error, notices.withLock { $0 })
            }
        }
    }

    @Test(arguments: [
        ("28P01", "Passwort-Authentifizierung für Benutzer »u« fehlgeschlagen"), ("28000", "Rolle »u« existiert nicht"),
        ("3D000", "Datenbank »b« existiert nicht"), ("42501", "keine Berechtigung für Datenbank b"),
    ])
    func `a refused login is tried once, in German, too`(code: String, words: String) async throws {
        let server = try RefusingServer(code, words)
        defer { server.close() }
        let (error, notices) = try await Self.pull(server)
        #expect(error?.kind == .login && error?.code == code && error?.message.contains(words) == true)
        #expect(server.connections == 1 && notices.isEmpty)
    }

    @Test(arguments: [("57P03", "das Datenbanksystem startet"), ("53300", "tut mir leid, schon zu viele Verbindungen")])
    func `a server that has no time is tried again, and each try is told`(code: String, words: String) async throws {
        let server = try RefusingServer(code, words)
        defer { server.close() }
        let (error, notices) = try await Self.pull(server)
        #expect(error?.retryMayHelp == true && error?.code == code)
        // One that has no connection left is asked five times within a moment: a closed one may still count.
        #expect(server.connections == (code == "53300" ? 20 : 4) && notices.count == 3)
        for case .tryingAgain(let problem, _) in notices { #expect(problem.message.contains(words)) }
    }

    @Test func `a server's words obey no terminal and hold no password`() async throws {
        let server = try RefusingServer("28P01", "Sup3rS3cret is wrong \u{1B}]0;owned\u{7}\u{202E}")
        defer { server.close() }
        let error = await #expect(throws: SyncError.self) {
            try await PostgresRemote(server.url + " password=Sup3rS3cret").open(as: nil)
        }
        let message = error?.message ?? ""
        #expect(message.contains("… is wrong") && message.unicodeScalars.allSatisfy { $0.value >= 0x20 })
        #expect(!message.contains("\u{202E}"))
    }

    @Test func `a password that is asked for and not there is said so, once`() async throws {
        let server = try RefusingServer(asking: 3)
        defer { server.close() }
        let (error, _) = try await Self.pull(server)
        #expect(error?.kind == .login && error?.message.contains("asks for a password") == true)
        #expect(server.connections == 1)
    }

    @Test func `the code is found in libpq's words, and not in a server's name`() {
        typealias Found = PostgresConnection
        let line = "connection to server at \"h\", port 5432 failed: FATAL:  28P01: password authentication failed"
        #expect(Found.answer(in: line + "\nLOCATION:  auth_failed, auth.c:334\n")?.code == "28P01")
        #expect(Found.answer(in: line)?.words == "password authentication failed")
        #expect(Found.answer(in: "connection to server at \"28P01: x\" failed: Connection refused") == nil)
        #expect(Found.answer(in: "FATAL:  57P03: starting\n… failed: FATAL:  53300: too many")?.code == "53300")
        #expect(Found.answer(in: "") == nil)
    }

    @Test(arguments: [
        ("28P01", "does not let this user in"), ("42501", "does not let this user in"),
        ("3D000", "does not have this database"), ("42704", "the server refuses the connection"),
        ("08P01", "or a pooler before it, refuses the connection"), ("57P03", "the server refuses"),
    ])
    func `a refusal is called what its code says`(code: String, words: String) {
        let message = PostgresConnection.refusal(code, "nein").message
        #expect(message.contains("\(words) (\(code)): nein"), "\(message)")
    }

    @Test func `a server that takes no more bytes is given up, and waiting for it can be cancelled`() async throws {
        let server = try RefusingServer()
        defer { server.close() }
        let (text, long) = (
            try ConnectionText(server.url), String(repeating: "more than a socket holds ", count: 400_000)
        )
        let worker = try await PostgresWorker(connecting: text, silence: .milliseconds(300)) { _ in }
        let error = await #expect(throws: SyncError.self) {
            try await worker.run { try $0.query("SELECT $1", [long]).count }
        }
        #expect(error == PostgresConnection.silent)
        await worker.close()
        let other = try await PostgresWorker(connecting: text, silence: .seconds(60)) { _ in }
        let asking = Task { try await other.run { try $0.query("SELECT $1", [long]).count } }
        try await Task.sleep(for: .milliseconds(200))
        asking.cancel()
        await #expect(throws: CancellationError.self) { try await asking.value }
        await other.close()
    }

    @Test func `an answer with fewer columns than were asked for is an error`() throws {
        let row: [String?] = ["1", nil]
        #expect(try row.column(0) == "1")
        #expect(try row.column(1) == nil)
        let error = #expect(throws: SyncError.self) { try row.column(2) }
        #expect(error?.kind == .protocol && error?.retryMayHelp == true)
    }

    @Test func `a server's name that the network does not know is found by the system's words`() {
        typealias Found = PostgresConnection
        let unknown = "could not translate host name \"h\" to address: \(String(cString: gai_strerror(EAI_NONAME)))\n"
        let refused = "connection to server at \"127.0.0.1\", port 1 failed: Connection refused\n"
        #expect(Found.isOfUnknownName(unknown) && Found.isOfUnknownName(unknown + unknown))
        #expect(!Found.isOfUnknownName(unknown + refused) && !Found.isOfUnknownName(refused))
        #expect(!Found.isOfUnknownName(""))
    }
}

/// A server that answers every login with one error, or lets all in and then reads nothing.
private final class RefusingServer: Sendable {
    private let folder: String
    private let listener: Int32
    private let answer: [UInt8]
    private let isDeaf: Bool
    private let count = Mutex(0)

    var connections: Int { count.withLock { $0 } }
    var url: String { "host=\(folder) port=5432 user=u dbname=b" }

    convenience init(_ code: String, _ words: String) throws {
        var fields: [UInt8] = []
        for (letter, text) in [("S", "FATAL"), ("V", "FATAL"), ("C", code), ("M", words)] {
            fields += Array(letter.utf8) + Array(text.utf8) + [0]
        }
        try self.init(answer: Self.message("E", fields + [0]))
    }

    /// - Parameter method: 3 for a password in clear.
    convenience init(asking method: UInt8) throws {
        try self.init(answer: Self.message("R", [0, 0, 0, method]))
    }

    /// Lets all in, and reads nothing that they ask.
    convenience init() throws {
        let isReady = Self.message("Z", Array("I".utf8))
        try self.init(answer: Self.message("R", [0, 0, 0, 0]) + isReady, isDeaf: true)
    }

    private static func message(_ type: Unicode.Scalar, _ body: [UInt8]) -> [UInt8] {
        let length = UInt32(body.count + 4)
        return [UInt8(ascii: type)] + (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) } + body
    }

    private init(answer: [UInt8], isDeaf: Bool = false) throws {
        (self.answer, self.isDeaf) = (answer, isDeaf)
        folder = "/tmp/geoq-no-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "\(folder)/.s.PGSQL.5432".utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0, listen(listener, 8) == 0 else { throw PostgresError(words: "no socket at \(folder)") }
        Thread { [self] in serve() }.start()
    }

    private func serve() {
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0 else {
                Foundation.close(listener)
                return
            }
            count.withLock { $0 += 1 }
            var startup = [UInt8](repeating: 0, count: 4_096)
            _ = read(client, &startup, startup.count)
            _ = answer.withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if isDeaf {
                // Until the client has closed its end.
                var end = pollfd(fd: client, events: 0, revents: 0)
                while poll(&end, 1, 100) == 0 {}
                Foundation.close(client)
                continue
            }
            // Until the client has read the error.
            shutdown(client, Int32(SHUT_WR))
            while read(client, &startup, startup.count) > 0 {}
            Foundation.close(client)
        }
    }

    /// Ends the thread, which closes the socket: closed here, its number could be
    /// another server's before the thread asks for the next client.
    func close() {
        shutdown(listener, Int32(SHUT_RDWR))
        try? FileManager.default.removeItem(atPath: folder)
    }
}
