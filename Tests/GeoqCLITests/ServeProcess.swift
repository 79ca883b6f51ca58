import Foundation
import TestSupport
import Testing

/// `geoq serve` as its own process, on a port of its own.
final class ServeProcess {
    private let process: Process
    private let errors = Pipe()
    /// `http://127.0.0.1:…/`
    let address: String

    /// - Parameter runner: a program and its words, which run the command that they are given; none for the command alone.
    init(_ arguments: [String], environment: [String: String] = [:], by runner: [String] = []) throws {
        process = GeoqProcess.prepared(["serve", "--port", "0"] + arguments, environment: environment)
        if let program = runner.first {
            process.arguments = runner.dropFirst() + [GeoqProcess.executable.path] + (process.arguments ?? [])
            process.executableURL = URL(filePath: program)
        }
        process.standardError = errors
        try process.run()
        var words = ""
        // On a busy machine a line before says that the index is being built.
        while !words.contains(" is served at ") || !words.hasSuffix("\n") {
            let more = errors.fileHandleForReading.availableData
            if more.isEmpty { break }
            words += String(decoding: more, as: UTF8.self)
        }
        address = words.split(separator: " ").last.map { $0.trimmingCharacters(in: .newlines) } ?? ""
        try #require(address.hasPrefix("http://"), "\(words)")
    }

    var id: Int32 { process.processIdentifier }

    /// Tells it to stop, and waits.
    func stop(_ signal: Int32 = SIGTERM) -> (status: Int32, reason: Process.TerminationReason) {
        kill(id, signal)
        process.waitUntilExit()
        return (process.terminationStatus, process.terminationReason)
    }
}
