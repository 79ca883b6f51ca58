extension CommandWords {
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

        func argument(_ kind: String, _ name: some StringProtocol) -> Argument? {
            arguments?.first { $0.names?.contains { $0.kind == kind && $0.name == name } ?? false }
        }

        /// The long names of its options.
        var longNames: [String] {
            (arguments ?? []).flatMap { $0.names ?? [] }.filter { $0.kind == "long" }.map(\.name)
        }
    }
}

extension CommandWords.Command {
    /// A word of joined short options, taken apart as POSIX describes: flags,
    /// and perhaps at the end an option with the rest as its value. nil when
    /// one of them is unknown.
    func parts(of word: String) -> (words: [String], needsValue: Bool)? {
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
