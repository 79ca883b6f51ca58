import Foundation
import GRDB

extension Store {
    /// SQLite's errors in the store's words. A write that the system refused for another reason than a full disk must have
    /// come through `SystemRefusal.told`, or it is only SQLite's "disk I/O error" here.
    static func described(_ error: any Error, path: String) -> any Error {
        guard let error = error as? DatabaseError else { return error }
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: return StoreError.busy(path: path)
        // GRDB interrupts the statement of a cancelled task.
        case .SQLITE_INTERRUPT: return CancellationError()
        case .SQLITE_NOTADB: return StoreError.notAStore(path: path, reason: "it is not an SQLite database")
        case .SQLITE_READONLY:
            let reason = "it cannot be written: \(ReadOnlyPlace.lackOfRight(to: path))"
            return StoreError.refusedBySystem(path: path, code: .EACCES, reason: reason)
        case .SQLITE_CANTOPEN: return OpeningObstacle.error(path)
        case .SQLITE_FULL:
            return StoreError.refusedBySystem(path: path, code: .ENOSPC, reason: SystemRefusal.reason(.ENOSPC))
        default:
            if error.extendedResultCode == .SQLITE_IOERR_SHMSIZE {
                let code = SystemRefusal.ofMemoryBeside
                let reason = "it cannot be opened: \(SystemRefusal.reason(code))"
                return StoreError.refusedBySystem(path: path, code: code, reason: reason)
            }
            return StoreError.failed(path: path, reason: error.words)
        }
    }
}

extension DatabaseError {
    /// What SQLite says. A backup's error has the words of the other database, which may be that all is well.
    var words: String {
        guard let message, message != "not an error" else { return "SQLite error \(extendedResultCode)" }
        return message
    }
}
