import CSQLite
import GRDB
import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Makes connections spatial. The one file that calls SpatiaLite's C functions.
///
/// The library is loaded when the first connection needs it: loading it, with
/// the forty libraries that it needs, takes a quarter of the time of a short
/// command, and most commands need nothing spatial from SQL.
enum SpatiaLite {
    /// Adds SpatiaLite's SQL functions to a connection.
    ///
    /// The connection's cache must outlive it and be freed after it. SQLite
    /// frees a function's user data when the connection is closed, so the cache
    /// is given to a function of its own.
    static func initialize(_ db: Database) throws {
        let functions = try functions()
        guard let connection = db.sqliteConnection, let cache = functions.allocateConnection() else {
            throw StoreError.spatialiteUnavailable(reason: "it has no connection left (it allows 64 at a time)")
        }
        let owned = sqlite3_create_function_v2(
            connection, "geoq_spatialite_cache", 0, SQLITE_UTF8, cache,
            { context, _, _ in sqlite3_result_null(context) }, nil, nil,
            { cache in SpatiaLite.free(cache) })
        guard owned == SQLITE_OK else {
            throw StoreError.spatialiteUnavailable(reason: String(cString: sqlite3_errmsg(connection)))
        }
        functions.initialize(connection, cache, 0)
    }

    private static func free(_ cache: UnsafeMutableRawPointer?) {
        loaded.withLock { $0 }?.cleanUp(cache)
    }

    /// nil until the library was loaded: a process that could not open its files may do so later.
    private static let loaded = Mutex<Functions?>(nil)

    private static func functions() throws -> Functions {
        try loaded.withLock { loaded in
            if let loaded { return loaded }
            let functions = try Functions()
            loaded = functions
            return functions
        }
    }

    /// The functions of the library that are called, with the types of
    /// `spatialite.h`.
    private struct Functions {
        typealias AllocateConnection = @convention(c) () -> UnsafeMutableRawPointer?
        typealias Initialize = @convention(c) (OpaquePointer?, UnsafeRawPointer?, CInt) -> Void
        typealias CleanUp = @convention(c) (UnsafeRawPointer?) -> Void

        let allocateConnection: AllocateConnection
        let initialize: Initialize
        let cleanUp: CleanUp

        /// Never unloaded: connections may be open until the process ends.
        init() throws(StoreError) {
            #if canImport(Darwin)
                let name = "libspatialite.dylib"
            #else
                let name = "libspatialite.so.7"
            #endif
            guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { throw Self.failure() }
            allocateConnection = unsafeBitCast(
                try Self.symbol("spatialite_alloc_connection", of: library), to: AllocateConnection.self)
            initialize = unsafeBitCast(try Self.symbol("spatialite_init_ex", of: library), to: Initialize.self)
            cleanUp = unsafeBitCast(try Self.symbol("spatialite_cleanup_ex", of: library), to: CleanUp.self)
        }

        private static func symbol(
            _ name: String, of library: UnsafeMutableRawPointer
        ) throws(StoreError) -> UnsafeMutableRawPointer {
            guard let symbol = dlsym(library, name) else { throw failure() }
            return symbol
        }

        private static func failure() -> StoreError {
            // The loader opens each library before it closes it again: it needs one file at a time.
            if let scarcity = OpenFiles.scarcity(for: 2) {
                return .failed(path: "SpatiaLite", reason: "it cannot be loaded: \(scarcity)")
            }
            return .spatialiteUnavailable(reason: dlerror().map { String(cString: $0) } ?? "it cannot be loaded")
        }
    }

    /// The versions that the libraries report.
    static func versions(_ db: Database) throws -> [(name: String, version: String)] {
        let queries = [
            ("SQLite", "SELECT sqlite_version()"), ("SpatiaLite", "SELECT spatialite_version()"),
            ("PROJ", "SELECT proj_version()"), ("GEOS", "SELECT geos_version()"),
        ]
        return try queries.map { name, sql in
            (name, try String.fetchOne(db, sql: sql) ?? "missing")
        }
    }
}
