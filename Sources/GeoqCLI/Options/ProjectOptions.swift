import ArgumentParser
import Foundation
import GeoqStore
import GeoqSupabase
import GeoqSync

/// Chooses a Supabase project, and the key by which an application asks it.
struct ProjectOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The project: https://abc.supabase.co.", valueName: "url"))
    var url: String

    @Option(
        help: ArgumentHelp(
            "Holds the project's anonymous or publishable key; - for standard input (else GEOQ_KEY, the key of the login that the store has, or what you type).",
            valueName: "file"),
        completion: .file())
    var keyFile: String?

    /// The project.
    ///
    /// - Parameter vault: Of the project, which may have the key.
    /// - Throws: `ProjectError`, `CredentialError`, `VaultError`.
    func project(_ vault: FileVault) async throws -> SupabaseProject {
        let variable = Invocation.environment["GEOQ_KEY"].flatMap { $0.isEmpty ? nil : Secret($0) }
        if keyFile == nil {
            if let variable { return try SupabaseProject(url: url, key: variable) }
            if let kept = try await vault.contents()?.key { return try vault.project(at: url, kept) }
        }
        let key = try SecretInput.read(
            keyFile, question: "Anonymous or publishable key of \(url)", option: "--key-file")
        return try SupabaseProject(url: url, key: key)
    }
}

/// What becomes the account's besides what was made by hand.
struct AdoptionOptions: ParsableArguments {
    @Option(
        name: .customLong("adopt"),
        help: ArgumentHelp(
            "Make the watchlists of this source (geoq sources) the account's, too; repeatable. A later import of its file makes them once more, until it is adopted again.",
            valueName: "source"))
    var sources: [String] = []
}

/// An account by address and password.
struct PasswordOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Holds the password in its first line; - for standard input (else it is asked for).", valueName: "file"),
        completion: .file())
    var passwordFile: String?

    func password(for email: String, isNew: Bool = false) throws -> Secret {
        try SecretInput.read(
            passwordFile, question: "\(isNew ? "New password" : "Password") of \(email)", option: "--password-file",
            isNew: isNew)
    }
}

extension FileVault {
    /// The vault of this user's login at a project.
    static func own(of origin: String, for store: Store) async throws -> FileVault {
        try await FileVault(of: origin, for: store, in: standardFolder(for: Invocation.environment))
    }
}
