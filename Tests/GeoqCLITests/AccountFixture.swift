import Foundation
import GeoqStore
import TestSupport

/// A user at a gateway: a store, a vault, and files with key and password, in a
/// folder of their own.
struct AccountFixture: Sendable {
    let folder: String
    let gateway: GatewayProcess

    var store: String { folder + "/birds.sqlite" }

    /// - Parameter gateway: is set to behave well first.
    init(_ gateway: GatewayProcess, in folder: String) throws {
        (self.gateway, self.folder) = (gateway, folder)
        try gateway.set(#"{"faults": [], "clock_offset": 0}"#)
        try Store.putBlank(store)
        try gateway.anonymousKey.write(toFile: folder + "/key", atomically: true, encoding: .utf8)
    }

    static let password = "Correct Horse 7 Battery"

    var environment: [String: String] {
        ["HOME": folder, "XDG_STATE_HOME": folder + "/state", "GEOQ_DB": store, "GEOQ_KEY": ""]
    }

    func run(_ words: String..., input: String = "", key: String = "") throws -> GeoqProcess {
        try GeoqProcess(words, input: input, environment: environment.merging(["GEOQ_KEY": key]) { $1 })
    }

    /// A user of its own for each test: an address that no other has.
    func newAddress() -> String { "\(UUID().uuidString.lowercased())@example.org" }

    /// Signs up a new user, who is then logged in.
    ///
    /// - Returns: the user's address.
    func signUp() throws -> String {
        let email = newAddress()
        let run = try run(
            "signup", gateway.url, "--email", email, "--password-file", "-", "--key-file", folder + "/key",
            input: Self.password + "\n")
        guard run.status == 0 else { throw PostgresError(words: run.errors) }
        return email
    }

    func logIn(_ email: String) throws -> GeoqProcess {
        try run(
            "login", gateway.url, "--email", email, "--password-file", "-", "--key-file", folder + "/key",
            input: Self.password + "\r\n")
    }

    /// What `whoami` says, and how it ended.
    func whoami() throws -> (fields: [String: String], run: GeoqProcess) {
        let run = try run("whoami", "-f", "ndjson")
        let object = try? JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        var fields = (object ?? [:]).mapValues { "\($0)" }
        fields["confirmed"] = run.output.contains(/"confirmed": ?true/) ? "yes" : "no"
        return (fields, run)
    }

    /// The id of the user who is logged in, as the store has it.
    func userID() throws -> String {
        guard let id = try sql("SELECT user_id FROM geoq_account").first else {
            throw PostgresError(words: "no user is logged in")
        }
        return id
    }

    /// What the vault keeps; the newest of several.
    func kept() throws -> [String: Any] {
        let vault = folder + "/state/geoq"
        let name = try FileManager.default.contentsOfDirectory(atPath: vault).first { $0.hasSuffix(".json") }
        guard let name, let data = FileManager.default.contents(atPath: "\(vault)/\(name)") else { return [:] }
        return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    }

    /// Makes the token look too old, so that the next command renews it.
    func expire() throws {
        let vault = folder + "/state/geoq"
        let name = try FileManager.default.contentsOfDirectory(atPath: vault).first { $0.hasSuffix(".json") }
        var contents = try kept()
        contents["expires_at"] = 1
        guard let name else { return }
        // In its place, so that its mode stays.
        try JSONSerialization.data(withJSONObject: contents).write(to: URL(filePath: "\(vault)/\(name)"))
    }

    /// The files below the folder that have these bytes in them.
    func files(with text: String, except: Set<String> = []) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).filter { path in
            !except.contains(path)
                && FileManager.default.contents(atPath: "\(folder)/\(path)")?.range(of: Data(text.utf8)) != nil
        }
    }

    func sql(_ statement: String) throws -> [String] {
        let run = try Tool.sqlite3(store, statement)
        guard run.status == 0 else { throw PostgresError(words: run.errors) }
        return run.lines
    }

    /// A process of the command that is not waited for; its messages can be
    /// read while it runs.
    func started(_ words: [String]) throws -> (process: Process, errors: FileHandle) {
        let process = GeoqProcess.prepared(words, environment: environment)
        let errors = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
        return (process, errors.fileHandleForReading)
    }

    /// The same, of a command that stays: what it has said so far can be asked again and again.
    func staying(_ words: [String]) throws -> (process: Process, said: @Sendable () -> String) {
        let file = "\(folder)/messages-\(UUID().uuidString)"
        let process = GeoqProcess.prepared(words, environment: environment)
        guard FileManager.default.createFile(atPath: file, contents: nil) else { throw CocoaError(.fileWriteUnknown) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: URL(filePath: file))
        try process.run()
        return (process, { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" })
    }
}
