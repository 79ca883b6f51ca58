import CSpatiaLite
import GRDB

/// Makes connections spatial. The one file that calls SpatiaLite's C functions.
enum SpatiaLite {
    /// Adds SpatiaLite's SQL functions to a connection.
    ///
    /// The connection's cache must outlive it and be freed after it. SQLite
    /// frees a function's user data when the connection is closed, so the cache
    /// is given to a function of its own.
    static func initialize(_ db: Database) throws {
        guard let connection = db.sqliteConnection, let cache = spatialite_alloc_connection() else {
            throw StoreError.spatialiteUnavailable(reason: "it has no connection left (it allows 64 at a time)")
        }
        let owned = sqlite3_create_function_v2(
            connection, "geoq_spatialite_cache", 0, SQLITE_UTF8, cache,
            { context, _, _ in sqlite3_result_null(context) }, nil, nil,
            { cache in spatialite_cleanup_ex(cache) })
        guard owned == SQLITE_OK else {
            throw StoreError.spatialiteUnavailable(reason: String(cString: sqlite3_errmsg(connection)))
        }
        spatialite_init_ex(connection, cache, 0)
    }

    /// The versions of the libraries, as they say themselves.
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
