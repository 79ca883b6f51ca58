import Foundation
import Geoq

/// What the server, libpq and the settings of a connection say.
extension PostgresConnection {
    static func text(_ bytes: UnsafePointer<CChar>?) -> String {
        bytes.map { String(cString: $0) } ?? ""
    }

    /// The first line of libpq's message about the connection.
    var message: String {
        let lines = Self.text(libpq.errorMessage(handle)).split(separator: "\n")
        return lines.first.map { spoken($0.trimmingCharacters(in: .whitespaces)) } ?? "the connection was closed"
    }

    /// Words of others, made safe to show: without control characters, and
    /// without passwords.
    func spoken(_ text: String) -> String {
        var text = text
        for secret in secrets { text = text.replacingScalars(secret, with: "…") }
        return TerminalText.neutralized(text)
    }

    /// A secret of three letters would be found in every text.
    private var secrets: [String] {
        let settings = connectionSettings.filter { ConnectionText.passwords.contains($0.name) }.map(\.value)
        return (settings + [Self.text(libpq.pass(handle))]).filter { $0.count > 3 }
    }

    /// The settings in force: those of the connection string, of the environment
    /// and of a service file.
    var connectionSettings: [(name: String, value: String)] {
        guard let options = libpq.conninfo(handle) else { return [] }
        defer { libpq.conninfoFree(options) }
        return Libpq.values(of: options)
    }

    // MARK: - Texts of C

    static func withCStrings<Value>(
        _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value
    ) -> Value {
        withOptionalCStrings(texts) { body($0) }
    }

    static func withOptionalCStrings<Value>(
        _ texts: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value
    ) -> Value {
        let copies = texts.map { $0.map { strdup($0) } }
        defer { for copy in copies { free(copy ?? nil) } }
        let pointers = copies.map { $0.flatMap { UnsafePointer($0) } } + [nil]
        return pointers.withUnsafeBufferPointer { body($0.baseAddress!) }
    }
}
