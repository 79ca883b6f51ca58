import ArgumentParser
import Foundation
import GeoqFiles
import GeoqStore
import GeoqSync

/// Chooses the store.
struct StoreOptions: ParsableArguments {
    @Option(
        name: .customLong("db"),
        help: ArgumentHelp("The store's file (GEOQ_DB; else geoq.sqlite in your data folder).", valueName: "file"),
        completion: .file())
    var path: String?

    /// Refuses an empty name: it comes from a variable that was not set, and
    /// geoq must not use another store than the user meant.
    func validate() throws {
        if let path {
            if path.isEmpty { throw ValidationError("--db is empty; give the store's file, or leave --db out.") }
        } else if Invocation.environment["GEOQ_DB"]?.isEmpty == true {
            throw ValidationError("GEOQ_DB is empty; set it to the store's file, or unset it.")
        }
    }

    /// The path that was chosen, or the default.
    var storePath: String {
        let environment = Invocation.environment
        if let path = path ?? environment["GEOQ_DB"] { return path }
        // The meaning that the shell gives to ~, which may differ from the user
        // database's.
        let home =
            environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }
            ?? FileManager.default.homeDirectoryForCurrentUser.path
        #if os(macOS)
            let folder = home + "/Library/Application Support"
        #else
            let folder = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/share"
        #endif
        return folder + "/geoq/geoq.sqlite"
    }

    /// Whether there is a store's file. A file of no bytes is not one yet: a command that was killed while it made the
    /// store leaves it, and the next one makes the store of it.
    var hasFile: Bool { FileStream.size(storePath) ?? 0 > 0 }

    /// Opens an existing store, and finishes a logout that was killed.
    ///
    /// It says when the store can only be read.
    func open() async throws -> Store { try await UnfinishedLogout.finished(in: try openAsItIs()) }

    /// Opens an existing store in which a logout may be unfinished.
    func openAsItIs() throws -> Store { Self.said(try Store(path: storePath, create: false)) }

    /// Opens the store of an account, and finishes a logout that was killed.
    ///
    /// - Throws: `AccountError.notLoggedIn` when there is no store: then no user is logged in.
    func openOfAccount() async throws -> Store { try await UnfinishedLogout.finished(in: try openOfLogout()) }

    /// The same, for a logout: it finishes one that was killed itself.
    ///
    /// - Throws: As `openOfAccount`.
    func openOfLogout() throws -> Store {
        guard hasFile else { throw AccountError.notLoggedIn }
        return try openAsItIs()
    }

    private static func said(_ store: Store) -> Store {
        OpenedStores.ofRun?.add(store)
        if let failure = store.failedMigration { Terminal.say("geoq: \(Failure.sentence(for: failure))") }
        return store
    }

    /// Opens the store; makes it, and the default's folder, when it is missing. A logout that was killed is finished.
    func openOrCreate() async throws -> Store {
        if path == nil {
            let folder = (storePath as NSString).deletingLastPathComponent
            if !folder.isEmpty {
                do {
                    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                } catch {
                    throw StoreError.failed(path: folder, reason: "the folder cannot be made: \(error.systemReason)")
                }
            }
        }
        return try await UnfinishedLogout.finished(in: Self.said(try Store(path: storePath)))
    }
}
