import Geoq

extension CommandWords {
    /// The message about a word that stands in place of a command's name,
    /// before the parser sees it: the parser would take the words behind it for
    /// its own, or show the help of all commands.
    static func mistakenCommand(in words: [String]) -> String? {
        guard let first = words.first, !first.hasPrefix("-"), first != "---completion" else { return nil }
        guard names.contains(first) || first == "help" else { return noCommand([first], among: names) }
        if first == "sync", words.count > 1, !words[1].hasPrefix("-"), !words[1].contains(where: "=:/".contains) {
            // A server is named by a URL or by key=value pairs; a word alone is not.
            let known = (root.subcommand(first)?.subcommands ?? []).map(\.commandName)
            if !known.contains(words[1]), nearest(words[1], among: known) != nil {
                return noCommand([first, words[1]], among: known)
            }
        }
        guard first == "help" else { return nil }
        var (node, path) = (root, [String]())
        for word in words.dropFirst() where !word.hasPrefix("-") {
            guard let next = node.subcommand(word) else {
                let known = (node.subcommands ?? []).map(\.commandName)
                return known.isEmpty ? nil : noCommand(path + [word], among: known)
            }
            (node, path) = (next, path + [word])
        }
        return nil
    }

    /// - Parameter names: the commands that might have been meant.
    static func noCommand(_ path: [String], among names: [String]) -> String {
        let guess = nearest(path.last ?? "", among: names)
        return "There is no command '\(path.joined(separator: " "))'."
            + (guess.map { " Did you mean \((path.dropLast() + [$0]).joined(separator: " "))?" } ?? "")
    }

    /// - Parameters:
    ///   - shown: the option as it was written.
    ///   - name: the option without its hyphens.
    static func unknown(_ shown: String, _ name: String, in node: Command) -> String {
        var sentence = "Unknown option '\(shown)'."
        if let guess = nearest(name, among: node.longNames) {
            sentence += " Did you mean '--\(guess)'?"
        } else if node.subcommands != nil, node.defaultSubcommand == nil {
            sentence += " Options come after the command."
        }
        return sentence
    }

    /// The name that was meant: the most similar one, or one with the same
    /// beginning.
    static func nearest(_ word: String, among names: [String]) -> String? {
        var guess = NameSuggestion(for: word)
        for name in names { guess.consider(name) }
        if let best = guess.best { return best }
        let word = word.lowercased()
        guard word.count >= 2, word.count <= 40 else { return nil }
        return names.first { $0.hasPrefix(word) || $0.count >= 3 && word.hasPrefix($0) }
    }
}
