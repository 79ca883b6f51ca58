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
                text = text.replacing(":\(secret)@", with: ":…@")
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
        guard let first = words.firstIndex(where: { password(in: $0) != nil }) else { return [] }
        var secrets = words.compactMap { password(in: $0) }
        // A password with an unquoted space: the rest of it follows, up to the
        // word that ends with the server's name.
        let last = words.lastIndex { $0.contains("@") } ?? first
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
    private static func password(in word: String) -> String? {
        if let match = word.firstMatch(of: /(?i)password\s*=(.*)/.dotMatchesNewlines()) { return String(match.1) }
        let scheme = scheme(of: word)
        let rest = scheme.map { word[$0.upperBound...] } ?? word[...]
        guard let colon = rest.firstIndex(of: ":") else { return nil }
        let secret = rest[rest.index(after: colon)...]
        if let end = secret.lastIndex(of: "@") { return String(secret[..<end]) }
        guard scheme != nil, word.contains("postg") else { return nil }
        return String(secret)
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
