import Foundation
import Geoq
import GeoqSync

/// A connection string, checked so that libpq cannot mistake a part of a
/// password for something else.
///
/// libpq splits a URL at the first `@`, `/`, `:` and `?`. A password that
/// contains one of these, not percent-encoded, would become a part of the
/// server's name, its port or the database, and messages show these. Such a URL
/// is refused, with a message that shows no part of it.
struct ConnectionText {
    /// The text as it was given.
    let text: String
    /// Whether a store kept the text without its options.
    private let lacksOptions: Bool
    /// Whether nothing takes the place of these: then nothing is asked.
    private let isIncomplete: Bool

    /// Refuses a text whose options are missing: without them another user may read, or another schema be read.
    ///
    /// - Throws: `SyncError`.
    func checkComplete() throws(SyncError) {
        if isIncomplete {
            throw .connectionString(
                "the store does not keep the options of this server's address, for they may be secret; give the whole "
                    + "address again, or set PGOPTIONS")
        }
    }

    private static let unreadable =
        "the connection string cannot be read; write postgresql://user@host:port/database, or key=value pairs"

    /// - Parameter text: a URL or `key=value` pairs; empty for the settings of
    ///   the environment.
    /// - Throws: `SyncError`.
    init(_ text: String, environment: [String: String] = ProcessInfo.processInfo.environment) throws(SyncError) {
        if text.isEmpty {
            (self.text, lacksOptions, isIncomplete) = (text, false, false)
            return
        }
        guard !text.utf8.contains(0) else { throw .connectionString(Self.unreadable) }
        if let rest = ["postgresql://", "postgres://"].lazy.compactMap({ text.rest(after: $0) }).first {
            try Self.checkURL(rest)
        } else {
            guard text.contains("=") else { throw .connectionString(Self.unreadable) }
        }
        let values = try Self.values(of: text)
        for (name, value) in values { try Self.check(value, of: name) }
        lacksOptions = values.contains { $0.name == "options" && SessionOptions($0.value).isMark }
        guard lacksOptions else {
            (self.text, isIncomplete) = (text, false)
            return
        }
        // libpq takes those of the environment where a text has none.
        isIncomplete = environment["PGOPTIONS"]?.isEmpty != false
        self.text = Self.pairs(values.filter { $0.name != "options" })
    }

    /// The settings of the text as `key=value` pairs, without those that are
    /// secret.
    var withoutSecrets: String {
        guard !text.isEmpty, let values = try? Self.values(of: text) else { return "" }
        var kept = values.filter { !Self.passwords.contains($0.name) }
        for index in kept.indices where kept[index].name == "options" {
            if !SessionOptions(kept[index].value).canBeKept { kept[index].value = SessionOptions.mark }
        }
        if lacksOptions { kept.append(("options", SessionOptions.mark)) }
        return Self.pairs(kept)
    }

    private static func pairs(_ values: [(name: String, value: String)]) -> String {
        values.map { name, value in
            "\(name)='\(value.replacingScalars("\\", with: "\\\\").replacingScalars("'", with: "\\'"))'"
        }.joined(separator: " ")
    }

    /// The settings of the text, as libpq reads them.
    ///
    /// - Throws: `SyncError`.
    var settings: [(name: String, value: String)] {
        get throws(SyncError) { text.isEmpty ? [] : try Self.values(of: text) }
    }

    /// Whether it has a password, which `withoutSecrets` lacks.
    var hasPassword: Bool {
        guard !text.isEmpty, let values = try? Self.values(of: text) else { return false }
        return values.contains { Self.passwords.contains($0.name) }
    }

    /// Whether it has options that `withoutSecrets` lacks.
    var hasSecretOptions: Bool {
        guard !text.isEmpty, let values = try? Self.values(of: text) else { return false }
        return values.contains { $0.name == "options" && !SessionOptions($0.value).canBeKept }
    }

    /// A service file and `~/.pgpass` are the places for them. `passfile` and `sslkey` are names of files. The last
    /// three only a libpq of PostgreSQL 18 or later knows.
    static let passwords: Set<String> = [
        "password", "sslpassword", "oauth_client_secret", "scram_client_key", "scram_server_key",
    ]

    // MARK: - URLs

