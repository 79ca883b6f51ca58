import GeoqServer
import GeoqStore
import TestSupport
import Testing

/// A server in a program of its own.
@Suite(.waits) struct ServerRunTests {
    @Test(.timeLimit(.minutes(5))) func `a server ends in order when its task is cancelled, also before it serves`()
        async throws
    {
        try await withFolder { folder in
            let path = folder + "/birds.sqlite"
            try Store(path: path).close()
            var configuration = ServerConfiguration(path: path)
            configuration.port = 0
            let (addresses, told) = AsyncStream.makeStream(of: String.self)
            let server = try Server(configuration) { told.yield($0) }
            let serving = Task { try await server.run() }
            let address = await addresses.first { _ in true }
            #expect(address?.hasPrefix("http://127.0.0.1:") == true)
            serving.cancel()
            try await serving.value
            let other = try Server(configuration)
            let early = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await other.run()
            }
            try await early.value
        }
    }
}
