import TestSupport
import Testing

/// What can go wrong between a server and a mirror. Those of one suite run one after
/// the other: a server under load must be pulled often enough.
///
/// Names of tests have the numbers of the faults that they are about, F1 to F21 here,
/// and up to F49 where a project, an account or several devices are asked: a number
/// finds all tests of its fault.
@Suite(.waits) struct FaultTests {
    /// A cluster of its own, for tests that stop it or need other settings.
    static func withServer(_ settings: [String] = [], _ body: (PostgresCluster) async throws -> Void) async throws {
        let server = try PostgresCluster.copied(["fsync=off", "max_connections=100", "jit=off"] + settings)
        try await body(server)
        try? server.stop(.immediate)
    }
}
