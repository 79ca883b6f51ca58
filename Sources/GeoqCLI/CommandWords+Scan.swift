extension CommandWords {
    /// Options of the parser that it does not describe for each command.
    private static let parserNames: Set<String> = [
        "help", "version", "help-hidden", "experimental-dump-help", "generate-completion-script",
    ]

    /// The result of examining every word.
    struct Scan {
        /// The first word that is not a command or an option.
        var mistake: String?
        /// The words, with joined short options taken apart: `-k3` is `-k 3`.
        var words: [String] = []
    }

    /// Examines every word.
    static func scan(_ words: [String]) -> Scan {
        var scan = Scan()
        var (node, path) = (root, [String]())
        var index = 0
        while index < words.count, let next = node.subcommand(words[index]) {
            (node, path) = (next, path + [words[index]])
            scan.words.append(words[index])
            index += 1
        }
        if let subcommands = node.subcommands, let standard = node.subcommand(node.defaultSubcommand ?? "") {
            if index < words.count, !words[index].hasPrefix("-") {
                let names = subcommands.map(\.commandName)
                // A server's name has a colon or an equals sign, or stands alone.
                if !standard.hasPositionals || nearest(words[index], among: names) != nil {
                    scan.mistake = noCommand(path + [words[index]], among: names)
                    return scan
                }
            }
            node = standard
        }
        while index < words.count, words[index] != "--" {
            let word = words[index]
            index += 1
            if word.hasPrefix("--") {
                let (name, value) = word.dropFirst(2).split(at: "=")
                scan.words.append(word)
                if parserNames.contains(name) { continue }
                guard let argument = node.argument("long", name) else {
                    scan.mistake = unknown("--\(name)", name, in: node)
                    return scan
                }
                if argument.kind == "option", value == nil, index < words.count {
                    scan.words.append(words[index])
                    index += 1
                }
            } else if word.hasPrefix("-"), word.count > 1, !word.beginsLikeNumber {
                guard let parts = node.parts(of: word) else {
                    scan.mistake = unknown(word, String(word.dropFirst()), in: node)
                    return scan
                }
                scan.words += parts.words
                if parts.needsValue, index < words.count {
                    scan.words.append(words[index])
                    index += 1
                }
            } else {
                scan.words.append(word)
                // Behind `explain` stands the question to be explained.
                if path == ["explain"], let next = root.subcommand(word) { (node, path) = (next, [word]) }
            }
        }
        scan.words += words[index...]
        return scan
    }
}

extension Substring {
    /// The text before and behind the first separator; nil for the second when
    /// there is no separator.
    fileprivate func split(at separator: Character) -> (String, Substring?) {
        guard let index = firstIndex(of: separator) else { return (String(self), nil) }
        return (String(self[..<index]), self[self.index(after: index)...])
    }
}
