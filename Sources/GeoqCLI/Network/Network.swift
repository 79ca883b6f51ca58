import Foundation
package import Geoq
import GeoqFiles
import GeoqStore
package import GeoqSupabase

/// How commands reach a project. The program `geoq-net` has one; `geoq` has
/// none, so that it links no libraries of HTTP and TLS.
package protocol Network: Sendable {
    /// Runs work with a transport, whose connections are closed then.
    func withTransport<Value: Sendable>(
        _ work: @Sendable (any Transport) async throws -> Value
    ) async throws -> Value

    /// Makes pictures ready to be sent: its libraries are those of the program that
    /// has the network, too.
    var preparing: any PhotoPreparing { get }

    /// Runs work with an address of this machine to which a browser can bring
    /// the code of a login.
    func withCodeListener<Value: Sendable>(
        _ work: @Sendable (any CodeListener) async throws -> Value
    ) async throws -> Value
}

/// The network of this run.
enum Networking {
    /// nil in the program that has none.
    @TaskLocal static var network: (any Network)?

    /// The files that a command with a network opens: the event loops take three for each processor, and the store, its
    /// locks and the connections about twenty.
    private static var neededFiles: Int { 24 + 4 * ProcessInfo.processInfo.activeProcessorCount }

    /// The network. A process without one becomes `geoq-net`, which runs the
    /// same command line from its beginning; so a command asks for the network
    /// before it writes anything.
    ///
    /// - Parameter store: An open store of the process, which is closed before the
    ///   process becomes another one.
    /// - Throws: `ProgramMissing`; `ScarceFiles`.
    static func needed(closing store: Store? = nil) throws -> any Network {
        if let network {
            // NIO ends a process in which a loop gets no file.
            if let scarcity = OpenFiles.scarcity(for: neededFiles) { throw scarcity }
            return network
        }
        try store?.close()
        try OtherProgram.become("geoq-net", CommandLine.arguments.dropFirst())
    }

    /// Whether words of a command line ask for a project's network, as far as can be
    /// told before they are parsed and a store is opened: a guess that is wrong
    /// costs the start of the larger program, and never another answer.
    static func isLikely(for words: [String]) -> Bool {
        let informs = ["-h", "--help", "--version", "--json-usage", "status"]
        guard let command = words.first, !words.contains(where: informs.contains) else { return false }
        switch command {
        case "push", "login", "signup": return true
        // A server is named by a URL or by name=value.
        case "sync": return !words.contains { $0.contains("://") || $0.contains("=") }
        default: return false
        }
    }
}

/// The process of the command.
package enum CommandProgram {
    /// To be called before anything else, while the process has one thread.
    @MainActor package static func prepare() {
        StandardStreams.occupy()
        setenv("COLUMNS", "\(helpWidth)", 1)
    }

    /// The columns that help is written in: as many as COLUMNS or the terminal has, but not so few that the options
    /// leave no room for what they do. There the parser, which reads COLUMNS, would leave that out, or stop in a debug
    /// build.
    private static var helpWidth: Int {
        let named = ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        return max(40, named ?? Terminal.width ?? 80)
    }

    /// The place of the first word, from 1, that `CommandLine.arguments` has with other letters than were given.
    private static var firstUnreadableWord: Int? {
        (0..<Int(CommandLine.argc)).dropFirst().first { place in
            CommandLine.unsafeArgv[place].map { String(validatingCString: $0) == nil } ?? false
        }
    }

    /// Runs the command that the process was given, and ends the process.
    package static func run(network: (any Network)? = nil) async -> Never {
        ProcessMemory.configure()
        if let place = firstUnreadableWord {
            Terminal.say("geoq: word \(place) of the command line is not UTF-8")
            exit(Failure.usage)
        }
        let words = Array(CommandLine.arguments.dropFirst())
        // So that the words are parsed, and the store is opened, once.
        if network == nil, Networking.isLikely(for: words) { try? OtherProgram.become("geoq-net", words) }
        exit(await Networking.$network.withValue(network) { await Invocation.run(words) })
    }
}