    /// - Parameter rest: the text behind `postgresql://`.
    private static func checkURL(_ rest: Substring) throws(SyncError) {
        // For libpq a sign with an accent behind it is the sign; for Swift it is another character.
        let accented = rest.contains { character in
            let scalars = character.unicodeScalars
            return scalars.count > 1 && scalars.first.map { "@/?:,[]".unicodeScalars.contains($0) } == true
        }
        guard !accented else { throw .connectionString(unreadable) }
        let signs = rest.indices.filter { rest[$0] == "@" }
        guard signs.count <= 1 else {
            throw .connectionString(
                "the URL has more than one @: write @ in a user's name or password as %40, and / as %2F")
        }
        guard let sign = signs.first else { return try checkPorts(rest.prefix { $0 != "/" && $0 != "?" }) }
        let user = rest[..<sign]
        guard !user.contains("/") else {
            throw .connectionString("the URL has a / before its @: write / in a user's name or password as %2F")
        }
        guard !user.contains("?") else {
            throw .connectionString(
                "the URL has a ? before its @: write ? in a password as %3F, and @ after a ? as %40")
        }
        try checkPorts(rest[rest.index(after: sign)...].prefix { $0 != "/" && $0 != "?" })
    }

    /// - Parameter hosts: `host:port,[address]:port`.
    private static func checkPorts(_ hosts: Substring) throws(SyncError) {
        for host in hosts.split(separator: ",", omittingEmptySubsequences: false) {
            var rest = host
            if rest.hasPrefix("[") {
                guard let end = rest.firstIndex(of: "]") else { throw .connectionString(unreadable) }
                rest = rest[rest.index(after: end)...]
                guard rest.isEmpty || rest.hasPrefix(":") else { throw .connectionString(unreadable) }
            }
            let colon = rest.firstIndex(of: ":") ?? rest.endIndex
            guard rest[..<colon].allSatisfy(isOfName) else {
                throw .connectionString(
                    "the server's name has a character that no name has; write what is no letter or digit in a "
                        + "password as %21 and the like")
            }
            if colon < rest.endIndex { try checkPort(rest[rest.index(after: colon)...]) }
        }
    }

    /// Whether a character may be in a server's name or number, also
    /// percent-encoded.
    private static func isOfName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "-._%".contains(character)
    }

    /// An empty port is the usual one.
    private static func checkPort(_ port: Substring) throws(SyncError) {
        if port.isEmpty { return }
        guard port.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = UInt16(port), number > 0
        else {
            throw .connectionString(
                "the port is no number from 1 to 65535; write postgresql://user:password@host:port/database, "
                    + "and : @ / in a password as %3A %40 %2F")
        }
    }

    // MARK: - Values

    /// The settings that messages show.
    private static let shown: Set<String> = ["host", "hostaddr", "dbname", "user", "service"]

    /// The words that settings take (PostgreSQL 15, "34.1.2. Parameter Key Words").
    private static let words: [String: [String]] = [
        "sslmode": ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"],
        "gssencmode": ["disable", "prefer", "require"], "channel_binding": ["disable", "prefer", "require"],
        "target_session_attrs": ["any", "read-write", "read-only", "primary", "standby", "prefer-standby"],
    ]

    /// A setting as libpq understands it: from the text, the environment or a
    /// service file.
    static func check(_ value: String, of name: String) throws(SyncError) {
        switch name {
        case "port":
            for port in value.split(separator: ",", omittingEmptySubsequences: false) { try checkPort(port) }
        case "host":
            // A socket's name may begin with an `@`.
            for host in value.split(separator: ",") where !host.hasPrefix("/") && host.dropFirst().contains("@") {
                throw .connectionString("the server's name has an @; user and password are settings of their own")
            }
        case "connect_timeout":
            guard value.isEmpty || wholeNumber(value) != nil else {
                throw .connectionString("connect_timeout is no whole number of seconds; 0 sets no limit")
            }
        default:
            // libpq says such a mistake as it says that no server is there, which would be tried again.
            if let known = words[name], !value.isEmpty, !known.contains(value) {
                throw .connectionString("\(name) is one of \(known.joined(separator: ", "))")
            }
        }
        // libpq would take the URL for a name, and show it.
        if shown.contains(name), value.contains("://") {
            throw .connectionString("the setting \(name) holds a URL; give the URL alone")
        }
    }

    /// A number as libpq reads one, with blanks around it or without (`parse_int_param` in fe-connect.c, PostgreSQL 15).
    static func wholeNumber(_ value: String) -> Int32? {
        let blanks = " \t\n\r\u{B}\u{C}".unicodeScalars
        let digits = value.unicodeScalars.drop { blanks.contains($0) }
        let end = digits.lastIndex { !blanks.contains($0) } ?? digits.startIndex
        return digits.isEmpty ? nil : Int32(String(digits[...end]))
    }

    /// libpq's message about a mistake may show a part of a password, so it is
    /// not repeated.
    private static func values(of text: String) throws(SyncError) -> [(name: String, value: String)] {
        let libpq = try Libpq.loaded.get()
        guard let options = libpq.conninfoParse(text, nil) else { throw .connectionString(unreadable) }
        defer { libpq.conninfoFree(options) }
        return Libpq.values(of: options)
    }
}

extension String {
    fileprivate func rest(after prefix: String) -> Substring? {
        hasPrefix(prefix) ? dropFirst(prefix.count) : nil
    }
}
