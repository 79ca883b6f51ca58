import GeoqSupabase
import GeoqSync

/// A login in the user's browser: its address is shown, and the browser brings
/// the code back to this machine.
struct BrowserLogin {
    /// A user who needs longer begins anew.
    static let patience = Duration.seconds(300)

    private let project: SupabaseProject
    private let listener: any CodeListener
    private let patience: Duration

    init(_ project: SupabaseProject, _ listener: any CodeListener, patience: Duration = BrowserLogin.patience) {
        (self.project, self.listener, self.patience) = (project, listener, patience)
    }

    /// - Throws: `CodeRefusal`, `BrowserTimeout`.
    func credentials() async throws -> Credentials {
        var random = SystemRandomNumberGenerator()
        let proof = CodeProof { count in (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) } }
        Terminal.say(
            "open this page in a browser of this machine, and log in there:\n"
                + proof.page(of: project, provider: "google", back: listener.address))
        let (listener, patience) = (listener, patience)
        let code = try await withThrowingTaskGroup(of: Secret.self) { group in
            group.addTask { try await listener.code(state: proof.state) }
            group.addTask {
                try await Task.sleep(for: patience)
                throw BrowserTimeout()
            }
            defer { group.cancelAll() }
            guard let code = try await group.next() else { throw BrowserTimeout() }
            return code
        }
        return .code(code, verifier: proof.verifier)
    }
}

/// The browser brought no code in time.
struct BrowserTimeout: Error, CustomStringConvertible {
    var description: String { "no browser has come back from the login; begin it anew" }
}
