import Foundation
package import Geoq
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

    /// How a project's Realtime is listened to.
    var webSockets: any WebSocketTransport { get }

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

    /// The network. A process without one becomes `geoq-net`, which runs the
    /// same command line from its beginning; so a command asks for the network
    /// before it does anything else.
    ///
    /// - Parameter store: An open store of the process, which is closed before the
    ///   process becomes another one.
    /// - Throws: `ProgramMissing`.
    static func needed(closing store: Store? = nil) throws -> any Network {
        if let network { return network }
        try store?.close()
        try OtherProgram.become("geoq-net", CommandLine.arguments.dropFirst())
    }
}

/// The process of the command.
package enum CommandProgram {
    /// Runs the command that the process was given, and ends the process.
    package static func run(network: (any Network)? = nil) async -> Never {
        ProcessMemory.configure()
        let words = Array(CommandLine.arguments.dropFirst())
        exit(await Networking.$network.withValue(network) { await Invocation.run(words) })
    }
}
