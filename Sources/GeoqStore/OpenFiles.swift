#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The files that this process may have open. Connections, pipes and the descriptors of an event loop count, too.
package enum OpenFiles {
    #if canImport(Darwin)
        private static let resource = RLIMIT_NOFILE
    #else
        private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif

    /// How many may be open at a time; nil when the system does not say.
    package static var limit: Int? {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return nil }
        return Int(Int32(clamping: limit.rlim_cur))
    }

    /// How many more this process may open; no more than `most` are counted.
    ///
    /// - Complexity: O(files that are open + `most`), one call of the system each.
    package static func free(upTo most: Int) -> Int {
        guard let limit else { return most }
        var free = 0
        for descriptor in 0..<Int32(limit) where fcntl(descriptor, F_GETFD) == -1 {
            free += 1
            if free >= most { break }
        }
        return free
    }

    /// The error for work that opens this many files; nil when it may.
    package static func scarcity(for needed: Int) -> ScarceFiles? {
        guard let limit, free(upTo: needed) < needed else { return nil }
        return ScarceFiles(limit: limit)
    }
}

/// This process may not open the files that its work needs. The libraries of a network end a process that has none left.
package struct ScarceFiles: Error, Hashable, CustomStringConvertible {
    /// How many may be open at a time.
    private let limit: Int

    package init(limit: Int) {
        self.limit = limit
    }

    package var description: String {
        "this program may have no more than \(limit) files open; raise the limit (ulimit -n)"
    }
}
