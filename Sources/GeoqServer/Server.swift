import Geoq
package import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
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
/// Only the server's own page may change the store, and by default only while no other machine can reach the server
/// (`ServerConfiguration.takesEdits`). Each answer is of one snapshot of the store; when the store changes, the next
/// requests are answered from a new one.
public struct Server: Sendable {
    let service: Service
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

    /// Serves until its task is cancelled. Requests that are being answered may
    /// finish. What the process does with signals stays as it is.
    ///
    /// - Throws: `ServerError.cannotListen`.
    public func run() async throws { try await run(stopsAtSignals: false) }

    /// Serves until its task is cancelled.
    ///
    /// - Parameter stopsAtSignals: whether the process may be told to stop by SIGTERM and SIGINT, too: then they end
    ///   nothing else in it from now on.
    /// - Throws: As `run()`.
    package func run(stopsAtSignals: Bool) async throws {
        let configuration = service.configuration
        let (cancellation, end) = AsyncStream.makeStream(of: Void.self)
        var group = ServiceGroupConfiguration(
            services: [
                .init(service: application, successTerminationBehavior: .gracefullyShutdownGroup),
                .init(service: Waiting(end: cancellation), successTerminationBehavior: .gracefullyShutdownGroup),
            ],
            gracefulShutdownSignals: stopsAtSignals ? [.sigterm, .sigint] : [], logger: logger)
        group.maximumGracefulShutdownDuration = .seconds(service.limits.shutdownSeconds)
        do {
            // In a task of its own: what cancels this one lets the requests finish.
            let serving = Task { [group, service] in
                try await ServiceGroup(configuration: group).run()
                // Edits on the map are in the store's file then, if it is copied alone.
                await service.live.settle()
            }
            try await withTaskCancellationHandler {
                try await serving.value
            } onCancel: {
                end.finish()
            }
        } catch let error as IOError {
            throw ServerError.cannotListen(
                host: configuration.host, port: configuration.port, isTaken: error.errnoCode == EADDRINUSE,
                reason: Self.reason(error))
        } catch is SocketAddressError.UnknownHost {
            throw ServerError.cannotListen(
                host: configuration.host, port: configuration.port, isTaken: false,
                reason: "no machine of this name is known")
        }
    }

    /// Ends the group of services, in an orderly way, when its stream ends.
    private struct Waiting: ServiceLifecycle.Service {
        let end: AsyncStream<Void>

        func run() async { for await _ in end.cancelOnGracefulShutdown() {} }
    }

    /// The application, for code that runs it in another way, such as tests.
    package var application: some ApplicationProtocol {
        let configuration = service.configuration
        let limits = service.limits
        let responder = GeoqResponder(service)
        return Application(
            responder: responder,
            server: HTTPServerBuilder { waiting in
                ConnectionSetup(responder: waiting, direct: responder, service: service)
            },
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port), serverName: GeoqResponder.serverName,
                availableConnectionsDelegate: MaximumAvailableConnections(limits.connections)),
            services: [Watcher(service: service)],
            onServerRunning: { [onRunning, service] channel in
                let port = channel.localAddress?.port ?? configuration.port
                let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
                let address = "http://\(host):\(port)/"
                // The server accepts connections once this returns; a large
                // index may take long to build.
                Task {
                    let notice = Task {
                        try await Task.sleep(for: Self.patience)
                        service.log.say("listening at \(address); questions get 503 until the index is built")
                    }
                    await service.live.firstMoment()
                    notice.cancel()
                    await onRunning(address)
                    // So the first visitor of the page does not wait for the
                    // tiles.
                    if let moment = try? service.live.moment() { service.tiles.prepare(.hotspots, at: moment) }
                }
            },
            logger: logger)
    }

    private var logger: Logger {
        var logger = Logger(label: "geoq.server") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .error
        return logger
    }

    private static func reason(_ error: IOError) -> String {
        switch error.errnoCode {
        case EADDRINUSE: "something else listens there already"
        case EACCES: "it needs rights that this process does not have; ports from 1024 on need none"
        default: String(cString: strerror(error.errnoCode))
        }
    }
}
