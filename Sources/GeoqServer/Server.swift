import Geoq
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
package import ServiceLifecycle
import UnixSignals

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// geoq's questions over HTTP, and a map that asks them.
///
///     var configuration = ServerConfiguration(path: "birds.sqlite")
///     configuration.port = 8080
///     try await Server(configuration).run()
///
/// Read-only. Answers are of one snapshot of the store each; when the store
/// changes, the next requests are of the new one.
public struct Server: Sendable {
    private let service: Service
    private let onRunning: @Sendable (_ address: String) async -> Void

    /// It opens the store, and waits for the disk.
    ///
    /// - Parameter onRunning: called with the address of the page, once
    ///   questions are answered. Connections are accepted earlier: while the
    ///   index is built, `/healthz` says 200 and questions get 503.
    /// - Throws: `ServerError` when the configuration is not valid;
    ///   `StoreError` when there is no store.
    public init(
        _ configuration: ServerConfiguration,
        onRunning: @escaping @Sendable (_ address: String) async -> Void = { _ in }
    ) throws {
        try configuration.check()
        service = try Service(configuration)
        self.onRunning = onRunning
    }

    /// When the first snapshot takes longer than this, the log says so.
    private static let patience = Duration.seconds(1)

    /// Serves until the process is told to stop (SIGTERM, SIGINT). Requests
    /// that are being answered may finish.
    ///
    /// - Throws: `ServerError.cannotListen`.
    public func run() async throws {
        let configuration = service.configuration
        var group = ServiceGroupConfiguration(
            services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        group.maximumGracefulShutdownDuration = .seconds(service.limits.shutdownSeconds)
        do {
            try await ServiceGroup(configuration: group).run()
        } catch let error as IOError {
            throw ServerError.cannotListen(
                host: configuration.host, port: configuration.port, ListenFailure(error))
        }
    }

    /// Takes the newest snapshot now, before the server runs.
    package func refresh() async {
        await service.live.refresh()
    }

    var dispatcher: Dispatcher { Dispatcher(service) }

    /// What must run for the server to answer, for code that runs it in another
    /// way, such as tests. The last of them ends first.
    package var services: [any ServiceLifecycle.Service] {
        [Watcher(service: service), Listener(server: self)]
    }

    /// Accepts connections and answers their requests.
    private struct Listener: ServiceLifecycle.Service {
        let server: Server

        func run() async throws {
            let (configuration, limits) = (server.service.configuration, server.service.limits)
            let hub = server.service.hub
            let listener = HummingbirdCore.Server(
                childChannelSetup: ConnectionSetup(dispatcher: server.dispatcher),
                configuration: .init(
                    address: .hostname(configuration.host, port: configuration.port),
                    availableConnectionsDelegate: MaximumAvailableConnections(limits.connections)),
                onServerRunning: { channel in server.isListening(channel.localAddress?.port ?? configuration.port) },
                eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: server.logger)
            // A server that is told to stop waits for its answers to end; those
            // of listeners end then.
            try await withGracefulShutdownHandler {
                try await listener.run()
            } onGracefulShutdown: {
                hub.finish()
            }
        }
    }

    /// The server accepts connections once this returns; a large index may take
    /// long to build.
    private func isListening(_ port: Int) {
        let name = service.configuration.host
        let address = "http://\(name.contains(":") ? "[\(name)]" : name):\(port)/"
        Task {
            let notice = Task {
                try await Task.sleep(for: Self.patience)
                service.log.say("listening at \(address); questions get 503 until the index is built")
            }
            await service.live.firstMoment()
            notice.cancel()
            await onRunning(address)
            // So the first visitor of the page does not wait for the tiles.
            if let moment = try? service.live.moment() { service.tiles.prepare(.hotspots, at: moment) }
        }
    }

    private var logger: Logger {
        var logger = Logger(label: "geoq.server") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .error
        return logger
    }
}

extension ListenFailure {
    fileprivate init(_ error: IOError) {
        self =
            switch error.errnoCode {
            case EADDRINUSE: .inUse
            case EACCES: .notPermitted
            default: .other("\(error)")
            }
    }
}
