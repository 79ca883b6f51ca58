import CSQLite

/// Memory that was freed and that the allocator keeps.
enum FreedMemory {
    /// Gives it back to the system, where the allocator can; from now on blocks of
    /// megabytes go back when they are freed.
    ///
    /// For work that needs much of it for a while.
    static func giveBack() {
        geoq_return_large_blocks(4 << 20)
        #if canImport(Glibc)
            malloc_trim(0)
        #endif
    }
}
