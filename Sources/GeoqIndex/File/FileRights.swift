#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Who may read a file that is made beside another one, with its rows.
package enum FileRights {
    /// Gives an open file the rights of another one: its mode, and its group where the process may give that. Where it may
    /// not, no group gets a right, because it would be another group. Of a file of another user, root gives it to that
    /// user, as SQLite does with the files of its log.
    ///
    /// The user of the new file may always write it. A file that is not there gives no rights: the new one is its user's
    /// alone.
    package static func copy(of path: String, to descriptor: Int32) {
        var (other, own) = (stat(), stat())
        guard stat(path, &other) == 0, fstat(descriptor, &own) == 0 else {
            _ = fchmod(descriptor, 0o600)
            return
        }
        var mode = other.st_mode & 0o666 | 0o600
        if own.st_uid != other.st_uid {
            // Of a user who is not root the file stays that user's.
            if geteuid() == 0 { _ = fchown(descriptor, other.st_uid, other.st_gid) }
        } else if own.st_gid != other.st_gid {
            _ = fchown(descriptor, own.st_uid, other.st_gid)
        }
        if fstat(descriptor, &own) != 0 || own.st_gid != other.st_gid { mode &= ~0o060 }
        _ = fchmod(descriptor, mode)
    }
}
