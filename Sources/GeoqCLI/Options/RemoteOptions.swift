import ArgumentParser
import Foundation
import GeoqFiles
import GeoqPostgres
import GeoqSync
import Logging
import Synchronization

/// Chooses the server, and the names of its tables.
enum RemoteOptions {
    /// The environment variables that can name a server for libpq.
    private static let variables = ["PGHOST", "PGHOSTADDR", "PGSERVICE", "PGDATABASE", "PGPORT"]

    /// - Parameters:
    ///   - url: nil for the settings of the environment.
    ///   - silence: a longer time without a byte from the server counts as a lost
    ///     connection.
    ///   - logger: gets the server's notices.
    static func remote(
        _ url: String?, silence: Duration = .seconds(120), logger: Logger = SyncLog.logger(verbose: false)
    ) throws -> PostgresRemote {
        try check(url)
        if let url, isProject(url) {
            throw ValidationError("A project over HTTP can be mirrored, with geoq sync, and not asked itself.")
        }
        if url == nil {
            guard environmentVariable != nil else {
                throw ValidationError(
                    "Give a server, such as postgresql://user@host/database, or set PGHOST, PGDATABASE or PGSERVICE. "
                        + "A project that you log in to, with geoq login, is mirrored by geoq sync alone.")
            }
        }
        return try PostgresRemote(url ?? "", silence: silence, logger: logger)
    }

    /// Says what a later sync without an address lacks.
    static func sayWhatIsNotKept(of remote: PostgresRemote) {
        if remote.hasPassword {
            Terminal.say(
                "the store remembers the server without its password; keep that in ~/.pgpass, PGPASSWORD or a service file"
            )
        }
        if remote.hasSecretOptions {
            Terminal.say(
                "the store remembers the server without its options, for they may be secret; give the address with each "
                    + "sync, or set PGOPTIONS")
        }
    }

    /// Refuses a URL that is blank, as that of a shell's variable without a value: libpq
    /// would take it for a server on this machine.
    static func check(_ url: String?) throws {
        if url?.allSatisfy(\.isWhitespace) == true {
            throw ValidationError("The server's URL is empty; write one, such as postgresql://user@host/database.")
        }
    }

    /// The environment variable that names a server for libpq; nil for none.
    static var environmentVariable: String? {
        let environment = Invocation.environment
        return variables.first { environment[$0]?.isEmpty == false }
    }

    /// Whether a URL is that of a Supabase project, and not of a PostgreSQL
    /// server.
    static func isProject(_ url: String) -> Bool {
        ["http://", "https://"].contains { url.lowercased().hasPrefix($0) }
    }

    /// The relations that a file names; nil for a file of the other form.
    static func relations(_ path: String) throws -> [TableMapping]? {
        try TableMapping.relations(json: try contents(path))
    }

    /// The bytes of files that can be read only once, such as a pipe, by their paths.
    private static let readOnce = Mutex<[String: Data]>([:])

    /// The bytes of a file of tables.
    private static func contents(_ path: String) throws -> Data {
        var status = stat()
        guard stat(path, &status) == 0, access(path, R_OK) == 0 else {
            throw errno == ENOENT || errno == ENOTDIR
                ? InputError.missing(path) : InputError.unreadable(path, reason: String(cString: strerror(errno)))
        }
        let isFile = status.st_mode & S_IFMT == S_IFREG
        if !isFile, let known = readOnce.withLock({ $0[path] }) { return known }
        guard let handle = FileHandle(forReadingAtPath: path) else {
            _ = access(path, R_OK)
            throw InputError.unreadable(path, reason: String(cString: strerror(errno)))
        }
        // One byte more than is taken, which tells that there are too many.
        let most = TableMapping.longestFile + 1
        var data = Data()
        do {
            while data.count < most, let more = try handle.read(upToCount: most - data.count), !more.isEmpty {
                data += more
            }
        } catch {
            throw InputError.unreadable(path, reason: error.systemReason)
        }
        if !isFile { readOnce.withLock { $0[path] = data } }
        return data
    }

    /// The names in a file of either form; of one with relations, when it has one, or the one
    /// that is meant.
    ///
    /// - Parameter table: which relation of the file is meant; nil for its only one.
    static func mapping(_ path: String, of table: String? = nil) throws -> TableMapping {
        let data = try contents(path)
        guard let relations = try TableMapping.relations(json: data) else {
            if table != nil {
                throw SyncError.mapping("it names geoq's own tables, and no relation that --table could choose")
            }
            return try TableMapping(json: data)
        }
        let names = relations.compactMap(\.relation).joined(separator: ", ")
        let meant = table.map { table in relations.filter { $0.isMeant(by: table) } } ?? relations
        guard let mapping = meant.first else {
            throw SyncError.mapping(table.map { "it names no relation \($0), but \(names)" } ?? "it names no relation")
        }
        guard meant.count == 1 else {
            throw SyncError.mapping("it names \(meant.count) relations (\(names)); choose one with --table")
        }
        return mapping
    }
}
