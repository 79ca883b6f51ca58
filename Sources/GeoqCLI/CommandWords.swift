import ArgumentParser
import Foundation
import Geoq
import Synchronization

/// Examines the words of a command line after the parser has given up, to find
/// which of them is not a command, and which not an option.
///
/// The parser reports the first thing that stops it. A misspelt option often
/// stops it only later, at its value; so the options are examined first.
enum CommandWords {
    /// A command and its options, as the parser describes them.
    struct Command: Decodable, Sendable {
        struct Argument: Decodable, Sendable {
            struct Name: Decodable, Sendable {
                let kind: String
                let name: String
            }
            /// `option`, `flag` or `positional`.
            let kind: String
            let names: [Name]?
        }
        let commandName: String
        let arguments: [Argument]?
        var subcommands: [Command]?
        let defaultSubcommand: String?

        func subcommand(_ name: String) -> Command? {
            let command = subcommands?.first { $0.commandName == name }
            return isRoot ? command.flatMap { CommandWords.described($0.commandName) } : command
        }

        private var isRoot: Bool { commandName == CommandWords.rootName }

        var hasPositionals: Bool { arguments?.contains { $0.kind == "positional" } ?? false }

        fileprivate func argument(_ kind: String, _ name: some StringProtocol) -> Argument? {
            arguments?.first { $0.names?.contains { $0.kind == kind && $0.name == name } ?? false }
        }

        /// The long names of its options.
        fileprivate var longNames: [String] {
            (arguments ?? []).flatMap { $0.names ?? [] }.filter { $0.kind == "long" }.map(\.name)
        }
    }

    fileprivate static let rootName = "geoq"

    /// The command that all others stand behind. It knows their names alone:
    /// one is described when it is asked for, because to describe all of them
    /// takes longer than most questions.
    static var root: Command {
        let names = commandTypes.compactMap { $0.configuration.commandName } + ["help"]
        return Command(
            commandName: rootName, arguments: [],
            subcommands: names.map {
                Command(commandName: $0, arguments: [], subcommands: nil, defaultSubcommand: nil)
            },
            defaultSubcommand: nil)
    }

    private static var commandTypes: [any ParsableCommand.Type] {
        GeoqCommand.configuration.groupedSubcommands.flatMap { $0.subcommands }
    }

    /// The commands that were described already.
    private static let known = Mutex<[String: Command]>([:])

    /// A command behind the root, as the parser describes it.
    fileprivate static func described(_ name: String) -> Command? {
        if let command = known.withLock({ $0[name] }) { return command }
        let command = description(of: name)
        known.withLock { $0[name] = command }
        return command
    }

    private static func description(of name: String) -> Command {
        guard let type = commandTypes.first(where: { $0.configuration.commandName == name }) else {
            return Command(commandName: name, arguments: [], subcommands: nil, defaultSubcommand: nil)
        }
        struct Description: Decodable { let command: Command }
        do {
            var command = try JSONDecoder().decode(Description.self, from: Data(type._dumpHelp().utf8)).command
            // The parser adds `help` to what it takes for a program of its own.
            command.subcommands?.removeAll { $0.commandName == "help" }
            if command.subcommands?.isEmpty == true { command.subcommands = nil }
            return command
        } catch {
            preconditionFailure("The parser's own description cannot be read: \(error)")
        }
    }

    /// Options of the parser that it does not describe for each command.
    private static let parserNames: Set<String> = [
        "help", "version", "help-hidden", "experimental-dump-help", "generate-completion-script",
    ]

    /// The words, with other tools' names for an option replaced by geoq's.
    static func translated(_ words: [String]) -> [String] {
        if words == ["-V"] { return ["--version"] }
        var words = words
        if words.contains("along") {
            // The parser would take a route that begins in the south for options.
            for (index, word) in words.enumerated() where word.hasPrefix("-") && word.isNumber && word.contains(";") {
                words[index] = " " + word
            }
        }
        for index in words.indices.dropLast().reversed() where words[index] == "--at" {
            // A place in the south, too.
            let value = words[index + 1]
            if value.hasPrefix("-"), value.isNumber, value.contains(",") {
                words.replaceSubrange(index...index + 1, with: ["--at=\(value)"])
            }
        }
        let end = words.firstIndex(of: "--") ?? words.count
        guard let index = words[..<end].firstIndex(of: "--json-usage") else { return words }
        words[index] = "--experimental-dump-help"
        return words
    }

    /// The message about a word that stands in place of a command's name,
    /// before the parser sees it: the parser would take the words behind it for
    /// its own, or show the help of all commands.
    static func mistakenCommand(in words: [String]) -> String? {
        guard let first = words.first, !first.hasPrefix("-"), first != "---completion" else { return nil }
        let names = commandTypes.compactMap { $0.configuration.commandName }
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

    /// The names of commands at the front of the words.
    static func commandNames(in words: [String]) -> [String] {
        var (node, names) = (root, [String]())
        for word in words.first == "help" ? words.dropFirst() : words[...] {
            guard let next = node.subcommand(word) else { break }
            (node, names) = (next, names + [word])
        }
        return names
    }

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
            } else if word.hasPrefix("-"), word.count > 1, !word.isNumber {
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

    private static func noCommand(_ path: [String], among names: [String]) -> String {
        let guess = nearest(path.last ?? "", among: names)
        return "There is no command '\(path.joined(separator: " "))'."
            + (guess.map { " Did you mean \((path.dropLast() + [$0]).joined(separator: " "))?" } ?? "")
    }

    private static func unknown(_ shown: String, _ name: String, in node: Command) -> String {
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
    private static func nearest(_ word: String, among names: [String]) -> String? {
        var guess = NameSuggestion(for: word)
        for name in names { guess.consider(name) }
        if let best = guess.best { return best }
        let word = word.lowercased()
        guard word.count >= 2, word.count <= 40 else { return nil }
        return names.first { $0.hasPrefix(word) || $0.count >= 3 && word.hasPrefix($0) }
    }
}

extension CommandWords.Command {
    /// A word of joined short options, taken apart as POSIX describes: flags,
    /// and perhaps at the end an option with the rest as its value. nil when
    /// one of them is unknown.
    fileprivate func parts(of word: String) -> (words: [String], needsValue: Bool)? {
        var words: [String] = []
        var rest = word.dropFirst()
        while let letter = rest.popFirst() {
            guard let argument = argument("short", String(letter)) ?? (letter == "h" ? .help : nil) else { return nil }
            if argument.kind == "flag" {
                words.append("-\(letter)")
                continue
            }
            if rest.isEmpty { return (words + ["-\(letter)"], true) }
            if rest.first == "=" { return (words + ["-\(letter)\(rest)"], false) }
            return (words + ["-\(letter)", String(rest)], false)
        }
        return (words, false)
    }
}

extension CommandWords.Command.Argument {
    fileprivate static let help = CommandWords.Command.Argument(kind: "flag", names: nil)
}

extension Substring {
    /// The text before and behind the first separator; nil for the second when
    /// there is no separator.
    fileprivate func split(at separator: Character) -> (String, Substring?) {
        guard let index = firstIndex(of: separator) else { return (String(self), nil) }
        return (String(self[..<index]), self[self.index(after: index)...])
    }
}

extension String {
    /// Whether it begins as a negative number does.
    fileprivate var isNumber: Bool {
        dropFirst().first.map { $0.isNumber || $0 == "." } ?? false
    }
}
