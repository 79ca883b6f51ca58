import ArgumentParser
import Foundation

/// What the parser's completion scripts lack: the names of commands after
/// `geoq help`. Its `help` takes any words.
enum HelpCompletion {
    /// A completion script with the names added.
    ///
    /// - Parameter script: as the parser writes it, for bash, zsh or fish; a
    ///   text without the place for the names stays as it is.
    static func added(to script: String) -> String {
        let names = GeoqCommand.configuration.groupedSubcommands.flatMap(\.subcommands)
            .compactMap { $0.configuration.commandName }.joined(separator: " ")
        if let bash = script.range(of: "\n_geoq_help() {\n"), script.hasPrefix("#!/bin/bash") {
            return script.replacingCharacters(
                in: bash, with: script[bash] + "    COMPREPLY+=($(compgen -W '\(names)' -- \"${cur}\"))\n")
        }
        // zsh's list of choices, in the help's own list of arguments.
        if let help = script.range(of: "\n_geoq_help() {\n"),
            let words = script.range(of: "'*:subcommands:'", range: help.upperBound..<script.endIndex)
        {
            return script.replacingCharacters(in: words, with: "'*:subcommands:(\(names))'")
        }
        if script.contains("__geoq_parse_subcommand") {
            return script + "\ncomplete -c 'geoq' -n '__fish_seen_subcommand_from help' -fa '\(names)'"
        }
        return script
    }
}
