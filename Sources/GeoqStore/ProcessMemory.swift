import CSQLite

/// The memory of the whole process.
package enum ProcessMemory {
    /// Keeps SQLite from counting the bytes that it holds, which saves a lock
    /// for each allocation, and has glibc give blocks of megabytes back to the
    /// system as soon as they are freed.
    ///
    /// These settings hold for everything in the process: only a program's
    /// `main` makes them, before the first store is opened. A library leaves
    /// them to the program that links it.
    package static func economize() {
        geoq_count_no_memory()
        geoq_return_large_blocks(4 << 20)
    }

    /// Gives freed memory that the allocator still holds back to the system,
    /// where the allocator can.
    ///
    /// To be called before work that needs much memory for a while.
    static func giveBackFreed() {
        #if canImport(Glibc)
            malloc_trim(0)
        #endif
    }
}
