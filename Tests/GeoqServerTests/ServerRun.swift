import Foundation
import Geoq
import GeoqServer
import GeoqStore
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import TestSupport
import Testing

/// A server over a small store, asked through Hummingbird's test client.
enum ServerRun {
    static let hotspots = """
        id,name,locality,lat,lon
        L1,Stewart Park,US-NY,42.46,-76.5
        L2,Sapsucker Woods,US-NY,42.48,-76.45
        L3,Taveuni <West>,FJ-W,-16.8,179.9
        L4,Taveuni East,FJ-E,-16.8,-179.9
        L5,Alert,CA-NU,82.5,-62.3

        """
    static let observations = """
        id,species,date,lat,lon,count
        O1,Turdus merula,2026-05-03,42.46,-76.5,2
        O2,Turdus merula,2026-06-03,42.47,-76.5,1
        O3,Parus major,2024-01-01,42.48,-76.45,1
        O4,Parus major,,42.48,-76.45,1

        """

    /// Runs `body` with a client; what it is given besides is the store's path.
    ///
    /// - Parameter prepare: what else the store is to hold.
    static func with(
        hotspots: String = hotspots, observations: String = observations, _ testing: TestingSetup = .router,
        token: String? = nil, allowedOrigin: String? = nil, limits: ServerLimits = ServerLimits(),
        prepare: (Store) async throws -> Void = { _ in },
        _ body: @Sendable (any TestClientProtocol, _ path: String) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            let path = folder + "/birds.sqlite"
            let store = try Store(path: path)
            try hotspots.write(toFile: folder + "/hotspots.csv", atomically: true, encoding: .utf8)
            try await store.importFile(folder + "/hotspots.csv", as: .hotspots)
            try observations.write(toFile: folder + "/observations.csv", atomically: true, encoding: .utf8)
            try await store.importFile(folder + "/observations.csv", as: .observations)
            try await prepare(store)
            var configuration = ServerConfiguration(path: path)
            (configuration.token, configuration.allowedOrigin, configuration.limits) = (token, allowedOrigin, limits)
            let server = try Server(configuration)
            await server.refresh()
            try await server.application.test(testing) { client in try await body(client, path) }
        }
    }
}

extension TestClientProtocol {
    /// GET, with the body as JSON.
    func json(_ uri: String, headers: HTTPFields = [:]) async throws -> (
        status: Int, body: JSONValue, headers: HTTPFields
    ) {
        let response = try await execute(uri: uri, method: .get, headers: headers)
        let body = try JSONValue(parsing: String(buffer: response.body))
        return (response.status.code, body, response.headers)
    }

    func get(_ uri: String, headers: HTTPFields = [:]) async throws -> TestResponse {
        try await execute(uri: uri, method: .get, headers: headers)
    }
}

extension JSONValue {
    /// A member of an object.
    subscript(name: String) -> JSONValue? { object?[name] }

    /// The names of the hits of a collection, in order.
    var names: [String] {
        self["features"]?.array?.compactMap { $0["properties"]?["name"]?.string } ?? []
    }

    /// The parameters that a problem names.
    var badParameters: [String] {
        self["errors"]?.array?.compactMap { $0["parameter"]?.string } ?? []
    }
}
