import Foundation
import Geoq

/// Keeps a password of the command line out of the command's messages.
///
/// A message may repeat a word of the command line, and a word may contain a
/// password: a server's URL in any position, or the pieces that the shell has
/// made of an unquoted one.
enum SecretWords {
    /// The words of the command line, and the variable that names a store.
    @TaskLocal static var words =
        CommandLine.arguments.dropFirst() + [ProcessInfo.processInfo.environment["GEOQ_DB"] ?? ""]

    /// Pieces of a password of this length or more are hidden.
    private static let shortest = 4

    /// The text with `…` for each piece of a password.
    static func hidden(in text: String) -> String {
        let secrets = secrets(of: Array(words))
        guard !secrets.isEmpty else { return text }
        var pieces: Set<String> = []
        var text = text
        for secret in secrets.flatMap({ [$0, TerminalText.neutralized($0)] }) {
            let letters = Array(secret.unicodeScalars)
            guard letters.count >= shortest else {
                text = text.replacingScalars(":\(secret)@", with: ":…@")
                continue
            }
            for start in 0...(letters.count - shortest) {
                pieces.insert(String(String.UnicodeScalarView(letters[start..<start + shortest])))
            }
        }
        return hidden(pieces, in: text)
    }

    private static func hidden(_ pieces: Set<String>, in text: String) -> String {
        let letters = Array(text.unicodeScalars)
        guard letters.count >= shortest else { return text }
        var isSecret = Array(repeating: false, count: letters.count)
        for start in 0...(letters.count - shortest)
        where pieces.contains(String(String.UnicodeScalarView(letters[start..<start + shortest]))) {
            for index in start..<start + shortest { isSecret[index] = true }
        }
        var result = String.UnicodeScalarView()
        for (index, letter) in letters.enumerated() {
            if !isSecret[index] {
                result.append(letter)
            } else if index == 0 || !isSecret[index - 1] {
                result.append("…")
            }
        }
        return String(result)
    }

    // MARK: - Which words

    /// The parts of the words that may be a password, or a piece of one.
    static func secrets(of words: [String]) -> [String] {
        // What a shell has cut ends before the next URL: of several, such as those of shards, each is by itself.
        var (secrets, start) = ([String](), 0)
        for index in words.indices where index > start && startsURL(words[index]) {
            secrets += self.secrets(ofOneURL: Array(words[start..<index]))
            start = index
        }
        return secrets + self.secrets(ofOneURL: Array(words[start...]))
    }

    private static func startsURL(_ word: String) -> Bool {
        word.prefixMatch(of: /(?i)postgres(ql)?:\/\//) != nil
    }

    private static func secrets(ofOneURL words: [String]) -> [String] {
        // A password with an unquoted space: the rest of it follows, up to the
        // word that ends with the server's name.
        let end = words.lastIndex { $0.contains("@") }
        let passwords = words.enumerated().map { index, word in
            password(in: word, isCut: end.map { index < $0 } ?? false)
        }
        guard let first = passwords.firstIndex(where: { $0 != nil }) else { return [] }
        var secrets = passwords.compactMap { $0 }
        let last = end ?? first
        if last > first {
            secrets += words[first..<last].map { tail(of: $0) }
            secrets.append(
                tail(of: String(words[last].prefix(upTo: words[last].lastIndex(of: "@") ?? words[last].endIndex))))
        }
        if isKeyAndValue(words[first]) {
            // An @ is a letter like others there, so no word ends the password.
            secrets += words[(first + 1)...].filter { !isOptionName($0) }
        } else if !words[first].contains("@") {
            secrets += words[(max(first, last) + 1)...].filter { !isOptionName($0) }
        }
        return secrets.filter { !$0.isEmpty }
    }

    /// The part of one word that may be a password; nil for a word without one.
    ///
    /// In a URL it stands between the first `:` after `//` and the last `@`, or
    /// the word's end when the shell has cut it before that; without `//`
    /// between `:` and `@`; or after `password=`.
    ///
    /// - Parameter isCut: whether a later word may have the server's name.
    private static func password(in word: String, isCut: Bool) -> String? {
        if let match = word.firstMatch(of: /(?i)password\s*=(.*)/.dotMatchesNewlines()) { return String(match.1) }
        let scheme = scheme(of: word)
        let rest = scheme.map { word[$0.upperBound...] } ?? word[...]
        guard let colon = rest.firstIndex(of: ":") else { return nil }
        let secret = rest[rest.index(after: colon)...]
        if let end = secret.lastIndex(of: "@") { return String(secret[..<end]) }
        guard scheme != nil, word.contains("postg") else { return nil }
        return !isCut && isServer(rest) ? nil : String(secret)
    }

    /// Whether the part of a URL behind `//` has a server with a port, or several, and so no password:
    /// `user@host:port,host:port`, or `host:port/database`. Without both a user's name and a database, what looks like
    /// a port may be a password whose server was forgotten.
    private static func isServer(_ rest: Substring) -> Bool {
        let host =
            #/
            (\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._%-]*)(:[0-9]{1,5})?
            (,(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._%-]+)(:[0-9]{1,5})?)*
            /#
        let isWithUser = rest.prefixMatch(of: /[^:\/?@]*@/)
        guard let match = rest[(isWithUser?.range.upperBound ?? rest.startIndex)...].prefixMatch(of: host) else {
            return false
        }
        let behind = rest[match.range.upperBound...].first
        return isWithUser == nil ? behind == "/" : behind == nil || behind == "/" || behind == "?"
    }

    /// The part of a URL behind the user's name; another word unchanged.
    private static func tail(of word: String) -> String {
        guard let scheme = scheme(of: word) else { return word }
        let rest = word[scheme.upperBound...]
        return rest.firstIndex(of: ":").map { String(rest[rest.index(after: $0)...]) } ?? word
    }

    /// The `//` behind a URL's scheme; a password may contain `//`, too.
    private static func scheme(of word: String) -> Range<String.Index>? {
        guard let found = word.range(of: "//") else { return nil }
        var front = word[..<found.lowerBound]
        if front.last == ":" { front = front.dropLast() }
        return front.contains(":") || front.contains("@") ? nil : found
    }

    private static func isKeyAndValue(_ word: String) -> Bool {
        word.contains(/(?i)password\s*=/)
    }

    private static func isOptionName(_ word: String) -> Bool {
        word.wholeMatch(of: /--?[a-z][a-z-]*/) != nil
    }
}
