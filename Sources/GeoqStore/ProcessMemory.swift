import CSQLite

/// How a process uses memory.
///
/// The settings are those of the whole process, so only programs make them: a
/// library that another program links leaves that program as it is.
package enum ProcessMemory {
    /// Makes the settings that suit a process of geoq: SQLite counts no memory,
    /// which saves a lock for each allocation; glibc gives blocks of more than
    /// 4 MB back as soon as they are freed, and reserves as much for each thread at
    /// once, which saves a thousand calls of the system in a short command.
    ///
    /// To be called before the process uses SQLite; later SQLite's setting has no
    /// effect.
    package static func configure() {
        geoq_count_no_memory()
        geoq_return_large_blocks(4 << 20)
        geoq_reserve_blocks(4 << 20)
    }

    /// Gives memory that was freed back to the system, where the allocator can.
    ///
    /// To be called after work that needs much memory for a while.
    static func giveBack() {
        #if canImport(Glibc)
            malloc_trim(0)
        #endif
    }
}
