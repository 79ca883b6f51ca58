import ArgumentParser
import Foundation
import Synchronization

/// Examines the words of a command line after the parser has given up, to find
/// which of them is not a command, and which not an option.
///
/// The parser reports the first thing that stops it. A misspelt option often
/// stops it only later, at its value; so the options are examined first.
enum CommandWords {
    /// The program's own name, which stands before the words.
    static let rootName = "geoq"

    /// The command that all others stand behind. It knows their names alone:
    /// one is described when it is asked for, because to describe all of them
    /// takes longer than most questions.
    static var root: Command {
        Command(
            commandName: rootName, arguments: [],
            subcommands: (names + ["help"]).map {
                Command(commandName: $0, arguments: [], subcommands: nil, defaultSubcommand: nil)
            },
            defaultSubcommand: nil)
    }

    /// The names of the commands behind the root, in the order of the help.
    static var names: [String] { commandTypes.compactMap { $0.configuration.commandName } }

    private static var commandTypes: [any ParsableCommand.Type] {
        GeoqCommand.configuration.groupedSubcommands.flatMap { $0.subcommands }
    }

    /// The commands that were described already.
    private static let known = Mutex<[String: Command]>([:])

    /// A command behind the root, as the parser describes it.
    static func described(_ name: String) -> Command? {
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

    /// The words, with other tools' names for an option replaced by geoq's.
    static func translated(_ words: [String]) -> [String] {
        if words == ["-V"] { return ["--version"] }
        var words = words
        if words.contains("along") {
            // The parser would take a route that begins in the south for options.
            for (index, word) in words.enumerated()
            where word.hasPrefix("-") && word.beginsLikeNumber && word.contains(";") {
                words[index] = " " + word
            }
        }
        for index in words.indices.dropLast().reversed() where words[index] == "--at" {
            // A place in the south, too.
            let value = words[index + 1]
            if value.hasPrefix("-"), value.beginsLikeNumber, value.contains(",") {
                words.replaceSubrange(index...index + 1, with: ["--at=\(value)"])
            }
        }
        let end = words.firstIndex(of: "--") ?? words.count
        guard let index = words[..<end].firstIndex(of: "--json-usage") else { return words }
        words[index] = "--experimental-dump-help"
        return words
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
}

extension String {
    /// Whether it begins as a negative number does.
    var beginsLikeNumber: Bool {
        dropFirst().first.map { $0.isNumber || $0 == "." } ?? false
    }
}
