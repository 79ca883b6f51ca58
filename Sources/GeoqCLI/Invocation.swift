import ArgumentParser
import Foundation
import Geoq

/// One run of the command: words in, results and messages out, an exit code.
enum Invocation {
    /// The environment variables of the run: those of the process.
    @TaskLocal static var environment = ProcessInfo.processInfo.environment

    /// Parses the words, runs the command that they name, and reports errors.
    ///
    /// - Parameter words: the words behind the command's own name.
    /// - Returns: the exit code (sysexits.h), as the help of `geoq` lists them.
    static func run(_ words: [String]) async -> Int32 {
        await Failure.$areErrorsJSON.withValue(FormatOptions.areErrorsJSON(words)) {
            let stores = OpenedStores()
            defer { stores.close() }
            do {
                try await OpenedStores.$ofRun.withValue(stores) { try await perform(words) }
                return 0
            } catch {
                return end(with: error, words)
            }
        }
    }

    private static func perform(_ words: [String]) async throws {
        let command = try await command(words)
        if var command = command as? any AsyncParsableCommand {
            try await command.run()
        } else {
            var command = command
            try command.run()
        }
    }

    /// The command that the words ask for. Its options are checked, nothing is
    /// run.
    ///
    /// - Throws: `ValidationError`, or what ArgumentParser throws: also for a
    ///   request for help.
    static func command(_ words: [String]) async throws -> any ParsableCommand {
        let words = CommandWords.translated(words)
        if let mistake = CommandWords.mistakenCommand(in: words) { throw ValidationError(mistake) }
        do {
            return try await GeoqCommand.asyncParseAsRoot(words)
        } catch  where GeoqCommand.exitCode(for: error) != .success {
            // Only after a failure is it worth examining every word.
            let scan = CommandWords.scan(words)
            if let mistake = scan.mistake { throw ValidationError(mistake) }
            guard scan.words != words else { throw once(error) }
            return try await GeoqCommand.asyncParseAsRoot(scan.words)
        }
    }

    /// The parser's error as what it says: each time that it is asked, the parser describes the command
    /// anew.
    private static func once(_ error: any Error) -> any Error {
        let code = GeoqCommand.exitCode(for: error)
        return code == .validationFailure ? ValidationError(GeoqCommand.message(for: error)) : error
    }

    /// Reports the error that ended a run.
    static func end(with error: any Error, _ words: [String]) -> Int32 {
        switch error {
        // The command has said why.
        case let code as ExitCode: return code.rawValue
        case let mistake as ValidationError: return say(mistake.message, .validationFailure, words)
        default: break
        }
        let code = GeoqCommand.exitCode(for: error)
        guard code == .success else { return say(GeoqCommand.message(for: error), code, words) }
        do {
            let text = GeoqCommand.fullMessage(for: error)
            let isScript = words.contains { $0.hasPrefix("--generate-completion-script") }
            try Terminal.write((isScript ? HelpCompletion.added(to: text) : text) + "\n")
            return 0
        } catch {
            Failure.say("\(error)", Failure.inputOutput)
            return Failure.inputOutput
        }
    }

    private static func say(_ message: String, _ code: ExitCode, _ words: [String]) -> Int32 {
        // The parser writes many values as a list of lines.
        let message = message.replacing(":\n  - ", with: ": ").replacing("\n  - ", with: ", ")
        if !message.isEmpty {
            let command = CommandWords.commandNames(in: words)
            let hint =
                code.rawValue == Failure.usage ? "See: " + (["geoq", "help"] + command).joined(separator: " ") : nil
            Failure.say(message, code.rawValue, hint: hint)
        }
        return code.rawValue
    }
}
