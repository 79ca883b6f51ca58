import CSQLite

/// Memory that was freed but that the allocator still holds.
enum FreedMemory {
    /// Gives it back to the system, where the allocator can. From now on blocks
    /// of megabytes go back as soon as they are freed.
    ///
    /// To be called after work that needs much memory for a while.
    static func giveBack() {
        geoq_return_large_blocks(4 << 20)
        #if canImport(Glibc)
            malloc_trim(0)
        #endif
    }
}
