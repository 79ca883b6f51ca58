import Foundation

/// Copies of this process's descriptors of one file, as a program has them that
/// is being started and does not run yet. They share the file's locks.
public final class CopiedDescriptors {
    private let copies: [Int32]

    /// The number of descriptors that were copied.
    public var count: Int { copies.count }

    /// - Parameter path: of a file or folder that this process has open.
    public init(of path: String) {
        var file = stat()
        guard stat(path, &file) == 0 else {
            copies = []
            return
        }
        var found: [Int32] = []
        for descriptor in Int32(3)..<4096 {
            var status = stat()
            if fstat(descriptor, &status) == 0, status.st_ino == file.st_ino, status.st_dev == file.st_dev {
                found.append(descriptor)
            }
        }
        copies = found.map { fcntl($0, F_DUPFD_CLOEXEC, 3) }
    }

    deinit { for copy in copies { close(copy) } }
}
