import Foundation
import Geoq
import GeoqFormats
import GeoqStore
import TestSupport
import Testing

@testable import GeoqServer

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

    /// Imports more rows of the source that the store's are of.
    static func add(_ rows: String, as kind: ImportKind, to path: String) async throws {
        let file = "\(path).\(UInt64.random(in: 0 ... .max)).csv"
        try rows.write(toFile: file, atomically: true, encoding: .utf8)
        var settings = ImportSettings(kind)
        settings.source = kind == .hotspots ? "hotspots" : "observations"
        try await Store(path: path, create: false).imports.run(file, settings)
    }

    /// Runs `body` with a client, and the path of the store.
    ///
    /// - Parameter prepare: adds further rows to the store.
    static func with(
        hotspots: String = hotspots, observations: String = observations, _ way: TestedServer.Way = .router,
        token: String? = nil, allowedOrigin: String? = nil, limits: ServerLimits = .patient,
        configure: (inout ServerConfiguration) -> Void = { _ in },
        prepare: (Store) async throws -> Void = { _ in },
        _ body: @Sendable (TestedServer, _ path: String) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            let path = try await fill(folder, hotspots: hotspots, observations: observations, prepare)
            var configuration = ServerConfiguration(path: path)
            (configuration.token, configuration.allowedOrigin, configuration.limits) = (token, allowedOrigin, limits)
            configuration.port = 0
            configure(&configuration)
            let (addresses, running) = AsyncStream<String>.makeStream()
            let server = try Server(configuration) { running.yield($0) }
            await server.service.live.refresh()
            switch way {
            case .router: try await TestedServer.route(server.application) { try await body($0, path) }
            case .live:
                try await TestedServer.listen(server.application, addresses, running) { try await body($0, path) }
            }
        }
    }

    /// Runs `body` with what all requests to a server would share.
    static func withService(hotspots: String = hotspots, _ body: (Service) async throws -> Void) async throws {
        try await withFolder { folder in
            let path = try await fill(folder, hotspots: hotspots, observations: observations) { _ in }
            let service = try Service(ServerConfiguration(path: path))
            await service.live.refresh()
            try await body(service)
        }
    }

    /// - Returns: the store's path.
    private static func fill(
        _ folder: String, hotspots: String, observations: String, _ prepare: (Store) async throws -> Void
    ) async throws -> String {
        let path = folder + "/birds.sqlite"
        let store = try Store.blank(path)
        try hotspots.write(toFile: folder + "/hotspots.csv", atomically: true, encoding: .utf8)
        try await store.imports.run(folder + "/hotspots.csv", as: .hotspots)
        try observations.write(toFile: folder + "/observations.csv", atomically: true, encoding: .utf8)
        try await store.imports.run(folder + "/observations.csv", as: .observations)
        try await prepare(store)
        return path
    }
}

extension ServerLimits {
    /// With all the time that a busy machine may need.
    static let patient: ServerLimits = {
        var limits = ServerLimits()
        (limits.idleSeconds, limits.requestSeconds, limits.writeSeconds) = (600, 600, 600)
        limits.querySeconds = 600
        return limits
    }()
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
