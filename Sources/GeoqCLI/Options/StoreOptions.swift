import ArgumentParser
import Foundation
import GeoqStore

/// Which store.
struct StoreOptions: ParsableArguments {
    @Option(
        name: .customLong("db"),
        help: ArgumentHelp("The store's file (GEOQ_DB; else geoq.sqlite in your data folder).", valueName: "file"),
        completion: .file())
    var path: String?

    /// The path that was chosen, or the default.
    var storePath: String {
        let environment = ProcessInfo.processInfo.environment
        if let path = path ?? environment["GEOQ_DB"], !path.isEmpty { return path }
        // What the shell means by ~, which need not be what the user database says.
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

    /// Opens a store that is there.
    func open() throws -> Store {
        try Store(path: storePath, create: false)
    }

    /// Opens the store, and makes it when there is none; the default's folder,
    /// too.
    func openOrCreate() throws -> Store {
        if path == nil {
            let folder = (storePath as NSString).deletingLastPathComponent
            if !folder.isEmpty {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            }
        }
        return try Store(path: storePath)
    }
}
