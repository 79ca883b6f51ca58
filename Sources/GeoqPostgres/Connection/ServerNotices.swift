import GeoqSync

/// Takes the server's notices: warnings, and messages that a function raises.
/// libpq alone would print them.
final class ServerNotices {
    private let libpq: Libpq
    private let noticed: (String) -> Void
    private weak var connection: PostgresConnection?

    init(_ libpq: Libpq, _ noticed: @escaping (String) -> Void) {
        (self.libpq, self.noticed) = (libpq, noticed)
    }

    /// - Parameter connection: owns this object, and alone calls it.
    func listen(to connection: PostgresConnection) {
        self.connection = connection
        _ = libpq.setNoticeReceiver(
            connection.handle,
            { context, result in
                guard let context, let result else { return }
                Unmanaged<ServerNotices>.fromOpaque(context).takeUnretainedValue().take(result)
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func take(_ result: OpaquePointer) {
        // PG_DIAG_SEVERITY_NONLOCALIZED, PG_DIAG_SQLSTATE, PG_DIAG_MESSAGE_PRIMARY.
        let words = ["V", "C", "M"].compactMap { libpq.field($0, of: result) }
        guard let connection, !words.isEmpty else { return }
        noticed(connection.spoken(words.joined(separator: " ")))
    }
}
