import Geoq
import Logging

/// The log of a sync, on standard error.
enum SyncLog {
    /// With `verbose`, each phase and the server's notices; otherwise nothing,
    /// because the command reports errors itself.
    static func logger(verbose: Bool) -> Logger {
        var logger = Logger(label: "geoq.sync") { _ in TerminalLog() }
        logger.logLevel = verbose ? .info : .critical
        return logger
    }
}

/// One line a message: `sync: read table=hotspot rows=3`.
private struct TerminalLog: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let fields = (event.metadata ?? [:]).merging(metadata) { $1 }.sorted { $0.key < $1.key }
            .map { "\($0.key)=\($0.value)" }
        Terminal.say(TerminalText.neutralized((["sync: \(event.message)"] + fields).joined(separator: " ")))
    }
}
