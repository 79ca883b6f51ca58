import Geoq
import GeoqCLI
import GeoqHTTP
import GeoqImages
import GeoqSupabase

/// What `geoq` becomes for a command that asks a project over HTTP: the same
/// commands, with a network.
///
/// It is a separate program because the libraries of HTTP, TLS and pictures would make
/// every other command start milliseconds later.
@main
enum GeoqNet {
    @MainActor static func main() async {
        CommandProgram.prepare()
        await CommandProgram.run(network: HTTPNetwork())
    }
}

/// The network of this machine.
private struct HTTPNetwork: Network {
    func withTransport<Value: Sendable>(
        _ work: @Sendable (any Transport) async throws -> Value
    ) async throws -> Value {
        try await HTTPTransport.run { try await work($0) }
    }

    var preparing: any PhotoPreparing { JPEGPreparing() }

    func withCodeListener<Value: Sendable>(
        _ work: @Sendable (any CodeListener) async throws -> Value
    ) async throws -> Value {
        try await LoopbackListener.run { try await work($0) }
    }
}
