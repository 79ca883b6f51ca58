import CSQLite
import Foundation
import GRDB

/// A write that the system refused.
///
/// SQLite calls a disk full when the system says ENOSPC. Every other refusal, such as that of a user's quota or of
/// `ulimit -f`, is its "disk I/O error", as if the disk were dying. The files that SQLite writes keep the system's number; the connection keeps
/// it, too, but not that of a COMMIT that failed (SQLite 3.40).
enum SystemRefusal {
    /// Runs `body`, which writes by a connection, and gives a write that the system refused the system's reason. Nothing
    /// behind `body` could: the error does not have the number.
    ///
    /// - Throws: `StoreError.refusedBySystem` for such a write; what else `body` throws.
    static func told<Value>(_ db: Database, _ path: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as DatabaseError where writes.contains(error.extendedResultCode) {
            guard let connection = db.sqliteConnection,
                let code = POSIXErrorCode(rawValue: geoq_failed_write(connection))
            else { throw error }
            throw StoreError.refusedBySystem(path: path, code: code, reason: reason(code))
        }
    }

    /// SQLite's codes for a write that failed.
    private static let writes: [ResultCode] = [
        .SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC, .SQLITE_IOERR_TRUNCATE,
    ]

    /// Why SQLite could not make the 32 kB of memory that it keeps beside a file while it is open: it forgets the
    /// system's number.
    static var ofMemoryBeside: POSIXErrorCode {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        return getrlimit(resource, &limit) == 0 && limit.rlim_cur < 32 << 10 ? .EFBIG : .ENOSPC
    }

    /// What the system's number means for a file that is written, and what helps.
    static func reason(_ code: POSIXErrorCode) -> String {
        switch code {
        case .ENOSPC: "its disk is full; make room there"
        case .EDQUOT, .EFBIG:
            "the limit of this user or process for files is reached; make room there or raise it"
        default: "it cannot be written: \(String(cString: strerror(code.rawValue)))"
        }
    }
}
